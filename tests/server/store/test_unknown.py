"""Unknown outcomes: whatever fails around an append, the row is stored once or lost, and never reported as failed."""

from __future__ import annotations

import asyncio
import resource
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from fairyring.server.store import Outcome, Store, StoreError
from tests.server.conftest import Database
from tests.server.support.chains import CARD, check_logs, keys, row, write, write_on
from tests.server.support.proxy import AFTER, BEFORE, SILENT, Proxy
from tests.server.support.services import Postgres


async def until_stalled(store: Store) -> None:
    async with asyncio.timeout(200):
        while not store.stalled:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("fault", [BEFORE, AFTER, SILENT])
async def test_store_append_survives_a_lost_connection_around_the_commit(
    postgres: Postgres, postgres_database: Database, folder: Path, fault: str
) -> None:
    async with (
        Proxy(postgres.socket, folder) as proxy,
        await Store.open(postgres.url(postgres_database.name, folder), timeout=0.5) as store,
    ):
        (entry,) = await write(store, "a", 1)
        proxy.fault = fault
        two = row("a", entry)
        assert await store.append(two, CARD) is Outcome.STORED
        assert proxy.struck.is_set()
        assert await store.append(row("a", two), CARD) is Outcome.STORED
        assert await check_logs(store, ["a"], keys([entry, two])) == 3
        counts = await postgres.run("SELECT count(DISTINCT xmin::text) FROM row", name=postgres_database.name)
        assert counts == [(3,)]


@pytest.mark.parametrize("fault", [BEFORE, AFTER])
async def test_store_append_loses_when_another_process_wrote_meanwhile(
    postgres: Postgres, postgres_database: Database, folder: Path, fault: str
) -> None:
    async with (
        await Store.open(postgres_database.url) as other,
        Proxy(postgres.socket, folder) as proxy,
        await Store.open(postgres.url(postgres_database.name, folder), timeout=0.5) as store,
    ):
        (entry,) = await write(store, "a", 1)
        proxy.fault, proxy.shut = fault, True
        mine, others = row("a", entry), row("a", entry)
        under_way = asyncio.create_task(store.append(mine, CARD))
        await proxy.struck.wait()
        theirs = await other.append(others, CARD)
        await until_stalled(store)
        assert not under_way.done()
        proxy.shut = False
        ours = await under_way
        assert (ours, theirs) == ((Outcome.LOST, Outcome.STORED) if fault == BEFORE else (Outcome.STORED, Outcome.LOST))
        assert not store.stalled
        assert await check_logs(other, ["a"], keys([entry, others if fault == BEFORE else mine])) == 2


class Load:
    """Ten tables that append without a pause until told to stop; what was acknowledged."""

    def __init__(self, store: Store) -> None:
        self.tables = [f"t{number}" for number in range(10)]
        self.store, self.going = store, True
        self.acked: list[tuple[str, int, bytes]] = []
        self._all = asyncio.gather(*map(self._one, self.tables))

    async def _one(self, table: str) -> None:
        while self.going:
            self.acked += keys(await write_on(self.store, table, 3))

    async def check(self) -> None:
        self.going = False
        await self._all
        assert await check_logs(self.store, self.tables, self.acked) == len(self.acked) >= 30


async def test_store_append_survives_killed_connections(postgres: Postgres, postgres_database: Database) -> None:
    async with await Store.open(postgres_database.url, timeout=2.0) as store:
        load, killed = Load(store), 0
        kill = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{postgres_database.name}'"  # noqa: S608
        while killed < 10 or len(load.acked) < 100:
            before = len(load.acked)
            killed += len(await postgres.run(f"{kill} AND application_name = 'fairyring'"))
            while len(load.acked) == before:  # on a slow machine nobody would come through between two kills
                await asyncio.sleep(0.01)
        await load.check()


