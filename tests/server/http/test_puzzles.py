"""Puzzles over HTTP: the list with solutions, and a table that begins in a position."""

from __future__ import annotations

from pathlib import Path

from fairyring.core.game.registry import room
from fairyring.core.record.puzzle import puzzles
from tests.server.support.running import running


async def test_puzzles_are_listed_from_easy_to_hard_and_dealt(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        listed = (await server.http.get("/api/games/fairy/puzzles")).json()
        assert len(listed) == len(puzzles(room("fairy")))
        assert [entry["level"] for entry in listed] == sorted(entry["level"] for entry in listed)
        first = listed[0]
        best = puzzles(room("fairy"))[first["id"]].choices[0]
        assert first["choices"][0]["share"] == round(100 * best.share)
        answer = await server.http.post("/api/tables", json={"game": "fairy", "puzzle": str(first["id"])})
        assert answer.status_code == 201
        table = (await server.http.get(f"/api/tables/{answer.json()['table']}")).json()
        assert table["settings"]["puzzle"] == first["id"]
        assert table["phase"] == "playing"


async def test_puzzle_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        answer = await server.http.post("/api/tables", json={"game": "fairy", "puzzle": "9999"})
        assert (answer.status_code, answer.json()["message"]) == (422, "There is no such puzzle.")
        assert (await server.http.get("/api/games/nothing/puzzles")).status_code == 404


async def test_puzzles_have_a_rate_limit_of_their_own(tmp_path: Path) -> None:
    async with running(tmp_path, tables_per_hour=1, heavy_per_minute=0) as server:
        codes = [(await server.http.post("/api/tables", json={"game": "fairy", "puzzle": "1"})).status_code for _ in range(11)]
        assert codes == [201] * 10 + [429]
