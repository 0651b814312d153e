"""Rolling deploy: servers of two releases share a database."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from fairyring.server.store import Store
from fairyring.tables import Row
from fairyring.tables.engine.effects import CLOSE_UNREADABLE
from fairyring.tables.log import stored as stored_rows
from tests.server.campaigns.deploy import OLDER, deploy, older_versions, two_servers
from tests.server.conftest import Database
from tests.server.support.live import Live
from tests.server.support.releases import newer as newer_release
from tests.server.support.services import Redis
from tests.server.test_peers import talk


async def log_of(url: str, table: str) -> list[Row]:
    async with await Store.open(url) as store:
        return [stored_rows.from_store(row) for row in await store.rows(table)]


async def test_rolling_deploy_ends_games_by_the_rules_they_began_with(
    postgres_database: Database, redis: Redis, tmp_path: Path
) -> None:
    with two_servers(tmp_path, postgres_database.url, redis) as servers:
        totals, games = await deploy(servers, postgres_database.url, seed=3, tables=5, acks=40)
    assert totals.games >= 5
    old = [f"{name} r{version}" for name, version in older_versions().items()]
    assert sum(games[version] for version in old) > 0
    assert sum(games[f"{version} by several"] for version in old) > 0, games  # begun by the old release, ended by the new one


async def test_older_release_leaves_a_game_of_newer_rules_alone(
    postgres_database: Database, redis: Redis, tmp_path: Path
) -> None:
    url = postgres_database.url
    with (
        Live(tmp_path, database=url, redis=redis.url, log="old", release=OLDER) as old,
        Live(tmp_path, database=url, redis=redis.url, log="new") as new,
    ):
        table, token = new.create("sneaky-town", 2)
        ann = await talk(new, table, token)
        assert (await ann.do("sit", seat=0))["type"] == "ack"
        assert (await ann.do("bot", seat=1, level="random"))["type"] == "ack"
        assert (await ann.do("start"))["type"] == "ack"
        again = await talk(old, table, token)
        beat = next(m for m in again.heard if m["type"] == "welcome")["beat"]
        assert (beat["table"]["rules"], beat["table"]["readable"], beat["view"]) == (2, False, None)
        answer = await again.do("play", seat=0, ask="x", action=0)
        assert (answer["code"], answer["key"]) == ("not-now", "table.rules.missing")
        assert (await again.do("chat", text="hello from the old one"))["type"] == "ack"  # what needs no rules goes on
        question = await until_owing(ann)
        assert (await ann.do("play", seat=0, ask=question["ask"], action=question["legal"][0]["id"]))["type"] == "ack"
        await ann.socket.close()
        await again.socket.close()
    log = await log_of(url, table)
    by_old = {row.by for row in log for entry in row.entries if entry.kind == "chat"}
    kinds = {entry.kind for row in log if row.by in by_old for entry in row.entries}
    assert kinds == {"chat"}


async def until_owing(talk: Any) -> dict[str, Any]:
    while True:
        beats = [m["beat"] if m["type"] == "welcome" else m for m in talk.heard if m["type"] in ("beat", "welcome")]
        own: dict[str, Any] = next(iter(beats[-1]["seats"].values()), {})
        if own.get("legal"):
            return own
        await talk.next()


async def closed_with(receive: Callable[[], Awaitable[Any]]) -> int:
    """Receive until the connection is closed; return the code."""

    async def drain() -> None:
        while True:
            await receive()

    with pytest.raises(ConnectionClosed) as closed:
        await drain()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


async def close_code(server: Live, table: str, token: str = "") -> int:
    """Say hello and wait for the end of the connection."""
    async with connect(f"ws://127.0.0.1:{server.port}/ws", proxy=None) as socket:
        await socket.send(f'{{"type":"hello","proto":1,"table":"{table}","token":"{token}"}}')
        return await closed_with(socket.recv)


async def test_entries_of_a_newer_release_close_the_table_uncorrupted(
    postgres_database: Database, redis: Redis, tmp_path: Path
) -> None:
    url = postgres_database.url
    with (
        Live(tmp_path, database=url, redis=redis.url, log="today") as today,
        Live(tmp_path, database=url, redis=redis.url, log="newer", release=newer_release.__name__) as newer,
    ):
        table, token = today.create("fairy", 2)
        other, other_token = today.create("fairy", 2)
        ann, bo = await talk(today, table, token), await talk(newer, table)
        assert (await ann.do("sit", seat=0))["type"] == "ack"
        assert (await bo.do("sit", seat=1))["type"] == "ack"
        assert (await bo.do("chat", text="hello"))["type"] == "ack"
        assert await closed_with(ann.next) == CLOSE_UNREADABLE
        assert await close_code(today, table, token) == CLOSE_UNREADABLE  # every time, and at once
        host = await talk(newer, table, token)  # nothing is lost: the newer release goes on
        assert (await host.do("start"))["type"] == "ack"
        elsewhere = await talk(today, other, other_token)
        assert (await elsewhere.do("sit", seat=0))["type"] == "ack"
        assert await asyncio.to_thread(today.health) == 200
        for person in (bo, host, elsewhere):
            await person.socket.close()
    log = await log_of(url, table)
    first = next(row.seq for row in log if any(entry.kind == newer_release.KIND for entry in row.entries))
    assert {row.by for row in log if row.seq >= first} == {log[first - 1].by}
