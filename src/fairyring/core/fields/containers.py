"""Several values of the state and what they mean outside: sets, rows, and one for each name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fairyring.core.fields.scalars import Space, What, array, literals_of, word_types
from fairyring.core.fields.vocabulary import Domain, words_of


@dataclass(frozen=True, slots=True)
class SetOf(What):
    """A set of names, a bit each."""

    domain: Domain
    parts: int  # a large set is kept in several integers …
    bits: int  # … of so many bits each

    @property
    def hi(self) -> int:
        return (1 << self.bits) - 1

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.parts,) if self.parts > 1 else ()

    def code(self, value: str, space: Space) -> str:
        words = words_of(self.domain, space.given)
        if self.parts == 1:
            bits = space.name(tuple((1 << i, word) for i, word in enumerate(words)))
            return f"tuple([w for b, w in {bits} if {value} & b])"
        bits = space.name(tuple((i // self.bits, 1 << i % self.bits, word) for i, word in enumerate(words)))
        return f"tuple([w for i, b, w in {bits} if {value}[i] & b])"

    def python(self) -> str:
        return f"tuple[{word_types(self.domain)[0]}, ...]"

    def typescript(self) -> str:
        return array(word_types(self.domain)[1])

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": word_types(self.domain)[2]}

    def speech(self) -> Any:
        return {"list": {"one": self.domain.label}}


@dataclass(frozen=True, slots=True)
class Row(What):
    """So many of something, or as many as another field says."""

    most: int
    what: What
    length: str

    @property
    def lo(self) -> int:
        return self.what.lo

    @property
    def hi(self) -> int:
        return self.what.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.most, *self.what.shape)

    def code(self, value: str, space: Space) -> str:
        rows = f"{value}[:s.{self.length}]" if self.length else value
        item = f"v{len(space.values)}"
        space.values[item] = None  # taken, so that a row in a row has a name of its own
        return f"tuple([{self.what.code(item, space)} for {item} in {rows}])"

    def python(self) -> str:
        return f"tuple[{self.what.python()}, ...]"

    def typescript(self) -> str:
        return array(self.what.typescript())

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": self.what.json()}

    def speech(self) -> Any:
        return {"seats" if self.length == "players" else "row": self.what.speech()}

    def fitted(self, seats: int) -> What:
        return replace(self, most=self.most or seats, what=self.what.fitted(seats))


@dataclass(frozen=True, slots=True)
class Some(What):
    """Up to so many names; empty places are not shown."""

    most: int
    domain: Domain

    @property
    def hi(self) -> int:
        return self.domain.size

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.most,)

    def code(self, value: str, space: Space) -> str:
        words = space.name((None, *words_of(self.domain, space.given)))
        return f"tuple([{words}[v] for v in {value} if v])"

    def python(self) -> str:
        return f"tuple[{word_types(self.domain)[0]}, ...]"

    def typescript(self) -> str:
        return array(word_types(self.domain)[1])

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": word_types(self.domain)[2]}

    def speech(self) -> Any:
        return {"list": {"one": self.domain.label}}


@dataclass(frozen=True, slots=True)
class By(What):
    """One of something for each name."""

    domain: Domain
    what: What
    sparse: bool
    length: str = ""

    @property
    def lo(self) -> int:
        return self.what.lo

    @property
    def hi(self) -> int:
        return self.what.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.domain.first + self.domain.size, *self.what.shape)

    def code(self, value: str, space: Space) -> str:
        words = space.name(words_of(self.domain, space.given))
        rows = f"{value}[1:]" if self.domain.first else value
        rows = f"{rows}[:s.{self.length}]" if self.length else rows
        if self.sparse:
            return f"{{w: v for w, v in zip({words}, {rows}) if v}}"
        item = f"v{len(space.values)}"
        space.values[item] = None
        return f"{{w: {self.what.code(item, space)} for w, {item} in zip({words}, {rows})}}"

    def python(self) -> str:
        return f"Mapping[{word_types(self.domain)[0]}, {self.what.python()}]"

    def typescript(self) -> str:
        words = literals_of(self.domain)
        if words is None:
            return f"Record<string, {self.what.typescript()}>"
        optional = "?" * (self.sparse or bool(self.length))
        entries = [f'"{word}"{optional}: {self.what.typescript()}' for word in words]
        return f"{{ {'; '.join(entries)} }}"

    def json(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.what.json()}

    def fitted(self, seats: int) -> What:
        return replace(self, what=self.what.fitted(seats))


@dataclass(frozen=True, slots=True)
class OnlyWith(What):
    """Something that is none while another field is 0."""

    field: str
    what: What

    @property
    def lo(self) -> int:
        return self.what.lo

    @property
    def hi(self) -> int:
        return self.what.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return self.what.shape

    def code(self, value: str, space: Space) -> str:
        return f"({self.what.code(value, space)} if s.{self.field} else None)"

    def python(self) -> str:
        return f"{self.what.python()} | None"

    def typescript(self) -> str:
        return f"{self.what.typescript()} | null"

    def json(self) -> dict[str, Any]:
        return {"anyOf": [self.what.json(), {"type": "null"}]}

    def speech(self) -> Any:
        return self.what.speech()

    def fitted(self, seats: int) -> What:
        return replace(self, what=self.what.fitted(seats))
