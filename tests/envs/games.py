"""The games that environments are tested with: all shipped ones, and the three examples."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fairyring.core.game import registry
from fairyring.core.game.room_file import load_room
from tests.paths import EXAMPLES

EXAMPLE_NAMES = ("connect-four", "goofspiel", "leduc-poker")
GAMES = (*registry.shipped(), *EXAMPLE_NAMES)
SMALL: dict[str, dict[str, Any]] = {"sneaky-town": {"size": 3, "match": "single"}, "goofspiel": {"cards": 4}}


@contextmanager
def example_games() -> Iterator[None]:
    """Register the example games, and take them out again."""
    for name in EXAMPLE_NAMES:
        module = name.replace("-", "_")
        load_room(str(EXAMPLES / module / f"{module}.py"))
    yield
    for name in EXAMPLE_NAMES:
        registry._added.pop(name, None)
        registry._sources.pop(name, None)
