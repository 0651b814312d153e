"""Write connections: a unit of work is one transaction.

PostgreSQL is asked statement by statement over the network. SQLite's work is done in one go in a thread of its own: an async
driver would return to the busy event loop after each statement, and all tables would wait. It gets the driver's connection.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy import exc
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fairyring.server.store.engine import file_engine, is_sqlite, write_connection

T = TypeVar("T")
CLOSE_SECONDS = 1.0  # for closing a connection that may be dead
Work = Callable[[Any], T]  # its argument is a connection: SQLAlchemy's for PostgreSQL, the driver's for SQLite


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


def _wrapped(error: sqlite3.Error) -> Exception:
    """Return an error of SQLite's driver as SQLAlchemy raises it, as for all other access to the database."""
    kind: type[exc.DBAPIError] = getattr(exc, type(error).__name__, exc.DBAPIError)
    return kind(None, None, error, hide_parameters=True)


class FileWriter:
    """For SQLite. Cancelling a caller does not stop the work; later work waits for it."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: sa.PoolProxiedConnection | None = None
        self._thread = ThreadPoolExecutor(1, "appender")

    async def do(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Work[T]) -> T:
        if self._connection is None:
            self._connection = self._engine.raw_connection()
        connection: Any = self._connection.driver_connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            done = work(connection)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            connection.rollback()
            raise _wrapped(error) from error
        except BaseException:
            connection.rollback()
            raise
        return done

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
