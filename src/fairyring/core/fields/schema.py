"""The schema of a game's state: fields, their types, and their visibility.

A game declares one class::

    class State(schema.State, seats=(2, 10)):
        phase: int = field(one_of(Phase), EVERYBODY)
        top: int = field(maybe(CARD), EVERYBODY)            # the card everybody sees
        guess: list[int] = per_seat(maybe(Guess), OWNER)    # secret until all are in
        deck: int = field(set_of(CARD), RECALL)             # known to a perfect memory only

The interpreted state object, the NumPy record of compiled code, the digested bytes, the views with their types and the
redacted states for bots all derive from this declaration. The comment behind a field (or above it) is its documentation.
`core.fields.types` has the types of fields.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from itertools import chain, repeat
from math import prod
from operator import le
from typing import Any, ClassVar, TypeVar, cast

from fairyring.core.fields.scalars import FieldType
from fairyring.core.fields.types import number
from fairyring.core.generated import compile_generated


class SeenBy(IntEnum):
    """Viewers of a field."""

    NOBODY = 0
    OWNER = 1
    EVERYBODY = 2


@dataclass(frozen=True, slots=True)
class Visibility:
    """`shown`: viewers of the field on the table (views, wire, logs). `known`: seats that know it with a perfect memory (bots).

    `derived` fields are not shown because other shown fields determine them.
    """

    shown: SeenBy
    known: SeenBy
    derived: bool = False


NOBODY = Visibility(SeenBy.NOBODY, SeenBy.NOBODY)
OWNER = Visibility(SeenBy.OWNER, SeenBy.OWNER)
EVERYBODY = Visibility(SeenBy.EVERYBODY, SeenBy.EVERYBODY)
RECALL = Visibility(SeenBy.NOBODY, SeenBy.EVERYBODY)  # public once, no longer visible
OWNER_RECALL = Visibility(SeenBy.OWNER, SeenBy.EVERYBODY)  # the same, but its owner still sees it
OWNER_MEMORY = Visibility(SeenBy.NOBODY, SeenBy.OWNER)  # seen once by its owner, no longer visible
DERIVED = Visibility(SeenBy.NOBODY, SeenBy.EVERYBODY, derived=True)  # determined by public fields


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a state. With `seats`, the first index is the seat that owns the entry."""

    field_type: FieldType
    visibility: Visibility = NOBODY
    seats: bool = False
    const: bool = False  # set from the options before `setup`, never changed afterwards
    printed: Any = None  # of a constant: its value by the printed rules; None if it depends on the options
    digested: bool = True  # whether the digest of a position covers it
    folded: bool = False  # whether compiled code holds the printed value instead of loading it
    scratch: bool = False  # blank except inside a function such as `imagine`: compiled copies leave it out
    name: str = ""
    top: int = 0  # maximum number of seats of the game

    @property
    def lo(self) -> int:
        return self.field_type.lo

    @property
    def hi(self) -> int:
        return self.field_type.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.top, *self.field_type.shape) if self.seats else self.field_type.shape

    @property
    def blank(self) -> int:
        """The value of a hidden or untouched entry."""
        return 0 if self.lo <= 0 <= self.hi else self.lo

    @property
    def code(self) -> str:
        """The `struct` letter of the smallest signed type that holds the bounds."""
        for code, bits in (("b", 8), ("h", 16), ("i", 32), ("q", 64)):
            if -(1 << (bits - 1)) <= self.lo and self.hi < 1 << (bits - 1):
                return code
        raise TypeError(f"field {self.name!r}: bounds {self.lo}..{self.hi} do not fit 64 bits")

    @property
    def size(self) -> int:
        size = 1
        for n in self.shape:
            size *= n
        return size

    def empty(self) -> Any:
        return _filled(self.shape, self.blank)


def _filled(shape: tuple[int, ...], value: int) -> Any:
    if not shape:
        return value
    if len(shape) == 1:
        return [value] * shape[0]
    return [_filled(shape[1:], value) for _ in range(shape[0])]


# The declarations return Any so that `top: int = field(…)` types as the value the rules work with.
def field(field_type: FieldType, visibility: Visibility = NOBODY) -> Any:
    """Declare a field that belongs to no seat."""
    return Field(field_type, visibility)


