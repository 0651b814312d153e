"""Field types of single values: numbers, words, seats.

A field type has bounds and a shape (what rules store), an expression that converts stored integers to shown values
(`code`, part of generated views), and the type of the shown value in Python, TypeScript and JSON schema.
`core.fields.types` has the constructors that schemas use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fairyring.core.fields.vocabulary import Domain, Things, Vocabulary, Word, words_of

MAX_SEATS = 10  # of any game
SEATS_OF = tuple(tuple(seat for seat in range(MAX_SEATS) if mask >> seat & 1) for mask in range(1 << MAX_SEATS))
SEAT_LISTS = tuple(map(list, SEATS_OF))  # the same as JSON values; not to be changed


class Space:
    """The namespace of a piece of generated code. With `json`, its values are made of lists, and of dicts with text as keys."""

    def __init__(self, vocabulary: Vocabulary, json: bool = False) -> None:
        self.vocabulary = vocabulary
        self.values: dict[str, Any] = {"SEATS_OF": SEAT_LISTS if json else SEATS_OF}
        self._json = json

    def row(self, comprehension: str) -> str:
        """Return an expression for a row of values, from a comprehension without its brackets."""
        return f"[{comprehension}]" if self._json else f"tuple([{comprehension}])"

    def keys(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """Return words as the keys of a mapping."""
        return tuple(map(str, words)) if self._json else words

    def name(self, value: object) -> str:
        """Add a constant, and return its name."""
        name = f"c{len(self.values)}"
        self.values[name] = value
        return name


@dataclass(frozen=True, slots=True)
class FieldType:
    """Base of field types. `lo` and `hi` bound every stored integer, `shape` is their number in each dimension."""

    @property
    def lo(self) -> int:
        return 0

    @property
    def hi(self) -> int:
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int, ...]:
        return ()

    def code(self, value: str, space: Space) -> str:
        """Return an expression for the shown value from an expression for the stored one."""
        raise NotImplementedError

    def python(self) -> str:
        """Return the Python type of the shown value."""
        raise NotImplementedError

    def typescript(self) -> str:
        """Return the TypeScript type of the shown value, as parsed from JSON."""
        raise NotImplementedError

    def json(self) -> dict[str, Any]:
        """Return the JSON schema of the shown value."""
        raise NotImplementedError

    def speech(self) -> Any:
        """Return what a client must know to put the value into words: see core/text/messages.py."""
        return "number"

    def fitted(self, seats: int) -> FieldType:
        """Return the type for a game of at most this many seats."""
        return self


@dataclass(frozen=True, slots=True)
class Number(FieldType):
    """A whole number from `low` to `high`."""

    low: int
    high: int
    sign: bool = False

    @property
    def lo(self) -> int:
        return self.low

    @property
    def hi(self) -> int:
        return self.high

    def code(self, value: str, space: Space) -> str:
        return value

    def python(self) -> str:
        return "int"

    def typescript(self) -> str:
        return "number"

    def json(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Flag(FieldType):
    """A flag."""

    @property
    def hi(self) -> int:
        return 1

    def code(self, value: str, space: Space) -> str:
        return f"{value} == 1"

    def python(self) -> str:
        return "bool"

    def typescript(self) -> str:
        return "boolean"

    def json(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def speech(self) -> Any:
        return "flag"


def literals_of(domain: Domain) -> tuple[Word, ...] | None:
    """Return the words of an enumeration, for literal types; None for `Things`."""
    return domain.words if isinstance(domain, type) else None


def _is_int(domain: Domain) -> bool:
    return isinstance(domain, Things) and domain.words is not None and isinstance(domain.words[0], int)


def word_types(domain: Domain) -> tuple[str, str, dict[str, Any]]:
    """Return the Python type, TypeScript type and JSON schema of the words of a domain."""
    literals = literals_of(domain)
    if literals is not None:
        quoted = [f'"{word}"' for word in literals]
        return f"Literal[{', '.join(quoted)}]", " | ".join(quoted), {"enum": list(literals)}
    if _is_int(domain):
        return "int", "number", {"type": "integer"}
    return "str", "string", {"type": "string"}


def array(inner: str) -> str:
    """Return the TypeScript type of an array."""
    return f"({inner})[]" if " " in inner else f"{inner}[]"


@dataclass(frozen=True, slots=True)
class OneOf(FieldType):
    """A word of a domain."""

    domain: Domain

    @property
    def lo(self) -> int:
        return self.domain.first

    @property
    def hi(self) -> int:
        return self.domain.first + self.domain.size - 1

    def code(self, value: str, space: Space) -> str:
        words = words_of(self.domain, space.vocabulary)
        return f"{space.name((None,) * self.domain.first + words)}[{value}]"

    def python(self) -> str:
        return word_types(self.domain)[0]

    def typescript(self) -> str:
        return word_types(self.domain)[1]

    def json(self) -> dict[str, Any]:
        return word_types(self.domain)[2]

    def speech(self) -> Any:
        return {"one": self.domain.label}


@dataclass(frozen=True, slots=True)
class Maybe(FieldType):
    """A word of a domain, or none."""

    domain: Domain

    @property
    def hi(self) -> int:
        return self.domain.size

    def code(self, value: str, space: Space) -> str:
        return f"{space.name((None, *words_of(self.domain, space.vocabulary)))}[{value}]"

    def python(self) -> str:
        return f"{word_types(self.domain)[0]} | None"

    def typescript(self) -> str:
        return f"{word_types(self.domain)[1]} | null"

    def json(self) -> dict[str, Any]:
        return {"anyOf": [word_types(self.domain)[2], {"type": "null"}]}

    def speech(self) -> Any:
        return {"one": self.domain.label}


@dataclass(frozen=True, slots=True)
class Seat(FieldType):
    """A seat; with `maybe`, or none."""

    maybe: bool
    seats: int

    @property
    def hi(self) -> int:
        return self.seats if self.maybe else self.seats - 1

    def code(self, value: str, space: Space) -> str:
        return f"({value} - 1 if {value} else None)" if self.maybe else value

    def python(self) -> str:
        return "int | None" if self.maybe else "int"

    def typescript(self) -> str:
        return "number | null" if self.maybe else "number"

    def json(self) -> dict[str, Any]:
        return {"type": ["integer", "null"] if self.maybe else "integer"}

    def speech(self) -> Any:
        return "seat"

    def fitted(self, seats: int) -> FieldType:
        return replace(self, seats=seats)


@dataclass(frozen=True, slots=True)
class SeatSet(FieldType):
    """A set of seats, stored as bits."""

    seats: int

    @property
    def hi(self) -> int:
        return (1 << self.seats) - 1

    def code(self, value: str, space: Space) -> str:
        return f"SEATS_OF[{value}]"

    def python(self) -> str:
        return "tuple[int, ...]"

    def typescript(self) -> str:
        return "number[]"

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "integer"}}

    def speech(self) -> Any:
        return {"list": "seat"}

    def fitted(self, seats: int) -> FieldType:
        return replace(self, seats=seats)
