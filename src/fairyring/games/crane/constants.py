"""Constants of the state that follow from Crane's options."""

from typing import Any

from fairyring.core.game.options import Options
from fairyring.core.game.room import Room, options_as_constants
from fairyring.games.crane.cards import copies_of
from fairyring.games.crane.schema import CARDS


def sizes(options: Options) -> dict[str, Any]:
    """R2, R3, R22, R24, R28, R30: the numbers of the printed rules for this many players."""
    two = options["players"] == 2
    return {
        "size": CARDS,
        "jackpots": 1 if two else 2,
        "bank": 3,
        "bundle": 10,
        "challenges": 2,
        "goal": 40,
        "bet_cards": (2, 2, 1) if two else (1, 1, 1),
    }


def constants(room: Room, options: Options) -> dict[str, Any]:
    """The values of all const fields."""
    return options_as_constants(room, options) | sizes(options) | {"copies": copies_of(options)}
