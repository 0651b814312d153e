"""Hub: all tables of this process. Loads tables for connections and due timers, and drops idle ones."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from fairyring.core.extras import import_extra
from fairyring.server.errors import Overloaded
from fairyring.server.pubsub import PubSub
from fairyring.server.runtime import gc_policy
from fairyring.server.runtime.background import BackgroundTasks
from fairyring.server.runtime.cards import card_of
from fairyring.server.runtime.hosted_table import HostedTable
from fairyring.server.runtime.loading import TableLoader
from fairyring.server.runtime.lobby import Lobby
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import Card, Outcome, Store, StoredRow, StoredTable
from fairyring.server.store.errors import StoreError
from fairyring.server.workers.pool import WorkerPool
from fairyring.server.ws.outbox import Turn
from fairyring.tables.engine.effects import CLOSE_RESTART
from fairyring.tables.limits import TIMER_TAKEOVER_MS
from fairyring.tables.log.load import UnreadableLog, load
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import to_store

if TYPE_CHECKING:
    from fairyring.server.push.watcher import PushService

LOG = logging.getLogger(__name__)
POLL_SECONDS = 1.0
SWEEP_SECONDS = 10.0
MAX_DUE_PER_POLL = 100  # tables woken at once
FIRST_UNREADABLE_MS, MAX_UNREADABLE_MS = 10_000, 600_000  # before a table that cannot be loaded is tried again
MAX_UNREADABLE_NOTED = 1000
CONNECTIONS_PER_TURN = 8  # of the event loop, that come or go: thousands of pages may do so at once
DRAIN_SECONDS = 5.0  # for rows in flight, and again for connections to close


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A table that cannot be loaded."""

    error: UnreadableLog
    pause: int  # milliseconds
    retry_at: int


