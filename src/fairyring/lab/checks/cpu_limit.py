"""A bound on CPU time, so that a loop of a room that never ends is a finding, with its line, and not a hanging program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class EndlessError(Exception):
    """Rules took far more CPU time or decisions than a game takes."""


@contextmanager
def limited_to(seconds: float) -> Iterator[None]:
    """Raise EndlessError in Python code that takes more CPU time, where the system can: in the main thread, with Unix's timers.

    Compiled code is not interrupted, so who calls it plays a game by the interpreted rules first.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):  # Windows, pages
        yield
        return

    def ring(_number: int, _frame: Any) -> None:
        raise EndlessError(f"the rules have run for {seconds:g} s of CPU time; a loop in them may never end")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
