"""Several servers on one PostgreSQL database: presence while Redis is killed, and the refusal to start without it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from fairyring.core.errors import OptionError
from fairyring.server import pubsub
from fairyring.server.pubsub import RedisPubSub
from fairyring.server.serve import serve
from fairyring.server.settings import Settings, from_environment
from fairyring.tables.limits import PEER_TIMEOUT_MS, PRESENCE_INTERVAL_MS
from tests.server.conftest import Database
from tests.server.support.live import Live
from tests.server.support.running import Talk
from tests.server.support.services import Redis

LONGEST = 120.0  # seconds; everything here takes less than 30
PRESENCE_INTERVAL = PRESENCE_INTERVAL_MS / 1000  # processes publish who is connected …
PEER_TIMEOUT = PEER_TIMEOUT_MS / 1000  # … and are forgotten when they do not


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONGEST):
        while not true():
            await asyncio.sleep(0.02)


async def test_serve_refuses_postgresql_without_redis_unless_single(postgres_database: Database) -> None:
    settings = Settings(database=postgres_database.url)
    with pytest.raises(OptionError, match=r"--redis.*--single"):
        await serve(settings, None, lambda _network: None)  # type: ignore[arg-type]
    assert not Settings(database=postgres_database.url, single=True).needs_redis
    assert not Settings(database=postgres_database.url, redis="redis://x").needs_redis
    assert not Settings().needs_redis
    assert from_environment({"FAIRYRING_SINGLE": "yes"}) == {"single": True}


async def test_redis_pubsub_notices_missing_delivery(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "HEARTBEAT_SECONDS", 0.05)
    monkeypatch.setattr(pubsub, "HEARTBEAT_TIMEOUT_SECONDS", 1.0)
    changes: list[bool] = []
    redis_pubsub = RedisPubSub(redis.url)
    redis_pubsub.subscribe(lambda _table, _seq: None, on_reachable=changes.append)
    assert not redis_pubsub.reachable
    await until(lambda: changes == [True])
    redis.stop()
    try:
        await until(lambda: changes == [True, False])
    finally:
        redis.start()
    await until(lambda: changes == [True, False, True])
    await redis_pubsub.close()


async def talk(server: Live, table: str, token: str = "") -> Talk:
    socket: ClientConnection = await connect(f"ws://127.0.0.1:{server.port}/ws", proxy=None)
    talk = Talk(socket)
    await talk.hello(table, token)
    return talk


def statuses(talk: Talk) -> dict[str, Any]:
    presences: list[dict[str, Any]] = [message["guests"] for message in talk.heard if message["type"] == "presence"]
    return presences[-1]


async def listen(talk: Talk) -> None:
    while True:
        await talk.next()


async def test_two_servers_keep_presence_while_redis_is_killed(
    postgres_database: Database, redis: Redis, tmp_path: Path
) -> None:
    url = postgres_database.url
    with (
        Live(tmp_path, database=url, redis=redis.url, log="a") as first,
        Live(tmp_path, database=url, redis=redis.url, log="b") as other,
    ):
        table, token = first.create("fairy", 2)
        ann, bo = await talk(first, table, token), await talk(other, table)
        assert (await ann.do("sit", seat=0))["type"] == "ack"
        assert (await bo.do("sit", seat=1))["type"] == "ack"
        readers = [asyncio.create_task(listen(talk)) for talk in (ann, bo)]
        guest = str(next(m["you"]["guest"] for m in bo.heard if m["type"] == "welcome"))
        both = {"1": "here", guest: "here"}
        began = time.monotonic()
        await until(lambda: statuses(ann) == statuses(bo) == both and time.monotonic() > began + PRESENCE_INTERVAL + 2)
        redis.stop()
        killed_at = time.monotonic()
        before = len(ann.heard), len(bo.heard)
        try:
            await until(lambda: time.monotonic() > killed_at + PEER_TIMEOUT + 10)
        finally:
            redis.start()
        later = [*ann.heard[before[0] :], *bo.heard[before[1] :]]
        assert [message["guests"] for message in later if message["type"] == "presence" and message["guests"] != both] == []
        await bo.socket.close()
        await until(lambda: statuses(ann)[guest] == "away")  # what is known is shown again
        for reader in readers:
            reader.cancel()
        await asyncio.gather(*readers, return_exceptions=True)
        await ann.socket.close()
