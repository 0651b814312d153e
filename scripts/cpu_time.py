"""Run a command and print the CPU time that it and all processes below it took: `python scripts/cpu_time.py make unit`."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36  # from <sys/prctl.h>
GRACE_SECONDS = 10


def wait_for_orphans() -> None:
    """Wait for processes that the command left behind: those that end with it are still ending. Daemons are not waited for."""
    deadline = time.monotonic() + GRACE_SECONDS
    try:
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
    except ChildProcessError:
        pass  # none is left


def main(command: list[str]) -> int:
    """Return the exit code of the command. Linux only counts children that are waited for, so orphans become ours."""
    if sys.platform == "linux":  # without this, the processes of a browser would be missing: nobody waits for them
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    process = subprocess.Popen(command)  # noqa: S603 (the caller names it)
    while process.returncode is None:
        pid, status = os.wait()
        if pid == process.pid:
            process.returncode = os.waitstatus_to_exitcode(status)
    wait_for_orphans()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes, wall = (usage.ru_utime + usage.ru_stime) / 60, (time.monotonic() - start) / 60
    print(f"CPU time {minutes:.1f} min (user {usage.ru_utime:.1f} s, system {usage.ru_stime:.1f} s), wall {wall:.1f} min")
    return process.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
