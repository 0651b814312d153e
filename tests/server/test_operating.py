"""Operator commands (backup, restore, forget), and docs/operating.md."""

from __future__ import annotations

import asyncio
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from fairyring.cli import main
from fairyring.server.settings import NUMBERS, Settings
from fairyring.server.store import Store
from fairyring.tables import load
from fairyring.tables.log.rows import first_broken_link
from fairyring.tables.log.stored import from_store
from tests.paths import DOCS
from tests.server.conftest import Database, new_postgres, new_sqlite
from tests.server.support.running import running
from tests.server.support.services import Postgres

PAGE = (DOCS / "operating.md").read_text(encoding="utf-8")


async def _table(folder: Path, database: str) -> str:
    async with running(folder, database=database) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann, server.talk(table) as bo:
            await ann.do("sit", seat=0, name="Rumpelstiltskin")
            await bo.do("sit", seat=1, name="Bo")
            await bo.do("chat", text="hello")
        return table


async def _rows(url: str, table: str) -> list[Any]:
    async with await Store.open(url) as store:
        return [from_store(row) for row in await store.rows(table)]


def test_backup_restore_and_forget(
    database: Database, tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    table = asyncio.run(_table(tmp_path, database.url))
    backup = tmp_path / "backup.db"
    assert main.main(["backup", str(backup), "--database", database.url]) == 0
    assert main.main(["backup", str(backup), "--database", database.url]) == 2  # never over another file
    assert f"{backup} exists already; choose another file, or replace it with --force." in capsys.readouterr().err
    assert main.main(["backup", str(backup), "--force", "--database", database.url]) == 0
    before = asyncio.run(_rows(database.url, table))
    (tmp_path / "new").mkdir()
    for target in (new_sqlite(tmp_path / "new"), new_postgres(postgres)):
        assert main.main(["restore", str(backup), "--database", target.url]) == 0
        assert asyncio.run(_rows(target.url, table)) == before
        assert main.main(["restore", str(backup), "--database", target.url]) == 2  # never over tables
        assert "empty database" in capsys.readouterr().err
    assert main.main(["forget", table, "1", "--database", database.url]) == 0
    after = asyncio.run(_rows(database.url, table))
    assert first_broken_link(after) is None
    assert [guest.name for guest in load(after).guests.values()] == ["", "Bo"]
    assert [line.text for line in load(after).chat] == ["hello"]
    assert main.main(["forget", table, "9", "--database", database.url]) == 2
    assert main.main(["forget", "nothing", "1", "--database", database.url]) == 2


def test_admin_commands_report_errors_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ["backup", str(tmp_path / "b.db"), "--data", str(tmp_path / "none")],
        ["forget", "x", "1", "--data", str(tmp_path / "none")],
        ["restore", str(tmp_path / "none.db"), "--data", str(tmp_path)],
        ["backup", str(tmp_path / "no" / "b.db"), "--data", str(tmp_path)],
    ):
        assert main.main(words) == 2
        errors = capsys.readouterr().err.strip()
        assert errors.count("\n") == 0
        assert errors
    assert not (tmp_path / "none").exists()


async def test_forget_is_refused_while_a_server_has_the_database(tmp_path: Path) -> None:
    from fairyring.server.serve import lock_data_folder  # noqa: PLC0415

    with lock_data_folder(Settings(data=tmp_path)):
        async with await Store.open(Settings(data=tmp_path).url):
            pass
        assert await asyncio.to_thread(main.main, ["forget", "x", "1", "--data", str(tmp_path)]) == 2


def test_operating_page_names_every_setting_and_command() -> None:
    settings = {f"FAIRYRING_{field.name.upper()}" for field in fields(Settings)}
    assert set(re.findall(r"`(FAIRYRING_[A-Z_]+)`", PAGE)) >= settings
    for name in NUMBERS:
        assert f"`FAIRYRING_{name.upper()}`" in PAGE
        assert f"{getattr(Settings(), name):,}".replace(",", " ") in PAGE.replace(",", " ")
    for name in ("serve", "backup", "restore", "forget"):
        assert f"fairyring {name}" in PAGE
