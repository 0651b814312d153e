"""Migration of a database to the version of this program. Safe when several processes start at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.server.store.engine import is_sqlite, writing
from fairyring.server.store.errors import NewerDatabase
from fairyring.server.store.schema import VERSION_TABLE

SCRIPTS = Path(__file__).parent / "migrations"
LOCKED_SECONDS = 30.0  # waiting for another process that migrates the same SQLite file
RETRY_SECONDS = 0.05
LOCK = 0x6661697279  # PostgreSQL advisory lock, held while migrating; for SQLite the write lock suffices


async def migrate(engine: AsyncEngine, scripts: Path = SCRIPTS) -> None:
    """Migrate in one transaction; raise NewerDatabase if the database is of a later version."""
    deadline = time.monotonic() + LOCKED_SECONDS
    while True:
        try:
            return await _migrate_once(engine, scripts)
        except OperationalError as error:
            # SQLite's own waiting does not cover the change to WAL mode of a file that others have just created.
            if not is_sqlite(engine) or "locked" not in str(error) or time.monotonic() > deadline:
                raise
        await asyncio.sleep(RETRY_SECONDS)


async def _migrate_once(engine: AsyncEngine, scripts: Path) -> None:
    async with writing(engine) as connection:
        if not is_sqlite(engine):
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        await connection.run_sync(_upgrade, scripts)


def _upgrade(connection: sa.Connection, scripts: Path) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    known = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    current = set(context.get_current_heads())
    if unknown := current - {script.revision for script in known.walk_revisions()}:
        raise NewerDatabase(
            f"This database belongs to a newer Fairyring (its version is {', '.join(sorted(unknown))}, "
            f"this program knows {known.get_current_head()}): start that one, or restore a backup."
        )
    if current != set(known.get_heads()):
        command.upgrade(config, "head")
