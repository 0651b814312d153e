"""Crash (SIGKILL) and shutdown of a server during play: nothing acknowledged is lost, and every game goes on.

`python -m tests.server.campaigns.crash` does the same hundreds of times.
"""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from fairyring.server.pubsub import LocalPubSub
from fairyring.server.runtime.hub import Hub
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.settings import Settings
from fairyring.server.store import Card, Outcome, Store, StoredRow
from fairyring.server.workers.pool import WorkerPool
from fairyring.server.ws.outbox import Outbox
from fairyring.tables.create import create
from fairyring.tables.engine import effects
from fairyring.tables.engine.effects import CLOSE_RESTART
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.log import stored as stored_rows
from fairyring.tables.log.rows import first_broken_link
from tests.server.campaigns.crash import crash, logged, play
from tests.server.campaigns.fleet import start
from tests.server.campaigns.verdict import judge
from tests.server.conftest import KILLS, Database
from tests.server.support.live import Live
from tests.server.support.players import Player, World
from tests.server.support.services import Redis


def servers_of(
    database: Database, folder: Path, stack: ExitStack, redis: Redis | None = None, processes: int = 1
) -> list[Live]:
    url = database.url if database.kind == "postgresql" else ""
    return start(folder, url, redis, processes, stack)


def url_of(database: Database, folder: Path) -> str:
    return database.url if database.kind == "postgresql" else f"sqlite:///{folder}/tables.db"


async def test_crash_loses_no_acknowledged_row(database: Database, folder: Path) -> None:
    with ExitStack() as stack:
        servers = servers_of(database, folder, stack)
        totals, killer = await crash(servers, url_of(database, folder), seed=1, kills=KILLS, tables=5, short=True)
        assert totals.tables >= 5
        assert len(killer.restarts) == KILLS
        assert logged(servers) == []


async def test_crash_of_one_of_two_processes_with_a_redis_restart(
    postgres_database: Database, redis: Redis, folder: Path
) -> None:
    with ExitStack() as stack:
        servers = servers_of(postgres_database, folder, stack, redis, processes=2)
        url = postgres_database.url
        totals, _killer = await crash(servers, url, seed=2, kills=max(3, KILLS), tables=5, redis=redis, short=True)
        assert totals.tables >= 5


async def test_campaign_names_a_table_that_hangs(
    sqlite_database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def decide_nothing(_player: Player, _n: int) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Player, "play_on", decide_nothing)
    monkeypatch.setattr("tests.server.campaigns.crash.SILENT", 0.5)
    with ExitStack() as stack:
        world = World(servers_of(sqlite_database, folder, stack), seed=1)
        with pytest.raises(ExceptionGroup) as raised:
            await play(world, 1, asyncio.sleep(0.5))
        (table,) = world.tables
        assert raised.group_contains(AssertionError, match=f"nothing has happened at these tables: {table}")


async def test_shutdown_closes_all_connections_with_restart(database: Database, folder: Path) -> None:
    with ExitStack() as stack:
        servers = servers_of(database, folder, stack)
        world = World(servers, seed=3, short=True)

        async def stop_and_start() -> None:
            while world.acked < 100:
                await asyncio.sleep(0.05)
            there = [player for players in world.tables.values() for player in players if player._socket is not None]
            assert there
            await asyncio.to_thread(servers[0].stop)
            for player in there:
                while not player.codes and player._end is None:  # who went home meanwhile was not sent away
                    await asyncio.sleep(0.01)
                assert player.codes in ([CLOSE_RESTART], [])
            await asyncio.to_thread(servers[0].start)

        await play(world, 3, stop_and_start())
        servers[0].stop()
        await judge(url_of(database, folder), world.tables)
        assert logged(servers) == []


class Slow(Store):
    """A store that appends when it is told to."""

    gate: asyncio.Event

    def begin_append(self, row: StoredRow, card: Card) -> asyncio.Future[Outcome]:
        return asyncio.ensure_future(self._append_later(row, card))

    async def _append_later(self, row: StoredRow, card: Card) -> Outcome:
        await self.gate.wait()
        return await super().begin_append(row, card)


class NoConnection:
    """A connection whose client reads everything."""

    unsent_bytes = 0

    def write(self, data: bytes) -> None:
        pass

    def close(self, code: int) -> None:
        pass


@pytest.mark.parametrize("times", [1, 3])
async def test_hosted_table_stores_a_row_appended_again_once(tmp_path: Path, times: int) -> None:
    """A table that waits for the store for ten seconds looks, finds nothing, and asks again."""
    settings, metrics = Settings(data=tmp_path), Metrics()
    store = await Slow.open(settings.url)
    store.gate = asyncio.Event()
    store.gate.set()
    hub = Hub(settings, store, LocalPubSub(), WorkerPool(0), metrics)
    name, token, _ = await hub.create(lambda process, now, entropy: create("fairy", {}, process, now, entropy), "local")
    hosted, outbox = hub.hosted(name), Outbox("a", NoConnection())
    while hosted.state is None:
        await asyncio.sleep(0)
    hosted.open(outbox, {"type": "hello", "proto": PROTOCOL_VERSION, "table": name, "token": token})
    store.gate.clear()
    hosted.receive(outbox, '{"type": "cmd", "id": "1", "do": "sit", "seat": 0}')
    in_flight = hosted.engine.in_flight
    assert in_flight is not None
    assert in_flight.row is not None
    hosted._execute([effects.Append(in_flight.row)] * times)
    hosted.receive(outbox, '{"type": "cmd", "id": "2", "do": "chat", "text": "…"}')
    await asyncio.sleep(0)
    store.gate.set()
    while hosted.engine.in_flight is not None or hosted.engine.waiting:
        await asyncio.sleep(0.001)
    log = [stored_rows.from_store(row) for row in await store.rows(name)]
    assert first_broken_link(log) is None
    assert [entry.cause.id for row in log for entry in row.entries if entry.cause] == ["1", "2"]
    assert metrics.failures._value.get() == 0
    hosted.close(outbox)
    await hub.close()
