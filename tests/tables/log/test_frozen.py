"""Fast replacement in frozen dataclasses, and value classes."""

from __future__ import annotations

import dataclasses

import pytest

from fairyring.core.values import value_class
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import Seat, TableState


def test_frozen_replace_equals_dataclasses_replace() -> None:
    before = TableState(table="t", seats=(Seat(),), n=3)
    after = replace(before, n=4, host=2)
    assert after == dataclasses.replace(before, n=4, host=2)
    assert (before.n, before.host) == (3, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.n = 5  # type: ignore[misc]


def test_frozen_replace_refuses_unknown_fields() -> None:
    with pytest.raises(AttributeError):
        replace(Seat(), colour="red")


@value_class
class Point:
    x: int
    y: list[int] = dataclasses.field(default_factory=list, compare=False)


def test_value_class_has_equality_a_hash_and_slots() -> None:
    assert Point(1, [2]) == Point(1) != Point(2)
    assert len({Point(1), Point(1), Point(2)}) == 2
    assert not hasattr(Point(1), "__dict__")
    assert replace(Point(1, [2]), x=3) == Point(3)
    assert type(replace(Point(1), x=3)) is Point
