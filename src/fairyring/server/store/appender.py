"""Group commit: one task appends rows of all tables; everything that waits goes into one transaction.

An attempt inserts a row unless the key is taken, and then tells by a random mark whether the stored row is ours. So an attempt
can be repeated after any doubt (a timeout, a lost connection, a full disk), and an unknown outcome becomes known without ever
having been reported as a failure.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.server.store.engine import insert, is_sqlite
from fairyring.server.store.errors import DOUBTFUL, REFUSED, StoreError
from fairyring.server.store.model import Card, Outcome, summary_text, to_text
from fairyring.server.store.schema import GAME_TABLE, ROW
from fairyring.server.store.sqlite_append import RowAppender
from fairyring.server.store.writer import writer
from fairyring.tables.log.stored import FIRST, StoredRow

LOG = logging.getLogger(__name__)
MAX_BATCH = 256  # rows in a transaction
FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.02, 1.0  # doubled after each failure

HEADS = (
    sa.select(GAME_TABLE.c.id, GAME_TABLE.c.head)
    .where(GAME_TABLE.c.id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(GAME_TABLE.c.id)
    .with_for_update(key_share=True)  # PostgreSQL: prevents deletion; always in the same order, so no deadlock
)
MARKS = sa.select(ROW.c.table_id, ROW.c.mark).where(
    sa.tuple_(ROW.c.table_id, ROW.c.seq).in_(sa.bindparam("keys", expanding=True))
)
MOVE_ON = (
    sa.update(GAME_TABLE)
    .where(GAME_TABLE.c.id == sa.bindparam("table"))
    .values({name: sa.bindparam(f"new_{name}") for name in ("head", "touched", "wake_at", "public", "started", "summary")})
)


@dataclass(slots=True)
class _Waiting:
    """An append that waits or is in progress, its JSON already encoded."""

    row: StoredRow
    card: Card
    aside: str | None
    summary: str | None
    outcome: asyncio.Future[Outcome]
    mark: bytes = field(default_factory=lambda: secrets.token_bytes(12))

    def as_new_table(self) -> dict[str, object]:
        created = {"id": self.row.table, "head": 0, "created": self.row.at, "touched": self.row.at, "archived": False}
        return created | {"public": False, "started": False, "summary": "{}"}

    def as_row(self) -> dict[str, object]:
        row = self.row
        values = {"table_id": row.table, "seq": row.seq, "body": row.body, "hash": row.hash, "by": row.by, "at": row.at}
        return values | {"aside": self.aside, "mark": self.mark}

    def as_move(self) -> dict[str, object]:
        row, card = self.row, self.card
        values = {"table": row.table, "new_head": row.seq, "new_touched": row.at, "new_wake_at": card.wake_at}
        return values | {"new_public": card.public, "new_started": card.started, "new_summary": self.summary}


class Appender:
    """Appends rows. Create it inside a running event loop. `max_batch=1` gives every row its own transaction."""

    def __init__(self, engine: AsyncEngine, timeout: float, max_batch: int = MAX_BATCH) -> None:
        self.stalled = False  # whether the last attempt failed
        self.commits = 0  # transactions with rows in them
        self._max_batch = max_batch
        self._timeout = None if is_sqlite(engine) else timeout  # a local file answers or reports a lock
        # SQLite has one writer at a time and waits by polling, so writers of this process take turns.
        self.turn: AbstractAsyncContextManager[object] = asyncio.Lock() if is_sqlite(engine) else nullcontext()
        self._attempt: Callable[[list[_Waiting], Any], set[str]] = self._attempt_in_few_statements
        if is_sqlite(engine):
            self._attempt = RowAppender(MOVE_ON).attempt
        self._insert_row = insert(engine, ROW).on_conflict_do_nothing().returning(ROW.c.table_id)
        self._insert_table = insert(engine, GAME_TABLE).on_conflict_do_nothing()
        self._writer = writer(engine)
        self._waiting: deque[_Waiting] = deque()
        self._under_way: set[str] = set()
        self._changed = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="appender")

    @property
    def running(self) -> bool:
        """Whether the task that appends rows has not ended."""
        return not self._task.done()

    def append(self, row: StoredRow, card: Card) -> asyncio.Future[Outcome]:
        """Append a row; return its outcome, which is set when it is known, however long that takes. It must not be cancelled.

        One append at a time for each table.
        """
        row.check()
        card.check()
        if self._closing:
            raise StoreError("The store is closing.")
        if row.table in self._under_way:
            raise ValueError("This table has an append under way: what follows from it is not decided yet.")
        outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(row, card, to_text(row.aside), summary_text(card.summary), outcome)
        self._under_way.add(row.table)
        self._waiting.append(waiting)
        self._changed.set()
        return outcome

    async def close(self, deadline: float) -> None:
        """Accept no more rows and settle those that wait; after `deadline` seconds report the rest as unknown."""
        self._closing = True
        self._changed.set()
        _, late = await asyncio.wait([self._task], timeout=deadline)
        if late:
            self._task.cancel()
            await asyncio.wait([self._task])
        for waiting in self._waiting:
            self._report(waiting, Outcome.UNKNOWN)
        self._waiting.clear()
        await self._writer.close()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            self._changed.clear()
            if not self._waiting:
                await self._changed.wait()
                continue
            batch = [self._waiting.popleft() for _ in range(min(self._max_batch, len(self._waiting)))]
            try:
                await self._settle(sorted(batch, key=lambda waiting: waiting.row.table))
            except asyncio.CancelledError:
                self._waiting.extend(waiting for waiting in batch if not waiting.outcome.done())
                raise

    async def _settle(self, batch: list[_Waiting]) -> None:
        """Retry until every outcome is known."""
        pause, refused = FIRST_RETRY_SECONDS, 0
        while True:
            try:
                async with self.turn, asyncio.timeout(self._timeout):
                    ours = await self._writer.do(partial(self._attempt, batch))
            except Exception as error:  # noqa: BLE001  (any error leaves the outcome unknown; a retry is idempotent because of `mark`)
                if not self.stalled:
                    LOG.warning("Appending is stalled: %s", error)
                self.stalled = True
                refused += isinstance(error, REFUSED) or not isinstance(error, DOUBTFUL)
                await self._writer.drop()
                if refused > 1:  # on a fresh connection, too
                    await self._settle_refused(batch, error)
                    return
                await asyncio.sleep(pause)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
            else:
                self.stalled = False
                self.commits += bool(ours)
                for waiting in batch:
                    self._report(waiting, Outcome.STORED if waiting.row.table in ours else Outcome.LOST)
                return

    def _attempt_in_few_statements(self, batch: list[_Waiting], connection: sa.Connection) -> set[str]:
        """Return the tables whose row is ours, if this transaction commits."""
        if new := [waiting.as_new_table() for waiting in batch if waiting.row.seq == FIRST]:
            connection.execute(self._insert_table, new)
        heads = dict(connection.execute(HEADS, {"ids": [waiting.row.table for waiting in batch]}).all())
        ours = set[str]()
        if fits := [waiting for waiting in batch if heads.get(waiting.row.table) == waiting.row.seq - 1]:
            ours = set(connection.execute(self._insert_row, [waiting.as_row() for waiting in fits]).scalars())
        if moves := [waiting.as_move() for waiting in batch if waiting.row.table in ours]:
            connection.execute(MOVE_ON, moves)
        if rest := {waiting.row.table: waiting for waiting in batch if waiting.row.table not in ours}:
            marks = connection.execute(MARKS, {"keys": [(name, waiting.row.seq) for name, waiting in rest.items()]})
            ours |= {table for table, mark in marks if mark == rest[table].mark}
        return ours

    async def _settle_refused(self, batch: list[_Waiting], error: Exception) -> None:
        """Find the row that the database rejects, and raise the error for that row only."""
        if len(batch) > 1:
            for waiting in batch:
                await self._settle([waiting])
            return
        self._under_way.discard(batch[0].row.table)
        if not batch[0].outcome.done():
            batch[0].outcome.set_exception(error)

    def _report(self, waiting: _Waiting, outcome: Outcome) -> None:
        self._under_way.discard(waiting.row.table)
        if not waiting.outcome.done():
            waiting.outcome.set_result(outcome)
