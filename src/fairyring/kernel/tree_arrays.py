"""What the tree of a search is made of (tree.py), as plain lists; the compiled host makes arrays of them."""

from __future__ import annotations

from functools import cache
from math import isqrt, log

PLACES = 1 << 15  # of the table: enough for some 16,000 nodes and children
ROOTS = 1 << 12  # how often something was seen is told apart up to here
FINE = 30  # bits, see tree.py

Tree = tuple[int, list[int], list[int], list[int], list[int], list[int], list[int]]


@cache
def roots() -> tuple[list[int], list[int]]:
    """For each n the root of its logarithm, and one divided by its root; both hosts are given the same whole numbers."""
    logs = [0, *(isqrt(int(log(n) * (1 << FINE))) for n in range(1, ROOTS))]
    return logs, [0, *(isqrt((1 << FINE) // n) for n in range(1, ROOTS))]


def new_tree(depth: int) -> Tree:
    """A tree that knows nothing yet, and if it has no depth, never will."""
    keys, visits, shares = ([0] * (PLACES if depth else 1) for _ in range(3))
    return depth, keys, visits, shares, [0] * (1 + 2 * depth), *roots()
