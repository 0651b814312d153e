"""Value classes: dataclasses with slots that the type checker keeps immutable, and that cost little to make.

A frozen dataclass enforces that at run time, too, and therefore sets each field by a call: making one takes four times as long.
A decision makes some sixty such objects. What the fold keeps for long (`log.state`) is really frozen, and copied by
`log.frozen`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value_class(kind: type[T]) -> type[T]:
    """Make a class a dataclass with slots, equality and a hash, whose instances are never changed."""
    return dataclass(slots=True, unsafe_hash=True)(kind)
