"""What runs the templates of batches: compiled code on NumPy records, or Python on states."""

from __future__ import annotations

from threading import Lock
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.kernel.compiled import Array, address, cache_line_aligned_zeros, dtype_of
from fairyring.kernel.compiler.types import Known
from fairyring.kernel.load import load
from fairyring.kernel.native import Library
from fairyring.kernel.stepping.batch_entries import TENSORS, batch_entries, batch_template, tensor_entries


class Backend(Protocol):
    """Runs the templates. States, streams and redacted copies are its own; all other arrays are NumPy's, flat."""

    start: Any  # one state before the first decision
    states: Any
    streams: Any

    def blank(self, count: int) -> Any:
        """Return states to write to."""

    def records(self, states: Any) -> Array:
        """Return states as NumPy records."""

    def call(self, name: str, *args: Any) -> int:
        """Call a template with all its arguments except the known ones."""

    def copy(self) -> Backend:
        """Return a backend with copies of states and streams."""


class CompiledBatch:
    """Native code on NumPy records. Calls release the GIL."""

    def __init__(self, game: Game[Any], games: int, checked: bool) -> None:
        self._room, self._checked = game.room, checked
        self._library = _library(game.room, checked)
        self._kind = game.room.schema.state
        self.start = cache_line_aligned_zeros((1,), dtype_of(self._kind))
        self.start[0] = np.frombuffer(schema.pack(game.initial()), self.start.dtype)[0]
        self.states = self.blank(games)
        self.streams = cache_line_aligned_zeros((games * (1 + game.players),), np.dtype(np.uint64))

    def blank(self, count: int) -> Array:
        states = cache_line_aligned_zeros((count,), self.start.dtype)
        _bytes(states)[:] = _bytes(self.start)
        return states

    def records(self, states: Array) -> Array:
        return _bytes(states).copy().view(states.dtype)[:, 0]

    def call(self, name: str, *args: Any) -> int:
        words = []
        for arg in args:
            if isinstance(arg, int):
                words.append(arg)
            else:
                words.append(address(arg))
                if arg.dtype.names is None and arg.dtype != np.uint64:  # neither states nor streams
                    words.append(arg.size)
        library = _library(self._room, self._checked, tensors=True) if name == TENSORS else self._library
        return library.call(name, words)

    def copy(self) -> CompiledBatch:
        twin = object.__new__(CompiledBatch)
        twin.__dict__ |= self.__dict__
        twin.states, twin.streams = self.blank(len(self.states)), self.streams.copy()
        _bytes(twin.states)[:] = _bytes(self.states)
        return twin


def _bytes(states: Array) -> Array:
    """Return records as rows of bytes: NumPy copies records field by field, and leaves what lies between them."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


class InterpretedBatch:
    """The same templates run by Python."""

    def __init__(self, game: Game[Any], games: int) -> None:
        self._kind, self._dtype = game.room.schema.state, dtype_of(game.room.schema.state)
        self._known = {
            name: [kind.value for kind in entry.types if isinstance(kind, Known)]
            for name, entry in (batch_entries(game.room) | tensor_entries(game.room)).items()
        }
        self.start = [schema.unpack(self._kind, schema.pack(game.initial()))]
        self.states = self.blank(games)
        self.streams = [Stream(0) for _ in range(games * (1 + game.players))]

    def blank(self, count: int) -> list[State]:
        return [schema.copy(self.start[0]) for _ in range(count)]

    def records(self, states: list[State]) -> Array:
        return np.frombuffer(bytearray().join(map(schema.pack, states)), self._dtype)

    def call(self, name: str, *args: Any) -> int:
        passed = [arg.tolist() if isinstance(arg, np.ndarray) else arg for arg in args]
        result = batch_template(name)(*self._known[name], *passed)
        for arg, values in zip(args, passed, strict=True):
            if isinstance(arg, np.ndarray):
                arg[:] = values
        return int(result or 0)

    def copy(self) -> InterpretedBatch:
        twin = object.__new__(InterpretedBatch)
        twin.__dict__ |= self.__dict__
        twin.states, twin.streams = [*map(schema.copy, self.states)], [Stream(0) for _ in self.streams]
        for stream, original in zip(twin.streams, self.streams, strict=True):
            stream.state = original.state
        return twin


_libraries: WeakKeyDictionary[Room, dict[tuple[bool, bool], Library]] = WeakKeyDictionary()
_loading = Lock()  # threads share a batch


def _library(room: Room, checked: bool, tensors: bool = False) -> Library:
    """Return the compiled module of a room for batches, or for tensors, loaded once per process."""
    builds = _libraries.setdefault(room, {})
    with _loading:
        if (checked, tensors) not in builds:
            name, entries = ("tensors", tensor_entries) if tensors else ("batch", batch_entries)
            builds[checked, tensors] = load(f"{room.name}-{name}", entries(room), checked)
    return builds[checked, tensors]
