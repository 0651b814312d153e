"""Arrays of a search tree (templates/tree.py)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isqrt, log
from typing import Any

TABLE_SIZE = 1 << 15  # slots of the hash table: enough for some 16,000 nodes and children
MAX_COUNT = 1 << 12  # larger visit counts use the last entry of the UCB tables
FRACTION_BITS = 30  # of the fixed-point product of both UCB tables, see templates/tree.py


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Tree:
    """The arrays of one tree; compiled code has `Array` of ctypes in place of lists."""

    depth: int
    keys: Any
    visits: Any
    shares: Any
    path: Any
    logs: Any
    roots: Any


@cache
def ucb_tables() -> tuple[list[int], list[int]]:
    """Return √log n and 1/√n for each n, as fixed-point integers, so that both backends compute the same."""
    logs = [0, *(isqrt(int(log(n) * (1 << FRACTION_BITS))) for n in range(1, MAX_COUNT))]
    return logs, [0, *(isqrt((1 << FRACTION_BITS) // n) for n in range(1, MAX_COUNT))]


def slots_for(rollouts: int) -> int:
    """Return a size of the table, a power of two, that so many rollouts do not fill: each adds at most a node and a child."""
    return min(
        TABLE_SIZE, 1 << (3 * rollouts).bit_length()
    )  # more than 3 slots for 2 keys, as `has_room` leaves a quarter free


def new_tree(depth: int) -> Tree:
    """Allocate empty tree arrays (length 1 when depth is 0)."""
    keys, visits, shares = ([0] * (TABLE_SIZE if depth else 1) for _ in range(3))
    return Tree(depth, keys, visits, shares, [0] * (1 + 2 * depth), *ucb_tables())
