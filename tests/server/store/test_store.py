"""Operations of the store, on both databases."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fairyring.server.store import Card, Outcome, Store, StoredRow, StoredTable, StoreError, engine, restore
from tests.server.conftest import Database
from tests.server.support.chains import CARD, check_logs, keys, row, write
from tests.server.support.services import Postgres


async def test_store_rows_are_returned_unchanged_from_any_seq(database: Database) -> None:
    async with await Store.open(database.url) as store:
        first = StoredRow(
            "k3m9", 1, bytes(range(256)), b"\0" * 32, "1", 1_700_000_000_000, {"1": {"name": "Zoë\0🦊", "device": "9f"}}
        )
        second = StoredRow("k3m9", 2, b"", b"\xff" * 32, "clock", -5)
        assert await store.append(first, CARD) is Outcome.STORED
        assert await store.append(second, CARD) is Outcome.STORED
        assert await store.rows("k3m9") == [first, second]
        assert await store.rows("k3m9", since=2) == [second]
        assert await store.rows("k3m9", since=3) == []
        assert await store.rows("other") == []
    async with await Store.open(database.url) as store:
        assert await store.rows("k3m9") == [first, second]


async def test_store_append_creates_the_table_and_replaces_its_card(database: Database) -> None:
    async with await Store.open(database.url) as store:
        assert await store.find("a") is None
        entry = row("a", at=1000)
        await store.append(entry, Card(wake_at=5000, public=True, summary={"phase": "gathering", "seats": [1, None]}))
        card = Card(wake_at=5000, public=True, summary={"phase": "gathering", "seats": [1, None]})
        assert await store.find("a") == StoredTable("a", 1, 1000, 1000, archived=False, card=card)
        await store.append(row("a", entry, at=2000), Card(started=True))
        assert await store.find("a") == StoredTable("a", 2, 1000, 2000, archived=False, card=Card(started=True))
        await write(store, "b", 3)
        assert await store.heads(["a", "b", "c", *(f"none{n}" for n in range(1200))]) == {"a": 2, "b": 3}


async def test_store_append_with_a_wrong_seq_is_rejected(database: Database) -> None:
    async with await Store.open(database.url) as store:
        first, second = await write(store, "a", 2)
        before = await store.find("a")
        assert await store.append(row("a", first, at=9), Card(wake_at=1)) is Outcome.LOST
        assert await store.append(row("a"), Card(wake_at=1)) is Outcome.LOST
        assert await store.append(row("a", row("a", second)), Card(wake_at=1)) is Outcome.LOST  # would leave a gap
        assert await store.append(row("b", first), Card(wake_at=1)) is Outcome.LOST
        assert (await store.find("a"), await store.find("b")) == (before, None)
        assert await check_logs(store, ["a", "b"], keys([first, second])) == 2


async def test_store_append_of_equal_rows_by_two_writers_has_one_winner(database: Database) -> None:
    """“Guest 5 came” is the same body for two people; only one of their tokens is in the log."""
    async with await Store.open(database.url) as store, await Store.open(database.url) as other:
        ann = row("a", text="guest 1 came", aside={"1": {"device": "ann's"}})
        bo = row("a", text="guest 1 came", aside={"1": {"device": "bo's"}})
        assert ann.hash == bo.hash
        assert await store.append(ann, CARD) is Outcome.STORED
        assert await other.append(bo, CARD) is Outcome.LOST


async def test_store_public_lists_no_archived_tables(database: Database) -> None:
    async with await Store.open(database.url) as store:
        for number, name in enumerate("abcd"):
            await write(store, name, 1, Card(public=name != "b"), at=1000 + number)
        assert [entry.table for entry in await store.public()] == ["d", "c", "a"]
        await store.archive("c")
        assert [entry.table for entry in await store.public()] == ["d", "a"]
        await store.unarchive("c", at=2000)
        assert [entry.table for entry in await store.public(limit=2)] == ["c", "d"]


async def test_store_finds_recent_tables_by_the_beginning_of_their_ids(database: Database) -> None:
    async with await Store.open(database.url) as store:
        for number, name in enumerate(("abcdezzz", "abcdez22", "abcdey77", "abcdfaaa", "abcde277", "zzzzzz77")):
            await write(store, name, 1, at=1000 + number)
        assert sorted(await store.with_prefix("abcdez", 0)) == ["abcdez22", "abcdezzz"]
        assert await store.with_prefix("abcdez", 1000) == ["abcdez22"]  # the other one is older
        assert await store.with_prefix("zzzzzz", 0) == ["zzzzzz77"]
        assert await store.with_prefix("abcde3", 0) == []
        assert len(await store.with_prefix("abcde", 0)) == 2  # at most
        await store.archive("zzzzzz77")
        assert await store.with_prefix("zzzzzz", 0) == []


async def test_store_due_finds_tables_after_a_restart(database: Database) -> None:
    async with await Store.open(database.url) as store:
        for name, wake_at in {"late": 900, "now": 1000, "later": 1001, "never": None, "asleep": 5}.items():
            await write(store, name, 2, Card(wake_at=wake_at))
        await store.archive("asleep")
    async with await Store.open(database.url) as store:
        assert [entry.table for entry in await store.due(1000)] == ["late", "now"]
        assert [entry.table for entry in await store.due(1000, limit=1)] == ["late"]


async def test_store_archives_or_deletes_untouched_tables(database: Database) -> None:
    async with await Store.open(database.url) as store:
        await write(store, "old", 2, at=100)
        await write(store, "young", 2, at=300)
        played = await write(store, "played", 2, Card(started=True), at=100)
        assert await store.delete_unstarted(before=200) == ["old"]
        assert (await store.find("old"), await store.rows("old")) == (None, [])
        assert await store.append(row("old", played[-1]), CARD) is Outcome.LOST  # whoever still had it open
        assert await store.archive_untouched(before=200) == ["played"]
        assert await store.archive_untouched(before=200) == []
        assert await store.rows("played") == played
        assert await check_logs(store, ["old", "young", "played"], keys(played)) == 4


async def test_store_forget_keeps_the_chain_valid(database: Database) -> None:
    async with await Store.open(database.url) as store:
        first = row("a", aside={"1": {"name": "Ann", "device": "9f"}, "": {"secret": "S"}})
        second = row("a", first, aside={"2": {"name": "Bo"}})
        third = row("a", second, aside={"1": {"chat": "hello"}, "2": {"chat": "oh"}})
        fourth = row("a", third, aside={"1": {"chat": "bye"}})
        for entry in (first, second, third, fourth):
            await store.append(entry, CARD)
        await write(store, "b", 1)
        assert await store.forget("a", "1", keep=["device"]) == 3
        assert await store.forget("a", "1", keep=["device"]) == 0
        asides = [entry.aside for entry in await store.rows("a")]
        assert asides == [{"1": {"device": "9f"}, "": {"secret": "S"}}, {"2": {"name": "Bo"}}, {"2": {"chat": "oh"}}, None]
        assert await store.forget("a", "1") == 1
        assert (await store.rows("a"))[0].aside == {"": {"secret": "S"}}
        assert await check_logs(store, ["a", "b"], keys([first, second, third, fourth])) == 5


async def test_store_forget_overwrites_the_file(sqlite_database: Database) -> None:
    async with await Store.open(sqlite_database.url) as store:
        for number in range(30):
            await store.append(row(f"t{number}", aside={"1": {"name": "Rumpelstiltskin" * 10}}), CARD)
        for number in range(30):
            await store.forget(f"t{number}", "1")
    assert b"Rumpelstiltskin" not in Path(sqlite_database.name).read_bytes()
    assert not Path(f"{sqlite_database.name}-wal").exists()


async def test_store_backup_under_load_restores_into_either_database(
    database: Database, tmp_path: Path, postgres: Postgres
) -> None:
    backup = tmp_path / "backup.db"
    names = [f"t{number}" for number in range(30)]
    async with await Store.open(database.url) as store:
        before = [entry for log in await asyncio.gather(*(write(store, name, 5) for name in names)) for entry in log]
        more = asyncio.gather(*(write(store, f"more{name}", 20) for name in names))
        await store.backup(backup)
        await more
        await store.backup(tmp_path / "all.db")
    assert backup.stat().st_mode & 0o777 == 0o600
    for url in (f"sqlite:///{tmp_path}/new.db", postgres.url(await postgres.new_database())):
        await restore(backup, url)
        async with await Store.open(url) as store:
            await check_logs(store, [*names, *(f"more{name}" for name in names)], keys(before))
            await write(store, "fresh", 2)
            assert (await store.find("t0")) == StoredTable("t0", 5, 1000, 1000, archived=False, card=CARD)
        with pytest.raises(StoreError, match=r"restored into an empty database"):
            await restore(backup, url)
    async with await Store.open(f"sqlite:///{tmp_path}/all.db") as store:  # a backup is a database, too
        assert await check_logs(store, [*names, *(f"more{name}" for name in names)], keys(before)) == 30 * 25


async def test_store_append_rejects_invalid_rows_at_once(database: Database) -> None:
    async with await Store.open(database.url) as store:
        for bad in (
            StoredRow("a b", 1, b"", b"", "1", 0),
            StoredRow("a", 0, b"", b"", "1", 0),
            StoredRow("a", 1, b"", b"", "\0", 0),
        ):
            with pytest.raises(ValueError, match=r"must be|out of bounds"):
                await store.append(bad, CARD)
        with pytest.raises(ValueError, match="out of bounds"):
            await store.append(StoredRow("a", 1, b"", b"", "1", 2**63), CARD)
        with pytest.raises(ValueError, match="at most"):
            await store.append(StoredRow("a", 1, bytes(4_000_001), b"", "1", 0), CARD)
        with pytest.raises(ValueError, match="out of bounds"):
            await store.append(row("a"), Card(wake_at=2**63))
        with pytest.raises(ValueError, match="JSON compliant"):
            await store.append(row("a", aside={"1": {"x": float("nan")}}), CARD)
        assert await store.append(row("a"), CARD) is Outcome.STORED


@pytest.mark.parametrize("url", ["", "tables.db", "sqlite://", "sqlite:///:memory:", "mysql://localhost/tables"])
async def test_store_open_refuses_other_databases(url: str) -> None:
    with pytest.raises(StoreError, match=r"^The database must be given as sqlite:///PATH or postgresql://USER@HOST/NAME\.$"):
        await Store.open(url)


async def test_store_open_error_hides_the_password(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database, but it is long enough to be looked at. " * 20)
    for url in (f"sqlite:///{tmp_path}/text.db", f"sqlite:///{tmp_path}/no/folder.db"):
        with pytest.raises(StoreError, match=r"^The database \S+ cannot be opened: .+[^.]\.$"):
            await Store.open(url)
    with pytest.raises(StoreError, match=r"^The database \S+:\*\*\*@/x\?\S+ cannot be opened: .+[^.]\.$"):
        await Store.open(f"postgresql://test:password@/x?host={tmp_path}")


async def test_store_maintenance_and_appends_take_turns(sqlite_database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite would make whoever comes second try again, and give up at last: here nobody has to."""
    monkeypatch.setattr(engine, "SQLITE_BUSY_SECONDS", 0.0)
    async with await Store.open(sqlite_database.url) as store:
        for number in range(8):
            await store.append(row(f"t{number}", aside={"1": {"name": "Ann"}}), CARD)

        async def busy(number: int) -> None:
            await asyncio.gather(*(write(store, f"t{number}-{n}", 3) for n in range(3)))

        tasks = [store.forget(f"t{number}", "1") for number in range(8)] + [store.archive(f"t{number}") for number in range(8)]
        await asyncio.gather(*tasks, *(busy(number) for number in range(8)))
        assert not store.stalled