class Hub:
    """Tables in memory and the services they share. Create it inside a running event loop, and `close` it there."""

    def __init__(self, settings: Settings, store: Store, pubsub: PubSub, workers: WorkerPool, metrics: Metrics) -> None:
        self.settings, self.store, self.pubsub, self.workers, self.metrics = settings, store, pubsub, workers, metrics
        self.process = secrets.token_hex(8)  # unique process id
        self.single_process = settings.embedded
        self.tables: dict[str, HostedTable] = {}
        self.loader = TableLoader(store)
        self.lobby = Lobby(settings.listed_per_address)
        self._unreadable: OrderedDict[str, Unreadable] = OrderedDict()
        self.draining = False
        # A monotonic clock, offset by the time of day at start-up: it never jumps, and compares with times in the log.
        self._origin = time.time() - time.monotonic()
        self.loop = asyncio.get_running_loop()
        self.turn = Turn()  # of all connections
        self._comers_and_goers = asyncio.Semaphore(CONNECTIONS_PER_TURN)
        self._tasks: set[asyncio.Task[None]] = set()
        pubsub.subscribe(self._head_moved, self._receive_from_peer, self._set_peers_reachable)
        self.background = BackgroundTasks(metrics)
        self.background.run_forever("poll", self._poll, POLL_SECONDS)
        self.background.run_forever("sweep", self._sweep, SWEEP_SECONDS)
        self.background.watch("appender", lambda: store.running)
        self.background.watch("bot workers", lambda: workers.running)
        self.push = self._start_push()

    async def next_turn(self) -> None:
        """Wait for a turn of the event loop in which few other connections come or go."""
        async with self._comers_and_goers:
            await asyncio.sleep(0)

    def _start_push(self) -> PushService | None:
        """Start Web Push if the operator set a key. Raises OptionError, and MissingExtra without the extra “push”."""
        if not self.settings.push_key:
            return None
        for module in ("httpcore", "http_ece", "py_vapid"):
            import_extra(module)
        from fairyring.server.push.watcher import SWEEP_SECONDS, PushService  # noqa: PLC0415  (needs the extra)

        push = PushService(self.settings, self.store, self.metrics, self.now)
        self.background.run_forever("push", push.sweep, SWEEP_SECONDS)
        self.background.watch("push senders", lambda: push.sender.running)
        return push

    def now(self) -> int:
        """Return the time in milliseconds."""
        return int((self._origin + time.monotonic()) * 1000)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task; hold a reference to it, and log and count its failure."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self.metrics.failures.inc()
            LOG.error("a task failed", exc_info=error)

    def later(self, milliseconds: int, callback: Callable[[], None]) -> asyncio.TimerHandle:
        """Call back after some milliseconds."""
        return self.loop.call_later(max(0, milliseconds) / 1000, callback)

    @property
    def sockets(self) -> int:
        """The number of open WebSockets."""
        return sum(len(hosted.outboxes) for hosted in self.tables.values())

    # Tables -------------------------------------------------------------------------------------

    def hosted(self, table: str) -> HostedTable:
        """Return the table in memory; begin to load it if need be. It must exist in the store."""
        hosted = self.tables.get(table)
        if hosted is None:
            hosted = self.tables[table] = HostedTable(self, table)
        return hosted

    def present(self, table: str) -> int | None:
        """Return how many seated people have the table open; None where processes that cannot be asked may know of more."""
        hosted = self.tables.get(table)
        if hosted is None or hosted.state is None:
            return 0 if self.single_process else None
        session, now = hosted.engine.session, self.now()
        if not session.peers_known(now):
            return None
        return sum(
            guest in session.connections.guests or bool(session.peer_status(guest, now)) for guest in set(hosted.state.people)
        )

    def drop(self, hosted: HostedTable) -> None:
        """Remove a table from memory."""
        if self.tables.get(hosted.table) is hosted:
            del self.tables[hosted.table]
        hosted.stop()

    async def find(self, table: str) -> StoredTable | None:
        """Return a table as the store lists it; None if there is none."""
        return await self.store.find(table)

    async def load_state(self, table: str) -> TableState | None:
        """Return the state of a table, from memory or loaded; None if there is none. Raises UnreadableLog."""
        hosted = self.tables.get(table)
        if hosted is not None and hosted.state is not None and self.single_process:
            return hosted.state
        return await self._load(table)

    async def load_earlier_game(self, table: str, n: int) -> TableState | None:
        """Return the state at the end of the n-th game; None if there was no such game. Raises UnreadableLog."""
        return await self._load(table, n)

    async def _load(self, table: str, game: int = 0) -> TableState | None:
        if self.is_unreadable(table):
            raise self._unreadable[table].error
        try:
            return await self.loader.state(table, game)
        except UnreadableLog as error:
            self.note_unreadable(table, error)
            raise

    def note_unreadable(self, table: str, error: UnreadableLog) -> None:
        """Count and log a table that cannot be loaded; it is not tried again for a while, and longer each time."""
        known = self._unreadable.pop(table, None)
        pause = min(MAX_UNREADABLE_MS, 2 * known.pause) if known else FIRST_UNREADABLE_MS
        self._unreadable[table] = Unreadable(error, pause, self.now() + pause)
        while len(self._unreadable) > MAX_UNREADABLE_NOTED:
            self._unreadable.popitem(last=False)
        self.metrics.unreadable.labels(error.reason).inc()
        LOG.error("a table cannot be loaded (%s): %s", error.reason, error)

    def is_unreadable(self, table: str) -> bool:
        """Return whether the table could not be loaded a short while ago."""
        noted = self._unreadable.get(table)
        return noted is not None and self.now() < noted.retry_at

    async def create(self, make: Callable[[str, int, bytes], tuple[Row, str]], address: str) -> tuple[str, str, bool]:
        """Store the first row that `make(process, time, entropy)` returns.

        Return the table id, the creator's token, and whether the table is public but got no place in the list.
        """
        self.require_room()
        now = self.now()
        row, token = make(self.process, now, os.urandom(32))
        card = card_of(load([row]), self.process, now)
        unlisted = await self.store_first_row(to_store(row), card, address)
        return row.table, token, unlisted

    def require_room(self) -> None:
        """Raise Overloaded if there are as many tables in memory as this server may serve."""
        if self.settings.most_tables and len(self.tables) >= self.settings.most_tables:
            raise Overloaded("This server has all the tables it can serve; please come back later.")

    async def store_first_row(self, row: StoredRow, card: Card, address: str) -> bool:
        """Store the first row of a new table; return whether it is public but got no place in the list. Raises StoreError."""
        self.lobby.add(row.table, address)
        listed = self.lobby.lists(row.table, card.public)
        if await self.store.append(row, replace(card, public=listed)) is not Outcome.STORED:
            self.lobby.remove(row.table)
            raise StoreError("The table could not be stored; please try again.")
        self.metrics.created.inc()
        return card.public and not listed

    # Other processes, timers -----------------------------------------------------------------------

    def _head_moved(self, table: str, seq: int) -> None:
        if table in self.tables:
            self.tables[table].head_moved(seq)

    def _receive_from_peer(self, table: str, message: Mapping[str, Any]) -> None:
        if table in self.tables and message.get("from") != self.process:
            self.tables[table].receive_from_peer(dict(message))

    def _set_peers_reachable(self, reachable: bool) -> None:
        for hosted in list(self.tables.values()):
            hosted.set_peers_reachable(reachable)

    async def _poll(self) -> None:
        """Look for rows of other processes and for due timers of tables that are not in memory.

        Hints by pub/sub only make the former faster.
        """
        if not self.single_process and self.tables:
            for table, head in (await self.store.heads(self.tables)).items():
                self._head_moved(table, head)
        due_before = self.now() - (0 if self.single_process else TIMER_TAKEOVER_MS)
        for stored in await self.store.due(due_before, MAX_DUE_PER_POLL):
            if stored.table not in self.tables and not self.draining and not self.is_unreadable(stored.table):
                self.hosted(stored.table)

    async def _sweep(self) -> None:
        """Drop idle tables, and collect garbage if it is due."""
        for hosted in [hosted for hosted in self.tables.values() if hosted.idle]:
            self.drop(hosted)
        gc_policy.collect_if_due(len(self.tables))

    # Shutdown -------------------------------------------------------------------------------------

    async def drain(self) -> None:
        """Finish rows in flight, then close all connections so that clients reconnect (4000)."""
        if self.draining:
            return
        self.draining = True
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while any(hosted.engine.in_flight for hosted in self.tables.values()):
                    await asyncio.sleep(0.01)
        for hosted in self.tables.values():
            for outbox in hosted.outboxes.values():
                outbox.close(CLOSE_RESTART)
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self.sockets:
                    await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Drain, then stop all tasks and services."""
        await self.drain()
        for hosted in list(self.tables.values()):
            self.drop(hosted)
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks))
        await self.background.close()
        if self.push is not None:
            await self.push.close()
        await self.loader.close()
        await self.workers.close()
        await self.pubsub.close()
        await self.store.close()
