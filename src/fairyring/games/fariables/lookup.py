"""Lookup tables of Fariables' evaluation function."""

from math import exp

from fairyring.games.fariables.schema import TOP_VALUE

MAX_DEFICIT = 64  # points; larger deficits count as this
# By the highest value on the board: the deficit in points that makes winning e times less likely. Estimated from games between
# two `normal` bots. Far from fourteen, points still change a lot.
DEFICIT_SCALE = (40, 40, 40, 40, 40, 40, 40, 40, 16, 16, 11, 7, 5, 5, 5, 5, 5)
# By the highest value on the board and the deficit: relative probability of winning, × 10,000.
WIN_WEIGHT = tuple(
    tuple(round(10_000 * exp(-points / DEFICIT_SCALE[top])) for points in range(MAX_DEFICIT)) for top in range(TOP_VALUE + 1)
)
