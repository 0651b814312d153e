"""Priority of worker processes: below the server, whose event loop must not wait for their long computations."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

BELOW_SERVER = 5  # nice value
AUTOGROUP = Path("/proc/self/autogroup")


def lower_priority() -> None:
    """Let this process and its children run below the server.

    The pools start workers in sessions of their own. Linux may share the CPU between sessions first (`sched_autogroup`); then a
    nice value counts only within its session, so that of the session is set, too. Does nothing on Windows.
    """
    with suppress(AttributeError):
        os.nice(BELOW_SERVER)
        if os.getsid(0) == os.getpid():  # a worker that was started by hand shares the session of its terminal
            with suppress(OSError):  # not Linux, or without such groups
                AUTOGROUP.write_text(str(BELOW_SERVER), encoding="ascii")
