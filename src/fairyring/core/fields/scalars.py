"""One value of the state and what it means outside: a number, a name, a seat.

Each kind of meaning knows its bounds and shape (what the rules and the compiled host store), how to say it outside
(`code`, a Python expression that becomes part of a view), and its type there, for Python, TypeScript and JSON schema.
`core.what` is the vocabulary that schemas use.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fairyring.core.fields.vocabulary import Domain, Given, Things, Word, words_of

MOST_SEATS = 10
SEATS_OF = tuple(tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1) for mask in range(1 << MOST_SEATS))


class Space:
    """The names that a piece of generated code uses, and what they stand for."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.values: dict[str, Any] = {"SEATS_OF": SEATS_OF}

    def name(self, value: object) -> str:
        """A name for a constant."""
        name = f"c{len(self.values)}"
        self.values[name] = value
        return name


@dataclass(frozen=True, slots=True)
class What:
    """One meaning. `lo` and `hi` bound every integer of it, `shape` says how many there are."""

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
        """An expression for what is shown, given the expression of what is stored."""
        raise NotImplementedError

    def python(self) -> str:
        """The type of what is shown, in Python."""
        raise NotImplementedError

    def typescript(self) -> str:
        """The same in TypeScript, as JSON brings it."""
        raise NotImplementedError

    def json(self) -> dict[str, Any]:
        """The same as a JSON schema."""
        raise NotImplementedError

    def speech(self) -> Any:
        """What a client must know to put it into words: see messages.py."""
        return "number"

    def fitted(self, seats: int) -> What:
        """The same for a game of at most so many seats."""
        return self


@dataclass(frozen=True, slots=True)
class Number(What):
    """A whole number between bounds."""

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
class Flag(What):
    """Yes or no."""

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
    """The words of a small fixed vocabulary, for the types; None where they are many or the options decide."""
    return domain.words if isinstance(domain, type) else None


def _is_int(domain: Domain) -> bool:
    return isinstance(domain, Things) and domain.words is not None and isinstance(domain.words[0], int)


def word_types(domain: Domain) -> tuple[str, str, dict[str, Any]]:
    literals = literals_of(domain)
    if literals is not None:
        quoted = [f'"{word}"' for word in literals]
        return f"Literal[{', '.join(quoted)}]", " | ".join(quoted), {"enum": list(literals)}
    if _is_int(domain):
        return "int", "number", {"type": "integer"}
    return "str", "string", {"type": "string"}


def array(inner: str) -> str:
    return f"({inner})[]" if " " in inner else f"{inner}[]"


@dataclass(frozen=True, slots=True)
class OneOf(What):
    """One name of a vocabulary."""

    domain: Domain

    @property
    def lo(self) -> int:
        return self.domain.first

    @property
    def hi(self) -> int:
        return self.domain.first + self.domain.size - 1

    def code(self, value: str, space: Space) -> str:
        words = words_of(self.domain, space.given)
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
class Maybe(What):
    """One name of a vocabulary, or none."""

    domain: Domain

    @property
    def hi(self) -> int:
        return self.domain.size

    def code(self, value: str, space: Space) -> str:
        return f"{space.name((None, *words_of(self.domain, space.given)))}[{value}]"

    def python(self) -> str:
        return f"{word_types(self.domain)[0]} | None"

    def typescript(self) -> str:
        return f"{word_types(self.domain)[1]} | null"

    def json(self) -> dict[str, Any]:
        return {"anyOf": [word_types(self.domain)[2], {"type": "null"}]}

    def speech(self) -> Any:
        return {"one": self.domain.label}


@dataclass(frozen=True, slots=True)
class Seat(What):
    """A seat, or perhaps none."""

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

    def fitted(self, seats: int) -> What:
        return replace(self, seats=seats)


@dataclass(frozen=True, slots=True)
class SeatSet(What):
    """A set of seats, a bit each."""

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

    def fitted(self, seats: int) -> What:
        return replace(self, seats=seats)
