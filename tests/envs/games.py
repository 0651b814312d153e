"""The games that environments are tested with: all shipped ones, and the three examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fairyring.core.game import registry
from fairyring.core.game.room_file import load_room
from tests.paths import EXAMPLES

EXAMPLE_NAMES = ("connect-four", "goofspiel", "leduc-poker")
GAMES = (*registry.shipped(), *EXAMPLE_NAMES)
SMALL: dict[str, dict[str, Any]] = {"sneaky-town": {"size": 3, "match": "single"}, "goofspiel": {"cards": 4}}


@pytest.fixture(scope="package", autouse=True)
def examples_registered() -> Iterator[None]:
    """Register the example games while the tests of a folder run: other tests take whatever is registered."""
    for name in EXAMPLE_NAMES:
        module = name.replace("-", "_")
        load_room(str(EXAMPLES / module / f"{module}.py"))
    yield
    for name in EXAMPLE_NAMES:
        registry._added.pop(name, None)
        registry._sources.pop(name, None)
