"""Compiled search backend: the loops of templates/search.py under numba."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.room import Room
from fairyring.kernel.codegen import search_source
from fairyring.kernel.compiled import Array, dtype_of, load_module, own_lines
from fairyring.kernel.numba_patches import lean
from fairyring.kernel.tree_arrays import PLACES, roots

MOST_SEATS = 10


class CompiledBackend:
    """Implements `Backend` of bots/backends.py. `at_random`: uniform random rollouts, for benchmarks."""

    max_chunk = 64
    calibration_worlds = 8
    is_compiled = True

    def __init__(self, room: Room, at_random: bool = False) -> None:
        self._room = room
        self._horizon = 0 if at_random else room.bots.search.horizon
        self._roots = [np.array(each, np.int64) for each in roots()]
        self._flat = () if room.bots.search.tree_depth is None or at_random else self.tree(0)
        self._dtype = dtype_of(room.schema.state)
        source = search_source(room, at_random)
        self._module = load_module(room, source)
        with lean(source):
            self._warm()

    def _warm(self) -> None:
        """Compile, or load cached machine code, by calling each entry with nothing to do."""
        box = own_lines((3,), self._dtype)
        self._loop(box, 0, [0, 1], 0, 0, 0, (), self._flat)
        if self._room.bots.search.beliefs:
            self._module.weigh_worlds(box, 0, 0, 0, np.zeros(0, np.int64))

    def _box(self, s: State, n: int) -> Array:
        box = own_lines((n,), self._dtype)
        box[0] = np.frombuffer(schema.pack(s), self._dtype)[0]
        return box

    def tree(self, depth: int) -> Any:
        """Return `tree_arrays.new_tree(depth)` as NumPy arrays."""
        keys, visits, shares = (np.zeros(PLACES if depth else 1, np.int64) for _ in range(3))
        return depth, keys, visits, shares, np.zeros(1 + 2 * depth, np.int64), *self._roots

    def _loop(
        self,
        box: Array,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        weights: Sequence[int],
        tree: Any,
    ) -> tuple[int, list[int]]:
        int64 = np.dtype(np.int64)
        sums, shares = own_lines((4 * len(actions),), int64), own_lines((len(actions),), int64)
        streams = own_lines((2 + MOST_SEATS,), np.dtype(np.uint64))
        completed = self._module.search_worlds(
            box, seat, np.array(actions, int64), first, count, np.uint64(seed), self._horizon,
            np.array(weights, int64), streams, shares, sums, tree, 0,
        )  # fmt: skip
        return int(completed), sums.tolist()

    def run(
        self,
        root: State,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        weights: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        """See `Backend.run`. Releases the GIL; ignores `clock`, so the caller looks at it between chunks."""
        return self._loop(self._box(root, 3), seat, actions, first, count, seed, weights, tree or self._flat)

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """See `Backend.weigh`."""
        beliefs = self._room.bots.search.beliefs
        assert beliefs is not None, "the search has beliefs"
        likelihoods = np.zeros(beliefs.count(before), np.int64)
        self._module.weigh_worlds(self._box(before, 2), seat, actor, action, likelihoods)
        return tuple(likelihoods.tolist())
