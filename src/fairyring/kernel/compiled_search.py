"""Compiled search backend: the loops of templates/search.py as native code. Needs no NumPy."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any
from weakref import finalize

from fairyring.core.fields import schema
from fairyring.core.fields.scalars import MAX_SEATS
from fairyring.core.fields.schema import State
from fairyring.core.game.room import Room
from fairyring.kernel.entries import search_entries
from fairyring.kernel.load import load
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.tree_arrays import TABLE_SIZE, Tree, slots_for, ucb_tables

CACHE_LINE = 64  # bytes
STREAMS = 2 + MAX_SEATS  # random streams of the loops


def integers(values: Sequence[int] | int) -> Any:
    """Return an array of 64-bit integers, with these values or of this length."""
    if isinstance(values, int):
        return (ctypes.c_int64 * values)()
    return (ctypes.c_int64 * len(values))(*values)


def _words(array: Any) -> tuple[int, int]:
    """Return address and length of an array."""
    return ctypes.addressof(array), len(array)


@cache
def _ucb_arrays() -> tuple[Any, Any]:
    logs, roots = ucb_tables()
    return integers(logs), integers(roots)


class CompiledBackend:
    """Implements `Backend` of bots/backends.py. `at_random`: uniform random rollouts, for benchmarks."""

    max_chunk = 64
    calibration_worlds = 8
    is_compiled = True

    def __init__(self, room: Room, at_random: bool = False, checked: bool | None = None) -> None:
        self._room = room
        self._spare: list[Any] = []  # tables of trees that are no longer used
        self._flat = self.tree(0)
        self._library = load(f"{room.name}-{'random-' * at_random}search", search_entries(room, at_random), checked)

    def tree(self, depth: int, rollouts: int | None = None) -> Tree:
        """Return `tree_arrays.new_tree(depth)` as arrays of ctypes, which are its own while the tree lives.

        The tables of earlier trees are used again: new memory takes longer than a thousand simulations of a small game. Where
        it is known how many rollouts will grow the tree, only the part that they need is used: clearing all of a table takes
        as long as a hundred simulations. The results are the same; with more rollouts than that the tree stops growing.
        """
        if not depth:
            return Tree(0, *(integers(1) for _ in range(6)))  # nothing is read of it, so loading computes no tables
        slots = TABLE_SIZE if rollouts is None else slots_for(rollouts)
        try:
            tables = self._spare.pop()
            ctypes.memset(tables, 0, slots * ctypes.sizeof(ctypes.c_int64))  # keys
        except IndexError:
            tables = (ctypes.c_int64 * TABLE_SIZE * 3)()
        keys, visits, shares = ((ctypes.c_int64 * slots).from_buffer(tables, k * ctypes.sizeof(tables[0])) for k in range(3))
        tree = Tree(depth, keys, visits, shares, integers(1 + 2 * depth), *_ucb_arrays())
        finalize(tree, self._spare.append, tables).atexit = False
        return tree

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        """See `Backend.run`. Releases the GIL."""
        grown: Any = tree or self._flat
        box, streams = _Box(request.root, 3), integers(STREAMS)
        shares, sums = integers(len(request.actions)), integers(4 * len(request.actions))
        candidates, secrets = integers(request.actions), integers(request.weights)
        arrays = (grown.keys, grown.visits, grown.shares, grown.path, grown.logs, grown.roots)
        completed = self._library.call(
            "search_worlds",
            (box.address, request.seat, *_words(candidates), request.first, request.count, request.seed, *_words(secrets),
             ctypes.addressof(streams), *_words(shares), *_words(sums), grown.depth,
             *(word for array in arrays for word in _words(array)), 0),
        )  # fmt: skip
        return completed, list(sums)

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """See `Backend.weigh`."""
        beliefs = self._room.bots.search.beliefs
        assert beliefs is not None, "the search has beliefs"
        likelihoods, box = integers(beliefs.count(before)), _Box(before, 2)
        self._library.call("weigh_worlds", (box.address, seat, actor, action, *_words(likelihoods)))
        return tuple(likelihoods)


class _Box:
    """Copies of a state one after another, from the start of a cache line."""

    def __init__(self, s: State, count: int) -> None:
        data = schema.pack(s) * count
        self._memory = ctypes.create_string_buffer(len(data) + CACHE_LINE)
        start = ctypes.addressof(self._memory)
        self.address = start + -start % CACHE_LINE
        ctypes.memmove(self.address, data, len(data))
