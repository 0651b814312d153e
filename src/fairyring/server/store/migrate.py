"""Bring a database to the version of this program, whichever of several processes comes first."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.server.store.engine import is_sqlite, writing
from fairyring.server.store.errors import NewerDatabase
from fairyring.server.store.schema import VERSION_TABLE

SCRIPTS = Path(__file__).parent / "migrations"
LOCK = 0x6661697279  # PostgreSQL's advisory lock of whoever migrates; SQLite has its write lock


async def migrate(engine: AsyncEngine, scripts: Path = SCRIPTS) -> None:
    """All of it in one transaction: a database is never half migrated."""
    async with writing(engine) as connection:
        if not is_sqlite(engine):
            await connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
        await connection.run_sync(_upgrade, scripts)


def _upgrade(connection: sa.Connection, scripts: Path) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    ours = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    found = set(context.get_current_heads())
    if unknown := found - {script.revision for script in ours.walk_revisions()}:
        raise NewerDatabase(
            f"This database belongs to a newer Fairyring (its version is {', '.join(sorted(unknown))}, "
            f"this program knows {ours.get_current_head()}): start that one, or restore a backup."
        )
    if found != set(ours.get_heads()):
        command.upgrade(config, "head")
