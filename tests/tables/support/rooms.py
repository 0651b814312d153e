"""Games of the table tests: Fairy, and the example room of the documentation."""

from __future__ import annotations

from fairyring.core.game.registry import game_names
from fairyring.core.game.room_file import load_room
from tests.paths import PEBBLES


def register_pebbles() -> None:
    """Make the example game known. Not while tests are collected: those of all games would then ask for it too."""
    if "pebbles" not in game_names():
        load_room(str(PEBBLES))
