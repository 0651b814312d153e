"""Random programs have the same results interpreted and compiled; deliberate mistakes are in test_mutants.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernel.fuzz.compare import Batch

PROGRAMS = 200
BATCH = 20


@pytest.mark.parametrize("first", range(0, PROGRAMS, BATCH))
def test_random_programs_have_the_same_results_in_all_builds(first: int, tmp_path: Path) -> None:
    """`python -m tests.kernel.fuzz` compares many more."""
    batch = Batch(range(first, first + BATCH), tmp_path)
    assert [str(difference) for difference in batch.differences()] == []


def test_random_programs_both_stop_and_end(tmp_path: Path) -> None:
    stopped, ended = Batch(range(BATCH), tmp_path, level=0).stops()
    assert min(stopped, ended) > 20
