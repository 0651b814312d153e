"""A search tree below every candidate: UCB1 with progressive widening.

A node is the knowledge of the searching seat when it decides again; an action there is a child. Other seats have no nodes and
follow the rollout policy. The tree is a hash table with open addressing: `keys` (0 is an empty slot), and at the same slots
`visits` and `shares` (sums). `path` holds the number of used slots, then the nodes and children of the current rollout. `logs`
and `roots` are the fixed-point tables of UCB (kernel/tree_arrays.py). The search for a child's slot begins beside its node, so
that they mostly share cache lines.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.totals import WIN
from fairyring.kernel.game_functions import SearchFunctions
from fairyring.kernel.primitives import join_key
from fairyring.kernel.tree_arrays import FRACTION_BITS

MIN_VISITS = 4  # of a node before it tries other actions than the default
UCB_C = 30  # exploration constant, in percent of a win
WIDENING = 8  # progressive widening: a node with n visits has up to √(8 n) children


def find_key(tree: Any, key: int, start: int) -> int:
    """Return the slot of a key, or where it would be; the search for it begins at `start`."""
    place = start & (len(tree.keys) - 1)
    while tree.keys[place] != 0 and tree.keys[place] != key:
        place = (place + 1) & (len(tree.keys) - 1)
    return place


def has_room(tree: Any) -> int:
    """Return whether the table may grow: load factor below 3/4."""
    return 1 if tree.path[0] < len(tree.keys) // 4 * 3 else 0


def pick_child(g: SearchFunctions, s: Any, seat: int, usual: int, node: int, tree: Any, at: int) -> int:
    """Return the action with the highest upper confidence bound, or a new one; `path[at]` is set to its slot, -1 if unknown."""
    seen = tree.visits[node]
    tree.path[at] = -1
    if seen < MIN_VISITS:
        return usual
    best = usual
    slot = -1
    most = -1
    new = -1
    tried = 0
    for k in range(g.legal_count(s, seat)):
        action = g.legal_nth(s, seat, k)
        child = find_key(tree, join_key(tree.keys[node], action), node + 1 + action)
        times = tree.visits[child] if tree.keys[child] != 0 else 0
        if times == 0:
            if new < 0 or action == usual:
                new = action
        else:
            tried += 1
            bonus = tree.logs[min(seen, len(tree.logs) - 1)] * tree.roots[min(times, len(tree.roots) - 1)]
            bound = tree.shares[child] // times + (WIN * UCB_C // 100 * bonus >> FRACTION_BITS)
            if bound > most:
                most = bound
                best = action
                slot = child
    if new >= 0 and tried * tried < WIDENING * seen and has_room(tree):
        return new
    tree.path[at] = slot
    return best


def add_key(tree: Any, key: int, start: int) -> int:
    """Return the slot of a key, added if it is new; -1 if the table is full."""
    place = find_key(tree, key, start)
    if tree.keys[place] == 0:
        if not has_room(tree):
            return -1
        tree.keys[place] = key
        tree.visits[place] = 0  # a tree that is used again has its keys cleared, and nothing else
        tree.shares[place] = 0
        tree.path[0] += 1
    return place
