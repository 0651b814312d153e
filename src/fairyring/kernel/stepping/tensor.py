"""Observation tensors: what a seat knows of a state as a row of numbers for a network, with named parts.

Made from the schema like `observation`, and from the redacted state, so hidden facts never enter. The seat that looks comes
first: fields of seats, sets of seats and numbers of seats are relative to it.

    number, flag        one entry, from 0 to high - low, at most MAX_ENTRY
    word (one_of)       one-hot: an entry for each word
    word or none        one-hot; all 0 for none
    seat                one-hot, relative; all 0 for none
    set of words        an entry for each word, 0 or 1
    set of seats        an entry for each seat, 0 or 1, relative
    list, table, seats  the above for each element

A part of words or seats that would have more than MAX_ONE_HOT entries holds the words' numbers instead. `TensorPart.scale` maps
every entry to 0 … 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from fairyring.core.fields.containers import By, ListOf, OnlyWith, SetOf, Some
from fairyring.core.fields.scalars import FieldType, Maybe, OneOf, Seat, SeatSet
from fairyring.core.fields.schema import Field, SeenBy, State
from fairyring.core.generated import compile_generated
from fairyring.kernel.stepping.observation import SEAT, observed_fields

MAX_ONE_HOT = 1024  # entries of one part
MAX_ENTRY = (1 << 15) - 1  # larger numbers, such as counters, stay at this one


@dataclass(frozen=True, slots=True)
class TensorPart:
    """A named part of a tensor."""

    name: str  # of the field
    shape: tuple[int, ...]
    place: slice  # in the row
    high: int  # largest value of an entry; the lowest is 0
    meaning: str  # such as “one-hot card”, with “seats ×” for fields of seats

    @property
    def scale(self) -> float:
        """The factor that maps entries to 0 … 1."""
        return 1 / max(1, self.high)


@dataclass(frozen=True, slots=True)
class _Axis:
    """One index of a field: all places from `first`, or the seats from the viewer on."""

    first: int
    size: int
    by_seat: bool = False


@dataclass(frozen=True, slots=True)
class _Item:
    """How one stored integer `v` is written from `row[at]`: the lines of code, the number of entries, the largest one."""

    lines: tuple[str, ...]
    width: str  # an expression: a number or `players`
    high: int
    meaning: str


def _number(field_type: FieldType, meaning: str = "number") -> _Item:
    value = f"v - {field_type.lo}" if field_type.lo > 0 else f"v + {-field_type.lo}" if field_type.lo else "v"
    high = field_type.hi - field_type.lo
    if high > MAX_ENTRY:
        value = f"min({value}, {MAX_ENTRY})"
    return _Item((f"row[at] = {value}",), "1", min(high, MAX_ENTRY), meaning)


def _item(field_type: FieldType) -> _Item:
    """Return the encoding of one stored integer."""
    match field_type:
        case OneOf(domain):
            return _Item((f"row[at + v - {domain.first}] = 1",), str(domain.size), 1, f"one-hot {domain.label}")
        case Maybe(domain) | Some(_, domain):
            return _Item(("if v:", "    row[at + v - 1] = 1"), str(domain.size), 1, f"one-hot {domain.label} or none")
        case Seat(maybe=True):
            return _Item(
                ("if v:", "    row[at + (v - 1 - seat + players) % players] = 1"), "players", 1, "one-hot seat or none"
            )
        case Seat():
            return _Item(("row[at + (v - seat + players) % players] = 1",), "players", 1, "one-hot seat")
        case SeatSet():
            lines = ("for k in range(players):", "    row[at + k] = v >> (seat + k) % players & 1")
            return _Item(lines, "players", 1, "set of seats")
        case SetOf(domain, _, bits):
            return _Item((f"for k in range({bits}):", "    row[at + k] = v >> k & 1"), str(bits), 1, f"set of {domain.label}")
    return _number(field_type, "flag" if (field_type.lo, field_type.hi) == (0, 1) else "number")


def _inside(field_type: FieldType) -> tuple[tuple[_Axis, ...], FieldType]:
    """Return the indices of a field type, and the type of one stored integer."""
    match field_type:
        case ListOf(most, item_type, length):
            axes, item = _inside(item_type)
            return (_Axis(0, most, length == "players"), *axes), item
        case By(domain, item_type):
            axes, item = _inside(item_type)
            return (_Axis(domain.first, domain.size), *axes), item
        case OnlyWith(_, item_type):
            return _inside(item_type)
    return tuple(_Axis(0, size) for size in field_type.shape), field_type


def _encoding(field: Field) -> tuple[tuple[_Axis, ...], bool, _Item]:
    """Return the indices of a field, whether it is the own entry only, and the encoding of an integer."""
    axes, item_type = _inside(field.field_type)
    own = field.seats and field.visibility.known is SeenBy.OWNER
    if field.seats and not own:
        axes = (_Axis(0, field.top, by_seat=True), *axes)
    item = _item(item_type)
    entries = prod(axis.size for axis in axes) * (field.top if item.width == "players" else int(item.width))
    if entries > MAX_ONE_HOT and not isinstance(item_type, SetOf | SeatSet):
        item = _number(item_type, f"number of {item.meaning.removeprefix('one-hot ')}" if item.width != "1" else item.meaning)
    return axes, own, item


@cache
def tensor_parts(kind: type[State], players: int) -> tuple[TensorPart, ...]:
    """Return the parts of a tensor for a game of so many seats, in their order."""
    parts = [TensorPart(SEAT, (players,), slice(0, players), 1, "one-hot seat, counted from the first")]
    for field in observed_fields(kind):
        axes, _own, item = _encoding(field)
        width = players if item.width == "players" else int(item.width)
        sizes = [players if axis.by_seat else axis.size for axis in axes]
        shape = (*sizes, *([width] if item.width != "1" else []))
        start = parts[-1].place.stop
        meaning = "".join("seats × " if axis.by_seat else f"{axis.size} × " for axis in axes) + item.meaning
        parts.append(TensorPart(field.name, shape, slice(start, start + prod(shape)), item.high, meaning))
    return tuple(parts)


def tensor_length(kind: type[State], players: int) -> int:
    """Return the number of entries of a row."""
    return sum(prod(part.shape) for part in tensor_parts(kind, players))


def tensor_code(kind: type[State]) -> str:
    """Return the `struct` letter of the narrowest type that holds all entries."""
    high = max(part.high for part in tensor_parts(kind, kind.seats[1]))
    return next(code for code, bits in (("b", 7), ("h", 15)) if high < 1 << bits)


@cache
def tensor_function(kind: type[State]) -> Callable[[Any, int, Any, int], int]:
    """Return `encode(s, seat, row, start)`, which writes a tensor and returns the place after it; the row holds zeros before.

    It is in the language of rules, so that both backends run it.
    """
    lines = [
        "def encode(s, seat, row, start):",
        "    players = s.players",
        "    row[start + seat] = 1",
        "    at = start + players",
    ]
    for field in observed_fields(kind):
        axes, own, item = _encoding(field)
        indent, place = "    ", "[seat]" if own else ""
        for depth, axis in enumerate(axes):
            index = f"i{depth}"
            lines.append(f"{indent}for {index} in range({'players' if axis.by_seat else axis.size}):")
            indent += "    "
            place += (
                f"[(seat + {index}) % players]" if axis.by_seat else f"[{index} + {axis.first}]" if axis.first else f"[{index}]"
            )
        lines += [f"{indent}v = s.{field.name}{place}", *(indent + line for line in item.lines), f"{indent}at += {item.width}"]
    encode: Callable[[Any, int, Any, int], int]
    encode = compile_generated(f"tensor of {kind.__module__}", "\n".join([*lines, "    return at"]), {})["encode"]
    return encode
