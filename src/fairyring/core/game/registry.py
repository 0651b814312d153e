"""Registry of games: every folder under `fairyring.games`, those of installed packages, and those added by `register`.

A package adds games by entry points of the group `fairyring.rooms`. In its pyproject.toml:

    [project.entry-points."fairyring.rooms"]
    liars-dice = "liars_dice:ROOM"
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fairyring.games
from fairyring.core.errors import FairyringError, UnknownGame
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.text.messages import msg
from fairyring.core.text.slug import slug_of_input

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "fairyring.rooms"
_added: dict[str, Room] = {}
_sources: dict[str, Path] = {}  # of added games: the file that defines them


def register(room: Room, replace: bool = False, source: Path | None = None) -> None:
    """Add a game under its name. `source` is the file that defines its ROOM; worker processes load it from there.

    Raises FairyringError if the name is taken, unless `replace` is true.
    """
    if not replace and room.name in game_names() and _added.get(room.name) is not room:
        raise FairyringError(msg("error.game.taken", name=room.name))
    _added[room.name] = room
    if source is None:
        _sources.pop(room.name, None)
    else:
        _sources[room.name] = source


def game_names() -> tuple[str, ...]:
    """Return the names of all registered games, sorted."""
    return tuple(sorted({*shipped(), *installed(), *_added}))


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the games under `fairyring.games`. Cached: a server asks with every job."""
    modules = Path(fairyring.games.__path__[0]).glob("*/__init__.py*")  # in the page there is bytecode only
    return tuple(sorted({path.parent.name.replace("_", "-") for path in modules}))


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the entry points of games in other installed packages, by name. Shipped games cannot be replaced."""
    if sys.platform == "emscripten":
        return {}  # a page has no other packages
    from importlib.metadata import entry_points  # noqa: PLC0415  (slow to import, and only needed for games of others)

    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in shipped()}


def room(name: str) -> Room:
    """Return the room of a name, which may be written “Sneaky Town” or “sneaky_town”. Imports only this game.

    Raises UnknownGame, with a suggestion where a name is similar; DataError if a package's game cannot be loaded.
    """
    if name in _added:
        return _added[name]
    if name in shipped():
        return _load_shipped(name)
    known = {slug_of_input(name): name for name in game_names()}
    known_name = known.get(slug_of_input(str(name)))
    if known_name is None:
        from difflib import get_close_matches  # noqa: PLC0415  (slow to import)

        near = get_close_matches(slug_of_input(str(name)), known, 1)
        if near:
            raise UnknownGame(msg("error.game.near", name=name, near=known[near[0]]))
        raise UnknownGame(msg("error.game.unknown", name=name, known=", ".join(game_names())))
    if known_name in _added:
        return _added[known_name]
    if known_name in installed():
        from fairyring.core.game.room_file import load_installed  # noqa: PLC0415  (it registers rooms, so it imports us)

        return load_installed(installed()[known_name])
    return _load_shipped(known_name)


def _load_shipped(name: str) -> Room:
    shipped_room: Room = import_module(f"fairyring.games.{name.replace('-', '_')}").ROOM
    return shipped_room


def game(name: str, **options: Any) -> Game[Any]:
    """Return a game with options: `game("fairy", players=4, variant="fifteen")`. Raises UnknownGame, OptionError."""
    return Game(room(name), options)


def source_of(room: Room) -> Path | None:
    """Return the file that defines an added game, if it is known."""
    added = _added.get(room.name)
    same = added.of_version(room.rules.VERSION) if added is not None else None
    return _sources.get(room.name) if same is not None and room in (same, same.with_house_rules()) else None


def is_importable(name: str) -> bool:
    """Return whether every process knows the game of this name: it is shipped or of an installed package, not added here."""
    return name not in _added and (name in shipped() or name in installed())


def unpickle_game(
    name: str, options: dict[str, Any], overrides: dict[str, Any], checked: bool, source: Path | None, version: int
) -> Game[Any]:
    """Return a pickled game; one that was loaded from a file is loaded from it here, too. Raises UnknownGame."""
    if source is not None and _sources.get(name) != source:
        from fairyring.core.game.room_file import load_room  # noqa: PLC0415  (it registers rooms, so it imports us)

        load_room(str(source))
    versioned = room(name).of_version(version)
    if versioned is None:
        raise UnknownGame(msg("error.game.version", name=name, version=version, known=room(name).rules.VERSION))
    return Game(versioned, options, overrides, checked)
