"""Fariables' numbers as small tables, for minds."""

from math import exp

SPREAD = 8  # points: who is behind by so many has a third of the leader's hope
LEAD = tuple(round(10_000 * exp(-points / SPREAD)) for points in range(64))
