"""`scripts/cpu_time.py`, which `make test` prints its cost with."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.paths import ROOT

BURN = "import time\nwhile time.process_time() < 0.5: pass"
# The shell ends at once; the process that works goes on without a parent, and closes the pipe that is waited for.
ORPHAN = f"(setsid {sys.executable} -c '{BURN}' >&3 &) 3>&1 | cat; exit 3"


@pytest.mark.slow
def test_cpu_time_counts_processes_that_nobody_waits_for() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "cpu_time.py"), "bash", "-c", ORPHAN]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    user, system = map(float, re.findall(r"(?:user|system) ([\d.]+) s", done.stdout))
    assert user + system >= 0.5
