"""How many games there are, against numbers found without the rules' code."""

from __future__ import annotations

from typing import Any

import pytest

from fairyring.core.game.game import Game
from fairyring.games.fariables import ROOM
from fairyring.kit.perft import perft

# The small instance: one kind, one token each, four spaces in a row, the third a flower, and six ends the game.
SMALL: Game[Any] = Game(ROOM, ROOM.checks.small_instances[0].options, ROOM.checks.small_instances[0].constants)

FIRST_VALUES = 6
PLACINGS = 4 * 3  # the first tokens are free
# Of the 36 pairs of a first value and die B, ten reach six: 3 with a 6, 4 with 5 and 6, 5 with 4 to 6, 6 with 3 to 6.
ENDING = 1 + 2 + 3 + 4
GOING_ON = 36 - ENDING
# Both tokens are always worth the same. On half of the placings one of them is on the flower and wins; else dice decide.
FLOWER_WINS, DICE = 6, 6


@pytest.mark.parametrize(
    ("depth", "count"),
    [
        (1, FIRST_VALUES),
        (2, FIRST_VALUES * 4),
        (3, FIRST_VALUES * PLACINGS),
        (4, FIRST_VALUES * PLACINGS),  # die A has one face, for one kind
        (5, 36 * PLACINGS),  # die B
        (6, PLACINGS * (GOING_ON * 6 + ENDING)),  # die C; or the flowers, which hide the only kind
        (7, PLACINGS * GOING_ON * 6 * 2 + ENDING * (FLOWER_WINS + DICE * 6)),  # lift or done; or the first die of a roll-off
        (8, PLACINGS * GOING_ON * 6 * (3 + 1) + ENDING * (FLOWER_WINS + DICE * 36)),  # three open spaces; or the next die A
    ],
)
def test_perft_small_instance(depth: int, count: int) -> None:
    assert perft(SMALL, depth) == count


def test_perft_second_round_of_placing() -> None:
    """Any two different spaces, then an open neighbour of the first: its neighbours, less one if the other stands there."""
    edges = 9 * 4**2 + 3 * 4  # between the spaces of a hexagon of side five
    count = 6 * 2 * edges * (60 - 1)
    assert perft(Game(ROOM, {"first": "1"}, {"kinds": 1}), 4) == count
