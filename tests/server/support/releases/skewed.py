"""Today's program with other clocks: `python -m tests.server.support.releases.skewed serve --data FOLDER …`.

The file `skew` in FOLDER holds two numbers of seconds: by how much the time of day is ahead, or behind if below zero, and by
how much the monotonic clock is ahead. They are read at the start, and again after SIGUSR1: clocks jump under a running server.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from fairyring.cli.main import main

FILE = "skew"
real_time, real_monotonic = time.time, time.monotonic


def skew(folder: Path, day: float, leap: float = 0.0, pid: int = 0) -> None:
    """Set the clocks of servers that start in this folder from now on; of the running one, too, if its process is given."""
    (folder / FILE).write_text(f"{day} {leap}")
    if pid:
        os.kill(pid, signal.SIGUSR1)


def install(folder: Path) -> None:
    file, ahead = folder / FILE, [0.0, 0.0]

    def read(*_signal: object) -> None:
        if file.exists():
            day, leap = map(float, file.read_text().split())
            ahead[:] = day, max(leap, ahead[1])  # a monotonic clock never goes back

    read()
    signal.signal(signal.SIGUSR1, read)
    time.time = lambda: real_time() + ahead[0]
    time.monotonic = lambda: real_monotonic() + ahead[1]


if __name__ == "__main__":
    install(Path(sys.argv[sys.argv.index("--data") + 1]))
    sys.exit(main(sys.argv[1:]))
