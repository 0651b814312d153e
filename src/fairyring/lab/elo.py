"""Elo ratings by maximum likelihood in the Bradley-Terry model (Plackett-Luce for more than two seats), with intervals.

A seat wins with its strength over the sum of the strengths at its table; 400 points are a factor of ten in strength.
The model has no seat effects: a league rotates the seats.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ELO_PER_LOG = 400 / math.log(10)  # Elo points per unit of log strength
Z_95 = 1.96  # standard errors of a 95 % interval
RULE_OF_THREE = 3.0  # 95 % bound, in games, for what was seen in none or in all of them
PRIOR_DRAWS = 1.0  # drawn games added to each pair, so that a bot that never lost has a finite rating
MAX_STEPS, TOLERANCE = 100, 1e-9  # of Newton's method
TableResult = tuple[tuple[str, ...], Mapping[str, float]]  # names in the seats, and wins by name


@dataclass(frozen=True)
class Rating:
    """Elo points relative to the mean of all, and half of the 95 % interval."""

    elo: float
    error: float


def rate(names: Sequence[str], tables: Sequence[TableResult]) -> dict[str, Rating]:
    """Return the rating of each name; each of `tables` sums games with the same names in the seats."""
    n = len(names)
    prior = [((a, b), {a: PRIOR_DRAWS / 2, b: PRIOR_DRAWS / 2}) for i, a in enumerate(names) for b in names[:i]]
    seats = [[sitters.count(name) for name in names] for sitters, _ in (*tables, *prior)]
    shares = [[won.get(name, 0.0) for name in names] for _, won in (*tables, *prior)]
    strength = [0.0] * n
    for _ in range(MAX_STEPS):  # Newton's method; the log-likelihood is concave
        slope, curve = [0.0] * n, [[1 / n] * n for _ in names]  # the 1/n fix the mean, which the likelihood leaves open
        for sat, won in zip(seats, shares, strict=True):
            games = sum(won)
            weight = [count * math.exp(value) for count, value in zip(sat, strength, strict=True)]
            chance = [value / sum(weight) for value in weight]
            for i in range(n):
                slope[i] += won[i] - games * chance[i]
                for j in range(n):
                    curve[i][j] += games * chance[i] * ((i == j) - chance[j])
        inverse = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        largest = max(map(abs, step))
        strength = [value + more * min(1.0, 2.0 / max(largest, 1.0)) for value, more in zip(strength, step, strict=True)]
        if largest < TOLERANCE:
            break
    mean = sum(strength) / n
    return {
        name: Rating(ELO_PER_LOG * (strength[i] - mean), Z_95 * ELO_PER_LOG * math.sqrt(max(0.0, inverse[i][i] - 1 / n)))
        for i, name in enumerate(names)
    }


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse by Gauss-Jordan elimination; the matrices here are small and well-conditioned."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(n):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]
