"""The games that the tests of tables play: Fairy, and the example room of the documentation."""

from __future__ import annotations

from pathlib import Path

from fairyring.core.registry import names
from fairyring.kit.elsewhere import load_room

PEBBLES = Path(__file__).parents[2] / "docs" / "pebbles" / "room.py"


def register_pebbles() -> None:
    """Make the example game known. Not while tests are collected: those of all games would then ask for it too."""
    if "pebbles" not in names():
        load_room(str(PEBBLES))
