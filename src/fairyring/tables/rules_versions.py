"""Versions of rules: the newest for a new game, its own version for a game that has begun."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.room import Room


def room_of_version(name: str, version: int) -> Room | None:
    """Return the room with exactly this version of the rules; None if it is not installed."""
    newest = newest_room(name)
    return newest.of_version(version) if newest is not None else None


def newest_room(name: str) -> Room | None:
    """Return the newest version of a room; None if it is not installed."""
    try:
        return registry.room(name)
    except (FairyringError, ImportError):
        return None


def configured_game(room: Room, options: Mapping[str, Any]) -> Game[Any]:
    """Return the game with its options (JSON); raise OptionError. Games hold no state, so equal ones are shared."""
    return _shared_game(room, tuple((key, _hashable(value)) for key, value in sorted(options.items())))


@lru_cache(maxsize=256)
def _shared_game(room: Room, options: tuple[tuple[str, Any], ...]) -> Game[Any]:
    return Game(room, {key: FileText.of(*value) if isinstance(value, tuple) else value for key, value in options})


def _hashable(value: Any) -> Any:
    """Return an option as a key of the cache. A file comes as {"file": name, "text": its text}: tables open no files."""
    return (str(value.get("file", "")), str(value.get("text", ""))) if isinstance(value, Mapping) else value


def options_as_json(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return validated options as JSON."""
    return {
        key: {"file": str(value), "text": value.text} if isinstance(value, FileText) else value
        for key, value in options.items()
    }
