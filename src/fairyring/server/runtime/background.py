"""Background tasks that never die quietly: failures are logged, counted and retried; /health names what does not run."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from fairyring.server.runtime.metrics import Metrics
from fairyring.server.store import errors as store_errors

LOG = logging.getLogger(__name__)
MAX_PAUSE_SECONDS = 60.0  # between two tries of work that fails again and again


def retry_pause(pause: float, failures: int) -> float:
    """Return the seconds before the next try: doubled by each failure in a row, up to a minute."""
    return min(MAX_PAUSE_SECONDS, pause * 2.0 ** min(failures, 10))  # a float overflows after a thousand failures


class BackgroundTasks:
    """The tasks that a server runs for as long as it lives. Create it inside a running event loop."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failing: set[str] = set()
        self._watched: dict[str, Callable[[], bool]] = {}

    def run_forever(self, name: str, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        """Do the work again and again, with a pause of some seconds; after failures, longer ones."""
        self._tasks[name] = asyncio.create_task(self._run(name, work, pause), name=name)

    def watch(self, name: str, is_running: Callable[[], bool]) -> None:
        """Include a task that another component runs in `not_running`."""
        self._watched[name] = is_running

    def not_running(self) -> list[str]:
        """Return the names of tasks that have ended, or whose last try failed."""
        ended = {name for name, task in self._tasks.items() if task.done()}
        return sorted(ended | self._failing | {name for name, is_running in self._watched.items() if not is_running()})

    async def _run(self, name: str, work: Callable[[], Coroutine[Any, Any, None]], pause: float) -> None:
        failures = 0
        while True:
            try:
                await work()
            except store_errors.ANY as error:  # /health says that the store is stalled
                LOG.warning("the store does not answer: %s", type(error).__name__)
            except Exception as error:
                failures += 1
                self._failing.add(name)
                self._metrics.failures.inc()
                LOG.error("the background task “%s” failed, and is tried again", name, exc_info=error)
            else:
                failures = 0
                self._failing.discard(name)
            await asyncio.sleep(retry_pause(pause, failures))

    async def close(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
