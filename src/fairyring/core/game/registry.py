"""Which games there are. A folder under `fairyring.games` is one; `register` adds one from elsewhere."""

from __future__ import annotations

import difflib
import pkgutil
from functools import cache
from importlib import import_module
from typing import Any

import fairyring.games
from fairyring.core.errors import FairyringError, UnknownGame
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.text.messages import msg

_added: dict[str, Room] = {}


def register(room: Room, replace: bool = False) -> None:
    """Make a game of one's own known under its name; a name that is taken is refused unless `replace` says otherwise."""
    if not replace and room.name in names() and _added.get(room.name) is not room:
        raise FairyringError(msg("error.game.taken", name=room.name))
    _added[room.name] = room


def names() -> tuple[str, ...]:
    """Every registered game, by name."""
    return tuple(sorted({*shipped(), *_added}))


@cache
def shipped() -> tuple[str, ...]:
    """The games that have a folder here; looked up once, since a server asks with every job and every deal."""
    folders = [module.name for module in pkgutil.iter_modules(fairyring.games.__path__) if module.ispkg]
    return tuple(sorted(name.replace("_", "-") for name in folders))


def room(name: str) -> Room:
    """The room of that name, however it is written (“Sneaky Town”, “sneaky_town”); only this one is imported."""
    if name in _added:
        return _added[name]
    known = {simple(one): one for one in names()}
    found = known.get(simple(name))
    if found is None:
        near = difflib.get_close_matches(simple(name), known, 1)
        if near:
            raise UnknownGame(msg("error.game.near", name=name, near=known[near[0]]))
        raise UnknownGame(msg("error.game.unknown", name=name, known=", ".join(names())))
    if found in _added:
        return _added[found]
    found_room: Room = import_module(f"fairyring.games.{found.replace('-', '_')}").ROOM
    return found_room


def simple(name: str) -> str:
    """A name in small letters, with hyphens where people write blanks or underscores."""
    return "-".join(str(name).casefold().replace("_", " ").replace("-", " ").split())


def game(name: str, **options: Any) -> Game[Any]:
    """A game with options: `game("fairy", players=4, variant="fifteen")`."""
    return Game(room(name), options)


def revive(name: str, options: dict[str, Any]) -> Game[Any]:
    """A game that was pickled."""
    return Game(room(name), options)
