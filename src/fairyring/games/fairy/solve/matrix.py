"""Small matrix games: what they are worth, and the mixtures that win it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Solved = tuple[float, Array, Array]  # the value, and the chances of the rows and of the columns
CLOSE = 1e-9


def matrix_game(pays: Array) -> Solved:
    """The value of a matrix game and a best mixture for each side: some square part of it says both (Shapley and Snow)."""
    rows: list[list[float]] = pays.tolist()
    found = saddle(rows) or of_two(rows)
    if found is not None:
        return found
    for size in range(3, min(pays.shape) + 1):
        for mine in combinations(range(pays.shape[0]), size):
            for other in combinations(range(pays.shape[1]), size):
                found = _equalised(pays, mine, other)
                if found is not None:
                    return found
    raise ArithmeticError("every matrix game has a solution")


def saddle(rows: Sequence[Sequence[float]]) -> Solved | None:
    """Where nobody needs to mix. Of several rows (or columns) that are as good as the best, the one that earns most if the
    other side plays anything at all: who errs is to pay for it.
    """
    columns = list(zip(*rows, strict=True))
    worst, least = [min(row) for row in rows], [max(column) for column in columns]
    value = max(worst)
    if min(least) > value + CLOSE:
        return None
    mine = max((k for k, low in enumerate(worst) if low >= value - CLOSE), key=lambda k: sum(rows[k]))
    other = min((k for k, high in enumerate(least) if high <= value + CLOSE), key=lambda k: sum(columns[k]))
    return value, np.eye(len(rows))[mine], np.eye(len(columns))[other]


def of_two(rows: Sequence[Sequence[float]]) -> Solved | None:
    """Where each side mixes two: most games that have no saddle. Written out, since whole trees are made of these."""
    n, m = len(rows), len(rows[0])
    for i, j in combinations(range(n), 2):
        for k, l in combinations(range(m), 2):  # noqa: E741
            a, b, c, d = rows[i][k], rows[i][l], rows[j][k], rows[j][l]
            sum_ = a - b - c + d
            if abs(sum_) < CLOSE:
                continue
            p, q, value = (d - c) / sum_, (d - b) / sum_, (a * d - b * c) / sum_
            if not (0 <= p <= 1 and 0 <= q <= 1):
                continue
            if any(p * rows[i][x] + (1 - p) * rows[j][x] < value - CLOSE for x in range(m)):
                continue
            if any(q * row[k] + (1 - q) * row[l] > value + CLOSE for row in rows):
                continue
            mine, other = np.zeros(n), np.zeros(m)
            mine[[i, j]], other[[k, l]] = (p, 1 - p), (q, 1 - q)
            return value, mine, other
    return None


def _equalised(pays: Array, mine: tuple[int, ...], other: tuple[int, ...]) -> Solved | None:
    """Mixtures of these rows and columns to which no other row or column is a better answer, if there are such."""
    size = len(mine)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = pays[np.ix_(mine, other)]
    system[:size, size], system[size, :size] = -1, 1
    if abs(np.linalg.det(system)) < CLOSE:
        return None
    one = np.eye(size + 1)[size]
    columns, rows = np.linalg.solve(system, one), np.linalg.solve(_turned(system), one)
    p, q, worth = np.zeros(pays.shape[0]), np.zeros(pays.shape[1]), float(columns[size])
    p[list(mine)], q[list(other)] = rows[:size], columns[:size]
    fair = min(p.min(), q.min()) >= -CLOSE and (p @ pays).min() >= worth - CLOSE and (pays @ q).max() <= worth + CLOSE
    return (worth, p.clip(0), q.clip(0)) if fair else None


def _turned(system: Array) -> Array:
    """The same system for the other side: the payoffs transposed."""
    turned = system.copy()
    turned[:-1, :-1] = system[:-1, :-1].T
    return turned
