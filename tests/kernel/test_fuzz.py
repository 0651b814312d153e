"""Random programs have the same results interpreted, compiled and as WebAssembly (deliberate mistakes: test_mutants.py)."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel.fuzz.compare import BATCH, LEVELS, Batch, Levels
from tests.kernel.wasm_host import Host
from tests.paths import ROOT

PROGRAMS = 200


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host() as started:
        yield started


@pytest.mark.parametrize("first", range(0, PROGRAMS, BATCH))
def test_random_programs_have_the_same_results_in_all_builds(first: int, tmp_path: Path, host: Host) -> None:
    """`python -m tests.kernel.fuzz` compares many more."""
    batch = Batch(range(first, first + BATCH), tmp_path, LEVELS[first // BATCH % 2], host)
    assert [str(difference) for difference in batch.differences()] == []


def test_random_programs_both_stop_and_end(tmp_path: Path) -> None:
    stopped, ended = Batch(range(BATCH), tmp_path, Levels(0, 0, 0)).stops()
    assert min(stopped, ended) > 20


def test_fuzz_command_compares_programs_in_processes() -> None:
    command = [sys.executable, "-m", "tests.kernel.fuzz", "--programs", str(BATCH), "--seed", "9000"]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == f"{BATCH} programs, 0 differences"
