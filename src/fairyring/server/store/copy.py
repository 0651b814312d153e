"""Backup and restore: one SQLite file, from and to either kind of database."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.core.files import publish
from fairyring.server.store.engine import connect_to, is_sqlite, sqlite_file, writing
from fairyring.server.store.errors import StoreError
from fairyring.server.store.migrate import migrate
from fairyring.server.store.schema import GAME_TABLE, METADATA

ROWS_PER_INSERT = 500


async def back_up(engine: AsyncEngine, path: Path) -> None:
    """Write a consistent snapshot of the whole database. The file gets its name only when it is complete and synced."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    if is_sqlite(engine):
        await asyncio.to_thread(_copy_file, sqlite_file(engine), part)
    else:
        target = connect_to(f"sqlite:///{part}")
        try:
            await migrate(target)
            await _copy_rows(engine, target)
        finally:
            await target.dispose()
    await asyncio.to_thread(_finish, part, path)


async def restore(backup: Path, url: str) -> None:
    """Copy a backup, of this or an older version, into an empty database; raise StoreError."""
    if not backup.is_file():
        raise StoreError(f"There is no backup {backup}.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        await asyncio.to_thread(shutil.copyfile, backup, copy)
        source, target = connect_to(f"sqlite:///{copy}"), connect_to(url)
        try:
            if is_sqlite(target):
                sqlite_file(target).touch(mode=0o600)
            await migrate(source)
            await migrate(target)
            await _copy_rows(source, target)
        finally:
            await source.dispose()
            await target.dispose()


async def _copy_rows(source: AsyncEngine, target: AsyncEngine) -> None:
    async with source.connect() as reader, writing(target) as writer:
        if not is_sqlite(source):
            await reader.execution_options(isolation_level="REPEATABLE READ")  # a consistent snapshot
        if (await writer.execute(sa.select(GAME_TABLE.c.id).limit(1))).first():
            raise StoreError("A backup is restored into an empty database, and this one has tables.")
        for table in METADATA.sorted_tables:
            result = await reader.stream(sa.select(table))
            async for part in result.mappings().partitions(ROWS_PER_INSERT):
                await writer.execute(sa.insert(table), [dict(row) for row in part])


def _copy_file(source: Path, target: Path) -> None:
    """Copy in one step: in WAL mode readers do not block, and a copy in steps would start again after each commit."""
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _finish(part: Path, path: Path) -> None:
    with part.open("rb") as file:
        os.fsync(file.fileno())
    publish(part, path, durable=True)
