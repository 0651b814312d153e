"""Database engines for SQLite and PostgreSQL, configured for the same durability: a commit is on the disk."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from fairyring.core.extras import import_extra
from fairyring.server.store.errors import StoreError

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
SQLITE_BUSY_SECONDS = 2.0  # waiting for another process's transaction; then the attempt fails
PRAGMAS = {"journal_mode": "wal", "synchronous": "full", "secure_delete": "on"}  # secure_delete overwrites deleted data
# Errors are logged, so they must not show parameters: names and secrets are among them.
SQLITE: dict[str, Any] = {"hide_parameters": True, "connect_args": {"timeout": SQLITE_BUSY_SECONDS, "isolation_level": None}}
POSTGRES = {
    "application_name": "fairyring",
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "10s",  # limits the locks of a process that died
}
WRITES = "fairyring_writes"  # execution option of connections that write


def full_url(text: str) -> sa.URL:
    """Return the URL `sqlite:///PATH` or `postgresql://USER@HOST/NAME` with the driver that we use; raise StoreError."""
    try:
        url = sa.make_url(text)
        kind = url.get_backend_name()
    except ArgumentError:
        kind = ""
    if kind not in DRIVERS or (kind == "sqlite" and url.database in {None, "", ":memory:"}):
        raise StoreError("The database must be given as sqlite:///PATH or postgresql://USER@HOST/NAME.")
    return url.set(drivername=DRIVERS[kind])


def _require_driver(url: sa.URL) -> None:
    """Raise MissingExtra if the driver of PostgreSQL is not installed."""
    if url.get_backend_name() == "postgresql":
        import_extra("asyncpg")


def connect_to(text: str) -> AsyncEngine:
    """Return an engine for a URL, without connecting yet; raise StoreError."""
    url = full_url(text)
    _require_driver(url)
    if url.get_backend_name() == "postgresql":
        return create_async_engine(
            url, hide_parameters=True, pool_pre_ping=True, pool_size=5,
            connect_args={"timeout": 5, "server_settings": POSTGRES},
        )  # fmt: skip
    engine = create_async_engine(url, **SQLITE)
    _prepare(engine.sync_engine)
    return engine


def file_engine(engine: AsyncEngine) -> sa.Engine:
    """Return a synchronous engine for the same SQLite file, for a thread that may block."""
    file = sa.create_engine(engine.url.set(drivername="sqlite"), **SQLITE)
    _prepare(file)
    return file


def _prepare(engine: sa.Engine) -> None:
    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {pragma} = {value}")
        cursor.close()

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def is_sqlite(engine: AsyncEngine) -> bool:
    return engine.dialect.name == "sqlite"


def sqlite_file(engine: AsyncEngine) -> Path:
    return Path(engine.url.database or "")


def insert(engine: AsyncEngine, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """Return an INSERT that supports ON CONFLICT, which both databases have with the same meaning."""
    return sqlite.insert(table) if is_sqlite(engine) else postgresql.insert(table)


async def write_connection(engine: AsyncEngine) -> AsyncConnection:
    """Return a connection whose transactions take SQLite's write lock at once, instead of failing at the first write."""
    connection = await engine.connect()
    return await connection.execution_options(**{WRITES: True})


@asynccontextmanager
async def writing(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that writes."""
    connection = await write_connection(engine)
    try:
        async with connection.begin():
            yield connection
    finally:
        await connection.close()
