"""Values that are never changed, and are made anew quickly."""

from __future__ import annotations

import dataclasses

import pytest

from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import Seat, TableState


def test_a_value_with_some_fields_changed_is_what_dataclasses_make() -> None:
    before = TableState(table="t", seats=(Seat(),), n=3)
    after = replace(before, n=4, host=2)
    assert after == dataclasses.replace(before, n=4, host=2)
    assert (before.n, before.host) == (3, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        after.n = 5  # type: ignore[misc]


def test_a_field_that_there_is_not_is_refused() -> None:
    with pytest.raises(AttributeError):
        replace(Seat(), colour="red")
