"""Declarations of JSON objects (protocol messages, bodies of requests): value classes with a tag, wire names and limits.

They are read in a browser (Pyodide) as well, so they need nothing but the standard library. `decode` and `encode` read the
declarations at run time; `fairyring.generate.protocol` writes the TypeScript types from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from types import ModuleType
from typing import Any, Final, Literal, TypeVar, dataclass_transform, get_args, get_type_hints

from fairyring.core.values import value_class

T = TypeVar("T")


class Unset(Enum):
    """The type of UNSET. A field of type `X | Unset` may be left out of its message."""

    UNSET = "unset"

    def __bool__(self) -> Literal[False]:
        return False


UNSET: Final = Unset.UNSET


def or_none(value: T | Unset) -> T | None:
    """Return the value of an optional field, or None if it was left out."""
    return None if isinstance(value, Unset) else value


# Metadata for `Annotated` ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of an integer, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Length:
    """Bounds of the characters of a string, or the items of a list or object, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class TypeScript:
    """The TypeScript type to write instead of the one that follows from the Python type."""

    text: str


# Classes --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shape:
    """How a declared class is written as a JSON object."""

    tag: str
    tag_field: str
    rename: Mapping[str, str]  # names of fields on the wire, where they differ
    forbid_unknown: bool


_shapes: dict[type[Any], Shape] = {}
_fields: dict[type[Any], tuple[Field, ...]] = {}  # made when first asked for: annotations may name later classes


@dataclass_transform(frozen_default=True)
def declare(
    *, tag: str = "", tag_field: str = "type", rename: Mapping[str, str] | None = None, forbid_unknown: bool = False
) -> Callable[[type[T]], type[T]]:
    """Make a class a value class that `decode` and `encode` know.

    A `tag` is written into the object as `tag_field`, and tells the members of a union apart. Unknown fields are ignored
    unless `forbid_unknown`, so that a newer peer can add fields.
    """

    def decorate(kind: type[T]) -> type[T]:
        declared = kind if "__dataclass_fields__" in vars(kind) else value_class(kind)
        _shapes[declared] = Shape(tag, tag_field, rename or {}, forbid_unknown)
        return declared

    return decorate


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a declared class."""

    name: str
    wire_name: str
    type: Any  # with `Annotated` metadata
    optional: bool  # of type `X | Unset`: null is the same as left out
    has_default: bool  # decoding does not require it
    inherited: bool


def is_declared(kind: Any) -> bool:
    """Return whether `declare` made this class."""
    return isinstance(kind, type) and kind in _shapes


def shape_of(kind: type[Any]) -> Shape:
    """Return the shape of a declared class."""
    return _shapes[kind]


def tag_of(kind: type[Any]) -> str:
    """Return the tag of a declared class."""
    return _shapes[kind].tag


def fields_of(kind: type[Any]) -> tuple[Field, ...]:
    """Return the fields of a declared class, those of its base first."""
    if kind not in _fields:
        _fields[kind] = tuple(_fields_of(kind))
    return _fields[kind]


def _fields_of(kind: type[Any]) -> Iterator[Field]:
    hints = get_type_hints(kind, include_extras=True)
    base = kind.__base__
    inherited = {field.name for field in fields(base)} if base is not None and is_declared(base) else set()
    rename = _shapes[kind].rename
    for field in fields(kind):
        hint = hints[field.name]
        optional, has_default = Unset in get_args(hint), field.default is not MISSING
        yield Field(field.name, rename.get(field.name, field.name), hint, optional, has_default, field.name in inherited)


def declared_in(module: ModuleType) -> list[type[Any]]:
    """Return the declared classes of a module in source order, without those that are only bases."""
    classes = [kind for kind in vars(module).values() if is_declared(kind) and kind.__module__ == module.__name__]
    bases = {kind.__base__ for kind in classes}
    return [kind for kind in classes if kind not in bases]
