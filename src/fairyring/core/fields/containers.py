"""Field types of several values: sets, lists, and a value for each word of a domain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

from fairyring.core.fields.bits import members
from fairyring.core.fields.scalars import FieldType, Space, array, literals_of, word_types
from fairyring.core.fields.vocabulary import Domain, words_of


@dataclass(frozen=True, slots=True)
class SetOf(FieldType):
    """A set of words, stored as bits."""

    domain: Domain
    parts: int  # integers
    bits: int  # of each integer

    @property
    def hi(self) -> int:
        return (1 << self.bits) - 1

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.parts,) if self.parts > 1 else ()

    def code(self, value: str, space: Space) -> str:
        words = space.name(words_of(self.domain, space.vocabulary))
        parts = [f"{value}[{part}] << {part * self.bits}" for part in range(self.parts)] if self.parts > 1 else [value]
        return space.row(f"{words}[i] for i in {space.name(members)}({' | '.join(parts)})")

    def python(self) -> str:
        return f"tuple[{word_types(self.domain)[0]}, ...]"

    def typescript(self) -> str:
        return array(word_types(self.domain)[1])

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": word_types(self.domain)[2]}

    def speech(self) -> Any:
        return {"list": {"one": self.domain.label}}


@dataclass(frozen=True, slots=True)
class ListOf(FieldType):
    """A list of fixed length, or as long as another field says."""

    most: int
    item_type: FieldType
    length: str

    @property
    def lo(self) -> int:
        return self.item_type.lo

    @property
    def hi(self) -> int:
        return self.item_type.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.most, *self.item_type.shape)

    def code(self, value: str, space: Space) -> str:
        rows = f"{value}[:s.{self.length}]" if self.length else value
        item = f"v{len(space.values)}"
        space.values[item] = None  # reserved, so that a nested row gets another name
        return space.row(f"{self.item_type.code(item, space)} for {item} in {rows}")

    def python(self) -> str:
        return f"tuple[{self.item_type.python()}, ...]"

    def typescript(self) -> str:
        return array(self.item_type.typescript())

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": self.item_type.json()}

    def speech(self) -> Any:
        return {"seats" if self.length == "players" else "row": self.item_type.speech()}

    def fitted(self, seats: int) -> FieldType:
        return replace(self, most=self.most or seats, item_type=self.item_type.fitted(seats))


@dataclass(frozen=True, slots=True)
class Some(FieldType):
    """A list of words; empty places are not shown."""

    most: int
    domain: Domain

    @property
    def hi(self) -> int:
        return self.domain.size

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.most,)

    def code(self, value: str, space: Space) -> str:
        words = space.name((None, *words_of(self.domain, space.vocabulary)))
        return space.row(f"{words}[v] for v in {value} if v")

    def python(self) -> str:
        return f"tuple[{word_types(self.domain)[0]}, ...]"

    def typescript(self) -> str:
        return array(word_types(self.domain)[1])

    def json(self) -> dict[str, Any]:
        return {"type": "array", "items": word_types(self.domain)[2]}

    def speech(self) -> Any:
        return {"list": {"one": self.domain.label}}


@dataclass(frozen=True, slots=True)
class By(FieldType):
    """A value for each word of a domain."""

    domain: Domain
    item_type: FieldType
    sparse: bool
    length: str = ""

    @property
    def lo(self) -> int:
        return self.item_type.lo

    @property
    def hi(self) -> int:
        return self.item_type.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.domain.first + self.domain.size, *self.item_type.shape)

    def code(self, value: str, space: Space) -> str:
        words = space.name(space.keys(words_of(self.domain, space.vocabulary)))
        rows = f"{value}[1:]" if self.domain.first else value
        rows = f"{rows}[:s.{self.length}]" if self.length else rows
        if self.sparse:
            return f"dict({space.name(compress)}(zip({words}, {rows}), {rows}))"  # in C: most counts are 0
        item = f"v{len(space.values)}"
        space.values[item] = None
        return f"{{w: {self.item_type.code(item, space)} for w, {item} in zip({words}, {rows})}}"

    def python(self) -> str:
        return f"Mapping[{word_types(self.domain)[0]}, {self.item_type.python()}]"

    def typescript(self) -> str:
        words = literals_of(self.domain)
        if words is None:
            return f"Record<string, {self.item_type.typescript()}>"
        optional = "?" * (self.sparse or bool(self.length))
        entries = [f'"{word}"{optional}: {self.item_type.typescript()}' for word in words]
        return f"{{ {'; '.join(entries)} }}"

    def json(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.item_type.json()}

    def fitted(self, seats: int) -> FieldType:
        return replace(self, item_type=self.item_type.fitted(seats))


@dataclass(frozen=True, slots=True)
class OnlyWith(FieldType):
    """A value that is shown as none while another field is 0."""

    field: str
    item_type: FieldType

    @property
    def lo(self) -> int:
        return self.item_type.lo

    @property
    def hi(self) -> int:
        return self.item_type.hi

    @property
    def shape(self) -> tuple[int, ...]:
        return self.item_type.shape

    def code(self, value: str, space: Space) -> str:
        return f"({self.item_type.code(value, space)} if s.{self.field} else None)"

    def python(self) -> str:
        return f"{self.item_type.python()} | None"

    def typescript(self) -> str:
        return f"{self.item_type.typescript()} | null"

    def json(self) -> dict[str, Any]:
        return {"anyOf": [self.item_type.json(), {"type": "null"}]}

    def speech(self) -> Any:
        return self.item_type.speech()

    def fitted(self, seats: int) -> FieldType:
        return replace(self, item_type=self.item_type.fitted(seats))