async def test_store_append_survives_a_crash_of_postgres() -> None:
    postgres = Postgres()
    await postgres.run("SELECT 1")  # it is up
    try:
        async with await Store.open(postgres.url(), timeout=2.0) as store:
            load = Load(store)
            for number in range(2):
                await asyncio.sleep(0.15)
                await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
                append = asyncio.create_task(store.append(row(f"down{number}"), CARD))  # the load may be reading just now
                await until_stalled(store)
                await asyncio.to_thread(postgres.start)
                await postgres.run("SELECT 1")
                assert await append is Outcome.STORED
            await load.check()
    finally:
        postgres.remove()


async def test_store_append_waits_for_a_locked_sqlite_file(sqlite_database: Database) -> None:
    async with await Store.open(sqlite_database.url) as store:
        (entry,) = await write(store, "a", 1)
        with closing(sqlite3.connect(sqlite_database.name, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            under_way = asyncio.create_task(store.append(row("a", entry), CARD))
            await until_stalled(store)
            assert await store.rows("a") == [entry]  # reading goes on
            assert not under_way.done()
            other.execute("COMMIT")
        assert await under_way is Outcome.STORED
        assert not store.stalled
        assert await check_logs(store, ["a"], keys([entry])) == 2


async def test_store_append_waits_while_the_disk_is_full(sqlite_database: Database) -> None:
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    async with await Store.open(sqlite_database.url) as store:
        (entry,) = await write(store, "a", 1)
        two = row("a", entry, text="x" * 400_000)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limit[1]))  # the system refuses larger files
            under_way = asyncio.create_task(store.append(two, CARD))
            await until_stalled(store)
            await asyncio.sleep(0.3)
            assert not under_way.done()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        assert await under_way is Outcome.STORED
        assert await check_logs(store, ["a"], keys([entry, two])) == 2


async def test_store_close_settles_waiting_appends(database: Database) -> None:
    store = await Store.open(database.url, max_batch=3)
    tasks = [asyncio.create_task(store.append(row(f"t{number}"), CARD)) for number in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*tasks) == [Outcome.STORED] * 20
    with pytest.raises(StoreError, match="closing"):
        await store.append(row("late"), CARD)


async def test_store_close_reports_unknown_outcomes(sqlite_database: Database) -> None:
    store = await Store.open(sqlite_database.url)
    with closing(sqlite3.connect(sqlite_database.name, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        tasks = [asyncio.create_task(store.append(row(f"t{number}"), CARD)) for number in range(5)]
        await until_stalled(store)
        await store.close(deadline=0.1)
        assert await asyncio.gather(*tasks) == [Outcome.UNKNOWN] * 5


async def test_store_append_continues_when_the_caller_is_cancelled(database: Database) -> None:
    async with await Store.open(database.url) as store:
        waiting = asyncio.create_task(store.append(row("a"), CARD))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(ValueError, match="has an append under way"):
            await store.append(row("a"), CARD)
        assert await store.append(row("b"), CARD) is Outcome.STORED
        assert len(await store.rows("a")) == 1
        assert await store.append(row("a", (await store.rows("a"))[0]), CARD) is Outcome.STORED


async def test_store_append_isolates_a_row_that_the_database_rejects(database: Database, postgres: Postgres) -> None:
    async with await Store.open(database.url) as store:
        (first,) = await write(store, "t3", 1)
        if database.kind == "sqlite":
            with closing(sqlite3.connect(database.name)) as other:
                when = "BEFORE INSERT ON row WHEN new.body = CAST('poison' AS BLOB)"
                other.execute(f"CREATE TRIGGER no_poison {when} BEGIN SELECT RAISE(ABORT, 'poison'); END")
        else:
            await postgres.run("ALTER TABLE row ADD CHECK (body <> 'poison')", name=database.name)
        rows = [row(f"t{number}") for number in range(3)] + [row("t3", first, text="poison")]
        outcomes = await asyncio.gather(*(store.append(entry, CARD) for entry in rows), return_exceptions=True)
        assert outcomes[:3] == [Outcome.STORED] * 3
        assert isinstance(outcomes[3], sa.exc.IntegrityError)
        assert await store.append(row("t3", first), CARD) is Outcome.STORED
