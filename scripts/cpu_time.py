"""Run a command and print the CPU time that it and all processes below it took: `python scripts/cpu_time.py make unit`."""

from __future__ import annotations

import resource
import subprocess
import sys
import time


def main(command: list[str]) -> int:
    """Return the exit code of the command. Processes that nobody waits for are not counted."""
    start = time.monotonic()
    code = subprocess.run(command, check=False).returncode  # noqa: S603 (the caller names it)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes, wall = (usage.ru_utime + usage.ru_stime) / 60, (time.monotonic() - start) / 60
    print(f"CPU time {minutes:.1f} min (user {usage.ru_utime:.0f} s, system {usage.ru_stime:.0f} s), wall {wall:.1f} min")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
