"""Search backend that calls a game's kernel in WebAssembly, which the worker of the page has loaded.

Python keeps candidates, halving, beliefs and the clock; the kernel runs the inner loops. Arrays of 64-bit integers cross as
bytes, little-endian, because JavaScript's numbers are exact only up to 2⁵³.
"""

from __future__ import annotations

import struct
from typing import Any, Protocol

from fairyring.bots import backends
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.tree_arrays import Tree

try:
    from pyodide.ffi import to_js  # type: ignore[import-not-found]
except ImportError:  # not in a browser

    def to_js(value: Any) -> Any:
        """Return a value as the kernel takes it: in the page, bytes as a Uint8Array and lists as arrays."""
        return value


class KernelCalls(Protocol):
    """A kernel as the worker registers it (client/src/offline/kernels.ts)."""

    def tree(self, depth: int) -> None:
        """Begin an empty tree, instead of the one before."""

    def run(self, root: Any, seat: int, actions: Any, first: int, count: int, seed: Any, weights: Any, tree: bool) -> Any:
        """Return four sums for each action; `tree`: whether the newest tree grows."""

    def weigh(self, before: Any, seat: int, actor: int, action: int, count: int) -> Any:
        """Return the likelihood of an action for each of so many secrets."""


class KernelBackend:
    """Implements `Backend` of bots/backends.py."""

    max_chunk = 64
    calibration_worlds = 8
    is_compiled = True

    def __init__(self, room: Room, calls: KernelCalls) -> None:
        self._room, self._calls = room, calls
        self._tree: Tree | None = None  # of which the kernel has the arrays

    def tree(self, depth: int) -> Tree:
        """Begin an empty tree; the kernel holds its arrays, and forgets those of the tree before."""
        self._calls.tree(depth)
        self._tree = Tree(depth, (), (), (), (), (), ())
        return self._tree

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        """See `Backend.run`."""
        assert tree is None or tree is self._tree, "a newer tree has replaced this one"
        sums = self._calls.run(
            to_js(schema.pack(request.root)),
            request.seat,
            to_js(list(request.actions)),
            request.first,
            request.count,
            to_js(struct.pack("<Q", request.seed)),
            to_js(struct.pack(f"<{len(request.weights)}q", *request.weights)),
            tree is not None,
        )
        return request.count, list(_integers(sums))

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        """See `Backend.weigh`."""
        beliefs = self._room.bots.search.beliefs
        assert beliefs is not None, "the search has beliefs"
        return _integers(self._calls.weigh(to_js(schema.pack(before)), seat, actor, action, beliefs.count(before)))


def _integers(answer: Any) -> tuple[int, ...]:
    data: bytes = answer if isinstance(answer, bytes) else answer.to_bytes()
    return struct.unpack(f"<{len(data) // 8}q", data)


def register(game: str, calls: KernelCalls) -> None:
    """Let bots of a game search with a kernel from now on. It must be built from the rules that are installed."""
    room = registry.room(game)
    backends.provide(room, KernelBackend(room, calls))
