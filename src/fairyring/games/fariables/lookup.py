"""Fariables' numbers as small tables, for minds."""

from math import exp

from fairyring.games.fariables.schema import TOP_VALUE

FAR = 64  # points: who is further behind has no more to lose
# How many points behind make it e times less likely to win, by the highest value on the board: as games between two `normal`
# bots end. While the clock is far from fourteen, points come and go.
SPREAD = (40, 40, 40, 40, 40, 40, 40, 40, 16, 16, 11, 7, 5, 5, 5, 5, 5)
LEAD = tuple(tuple(round(10_000 * exp(-points / SPREAD[top])) for points in range(FAR)) for top in range(TOP_VALUE + 1))