def per_seat(field_type: FieldType, visibility: Visibility = NOBODY) -> Any:
    """Declare a field with an entry for each seat, which owns it."""
    return Field(field_type, visibility, seats=True)


def const(field_type: FieldType, printed: Any = None, digested: bool = True) -> Any:
    """Declare a constant: an option or a table of data; it is not part of views.

    `printed` is its value in every game by the printed rules, if there is one: code compiled for such games does not load
    it. A constant that joins a released schema is not `digested`, so that records keep their digests: options are compared
    anyway.
    """
    return Field(field_type, DERIVED, const=True, printed=printed, digested=digested)


def scratch(declared: Any) -> Any:
    """Declare a hidden field as working memory of a function that blanks it at its end; the kit checks that it is blank."""
    if declared.visibility.known is not SeenBy.NOBODY or declared.visibility.shown is not SeenBy.NOBODY:
        raise TypeError("working memory is visible to nobody")
    return replace(declared, scratch=True)


@dataclass(frozen=True, slots=True)
class Layout:
    """Offsets of the fields in the packed record: naturally aligned, padded to whole cache lines (64 bytes)."""

    offsets: dict[str, int]
    size: int
    packer: struct.Struct

    @staticmethod
    def of(fields: dict[str, Field]) -> Layout:
        offsets: dict[str, int] = {}
        at, form = 0, "<"
        for field in fields.values():
            item = struct.calcsize("<" + field.code)
            gap = -at % item
            form += "x" * gap + f"{field.size}{field.code}"
            at += gap
            offsets[field.name] = at
            at += item * field.size
        size = max(64, at + -at % 64)
        return Layout(offsets, size, struct.Struct(form + "x" * (size - at)))


RESERVED = {"seat", "seats", "notes", "fields", "layout", "players"}


