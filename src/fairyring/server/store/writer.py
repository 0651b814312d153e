"""Write connections: a unit of work is one transaction, the same code for both databases.

PostgreSQL is asked statement by statement over the network. SQLite's work is done in one go in a thread of its own: an async
driver would return to the busy event loop after each statement, and all tables would wait.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fairyring.server.store.engine import WRITES, file_engine, is_sqlite, write_connection

T = TypeVar("T")
CLOSE_SECONDS = 1.0  # for closing a connection that may be dead
Work = Callable[[sa.Connection], T]


class Writer(Protocol):
    """Connects when there is work, and again after `drop`."""

    async def do(self, work: Work[T]) -> T:
        """Run the work in one transaction. After an error it is unknown whether it was committed."""

    async def drop(self) -> None:
        """Close the connection, whatever state it is in. Never raises."""

    async def close(self) -> None:
        """Close the connection for good."""


def writer(engine: AsyncEngine) -> Writer:
    """Return the writer for an engine."""
    return FileWriter(file_engine(engine)) if is_sqlite(engine) else NetworkWriter(engine)


class NetworkWriter:
    """For PostgreSQL."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def do(self, work: Work[T]) -> T:
        if self._connection is None:
            self._connection = await write_connection(self._engine)
        async with self._connection.begin():
            return await self._connection.run_sync(work)

    async def drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            for end in (connection.invalidate, connection.close):
                with suppress(Exception):
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await end()

    async def close(self) -> None:
        await self.drop()


class FileWriter:
    """For SQLite. Cancelling a caller does not stop the work; later work waits for it."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "appender")

    async def do(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Work[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**{WRITES: True})
        with self._connection.begin():
            return work(self._connection)

    async def drop(self) -> None:
        with suppress(Exception):
            await asyncio.get_running_loop().run_in_executor(self._thread, self._drop)

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.invalidate()
            connection.close()

    async def close(self) -> None:
        await self.drop()
        self._thread.shutdown(wait=False)
        self._engine.dispose()
