"""Today's program with another time of day: `python -m tests.server.support.releases.skewed serve --data FOLDER …`.

The file `skew` in FOLDER holds the seconds by which its clock is ahead, or behind if below zero. Servers read the time of day
when they start, and a monotonic clock from then on.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from fairyring.cli.main import main

FILE = "skew"
real_time = time.time


def install(folder: Path) -> None:
    file = folder / FILE
    time.time = lambda: real_time() + float(file.read_text() if file.exists() else 0)


if __name__ == "__main__":
    install(Path(sys.argv[sys.argv.index("--data") + 1]))
    sys.exit(main(sys.argv[1:]))
