"""Migrations: new, old and newer databases."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from fairyring.server.store import NewerDatabase, Store
from fairyring.server.store.engine import SQLITE_BUSY_SECONDS, connect_to
from fairyring.server.store.migrate import SCRIPTS, migrate
from fairyring.server.store.schema import METADATA, VERSION_TABLE
from tests.server.conftest import Database
from tests.server.support.chains import check_logs, keys, write

LATER = '''
"""A version of the future: tables have a colour."""
import sqlalchemy as sa
from alembic import op
revision = "9999"
down_revision = "{last}"
def upgrade() -> None:
    with op.batch_alter_table("game_table") as table:
        table.add_column(sa.Column("colour", sa.Text, nullable=False, server_default="green"))
'''


async def test_migrations_lead_to_the_schema(database: Database) -> None:
    engine = connect_to(database.url)
    await migrate(engine)
    await migrate(engine)  # nothing to do

    def differences(connection: sa.Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        return list(compare_metadata(context, METADATA))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_migrations_by_several_processes_at_once(database: Database) -> None:
    stores = await asyncio.gather(*(Store.open(database.url) for _ in range(4)))
    await asyncio.gather(*(write(store, f"t{number}", 1) for number, store in enumerate(stores)))
    for store in stores:
        await store.close()


async def test_migrations_wait_for_a_locked_sqlite_file(sqlite_database: Database) -> None:
    with closing(sqlite3.connect(sqlite_database.name, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        opening = asyncio.create_task(Store.open(sqlite_database.url))
        await asyncio.sleep(SQLITE_BUSY_SECONDS + 0.5)  # SQLite itself waits no longer
        other.execute("COMMIT")
    await (await opening).close()


async def test_migrations_keep_data_and_refuse_a_newer_database(database: Database, tmp_path: Path) -> None:
    async with await Store.open(database.url) as store:  # today's program, soon the older one
        rows = await write(store, "a", 3)
    scripts = tmp_path / "100% later"
    shutil.copytree(SCRIPTS, scripts)
    last = max(file.name for file in scripts.glob("versions/v*.py"))[1:5]
    (scripts / "versions" / "v9999_colours.py").write_text(LATER.format(last=last))
    engine = connect_to(database.url)
    await migrate(engine, scripts)
    async with engine.connect() as connection:
        assert (await connection.execute(sa.text("SELECT id, head, colour FROM game_table"))).all() == [("a", 3, "green")]
        assert (await connection.execute(sa.text("SELECT count(*) FROM row"))).scalar() == len(rows)
    with pytest.raises(NewerDatabase, match=r"^This database belongs to a newer Fairyring \(its version is 9999, [^.]*\.$"):
        await Store.open(database.url)
    await engine.dispose()


async def test_migrations_roll_back_on_failure(database: Database, tmp_path: Path) -> None:
    async with await Store.open(database.url) as store:
        rows = await write(store, "a", 3)
    scripts = tmp_path / "broken"
    shutil.copytree(SCRIPTS, scripts)
    last = max(file.name for file in scripts.glob("versions/v*.py"))[1:5]
    (scripts / "versions" / "v9999_broken.py").write_text(LATER.format(last=last) + "    raise OSError('the power fails')\n")
    engine = connect_to(database.url)
    with pytest.raises(OSError, match="power"):
        await migrate(engine, scripts)
    await engine.dispose()
    async with await Store.open(database.url) as store:
        assert await check_logs(store, ["a"], keys(rows)) == 3
