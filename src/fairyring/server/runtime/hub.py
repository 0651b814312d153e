"""The hub: all tables of this process. It loads them when somebody comes or something is due, and lets go of quiet ones."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from fairyring.server.runtime import gc_policy, row_codec
from fairyring.server.runtime.hosted_table import Served
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import Bus, Entry, Outcome, Store
from fairyring.server.store import errors as store_errors
from fairyring.server.store.errors import StoreError
from fairyring.server.workers.pool import Workers
from fairyring.tables.engine.effects import RESTART
from fairyring.tables.limits import WARDEN
from fairyring.tables.log.fold import load, load_game
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import Durable

LOG = logging.getLogger(__name__)
POLL = 1.0  # seconds
SWEEP = 10.0
DUE_AT_ONCE = 100
DRAIN = 5.0


class Busy(StoreError):
    """The server has as much as it can serve well."""


class Hub:
    """Make it inside a running loop; `close` it there."""

    def __init__(self, settings: Settings, store: Store, bus: Bus, workers: Workers, metrics: Metrics) -> None:
        self.settings, self.store, self.bus, self.workers, self.metrics = settings, store, bus, workers, metrics
        self.me = secrets.token_hex(8)  # no process ever had this name
        self.alone = settings.embedded
        self.tables: dict[str, Served] = {}
        self.draining = False
        # Monotonic, and comparable with what stands in the log: time of day at the start, then a clock that never jumps.
        self._origin = time.time() - time.monotonic()
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        bus.listen(self._reached, self._heard)
        self.run(self._every(POLL, self._poll))
        self.run(self._every(SWEEP, self._sweep))

    def now(self) -> int:
        """Milliseconds."""
        return int((self._origin + time.monotonic()) * 1000)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """A task that somebody holds on to, and whose failure is heard of."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.metrics.failures.inc()
            LOG.error("a task failed", exc_info=error)

    def later(self, milliseconds: int, call: Callable[[], None]) -> asyncio.TimerHandle:
        return self._loop.call_later(max(0, milliseconds) / 1000, call)

    @property
    def sockets(self) -> int:
        return sum(len(served.lines) for served in self.tables.values())

    # Tables -------------------------------------------------------------------------------------

    def served(self, table: str) -> Served:
        """The table in memory; it is read if need be. It must exist."""
        found = self.tables.get(table)
        if found is None:
            found = self.tables[table] = Served(self, table)
        return found

    def drop(self, served: Served) -> None:
        if self.tables.get(served.table) is served:
            del self.tables[served.table]
        served.stop()

    async def find(self, table: str) -> Entry | None:
        return await self.store.find(table)

    async def look(self, table: str) -> Durable | None:
        """The table as it is, for somebody who only asks: from memory, or from its log."""
        served = self.tables.get(table)
        if served is not None and served.durable is not None and self.alone:
            return served.durable
        found = await self.store.rows(table)
        return load(row_codec.from_store(row) for row in found) if found else None

    async def look_back(self, table: str, n: int) -> Durable | None:
        """The table as it was at the end of an earlier game."""
        found = await self.store.rows(table)
        return await asyncio.to_thread(lambda: load_game((row_codec.from_store(row) for row in found), n))

    async def create(self, make: Callable[[str, int, bytes], tuple[Row, str]]) -> tuple[str, str]:
        """Store a first row; the table's name and its creator's token."""
        if self.settings.most_tables and len(self.tables) >= self.settings.most_tables:
            raise Busy("This server has all the tables it can serve; please come back later.")
        now = self.now()
        row, token = make(self.me, now, os.urandom(32))
        outcome = await self.store.append(row_codec.to_store(row), row_codec.card(load([row]), self.me, now))
        if outcome is not Outcome.STORED:
            raise StoreError("The table could not be stored; please try again.")
        self.metrics.created.inc()
        return row.table, token

    # What comes by itself -------------------------------------------------------------------------

    def _reached(self, table: str, seq: int) -> None:
        if table in self.tables:
            self.tables[table].reached(seq)

    def _heard(self, table: str, told: Mapping[str, Any]) -> None:
        if table in self.tables and told.get("from") != self.me:
            self.tables[table].heard(dict(told))

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except store_errors.ANY as error:
                LOG.warning("the store does not answer: %s", type(error).__name__)
            await asyncio.sleep(seconds)

    async def _poll(self) -> None:
        """Hints hurry, this suffices: rows of other processes, and tables that nobody woke."""
        if not self.alone and self.tables:
            for table, head in (await self.store.heads(self.tables)).items():
                self._reached(table, head)
        late = self.now() - (0 if self.alone else WARDEN)
        for entry in await self.store.due(late, DUE_AT_ONCE):
            if entry.table not in self.tables and not self.draining:
                self.served(entry.table)

    async def _sweep(self) -> None:
        for served in [served for served in self.tables.values() if served.idle]:
            self.drop(served)
        gc_policy.collect_if_due()

    # The end --------------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Everybody is sent away to come back; what was accepted is stored and acknowledged first."""
        if self.draining:
            return
        self.draining = True
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while any(served.keeper.flight for served in self.tables.values()):
                    await asyncio.sleep(0.01)
        for served in self.tables.values():
            for line in served.lines.values():
                line.close(RESTART)
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN):
                while self.sockets:
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.drain()
        for served in list(self.tables.values()):
            self.drop(served)
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
        await self.workers.close()
        await self.bus.close()
        await self.store.close()
