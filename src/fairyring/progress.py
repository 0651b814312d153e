"""A progress bar for anything long: on standard error, only where somebody is watching."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WIDTH = 30


@contextmanager
def announced(text: str) -> Iterator[None]:
    """Say what is going on while it goes on, where somebody is watching; for work that cannot be counted."""
    watched = sys.stderr.isatty()
    if watched:
        sys.stderr.write(text)
        sys.stderr.flush()
    yield
    if watched:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class Progress:
    """Use it as a callback: `progress(done)`. It draws nothing in the first half second, and clears itself."""

    def __init__(self, total: int, what: str, stream: Any = None) -> None:
        self._stream = stream or sys.stderr
        self._total, self._what = total, what
        self._begun = self._drawn = time.monotonic()
        self._shown = False

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if not self._stream.isatty() or now - self._drawn < (0.1 if self._shown else 0.5):
            return
        self._drawn, self._shown = now, True
        share = min(1.0, done / self._total)
        left = (now - self._begun) * (1 / share - 1) if share else 0
        bar = "█" * int(share * WIDTH) + "░" * (WIDTH - int(share * WIDTH))
        self._stream.write(f"\r{bar} {share:4.0%}  {done:,} of {self._total:,} {self._what}, {left:.0f} s left \x1b[K")
        self._stream.flush()

    def close(self) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
