"""How the values are shown: they say nothing until they are known (R4, R18)."""

from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.scalars import FieldType, Space
from fairyring.core.fields.types import by, number
from fairyring.core.fields.vocabulary import Domain


@dataclass(frozen=True, slots=True)
class _Worth(FieldType):
    """A number for each kind: known of kinds up to `s.valued`, and of the first one, the flower, once `s.flower` is."""

    domain: Domain
    most: int

    @property
    def hi(self) -> int:
        return self.most

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.domain.size,)

    def code(self, value: str, space: Space) -> str:
        words = space.name(tuple(enumerate(self.domain.words or ())))
        return f"{{w: {value}[k] if (k <= s.valued if k else s.flower) else None for k, w in {words}}}"

    def python(self) -> str:
        return by(self.domain, number(0, self.most)).python().removesuffix("]") + " | None]"

    def typescript(self) -> str:
        return by(self.domain, number(0, self.most)).typescript().replace("number", "number | null")

    def json(self) -> dict[str, Any]:
        entry = {"anyOf": [number(0, self.most).json(), {"type": "null"}]}
        return {"type": "object", "additionalProperties": entry}


def worth(domain: Domain, most: int) -> FieldType:
    """The value of each kind as far as it is known: `value` of a state that has `valued` and `flower`."""
    return _Worth(domain, most)
