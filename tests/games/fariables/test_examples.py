"""Every example of the rulebook."""

from __future__ import annotations

import pytest

from .helpers import apart, do


@pytest.mark.parametrize(("roll", "value"), [(1, 4), (2, 5), (3, 6), (4, 7), (5, 8), (6, 9)])
def test_rulebook_example_changes_of_a_value_of_six(roll: int, value: int) -> None:
    assert do(apart((6, 6, 6, 6, 6, 6)), "roll 3", f"roll {roll}").view().value["bell"] == value


def test_rulebook_example_die_b() -> None:
    table = do(apart((3, 3, 3, 3, 3, 3)), "roll 1", "roll 6", "roll 1", "done", "roll 2", "roll 1", "roll 1", "done")
    do(table, "roll 3", "roll 3")
    assert [table.view().value[kind] for kind in ("dew", "leaf", "bell")] == [6, 1, 3]


def test_rulebook_example_flowers() -> None:
    table = apart((6, 3, 3, 3, 3, 3))
    for _ in range(2):
        do(table, "roll 1", "roll 6", "roll 1", "done")
    assert table.view().value["flower"] is None
    do(table, "roll 1", "roll 5", "roll 2")
    assert table.view().value["flower"] == table.view().value["leaf"] == 3
