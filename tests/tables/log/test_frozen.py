"""Fast replacement in frozen dataclasses."""

from __future__ import annotations

import dataclasses

import pytest

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