class _StateMeta(type):
    """Turns the declarations of a State class into slots, and collects them in `fields`."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], space: dict[str, Any], seats: tuple[int, int] | None = None
    ) -> _StateMeta:
        fields: dict[str, Field] = {}
        for base in bases:
            fields.update(getattr(base, "fields", {}))
        own = {key: value for key, value in space.items() if isinstance(value, Field)}
        for key in own:
            del space[key]
        if seats is not None:
            space["seats"] = seats
            fields["players"] = Field(number(seats[0], seats[1]), DERIVED, const=True, name="players")
        top = space["seats"][1] if "seats" in space else 0
        for key, field in own.items():
            if key in RESERVED:
                raise TypeError(f"a field cannot be called {key!r}: views and states use that name themselves")
            if not field.seats and SeenBy.OWNER in (field.visibility.shown, field.visibility.known):
                raise TypeError(f"field {key!r} has an owner but is not per seat")
            fields[key] = replace(field, name=key, top=top, field_type=field.field_type.fitted(top))
        space["__slots__"] = (*space.get("__slots__", ()), *own)
        space["fields"] = fields
        if seats is not None:
            space["layout"] = Layout.of(fields)
        return super().__new__(mcs, name, bases, space)


class State(metaclass=_StateMeta):
    """Base class of game states: the fields, and `notes`, where `note` collects events."""

    __slots__ = ("notes", "players")
    fields: ClassVar[dict[str, Field]]
    layout: ClassVar[Layout]
    seats: ClassVar[tuple[int, int]]
    players: int
    notes: list[Any] | None  # see events.Noted; None while events are not collected

    def __repr__(self) -> str:
        return f"<{type(self).__module__.rpartition('.')[0] or 'state'} state {digest(self)[:12]}>"


S = TypeVar("S", bound=State)


def blank(kind: type[S], constants: dict[str, Any]) -> S:
    """Return a state with these constants and all other fields blank. Raises ValueError for wrong constants."""
    wanted = {name for name, field in kind.fields.items() if field.const}
    if wanted != set(constants):
        missing, odd = sorted(wanted - set(constants)), sorted(set(constants) - wanted)
        raise ValueError(f"the room's constants lack {missing or 'nothing'}, and {odd or 'none'} of them is no const field")
    s = kind.__new__(kind)
    s.notes = None
    for name, field in kind.fields.items():
        if field.const:
            setattr(s, name, frozen(field, constants[name]))
        else:
            setattr(s, name, field.empty())
    return s


def frozen(field: Field, value: Any) -> Any:
    """Return a constant as nested tuples of the declared shape, padded. Raises ValueError for values out of bounds."""
    return _frozen(field, value, field.shape)


def _frozen(field: Field, value: Any, shape: tuple[int, ...]) -> Any:
    if not shape:
        if not field.lo <= value <= field.hi:
            raise ValueError(f"constant {field.name} = {value} is outside {field.lo}..{field.hi}")
        return int(value)
    rows = list(value)
    if len(rows) > shape[0]:
        raise ValueError(f"constant {field.name} has {len(rows)} entries, at most {shape[0]} fit")
    rows += [_filled(shape[1:], field.blank)] * (shape[0] - len(rows))
    return tuple(_frozen(field, row, shape[1:]) for row in rows)


def copy(s: S) -> S:
    """Return an independent copy of a state; constants are shared, notes are not copied."""
    return cast(S, _copier(type(s))(s))


def recast(s: State, kind: type[S]) -> S:
    """Return a copy as another class of the same schema: checked or unchecked."""
    return cast(S, _copier(kind)(s))


def pack(s: State) -> bytes:
    """Return the bytes of a state, the same as those of the compiled record."""
    return s.layout.packer.pack(*_flattener(type(s))(s))


# Copying and packing are generated for each class: search and tests spend most of their time there.


@cache
def _copier(kind: type[State]) -> Callable[[State], State]:
    checked_kind = "__setattr__" in kind.__dict__
    lines = ["def copier(s):", "    t = new(kind)", "    t.notes = None"]
    for field in kind.fields.values():
        value = f"s.{field.name}" if field.const else copy_code(f"s.{field.name}", len(field.shape))
        if checked_kind:
            value = f"checked_value(fields[{field.name!r}], {value})" if field.shape and not field.const else value
            lines.append(f"    put(t, {field.name!r}, {value})")
        else:
            lines.append(f"    t.{field.name} = {value}")
    space = {
        "new": kind.__new__,
        "kind": kind,
        "put": object.__setattr__,
        "checked_value": _checked_value,
        "fields": kind.fields,
    }
    compile_generated(f"copy of {kind.__module__}", "\n".join([*lines, "    return t"]), space)
    return cast(Callable[[State], State], space["copier"])


def copy_code(value: str, depth: int) -> str:
    """Return an expression for a copy of a value of so many dimensions."""
    if depth <= 1:
        return f"list({value})" if depth else value
    return f"[{copy_code('row', depth - 1)} for row in {value}]"


@cache
def _flattener(kind: type[State], digested: bool = False) -> Callable[[State], list[int]]:
    """Return a function that lists all integers of a state, or those that its digest covers."""
    parts = []
    for field in kind.fields.values():
        if digested and not field.digested:
            continue
        value = f"s.{field.name}"
        for _ in range(len(field.shape) - 1):
            value = f"chain({value})"
        parts.append(f"*{value}" if field.shape else value)
    text = f"def flat(s): return [{', '.join(parts)}]"
    space = compile_generated(f"pack of {kind.__module__}", text, {"chain": chain.from_iterable})
    return cast(Callable[[State], list[int]], space["flat"])


@cache
def _bounds(kind: type[State]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the lowest and the highest allowed value of every integer in the flattened state."""
    sizes = [(field, prod(field.shape)) for field in kind.fields.values()]
    lows = tuple(low for field, size in sizes for low in repeat(field.lo, size))
    return lows, tuple(high for field, size in sizes for high in repeat(field.hi, size))


def out_of_bounds(s: State) -> str:
    """Describe the first field with a value outside its bounds; return "" if there is none."""
    values = _flattener(type(s))(s)
    lows, highs = _bounds(type(s))
    if all(map(le, lows, values)) and all(map(le, values, highs)):
        return ""
    start = 0
    for field in s.fields.values():
        for value in values[start : start + prod(field.shape)]:
            if not field.lo <= value <= field.hi:
                return f"{field.name} = {value} is outside {field.lo}..{field.hi}"
        start += prod(field.shape)
    raise AssertionError("a value is out of bounds, but in no field")


def unpack(kind: type[S], data: bytes) -> S:
    """Return the state whose `pack` is `data`."""
    return cast(S, _unflattener(kind)(kind.layout.packer.unpack(data)))


