"""Retention: deletion of names and chat, archiving and deletion of tables, contents of the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairyring.server.runtime import hosted_table
from fairyring.server.runtime import hub as hubs
from fairyring.server.runtime.hub import Hub
from fairyring.server.settings import DATABASE_FILE
from fairyring.server.store import Outcome, Store
from fairyring.server.store.errors import StoreError
from fairyring.tables.engine import engine
from fairyring.tables.limits import DAY, HOUR
from fairyring.tables.log import stored as stored_rows
from fairyring.tables.log.rows import first_broken_link
from tests.server.support.running import LONGEST, Running, hello, running

TABLE_ID, CHAT_TEXT = "Rumpelstiltskin", "nobody knows my name"


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONGEST):
        while not true():
            await asyncio.sleep(0.01)


def stored(folder: Path) -> bytes:
    """All bytes of the database."""
    return b"".join(path.read_bytes() for path in folder.glob(f"{DATABASE_FILE}*"))


async def test_forget_deletes_the_name_from_the_database(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann, server.talk(table) as bo:
            await ann.do("sit", seat=0, name=TABLE_ID)
            await ann.do("chat", text=CHAT_TEXT)
            await bo.do("chat", text="I do")
            assert TABLE_ID.encode() in stored(tmp_path)
            await ann.do("forget")
            assert (await bo.next("forgotten"))["guest"] == 1
            await bo.until(lambda: bo.table["guests"]["1"]["name"] == "")
            log = await server.log(table)
            assert first_broken_link(log) is None
            assert [entry.aside for row in log for entry in row.entries if entry.kind == "chat"] == [{}, {"text": "I do"}]
            await ann.do("rename", name="Nobody")
    for word in (TABLE_ID, CHAT_TEXT):
        assert word.encode() not in stored(tmp_path)
    async with running(tmp_path) as server, server.talk(table, token) as ann:
        assert ann.table["guests"]["1"] == {"name": "Nobody", "animal": "fox"}
        assert [line["text"] for line in ann.heard[0]["chat"]] == ["I do"]
        assert ann.table["seats"][0]["guest"] == 1


async def test_forget_survives_a_crash_and_a_failing_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted_table, "STORE_RETRY_MS", 1)
    forget, tries = Store.forget, 0

    async def fails(store: Store, *_args: Any) -> int:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise StoreError("locked")
        return await forget(store, *_args)

    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name=TABLE_ID)
            monkeypatch.setattr(Store, "forget", fails)
            assert (await ann.do("forget"))["type"] == "ack"
            assert tries == 3
            assert not list(stored_rows.unfinished_deletions(await server.hub.store.rows(table)))
            await ann.do("rename", name=TABLE_ID)

            async def never(*_: Any) -> int:
                raise asyncio.CancelledError  # the process dies

            monkeypatch.setattr(Store, "forget", never)
            await ann.send({"type": "cmd", "id": "last", "do": "forget"})
            await until(lambda: server.hub.tables[table].engine.in_flight is not None)
            async with asyncio.timeout(LONGEST):
                while not list(stored_rows.unfinished_deletions(await server.hub.store.rows(table))):
                    await asyncio.sleep(0.01)
    monkeypatch.setattr(Store, "forget", forget)
    async with running(tmp_path) as server, server.talk(table, token):
        async with asyncio.timeout(LONGEST):
            while list(stored_rows.unfinished_deletions(await server.hub.store.rows(table))):
                await asyncio.sleep(0.01)


class Clock:
    """The time of a hub, that can be put forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead, now = 0, Hub.now
        monkeypatch.setattr(Hub, "now", lambda hub: now(hub) + self.ahead)
        monkeypatch.setattr(hubs, "POLL_SECONDS", 0.02)
        monkeypatch.setattr(hubs, "SWEEP_SECONDS", 0.02)


async def is_deleted(server: Running) -> None:
    """All tables have left memory."""
    await until(lambda: not server.hub.tables)


async def test_untouched_table_is_archived_and_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2, public=True)
        async with server.talk(table, token) as ann:
            for seat in (0, 1):
                await ann.do("sit", seat=seat, name="Ann")
            await ann.do("start")
            await ann.phase("playing")
        clock.ahead = DAY
        await is_deleted(server)
        assert len((await server.http.get("/api/tables")).json()) == 1
        clock.ahead = 8 * DAY
        async with asyncio.timeout(LONGEST):
            while not (entry := await server.hub.store.find(table)) or not entry.archived:
                await asyncio.sleep(0.01)
        clock.ahead = 9 * DAY
        await is_deleted(server)
        assert (await server.http.get("/api/tables")).json() == []
        async with server.talk(table, token) as ann:
            assert ann.table["phase"] == "playing"
            entry = await server.hub.store.find(table)
            assert entry is not None
            assert not entry.archived


async def test_unstarted_table_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        clock.ahead = 47 * HOUR
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name=TABLE_ID)
        clock.ahead = 94 * HOUR  # two days after it was touched last are not over
        await is_deleted(server)
        assert await server.log(table)
        clock.ahead = 97 * HOUR
        async with asyncio.timeout(LONGEST):
            while await server.hub.store.find(table):
                await asyncio.sleep(0.01)
        await is_deleted(server)
        assert await server.log(table) == []
        async with server.socket() as late:
            await late.send(hello(table, token))
            assert await late.closed() == 4002


async def test_hosted_table_is_dropped_when_another_process_deleted_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await server.hub.store.delete(table)
            await ann.send({"type": "cmd", "id": "x", "do": "sit", "seat": 0})
            assert await ann.closed() == 4002
            assert not server.hub.tables


async def test_log_contains_no_personal_data(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="fairyring")
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name=TABLE_ID)
            await ann.do("chat", text=CHAT_TEXT)
            for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", f"/t/{table}", f"/api/tables/{table}/qr.svg"):
                await server.http.get(path, headers={"authorization": f"Bearer {token}"})
    assert "/api/tables/…" in caplog.text
    for secret in (table, token, TABLE_ID, CHAT_TEXT, "127.0.0.1"):
        assert secret not in caplog.text


async def test_engine_waits_for_a_slow_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table asks again and again what became of its row; it is appended once."""
    monkeypatch.setattr(engine, "STORE_TIMEOUT_MS", 20)
    append, go, appends = Store.begin_append, asyncio.Event(), 0

    async def later(*args: Any) -> Outcome:
        await go.wait()
        return await append(*args)

    def slow(*args: Any) -> asyncio.Future[Outcome]:
        nonlocal appends
        appends += 1
        return asyncio.ensure_future(later(*args))

    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            monkeypatch.setattr(Store, "begin_append", slow)
            await ann.send({"type": "cmd", "id": "x", "do": "sit", "seat": 0, "name": TABLE_ID})
            await until(lambda: server.hub.tables[table].engine.reads > 4)
            go.set()
            assert (await ann.next("ack", "nack"))["type"] == "ack"
            assert appends == 1
