"""Types and values while lowering. An integer carries the range that is known of it; the type of a memory cell is a `Cell`.

The types have no slots: that makes each class twice, and whoever loads compiled code waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.core.fields.schema import Field, State

INT_MIN, INT_MAX = -(1 << 63), (1 << 63) - 1
BITS = {"b": 8, "h": 16, "i": 32, "q": 64}  # by the `struct` letter of a field


@dataclass(frozen=True)
class Cell:
    """How an integer lies in memory: its width, the bounds of its values, and the memory it belongs to (for alias analysis)."""

    bits: int
    lo: int
    hi: int
    memory: str

    @staticmethod
    def of_field(kind: type[State], field: Field) -> Cell:
        return Cell(BITS[field.code], field.lo, field.hi, f"{kind.__qualname__}.{field.name}")


HOST_CELL = Cell(64, INT_MIN, INT_MAX, "array of the host")
LOCAL_CELL = Cell(64, INT_MIN, INT_MAX, "local array")  # of a function: it lies in no record


@dataclass(frozen=True)
class Int:
    """An integer of 64 bits."""


@dataclass(frozen=True)
class Bool:
    """A truth value, one bit."""


@dataclass(frozen=True)
class Array:
    """Integers in memory. A first length of -1 is known only when the program runs."""

    cell: Cell
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A state in its packed layout."""

    kind: type[State]


@dataclass(frozen=True)
class Records:
    """States one after another."""

    kind: type[State]


@dataclass(frozen=True)
class RandomStream:
    """The state of a random stream: 64 bits in memory."""


@dataclass(frozen=True)
class RandomStreams:
    """Random streams one after another."""


@dataclass(frozen=True)
class Bundle:
    """Several values under names: an object with attributes, such as the arrays of a search tree."""

    parts: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class Known:
    """An object that is known while compiling: a function, a table, a class of names, the functions of a game."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


Type = Int | Bool | Array | Record | Records | RandomStream | RandomStreams | Bundle | Known
INT, BOOL, STREAM, STREAMS = Int(), Bool(), RandomStream(), RandomStreams()
HOST_ARRAY = Array(HOST_CELL, (-1,))
POINTERS = (Array, Record, Records, RandomStream, RandomStreams)


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the function that is being lowered: its IR operand, and the range of an integer."""

    type: Type
    text: str = ""
    lo: int = INT_MIN
    hi: int = INT_MAX
    length: Value | None = None  # of an array whose first length is -1
    parts: dict[str, Value] = field(default_factory=dict)  # of a bundle

    @property
    def constant(self) -> int | None:
        """The value of an integer or truth value that is known while compiling."""
        return self.lo if self.lo == self.hi and isinstance(self.type, Int | Bool) else None


def integer(text: str, lo: int = INT_MIN, hi: int = INT_MAX) -> Value:
    """Return an integer value; a range beyond 64 bits says nothing."""
    if lo < INT_MIN or hi > INT_MAX:
        lo, hi = INT_MIN, INT_MAX
    return Value(INT, str(lo) if lo == hi else text, lo, hi)


def constant(value: int) -> Value:
    """Return a constant integer."""
    return Value(INT, str(int(value)), int(value), int(value))


def truth(text: str) -> Value:
    """Return a truth value."""
    return Value(BOOL, text, 0, 1)


def known_truth(value: bool) -> Value:
    """Return a constant truth value."""
    return Value(BOOL, "true" if value else "false", int(value), int(value))
