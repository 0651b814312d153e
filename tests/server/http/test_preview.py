"""Previews of links: which game, who asks, who plays, who won; nothing of strangers' tables, and no markup in names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from fairyring.server.http import static_files
from fairyring.server.http.preview import preview_title
from fairyring.tables.log.state import PERSON, Guest, Seat
from tests.server.support.running import Running, running

TITLE = re.compile(r'<meta property="og:title" content="([^"]*)"')
PAGE = '<!doctype html><html><head><meta property="og:title" content="Fairyring" /></head><body></body></html>'


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A page as small as possible; the built one has the same line."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    monkeypatch.setenv("FAIRYRING_CLIENT", str(folder))
    static_files.files.cache_clear()
    yield
    static_files.files.cache_clear()


async def title_of(server: Running, path: str, language: str = "en-GB,en;q=0.5") -> str:
    answer = await server.http.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    match = TITLE.search(answer.text)
    assert match
    return match[1]


async def test_preview_names_game_and_people(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        table, token = await server.create("fairy", 2)
        ann = await stack.enter_async_context(server.talk(table, token))
        assert await title_of(server, f"/t/{table}") == "Come to a game of Fairy"
        await ann.do("sit", seat=0, name='Ann "<b>')
        bo = await stack.enter_async_context(server.talk(table))
        await bo.do("sit", seat=1, name="Bo")
        assert await title_of(server, f"/t/{table}") == "Ann &quot;&lt;b&gt; asks you to a game of Fairy"
        assert await title_of(server, f"/t/{table}", "de") == "Ann &quot;&lt;b&gt; lädt dich zu Fairy ein"
        assert await title_of(server, f"/t/{table}", "xx" * 5_000) == "Ann &quot;&lt;b&gt; asks you to a game of Fairy"
        await ann.do("start")
        await ann.phase("playing")
        assert await title_of(server, f"/t/{table}/tv") == "Ann &quot;&lt;b&gt; and Bo play Fairy"
        assert await title_of(server, "/t/aaaaaaaaaaaaaaaa") == await title_of(server, "/") == "Fairyring"


async def test_preview_of_a_finished_game_names_the_winner(tmp_path: Path) -> None:
    record = Path("tests/games/fairy/records/top.jsonl").read_text()
    async with running(tmp_path) as server:
        answer = await server.http.post("/api/tables/import", json={"record": record})
        table = answer.json()["table"]
        state = await server.hub.load_state(table)
        assert state is not None
        assert state.run is not None
        assert state.run.over is not None
        points = ":".join(map(str, sorted(state.run.over["outcome"]["scores"], reverse=True)))
        assert await title_of(server, f"/t/{table}/replay") == f"A game of Fairy is over, {points}"
    winner = state.run.over["outcome"]["places"].index(1)
    seats = tuple(Seat(PERSON, 7) if number == winner else seat for number, seat in enumerate(state.seats))
    ended = replace(state, seats=seats, guests={7: Guest(7, "fox", "Ann")})
    assert preview_title(ended, "en") == f"Ann won Fairy, {points}"
    assert preview_title(ended, "de-AT") == f"Sieg für Ann in Fairy, {points}"
    assert preview_title(replace(ended, run=replace(state.run, over={})), "en") == ""  # given up
