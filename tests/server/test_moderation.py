"""Moderation while a server runs on SQLite: delete, unlist, ban; and deletion of old tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from fairyring.cli.main import main
from fairyring.core.errors import OptionError
from fairyring.server import moderation
from fairyring.server.runtime import lobby
from fairyring.server.runtime.lobby import Lobby
from fairyring.server.settings import Settings
from tests.server.support.running import LONGEST, Running, hello, running


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(LONGEST):
        while not await true():
            await asyncio.sleep(0.05)


def moderate(folder: Path, action: str, subject: str) -> None:
    assert main(["moderate", action, subject, "--data", str(folder)]) == 0


async def test_moderate_unlists_and_deletes_tables_of_a_running_server(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2, public=True)
        other, _token = await server.create("fairy", 2, public=True)

        assert await listed(server) == {table, other}
        moderate(tmp_path, "unlist", other)

        async def only_one() -> bool:
            return await listed(server) == {table}

        await until(only_one)
        assert (await server.http.get(f"/api/tables/{other}")).status_code == 200
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name="Ann")
            moderate(tmp_path, "delete", table)
            assert await ann.closed() == 4002
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 404
        moderate(tmp_path, "relist", other)

        async def back() -> bool:
            return await listed(server) == {other}

        await until(back)


async def test_moderate_bans_an_address(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.socket() as silent, server.talk(table, token) as ann:
            moderate(tmp_path, "ban", "127.0.0.1")
            assert await ann.closed() == 4004
            await silent.send(hello(table))  # it came before the ban, and said nothing yet
            assert await silent.closed() == 4004

        async def banned() -> bool:
            return (await server.http.get(f"/api/tables/{table}")).status_code == 429

        await until(banned)
        with pytest.raises(InvalidStatus):
            async with server.socket():
                pass
        moderate(tmp_path, "unban", "127.0.0.1")

        async def welcome() -> bool:
            return not await banned()

        await until(welcome)


async def listed(server: Running) -> set[str]:
    return {entry["table"] for entry in (await server.http.get("/api/tables")).json()}


async def create_public(server: Running) -> dict[str, Any]:
    answer = await server.http.post("/api/tables", json={"game": "fairy", "public": True})
    created: dict[str, Any] = answer.json()
    return created


async def test_lobby_lists_some_tables_of_an_address(tmp_path: Path) -> None:
    async with running(tmp_path, listed_per_address=2) as server:
        tables = [await create_public(server) for _ in range(3)]
        first, second, third = [entry["table"] for entry in tables]
        assert [entry["unlisted"] for entry in tables] == [False, False, True]
        assert await listed(server) == {first, second}
        async with server.talk(third, tables[2]["token"]) as ann:
            await ann.do("sit", seat=0, name="Ann")
            assert (await ann.next("note"))["key"] == "table.note.unlisted"
            await ann.do("rename", name="Anna")  # said once
            assert await listed(server) == {first, second}
            moderate(tmp_path, "delete", first)

            async def deleted() -> bool:
                return await listed(server) == {second}

            await until(deleted)
            await ann.do("rename", name="Annabel")  # a place is free, and the next row takes it
            assert await listed(server) == {second, third}
            assert [message["type"] for message in ann.heard].count("note") == 1


async def test_lobby_counts_tables_that_become_public(tmp_path: Path) -> None:
    async with running(tmp_path, listed_per_address=1) as server:
        first = await create_public(server)
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as bo, server.talk(first["table"], first["token"]) as ann:
            await bo.do("options", public=True)
            assert (await bo.next("note"))["key"] == "table.note.unlisted"
            assert await listed(server) == {first["table"]}
            await ann.do("options", public=False)
            await bo.do("sit", seat=0, name="Bo")
            assert await listed(server) == {table}


def test_lobby_forgets_the_oldest_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MAX_CREATORS", 2)
    places = Lobby(1)
    for table in ("a", "b", "c"):
        places.add(table, "192.0.2.7")
        places.lists(table, public=table == "a")
    assert places.lists("b", public=True)  # the place of “a” is free
    assert not places.lists("c", public=True)
    assert places.lists("a", public=True)  # unknown by now, and not counted


async def test_keep_days_deletes_untouched_tables(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, _token = await server.create("fairy", 2)
        store = server.hub.store
        assert await store.delete_untouched(0) == []
        assert await store.delete_untouched(server.hub.now() + 1000) == [table]
        assert await store.find(table) is None


@pytest.mark.parametrize(("action", "subject"), [("ban", "not an address"), ("delete", "x" * 65), ("unlist", "")])
def test_moderate_refuses_malformed_tables_and_addresses(tmp_path: Path, action: str, subject: str) -> None:
    with pytest.raises(OptionError):
        moderation.change_policy(Settings(data=tmp_path), action, subject)


def test_moderation_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / moderation.FILE).write_text("[]", encoding="utf-8")
    with pytest.raises(OptionError, match=r"moderation\.json"):
        moderation.read_policy(tmp_path)
