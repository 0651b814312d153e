"""Solver of small zero-sum matrix games: enumeration of square kernels (Shapley and Snow, 1950)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Solved = tuple[float, Array, Array]  # the value, and the probabilities of the rows and of the columns
EPSILON = 1e-9


def matrix_game(payoffs: Array) -> Solved:
    """Return the value of a matrix game and an optimal mixed strategy for each side.

    The row player maximises. Tries saddle points, then 2 × 2 kernels, then larger ones: fast for the 4 × 4 games of a tree.
    """
    rows: list[list[float]] = payoffs.tolist()
    solution = find_saddle(rows) or solve_two_by_two(rows)
    if solution is not None:
        return solution
    for size in range(3, min(payoffs.shape) + 1):
        for mine in combinations(range(payoffs.shape[0]), size):
            for other in combinations(range(payoffs.shape[1]), size):
                solution = _solve_kernel(payoffs, mine, other)
                if solution is not None:
                    return solution
    raise ArithmeticError("every matrix game has a solution")


def find_saddle(rows: Sequence[Sequence[float]]) -> Solved | None:
    """Return a solution in pure strategies, if there is one.

    Among several optimal rows (columns) the one with the best sum is chosen: it gains most from mistakes of the other side.
    """
    columns = list(zip(*rows, strict=True))
    worst, least = [min(row) for row in rows], [max(column) for column in columns]
    value = max(worst)
    if min(least) > value + EPSILON:
        return None
    mine = max((k for k, low in enumerate(worst) if low >= value - EPSILON), key=lambda k: sum(rows[k]))
    other = min((k for k, high in enumerate(least) if high <= value + EPSILON), key=lambda k: sum(columns[k]))
    return value, np.eye(len(rows))[mine], np.eye(len(columns))[other]


def solve_two_by_two(rows: Sequence[Sequence[float]]) -> Solved | None:
    """Return a solution in which each side mixes two strategies, if there is one; written out, since it is the usual case."""
    n, m = len(rows), len(rows[0])
    for i, j in combinations(range(n), 2):
        for k, l in combinations(range(m), 2):  # noqa: E741
            a, b, c, d = rows[i][k], rows[i][l], rows[j][k], rows[j][l]
            determinant = a - b - c + d
            if abs(determinant) < EPSILON:
                continue
            p, q, value = (d - c) / determinant, (d - b) / determinant, (a * d - b * c) / determinant
            if not (0 <= p <= 1 and 0 <= q <= 1):
                continue
            if any(p * rows[i][x] + (1 - p) * rows[j][x] < value - EPSILON for x in range(m)):
                continue
            if any(q * row[k] + (1 - q) * row[l] > value + EPSILON for row in rows):
                continue
            mine, other = np.zeros(n), np.zeros(m)
            mine[[i, j]], other[[k, l]] = (p, 1 - p), (q, 1 - q)
            return value, mine, other
    return None


def _solve_kernel(payoffs: Array, mine: tuple[int, ...], other: tuple[int, ...]) -> Solved | None:
    """Return the solution supported on these rows and columns, if there is one."""
    size = len(mine)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = payoffs[np.ix_(mine, other)]
    system[:size, size], system[size, :size] = -1, 1
    if abs(np.linalg.det(system)) < EPSILON:
        return None
    unit = np.eye(size + 1)[size]
    columns, rows = np.linalg.solve(system, unit), np.linalg.solve(_transpose_payoffs(system), unit)
    p, q, value = np.zeros(payoffs.shape[0]), np.zeros(payoffs.shape[1]), float(columns[size])
    p[list(mine)], q[list(other)] = rows[:size], columns[:size]
    optimal = (
        min(p.min(), q.min()) >= -EPSILON and (p @ payoffs).min() >= value - EPSILON and (payoffs @ q).max() <= value + EPSILON
    )
    return (value, p.clip(0), q.clip(0)) if optimal else None


def _transpose_payoffs(system: Array) -> Array:
    """Return the same system for the other side."""
    transposed = system.copy()
    transposed[:-1, :-1] = system[:-1, :-1].T
    return transposed
