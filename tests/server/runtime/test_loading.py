"""Loading in a server: in slices, once for all who ask, cached by head; a table that cannot be loaded harms no other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fairyring.server.runtime import hub as hub_module
from fairyring.server.runtime import loading
from fairyring.server.store import Card, Outcome, Store, StoredRow
from fairyring.tables import Entry, Row, load
from fairyring.tables.engine.effects import CLOSE_UNREADABLE
from fairyring.tables.log import stored as stored_rows
from tests.server.support.running import Running, hello, running
from tests.tables.support.logs import log_of_bots


async def store_rows(store: Store, rows: list[Row]) -> str:
    """Store a log as if a server had written it, with no timer that would wake the table."""
    for row in rows:
        assert await store.append(stored_rows.to_store(row), Card()) is Outcome.STORED
    return rows[0].table


async def damage(server: Running, table: str, seq: int, body: bytes) -> None:
    """Overwrite the body of a row in the database."""
    import sqlalchemy as sa  # noqa: PLC0415

    from fairyring.server.store.engine import writing  # noqa: PLC0415
    from fairyring.server.store.schema import ROW  # noqa: PLC0415

    async with writing(server.hub.store._engine) as connection:
        await connection.execute(sa.update(ROW).where(ROW.c.table_id == table, ROW.c.seq == seq).values(body=body))


async def test_loader_folds_once_for_many_readers(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table = await store_rows(server.hub.store, log_of_bots("fairy", 2, games=2))
        paths = [f"/api/tables/{table}", f"/api/tables/{table}/catalogue"]
        answers = await asyncio.gather(*(server.http.get(path) for path in paths * 10))
        assert {answer.status_code for answer in answers} == {200}
        assert server.hub.loader.folds == 1
        answers = await asyncio.gather(*(server.http.get(f"/api/tables/{table}?game=1") for _ in range(10)))
        assert {answer.status_code for answer in answers} == {200}
        assert server.hub.loader.folds == 2
        assert (await server.http.get(f"/api/tables/{table}?game=7")).status_code == 404


async def test_loader_notices_a_longer_log(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        rows = log_of_bots("fairy", 2)
        table = await store_rows(server.hub.store, rows[:5])
        assert (await server.hub.loader.state(table)) == load(rows[:5])
        assert await server.hub.store.append(stored_rows.to_store(rows[5]), Card()) is Outcome.STORED
        assert (await server.hub.loader.state(table)) == load(rows[:6])
        assert await server.hub.loader.state("nothing") is None


async def test_loader_yields_to_other_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE_SECONDS", 0.0)  # a turn of the event loop after every step
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    store = await Store.open(f"sqlite:///{tmp_path}/tables.db")
    async with store:
        loader = loading.TableLoader(store)
        rows = [stored_rows.to_store(row) for row in log_of_bots("fairy", 2)]
        counting = asyncio.create_task(count())
        several = await asyncio.gather(*(loader.fold(rows) for _ in range(3)))
        counting.cancel()
        assert turns >= 3 * 2 * len(rows)  # every row is decoded and folded, and no two folds in one turn
        assert several[0].state == several[1].state


async def test_loader_survives_a_cancelled_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "SLICE_SECONDS", 0.0)
    async with running(tmp_path) as server:
        table = await store_rows(server.hub.store, log_of_bots("fairy", 2))
        first = asyncio.create_task(server.hub.loader.state(table))
        second = asyncio.create_task(server.hub.loader.state(table))
        while not server.hub.loader.folds:
            await asyncio.sleep(0)
        first.cancel()
        assert await second is not None
        assert server.hub.loader.folds == 1


async def test_hosted_table_is_loaded_once_though_its_engine_asks_again(tmp_path: Path) -> None:
    """With a thousand tables to load, a table waits for its turn longer than its engine does before it asks again."""
    async with running(tmp_path) as server:
        table = await store_rows(server.hub.store, log_of_bots("fairy", 2))
        hosted = server.hub.hosted(table)
        await asyncio.gather(*(hosted._read(0, number) for number in (2, 3, 4)))
        while hosted.state is None:
            await asyncio.sleep(0.01)
        assert server.hub.loader.folds == 1


def flipped(row: StoredRow) -> bytes:
    return row.body.replace(b'"at":1', b'"at":3', 1)


@pytest.mark.parametrize("seq", [1, 4])
@pytest.mark.parametrize("how", ["flip", "cut", "none"])
async def test_unreadable_table_is_closed_and_others_play_on(tmp_path: Path, seq: int, how: str) -> None:
    async with running(tmp_path) as server:
        table = await store_rows(server.hub.store, log_of_bots("fairy", 2, finished=False))
        stored = (await server.hub.store.rows(table))[seq - 1]
        await damage(server, table, seq, {"flip": flipped(stored), "cut": stored.body[:-3], "none": b""}[how])
        good, token = await server.create("fairy", 2)
        for _ in range(3):
            async with server.socket() as talk:
                await talk.send(hello(table))
                assert await talk.closed() == CLOSE_UNREADABLE
        assert table not in server.hub.tables
        answer = await server.http.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["code"]) == (500, "unreadable")
        assert "damaged" in answer.json()["message"]
        assert server.hub.loader.folds == 1  # and then a while passes
        failures = server.app.metrics.registry.get_sample_value("fairyring_unreadable_total", {"why": "corrupt"})
        assert failures == 1
        async with server.talk(good, token) as ann:
            assert (await ann.do("sit", seat=0, name="Ann"))["type"] == "ack"


@pytest.mark.parametrize("entry", [Entry("guest", {"guest": "?"}), Entry("seat", {"seat": 99}), Entry("of a newer version")])
async def test_row_of_a_peer_that_cannot_be_folded_closes_the_table(tmp_path: Path, entry: Entry) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        good, good_token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann, server.talk(good, good_token) as bo:
            state = server.hub.tables[table].state
            assert state is not None
            row = Row.make(table, state.seq + 1, state.hash, [entry], "peer", state.at)
            await server.hub.store.append(stored_rows.to_store(row), Card())
            server.hub.tables[table].head_moved(row.seq)
            assert await ann.closed() == CLOSE_UNREADABLE
            assert table not in server.hub.tables
            assert (await bo.do("sit", seat=0, name="Bo"))["type"] == "ack"


async def test_unreadable_table_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "FIRST_UNREADABLE_MS", 0)
    async with running(tmp_path) as server:
        table = await store_rows(server.hub.store, log_of_bots("fairy", 2))
        stored = (await server.hub.store.rows(table))[3]
        await damage(server, table, 4, b"{}")
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 500
        await damage(server, table, 4, stored.body)  # repaired by its operator
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 200


async def test_damaged_asides_and_summaries_harm_no_other_table(tmp_path: Path) -> None:
    import sqlalchemy as sa  # noqa: PLC0415

    from fairyring.server.store.engine import writing  # noqa: PLC0415
    from fairyring.server.store.schema import GAME_TABLE, ROW  # noqa: PLC0415

    async with running(tmp_path) as server:
        good, _token = await server.create("fairy", 2, public=True)
        bad, _token = await server.create("fairy", 2, public=True)
        async with writing(server.hub.store._engine) as connection:
            await connection.execute(sa.update(GAME_TABLE).where(GAME_TABLE.c.id == bad).values(summary="{"))
            await connection.execute(sa.update(ROW).where(ROW.c.table_id == bad).values(aside="{"))
        assert [listed["table"] for listed in (await server.http.get("/api/tables")).json()] == [good]
        assert (await server.http.get(f"/api/tables/{bad}")).status_code == 500
        assert (await server.http.get(f"/api/tables/{good}")).status_code == 200
