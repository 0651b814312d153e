"""Progress bar on standard error. rich is imported lazily, and only if standard error is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import rich.progress

DELAY_SECONDS = 0.5  # before the bar is shown
INTERVAL_SECONDS = 0.1  # between two updates
Counted = Callable[[int], None]  # is told how many are done


def watched(stream: Any) -> bool:
    """Return whether a stream is a terminal."""
    return stream is not None and bool(stream.isatty())


def number_of_games(count: int) -> str:
    """Return a number of games in words, as “1 game” or “20,000 games”."""
    return f"{count:,} game{'' if count == 1 else 's'}"


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
    """A callback `progress(done)`. Draws nothing in the first half second, and clears itself at the end.

    The rate is that since the first call, so what a run before did does not count.
    """

    def __init__(self, total: int, what: str, stream: Any = None, rate: bool = False) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._total, self._what, self._rate = total, what, rate
        self._drawn = time.monotonic()
        self._first: tuple[float, int] | None = None  # time and number done of the first call
        self._bar: rich.progress.Progress | None = None

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        self._first = self._first or (now, done)
        if now - self._drawn < (INTERVAL_SECONDS if self._bar else DELAY_SECONDS) or not watched(self._stream):
            return
        self._drawn = now
        if self._bar is None:
            self._bar = self._begin()
        text, since = self._what, now - self._first[0]
        if self._rate and since > 0:
            text += f", {(done - self._first[1]) / since:,.0f} a second"
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


@contextmanager
def shown(progress: Counted | None, total: int, what: str = "games") -> Iterator[Counted]:
    """Yield the function of the caller, or, without one, a bar with rate and time left, which only a terminal shows."""
    if progress is not None:
        yield progress
        return
    bar = Progress(total, what, rate=True)
    try:
        yield bar
    finally:
        bar.close()
