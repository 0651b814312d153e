"""A connection that only writes: a piece of work is one transaction, and the same text for both databases.

PostgreSQL is asked over the network, statement by statement. SQLite is a file: its work is done in one go in a thread of its
own. A driver that goes to and fro for each statement would wait in a busy event loop each time, and all tables with it.
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
LONGEST = 1.0  # seconds to let go of a connection that may be dead
Work = Callable[[sa.Connection], T]


class Writer(Protocol):
    """Connects when there is work, and again after `drop`."""

    async def do(self, work: Work[T]) -> T:
        """All of it, or nothing, is in the database afterwards; after an error nobody knows which."""

    async def drop(self) -> None:
        """Let go of the connection, whatever state it is in. Never fails."""

    async def close(self) -> None:
        """Drop it for good."""


def writer(engine: AsyncEngine) -> Writer:
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
                    async with asyncio.timeout(LONGEST):
                        await end()

    async def close(self) -> None:
        await self.drop()


class FileWriter:
    """For SQLite. Whoever stops waiting does not stop the work; what comes next comes after it."""

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
