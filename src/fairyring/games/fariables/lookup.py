"""Lookup tables of Fariables' evaluation function."""

from math import exp

from fairyring.games.fariables.constants import GOAL

MAX_DEFICIT = 64  # points; larger deficits count as this
# By how far the highest value on the board is from the goal, farthest first: the deficit in points that makes winning e times
# less likely. Estimated from games between two `normal` bots. Far from the goal, points still change a lot.
DEFICIT_SCALE = (40, 40, 40, 40, 40, 40, 40, 40, 16, 16, 11, 7, 5, 5, 5, 5, 5)
AT_GOAL = GOAL  # the place of the goal itself
LAST = len(DEFICIT_SCALE) - 1
# By the same place and the deficit: relative probability of winning, × 10,000.
WIN_WEIGHT = tuple(tuple(round(10_000 * exp(-points / scale)) for points in range(MAX_DEFICIT)) for scale in DEFICIT_SCALE)
