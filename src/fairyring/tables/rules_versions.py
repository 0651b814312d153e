"""Which rules a table is played by: the newest for a new game, its own version for one that has begun."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.room import Room

_kept: dict[tuple[str, int], Room] = {}


def keep(room: Room) -> None:
    """Keep the rules of an older version, so that games which began with them can end with them."""
    _kept[room.name, room.rules.VERSION] = room


def find(name: str, version: int) -> Room | None:
    """The room of that name with exactly this version of the rules."""
    try:
        newest = registry.room(name)
    except (FairyringError, ImportError):
        return _kept.get((name, version))
    return newest if version == newest.rules.VERSION else _kept.get((name, version))


def newest(name: str) -> Room | None:
    """The room of that name as it is now."""
    try:
        return registry.room(name)
    except (FairyringError, ImportError):
        return None


def game(room: Room, options: Mapping[str, Any]) -> Game[Any]:
    """The game with its options; raises an OptionError. Games hold no state, so equal ones are shared."""
    return _game(room, tuple((key, _file(value)) for key, value in sorted(options.items())))


@lru_cache(maxsize=256)
def _game(room: Room, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    given = {key: FileText.of(*value) if isinstance(value, tuple) else value for key, value in options}
    return Game(room, given)


def _file(value: Any) -> Any:
    """An option that is a file travels as {"file": name, "text": its text}: tables open nothing."""
    return (str(value.get("file", "")), str(value.get("text", ""))) if isinstance(value, Mapping) else value


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Validated options as JSON has them."""
    return {
        key: {"file": str(value), "text": value.text} if isinstance(value, FileText) else value
        for key, value in options.items()
    }
