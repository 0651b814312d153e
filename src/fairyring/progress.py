"""Progress bar on standard error. rich is imported lazily, and only if standard error is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import rich.progress

DELAY_SECONDS = 0.5  # before the bar is shown
INTERVAL_SECONDS = 0.1  # between two updates


def watched(stream: Any) -> bool:
    """Return whether a stream is a terminal."""
    return stream is not None and bool(stream.isatty())


@contextmanager
def announced(text: str) -> Iterator[None]:
    """Show a status line during work whose progress cannot be counted, if standard error is a terminal."""
    if not watched(sys.stderr):
        yield
        return
    from rich.console import Console  # noqa: PLC0415  (imported only when it is used)

    with Console(file=sys.stderr, highlight=False, markup=False, emoji=False).status(text):
        yield


class Progress:
    """A callback `progress(done)`. Draws nothing in the first half second, and clears itself at the end."""

    def __init__(self, total: int, what: str, stream: Any = None, rate: bool = False) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._total, self._what, self._rate = total, what, rate
        self._drawn = self._begun = time.monotonic()
        self._bar: rich.progress.Progress | None = None

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now - self._drawn < (INTERVAL_SECONDS if self._bar else DELAY_SECONDS) or not watched(self._stream):
            return
        self._drawn = now
        if self._bar is None:
            self._bar = self._begin()
        text = f"{self._what}, {done / (now - self._begun):,.0f} a second" if self._rate else self._what
        self._bar.update(self._bar.task_ids[0], completed=min(done, self._total), description=text, refresh=True)

    def _begin(self) -> rich.progress.Progress:
        from rich.console import Console  # noqa: PLC0415
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        console = Console(file=self._stream, highlight=False, markup=False, emoji=False)
        columns = (BarColumn(), MofNCompleteColumn(separator=" / "), TextColumn("{task.description}"), TimeRemainingColumn())
        bar = Progress(*columns, console=console, transient=True, auto_refresh=False)
        bar.add_task(self._what, total=self._total)
        bar.start()
        return bar

    def close(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