@cache
def _unflattener(kind: type[State]) -> Callable[[tuple[int, ...]], State]:
    """Return a function that makes a state of all its integers; it refuses constants out of bounds, by which rules index."""

    def refuse(name: str) -> None:
        field = kind.fields[name]
        raise ValueError(f"constant {name} has values outside {field.lo}..{field.hi}")

    lines = ["def unflat(values):", "    s = new(kind)", "    s.notes = None"]
    start = 0
    for name, field in kind.fields.items():
        end = start + prod(field.shape)
        if field.const and end > start:
            inside = f"{field.lo} <= min(values[{start}:{end}]) and max(values[{start}:{end}]) <= {field.hi}"
            lines += [f"    if not ({inside}):", f"        refuse({name!r})"]
        lines.append(f"    s.{name} = {_nested_code(str(start), field.shape, field.const)}")
        start = end
    space = {"new": kind.__new__, "kind": kind, "refuse": refuse}
    compile_generated(f"unpack of {kind.__module__}", "\n".join([*lines, "    return s"]), space)
    return cast(Callable[[tuple[int, ...]], State], space["unflat"])


def _nested_code(start: str, shape: tuple[int, ...], const: bool, depth: int = 0) -> str:
    """Return an expression that arranges `values` from a start by shape: nested lists, or tuples of a constant."""
    if not shape:
        return f"values[{start}]"
    size, row = prod(shape), prod(shape[1:])
    if len(shape) == 1:
        part = f"values[{start}:{start} + {size}]"
        return part if const else f"list({part})"
    at = f"k{depth}"
    rows = f"[{_nested_code(at, shape[1:], const, depth + 1)} for {at} in range({start}, {start} + {size}, {row})]"
    return f"tuple({rows})" if const else rows


def digest(s: State) -> str:
    """Return a hash of all values of a state but constants that are not digested, as hexadecimal text."""
    kind = type(s)
    data = _digest_layout(kind).packer.pack(*_flattener(kind, digested=True)(s))
    return hashlib.blake2b(data, digest_size=16).hexdigest()


@cache
def _digest_layout(kind: type[State]) -> Layout:
    return Layout.of({name: field for name, field in kind.fields.items() if field.digested})


class OutOfBounds(AssertionError):
    """A store outside the bounds of a field: a defect of the rules. Only checked states raise it."""


class _CheckedList(list[Any]):
    """A list that checks stores against the bounds of a field."""

    __slots__ = ("field",)
    field: Field

    def __setitem__(self, key: Any, value: Any) -> None:
        _check_bounds(self.field, value)
        super().__setitem__(key, value)


def _check_bounds(field: Field, value: Any) -> None:
    if type(value) not in (int, bool) or not field.lo <= value <= field.hi:
        raise OutOfBounds(f"{field.name} = {value!r} is outside {field.lo}..{field.hi}")


def _checked_value(field: Field, value: Any) -> Any:
    if not isinstance(value, list | tuple):
        _check_bounds(field, value)
        return value
    rows = _CheckedList(_checked_value(field, item) for item in value)
    rows.field = field
    return rows


@cache
def folded(kind: type[S]) -> type[S]:
    """Return a subclass for compiled code, in which constants with a printed value are that value."""
    space = {"__slots__": (), "seats": kind.seats, "layout": kind.layout}
    subclass = cast(type[S], _StateMeta(kind.__name__, (kind,), space))
    subclass.fields = {name: replace(field, folded=field.printed is not None) for name, field in kind.fields.items()}
    return subclass


@cache
def checked(kind: type[S]) -> type[S]:
    """Return a subclass that checks the bounds of every store and refuses to change constants."""

    def set_checked(self: State, name: str, value: Any) -> None:
        field = kind.fields.get(name)
        if field is not None and field.const and hasattr(self, name):
            raise OutOfBounds(f"{name} is a constant")
        if field is not None and not field.const:
            value = _checked_value(field, value)
        object.__setattr__(self, name, value)

    space = {"__slots__": (), "__setattr__": set_checked, "seats": kind.seats, "layout": kind.layout}
    return cast(type[S], _StateMeta(f"Checked{kind.__name__}", (kind,), space))
