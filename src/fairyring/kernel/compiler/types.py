"""Types and values while lowering. An integer carries the range that is known of it; the type of a memory cell is a `Cell`.

These are plain classes: making dataclasses takes 10 ms, which loading compiled code would include.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.fields.schema import Field, State

INT_MIN, INT_MAX = -(1 << 63), (1 << 63) - 1
BITS = {"b": 8, "h": 16, "i": 32, "q": 64}  # by the `struct` letter of a field


class Content:
    """Base of what never changes: equal to others of its class with the same content."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class Cell(Content):
    """How an integer lies in memory: its width, the bounds of its values, and the memory it belongs to (for alias analysis)."""

    def __init__(self, bits: int, lo: int, hi: int, memory: str) -> None:
        self.bits, self.lo, self.hi, self.memory = bits, lo, hi, memory

    @staticmethod
    def of_field(kind: type[State], field: Field) -> Cell:
        return Cell(BITS[field.code], field.lo, field.hi, f"{kind.__qualname__}.{field.name}")


HOST_CELL = Cell(64, INT_MIN, INT_MAX, "array of the host")
LOCAL_CELL = Cell(64, INT_MIN, INT_MAX, "local array")  # of a function: it lies in no record


class Int(Content):
    """An integer of 64 bits."""


class Bool(Content):
    """A truth value, one bit."""


class Array(Content):
    """Integers in memory. A first length of -1 is known only when the program runs."""

    def __init__(self, cell: Cell, shape: tuple[int, ...]) -> None:
        self.cell, self.shape = cell, shape


class Record(Content):
    """A state in its packed layout."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind


class Records(Content):
    """States one after another."""

    def __init__(self, kind: type[State]) -> None:
        self.kind = kind


class RandomStream(Content):
    """The state of a random stream: 64 bits in memory."""


class RandomStreams(Content):
    """Random streams one after another."""


class Bundle(Content):
    """Several values under names: an object with attributes, such as the arrays of a search tree."""

    def __init__(self, parts: tuple[tuple[str, Type], ...]) -> None:
        self.parts = parts


class Known:
    """An object that is known while compiling: a function, a table, a class of names, the functions of a game."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


Type = Int | Bool | Array | Record | Records | RandomStream | RandomStreams | Bundle | Known
INT, BOOL, STREAM, STREAMS = Int(), Bool(), RandomStream(), RandomStreams()
HOST_ARRAY = Array(HOST_CELL, (-1,))
POINTERS = (Array, Record, Records, RandomStream, RandomStreams)


class Value:
    """A value in the function that is being lowered: its IR operand, and the range of an integer.

    `length` is that of an array whose first length is -1, `parts` are those of a bundle.
    """

    __slots__ = ("hi", "length", "lo", "parts", "text", "type")

    def __init__(
        self,
        type: Type,
        text: str = "",
        lo: int = INT_MIN,
        hi: int = INT_MAX,
        length: Value | None = None,
        parts: dict[str, Value] | None = None,
    ) -> None:
        self.type, self.text, self.lo, self.hi, self.length = type, text, lo, hi, length
        self.parts: dict[str, Value] = parts or {}

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
