"""Field type of the values of fairies, which views show only once they are known (R4, R18)."""

from dataclasses import dataclass
from typing import Any

from fairyring.core.fields.scalars import FieldType, Space
from fairyring.core.fields.types import by, number
from fairyring.core.fields.vocabulary import Domain


@dataclass(frozen=True, slots=True)
class _Worth(FieldType):
    """A number for each kind: shown for kinds up to `s.valued`, and for the first, the flower, once `s.flower` is set."""

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
    """Return the type of the field `value` of a state that has the fields `valued` and `flower`."""
    return _Worth(domain, most)
