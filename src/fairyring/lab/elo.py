"""How strong each is, from who won against whom: ratings by which the results were likeliest, and how sure they are.

At a table each seat's chance to win is its strength over the sum of all strengths (Bradley and Terry's model for two,
Plackett and Luce's for more); 400 points of Elo are ten times the strength. Seats are not in it: a league rotates them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

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
    place = {name: i for i, name in enumerate(names)}
    prior = [((a, b), {a: PRIOR / 2, b: PRIOR / 2}) for i, a in enumerate(names) for b in names[:i]]
    seats = [np.bincount([place[name] for name in sitters], minlength=n) for sitters, _ in (*tables, *prior)]
    shares = [np.array([won.get(name, 0.0) for name in names]) for _, won in (*tables, *prior)]
    strength = np.zeros(n)
    for _ in range(STEPS):
        slope, curve = np.zeros(n), np.zeros((n, n))
        for sat, won in zip(seats, shares, strict=True):
            games = won.sum()
            weight = sat * np.exp(strength)
            chance = weight / weight.sum()
            slope += won - games * chance
            curve += games * (np.diag(chance) - np.outer(chance, chance))
        inverse = np.linalg.pinv(curve)  # only differences matter: the mean stays where it is
        step = inverse @ slope
        strength += step * min(1.0, 2.0 / max(1e-12, float(abs(step).max())))
        if abs(step).max() < ENOUGH:
            break
    strength -= strength.mean()
    return {
        name: Rating(POINTS * float(strength[i]), SURE * POINTS * math.sqrt(max(0.0, float(inverse[i, i]))))
        for i, name in enumerate(names)
    }
