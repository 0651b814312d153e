"""The compiled search of a game: the loops of search.py under numba."""

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


class Compiled:
    """Plays candidates on in imagined worlds, as bots/backends.py asks for."""

    chunk = 64
    taste = 8
    fast = True

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
        """Compile now, or load what was compiled before: with no worlds at all."""
        box = own_lines((3,), self._dtype)
        self._loop(box, 0, [0, 1], 0, 0, 0, (), self._flat)
        if self._room.bots.search.beliefs:
            self._module.weigh_worlds(box, 0, 0, 0, np.zeros(0, np.int64))

    def _box(self, s: State, n: int) -> Array:
        box = own_lines((n,), self._dtype)
        box[0] = np.frombuffer(schema.pack(s), self._dtype)[0]
        return box

    def tree(self, depth: int) -> Any:
        """What `new_tree` of grow.py gives, as arrays."""
        keys, visits, shares = (np.zeros(PLACES if depth else 1, np.int64) for _ in range(3))
        return depth, keys, visits, shares, np.zeros(1 + 2 * depth, np.int64), *self._roots

    def _loop(
        self, box: Array, seat: int, actions: Sequence[int], first: int, count: int, seed: int, odds: Sequence[int], tree: Any
    ) -> tuple[int, list[int]]:
        int64 = np.dtype(np.int64)
        sums, shares = own_lines((4 * len(actions),), int64), own_lines((len(actions),), int64)
        streams = own_lines((2 + MOST_SEATS,), np.dtype(np.uint64))
        done = self._module.search_worlds(
            box, seat, np.array(actions, int64), first, count, np.uint64(seed), self._horizon,
            np.array(odds, int64), streams, shares, sums, tree, 0,
        )  # fmt: skip
        return int(done), sums.tolist()

    def run(
        self,
        root: State,
        seat: int,
        actions: Sequence[int],
        first: int,
        count: int,
        seed: int,
        odds: Sequence[int],
        clock: float,
        tree: Any = (),
    ) -> tuple[int, list[int]]:
        """See bots/backends.py. Releases the GIL; whoever calls looks at the clock between chunks."""
        return self._loop(self._box(root, 3), seat, actions, first, count, seed, odds, tree or self._flat)

    def weigh(self, past: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """How likely the actor would have done this, for each secret."""
        beliefs = self._room.bots.search.beliefs
        assert beliefs is not None, "only asked of games with beliefs"
        chances = np.zeros(beliefs.count(past), np.int64)
        self._module.weigh_worlds(self._box(past, 2), seat, actor, action, chances)
        return tuple(chances.tolist())
