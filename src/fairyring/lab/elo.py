"""How strong each is, from who won against whom: ratings by which the results were likeliest, and how sure they are.

At a table each seat's chance to win is its strength over the sum of all strengths (Bradley and Terry's model for two,
Plackett and Luce's for more); 400 points of Elo are ten times the strength. Seats are not in it: a league rotates them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

POINTS = 400 / math.log(10)
SURE = 1.96  # standard errors: 95 %
PRIOR = 1.0  # games that were drawn with every other, so that who never lost still has a number
STEPS, ENOUGH = 100, 1e-9
Table = tuple[tuple[str, ...], Mapping[str, float]]  # who sat there, and what share of the wins went to each name


@dataclass(frozen=True)
class Rating:
    """Points above the mean of all, and their 95 % interval to each side."""

    elo: float
    error: float


def rate(names: Sequence[str], tables: Sequence[Table]) -> dict[str, Rating]:
    """Ratings of these names; `tables` are sums over games with the same sitters."""
    n = len(names)
    prior = [((a, b), {a: PRIOR / 2, b: PRIOR / 2}) for i, a in enumerate(names) for b in names[:i]]
    seats = [[sitters.count(name) for name in names] for sitters, _ in (*tables, *prior)]
    shares = [[won.get(name, 0.0) for name in names] for _, won in (*tables, *prior)]
    strength = [0.0] * n
    for _ in range(STEPS):  # Newton's, on a hill with one top
        slope, curve = [0.0] * n, [[1 / n] * n for _ in names]  # only differences matter: the 1/n keep the mean where it is
        for sat, won in zip(seats, shares, strict=True):
            games = sum(won)
            weight = [count * math.exp(one) for count, one in zip(sat, strength, strict=True)]
            chance = [one / sum(weight) for one in weight]
            for i in range(n):
                slope[i] += won[i] - games * chance[i]
                for j in range(n):
                    curve[i][j] += games * chance[i] * ((i == j) - chance[j])
        inverse = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        largest = max(map(abs, step))
        strength = [one + more * min(1.0, 2.0 / max(largest, 1.0)) for one, more in zip(strength, step, strict=True)]
        if largest < ENOUGH:
            break
    mean = sum(strength) / n
    return {
        name: Rating(POINTS * (strength[i] - mean), SURE * POINTS * math.sqrt(max(0.0, inverse[i][i] - 1 / n)))
        for i, name in enumerate(names)
    }


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Gauss and Jordan's way; the matrices here are small and well-conditioned."""
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
