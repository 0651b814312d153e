"""Priority of workers: below the server, also where Linux shares the CPU between sessions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fairyring.server.workers import heavy, pool
from fairyring.server.workers.priority import BELOW_SERVER


def group_nice(pid: int) -> int | None:
    """Return the nice value of a process's session (“/autogroup-123 nice 5”), or `None` if Linux does not group it."""
    try:
        line = Path(f"/proc/{pid}/autogroup").read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    return int(line.split()[-1]) if line else None  # sessions that are older than the system's groups have an empty file


@pytest.mark.parametrize("program", [heavy.PROGRAM, pool.PROGRAM], ids=["heavy", "bots"])
def test_priority_of_a_worker_is_below_the_server(program: tuple[str, ...]) -> None:
    with subprocess.Popen(
        program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"FAIRYRING_WARM": "no"},
    ) as worker:
        assert worker.stdout is not None
        assert b"ready" in os.read(worker.stdout.fileno(), 100)
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) == os.getpriority(os.PRIO_PROCESS, 0) + BELOW_SERVER
        assert group_nice(worker.pid) in {BELOW_SERVER, None}  # without groups a nice value counts for all sessions together
        worker.communicate(b"")


LOWER_IN_A_CHILD = """
import subprocess, sys
lower = "from fairyring.server.workers.priority import lower_priority; lower_priority()"
subprocess.run([sys.executable, "-c", lower], check=True)
print("lowered", flush=True)
sys.stdin.read()
"""


def test_priority_of_a_session_is_left_alone_by_others_than_its_leader() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LOWER_IN_A_CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as leader:
        assert leader.stdout is not None
        assert leader.stdout.readline() == b"lowered\n"
        assert group_nice(leader.pid) in {0, None}
        leader.communicate(b"")
