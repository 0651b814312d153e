"""Concurrent writers: one wins, the others lose; waiting rows are group-committed."""

from __future__ import annotations

import asyncio
import random
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

from fairyring.server.store import Outcome, Store
from tests.paths import ROOT
from tests.server.conftest import KILLS, Database
from tests.server.support.chains import CARD, check_logs, keys, row, write, write_on
from tests.server.support.hammer import TABLES
from tests.server.support.services import Postgres


async def test_store_append_of_the_same_seq_has_one_winner(database: Database) -> None:
    tables = [f"t{number}" for number in range(40)]
    async with await Store.open(database.url) as ours, await Store.open(database.url) as theirs:
        appends = [store.append(row(table), CARD) for table in tables for store in (ours, theirs)]
        outcomes = await asyncio.gather(*appends)
        for pair in zip(outcomes[::2], outcomes[1::2], strict=True):
            assert sorted(pair, key=str) == [Outcome.LOST, Outcome.STORED]
        assert await check_logs(ours, tables, []) == 40


async def test_store_append_by_three_writers_keeps_the_chain(database: Database) -> None:
    tables = [f"t{number}" for number in range(8)]
    stores = [await Store.open(database.url) for _ in range(3)]
    wrote = await asyncio.gather(*(write_on(store, table, 8) for table in tables for store in stores))
    acked = [key for rows in wrote for key in keys(rows)]
    assert await check_logs(stores[0], tables, acked) == len(acked) == 8 * 3 * 8
    for store in stores:
        await store.close()


async def test_store_append_after_a_pause_loses(database: Database) -> None:
    async with await Store.open(database.url) as sleeper, await Store.open(database.url) as other:
        (first,) = await write(sleeper, "a", 1)
        acked = await write_on(other, "a", 5)
        assert await sleeper.append(row("a", first), CARD) is Outcome.LOST
        acked += await write_on(sleeper, "a", 1)
        assert await check_logs(other, ["a"], keys([first, *acked])) == 7


async def test_store_delete_races_with_appends(database: Database) -> None:
    names = [f"t{number}" for number in range(20)]
    async with await Store.open(database.url) as store, await Store.open(database.url) as janitor:
        last = dict(
            zip(names, [rows[-1] for rows in await asyncio.gather(*(write(store, name, 3) for name in names))], strict=True)
        )
        outcomes, deleted = await asyncio.gather(
            asyncio.gather(*(store.append(row(name, last[name], at=9000), CARD) for name in names)),
            janitor.delete_unstarted(before=5000),
        )
        winners = [name for name, outcome in zip(names, outcomes, strict=True) if outcome is Outcome.STORED]
        assert set(winners).isdisjoint(deleted)
        assert await check_logs(store, names, []) == 4 * len(winners)


async def test_store_delete_waits_for_an_append(postgres: Postgres, postgres_database: Database) -> None:
    async with await Store.open(postgres_database.url) as store, await Store.open(postgres_database.url) as janitor:
        (first,) = await write(store, "a", 1)
        slow = "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$"
        trigger = "CREATE TRIGGER slow BEFORE INSERT ON row FOR EACH ROW EXECUTE FUNCTION slow()"
        await postgres.run(slow, trigger, name=postgres_database.name)
        under_way = asyncio.create_task(store.append(row("a", first, at=9000), CARD))
        await asyncio.sleep(0.4)
        assert await janitor.delete_unstarted(before=5000) == []
        assert not under_way.done()
        assert await under_way is Outcome.STORED
        assert await check_logs(store, ["a"], keys([first])) == 2


async def test_store_group_commit_in_sqlite(sqlite_database: Database) -> None:
    async with await Store.open(sqlite_database.url) as store:
        wal = Path(f"{sqlite_database.name}-wal")
        before = commits_in(wal)
        await asyncio.gather(*(write(store, f"t{number}", 3) for number in range(100)))
        assert (commits_in(wal) - before, store.commits) == (3, 3)


def commits_in(wal: Path) -> int:
    """Frames of SQLite's write-ahead log that end a transaction: those that state the size of the database."""
    data = wal.read_bytes() if wal.exists() else b""
    page = struct.unpack_from(">I", data, 8)[0] if data else 0
    return sum(struct.unpack_from(">I", data, at + 4)[0] > 0 for at in range(32, len(data), 24 + page))


async def test_store_group_commit_in_postgres(postgres: Postgres, postgres_database: Database) -> None:
    async with await Store.open(postgres_database.url) as store:
        await asyncio.gather(*(write(store, f"t{number}", 3) for number in range(100)))
        counts = await postgres.run("SELECT count(DISTINCT xmin::text), count(*) FROM row", name=postgres_database.name)
        assert (counts, store.commits) == ([(3, 300)], 3)
    async with await Store.open(postgres_database.url, max_batch=1) as store:  # the same without group commit
        await asyncio.gather(*(write(store, f"u{number}", 3) for number in range(10)))
        assert store.commits == 30


def start_hammer(url: str, acks: Path) -> subprocess.Popen[bytes]:
    with acks.open("wb") as file:
        return subprocess.Popen([sys.executable, "-m", "tests.server.support.hammer", url], cwd=ROOT, stdout=file)


def read_acks(acks: Path) -> list[tuple[str, int, bytes]]:
    lines = acks.read_text().split("\n")[:-1]  # the last one is empty, or was cut off by the kill
    return [(table, int(seq), bytes.fromhex(digest)) for table, seq, digest in map(str.split, lines)]


async def test_store_killed_writers_write_each_row_once(database: Database, tmp_path: Path) -> None:
    """Two processes append to the same tables; one is killed in mid-air and the other goes on, again and again."""
    chance = random.Random(1)
    killed_under_load = 0
    old = start_hammer(database.url, tmp_path / "acks0")
    for number in range(1, KILLS + 1):
        new = start_hammer(database.url, tmp_path / f"acks{number}")
        wait_for_acks(new, tmp_path / f"acks{number}")
        time.sleep(chance.uniform(0, 0.2))
        killed_under_load += old.poll() is None
        old.send_signal(signal.SIGKILL)
        old.wait()
        old = new
    old.kill()
    old.wait()
    acked = [ack for acks in sorted(tmp_path.glob("acks*")) for ack in read_acks(acks)]
    assert len(acked) == len(set(acked))
    assert killed_under_load == KILLS
    async with await Store.open(database.url) as store:
        rows = await check_logs(store, TABLES, acked)
    print(f"{database.kind}: {KILLS + 1} kills, {len(acked)} acknowledged, {rows} rows, {rows - len(acked)} stored but unheard")
    assert len(acked) <= rows <= len(acked) + (KILLS + 1) * len(TABLES)


def wait_for_acks(process: subprocess.Popen[bytes], acks: Path) -> None:
    end = time.monotonic() + 60
    while not acks.stat().st_size:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)
