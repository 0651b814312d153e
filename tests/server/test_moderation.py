"""Moderation while a server runs on SQLite: delete, unlist, ban; and deletion of old tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from fairyring.cli.main import main
from fairyring.core.errors import OptionError
from fairyring.server import moderation
from fairyring.server.settings import Settings
from tests.server.support.running import LONGEST, running


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(LONGEST):
        while not await true():
            await asyncio.sleep(0.05)


def moderate(folder: Path, action: str, what: str) -> None:
    assert main(["moderate", action, what, "--data", str(folder)]) == 0


async def test_moderate_unlists_and_deletes_tables_of_a_running_server(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2, public=True)
        other, _token = await server.create("fairy", 2, public=True)

        async def listed() -> set[str]:
            return {entry["table"] for entry in (await server.http.get("/api/tables")).json()}

        assert await listed() == {table, other}
        moderate(tmp_path, "unlist", other)

        async def only_one() -> bool:
            return await listed() == {table}

        await until(only_one)
        assert (await server.http.get(f"/api/tables/{other}")).status_code == 200
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name="Ann")
            moderate(tmp_path, "delete", table)
            assert await ann.closed() == 4002
        assert (await server.http.get(f"/api/tables/{table}")).status_code == 404
        moderate(tmp_path, "relist", other)

        async def back() -> bool:
            return await listed() == {other}

        await until(back)


async def test_moderate_bans_an_address(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, _token = await server.create("fairy", 2)
        moderate(tmp_path, "ban", "127.0.0.1")

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


async def test_keep_days_deletes_untouched_tables(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, _token = await server.create("fairy", 2)
        store = server.hub.store
        assert await store.delete_untouched(0) == []
        assert await store.delete_untouched(server.hub.now() + 1000) == [table]
        assert await store.find(table) is None


@pytest.mark.parametrize(("action", "what"), [("ban", "not an address"), ("delete", "x" * 65), ("unlist", "")])
def test_moderate_refuses_what_is_no_table_or_address(tmp_path: Path, action: str, what: str) -> None:
    with pytest.raises(OptionError):
        moderation.change_policy(Settings(data=tmp_path), action, what)


def test_moderation_file_that_is_damaged_is_named(tmp_path: Path) -> None:
    (tmp_path / moderation.FILE).write_text("[]", encoding="utf-8")
    with pytest.raises(OptionError, match=r"moderation\.json"):
        moderation.read_policy(tmp_path)
