"""Loading of tables: logs are folded in slices on the event loop, one at a time; states of tables at rest are cached.

A slice is a few milliseconds, so a long log delays other tables by no more than that, and a thousand tables that are
opened at once after a restart are loaded one after the other while all other tables play on.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Generator, Sequence
from dataclasses import dataclass

from fairyring.server.store import Store, StoredRow
from fairyring.tables.log.load import MALFORMED, UnreadableLog, load_steps, rows_of_game
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import OVER, TableState
from fairyring.tables.log.stored import from_store

SLICE_SECONDS = 0.004
MAX_READS = 2  # whole logs that are read at once: decoding the rows of a page takes some milliseconds, too
MAX_CACHED_STATES = 64


@dataclass(frozen=True, slots=True)
class LoadedLog:
    """A log and the state after it."""

    rows: tuple[Row, ...]
    state: TableState


class TableLoader:
    """Loads logs. Create it inside a running event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Lock()  # with several at once, each turn of the event loop would run a slice of all of them
        self._reads = asyncio.Semaphore(MAX_READS)
        self._cached: OrderedDict[tuple[str, int, int], TableState] = OrderedDict()  # by table, head and game (0: the newest)
        self._under_way: dict[tuple[str, int, int], asyncio.Task[TableState | None]] = {}
        self.folds = 0  # logs folded so far

    async def state(self, table: str, game: int = 0) -> TableState | None:
        """Return the state of a table, now or at the end of its n-th game; None if there is no such table or game.

        Concurrent callers share one load, and a state is cached until the log grows. Raises UnreadableLog, StoreError.
        """
        head = (await self._store.heads([table])).get(table)
        if head is None:
            return None
        key = (table, head, game)
        if key in self._cached:
            self._cached.move_to_end(key)
            return self._cached[key]
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._load(key), name="load")
            task.add_done_callback(lambda task: self._done(key, task))
        return await asyncio.shield(task)  # a cancelled caller must not cancel the load of others

    def _done(self, key: tuple[str, int, int], task: asyncio.Task[TableState | None]) -> None:
        self._under_way.pop(key, None)
        if not task.cancelled() and task.exception() is None and (state := task.result()) is not None:
            self._cached[key] = state
            while len(self._cached) > MAX_CACHED_STATES:
                self._cached.popitem(last=False)

    async def _load(self, key: tuple[str, int, int]) -> TableState | None:
        table, head, game = key
        stored = (await self.read(table))[:head]
        if not stored:
            return None
        state = (await self.fold(stored, game)).state
        return state if game in (0, state.n) and (not game or state.phase == OVER) else None

    async def read(self, table: str) -> list[StoredRow]:
        """Return all rows of a table, after those who asked before. Raises StoreError and errors of the database."""
        async with self._reads:
            return await self._store.rows(table)

    async def fold(self, stored: Sequence[StoredRow], game: int = 0) -> LoadedLog:
        """Return the log of a table and the state after it, or at the end of its n-th game. Raises UnreadableLog."""
        async with self._turn:
            self.folds += 1
            steps = _decode_and_fold(stored, game)
            while True:
                end = time.perf_counter() + SLICE_SECONDS
                try:
                    next(steps)
                    while time.perf_counter() < end:
                        next(steps)
                except StopIteration as stop:
                    loaded: LoadedLog = stop.value
                    return loaded
                await asyncio.sleep(0)

    async def close(self) -> None:
        for task in list(self._under_way.values()):
            task.cancel()


def _decode_and_fold(stored: Sequence[StoredRow], game: int) -> Generator[None, None, LoadedLog]:
    rows: list[Row] = []
    for row in stored:
        try:
            rows.append(from_store(row))
        except MALFORMED as error:
            raise UnreadableLog("corrupt", row.seq, f"not decodable: {type(error).__name__}") from error
        yield
    state = yield from load_steps(rows_of_game(rows, game) if game else rows)
    return LoadedLog(tuple(rows), state)
