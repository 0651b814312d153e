"""The router of a page without a server gives the answers of the server: the same bytes for the same log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fairyring.api import bodies
from fairyring.core.declared.declare import fields_of
from fairyring.core.game import registry
from fairyring.offline.host import Host
from fairyring.server.http import schemas
from fairyring.server.store import Card
from fairyring.tables import Row, load
from fairyring.tables.log.stored import to_json, to_store
from tests.paths import GAME_TESTS
from tests.server.support.running import Running, running
from tests.tables.support.logs import log_of_bots, smallest

GAME_PATHS = ("", "/puzzles", "/catalogue", "/texts", "/texts?language=de", "/rules?language=de", "?language=xx")
TABLE_PATHS = (
    "", "?game=1", "?game=9", "/turn", "/catalogue", "/catalogue?game=1", "/record", "/record?game=1", "/story",
    "/story?game=1", "/replay", "/replay?eyes=0&first=3&last=9", "/replay?eyes=watcher&game=1", "/replay?eyes=9",
    "/replay?first=x", "/analysis",  # of a game that is over, it depends on how fast the machine is
)  # fmt: skip
OTHER_PATHS = ("api/games", "api/games?language=de", "api/tables", "api/tables/none", "api/games/none")
WRONG = "wrong"


async def compare(server: Running, method: str, path: str, body: Any = None, rows: Sequence[Row] = (), token: str = "") -> Any:
    """Ask both; return the body of the answer, if they say the same."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    theirs = await server.http.request(method, f"/{path}", json=body, headers=headers)
    stored = json.dumps([to_json(to_store(row)) for row in rows])
    text = "" if body is None else json.dumps(body)
    ours = json.loads(
        Host("p").request(method, path, json.dumps(headers), text, server.hub.now(), "00" * 32, stored),
    )
    if theirs.status_code in (400, 404, 405):  # sentences about requests that cannot be read come from another library
        assert ours["status"] == theirs.status_code, (path, ours, theirs.text)
        assert json.loads(ours["body"])["code"] == theirs.json()["code"]
        return theirs.json()
    assert (ours["status"], ours["body"]) == (theirs.status_code, theirs.text), path
    assert ours["headers"]["content-type"] == theirs.headers["content-type"].partition(";")[0]
    assert ours["headers"].get("content-disposition") == theirs.headers.get("content-disposition")
    return ours["body"]


@pytest.mark.parametrize("finished", [True, False], ids=["over", "playing"])
@pytest.mark.parametrize("game", registry.shipped())
async def test_same_answers_about_games_and_tables(game: str, finished: bool, tmp_path: Path) -> None:
    rows = log_of_bots(game, smallest(game), games=2, finished=finished)
    async with running(tmp_path) as server:
        for row in rows:
            await server.hub.store.append(to_store(row), Card())
        for path in GAME_PATHS if finished else ():
            await compare(server, "GET", f"api/games/{game}{path}")
        for path in TABLE_PATHS if load(rows).phase != "over" else TABLE_PATHS[:-1]:
            await compare(server, "GET", f"api/tables/{rows[0].table}{path}", rows=rows)
        await compare(server, "GET", f"api/tables/{rows[0].table}/record", rows=rows, token=WRONG)


async def test_same_answers_to_other_requests(tmp_path: Path) -> None:
    record = (GAME_TESTS / "fairy" / "records" / "top.jsonl").read_text()
    async with running(tmp_path) as server:
        for path in OTHER_PATHS:
            await compare(server, "GET", path)
        await compare(server, "GET", "api/games/fairy/day?day=1")
        today = server.hub.now() // 86_400_000
        await compare(server, "GET", f"api/games/fairy/day?day={today}")
        await compare(server, "POST", "api/verify", {"record": record})
        await compare(server, "POST", "api/verify", {"record": record.replace("guess", "gues", 1)})
        await compare(server, "POST", "api/replay?eyes=1&last=5", {"record": record})
        await compare(server, "POST", "api/replay", {"record": record, "more": 1})
        await compare(server, "POST", "api/verify", {"record": "x" * ((1 << 20) + 1)})
        await compare(server, "POST", "api/tables", {"game": "fairy", "options": {"players": 99}})
        await compare(server, "POST", "api/tables", {"game": "nothing"})
        await compare(server, "POST", "api/tables", {"game": "fairy", "public": "yes"})
        await compare(server, "POST", "api/tables/import", {"record": "nothing"})
        await compare(server, "DELETE", "api/games")


async def test_same_answers_of_tools(tmp_path: Path) -> None:
    players = [{"name": "Ann", "cards": {"castle": 1}}, {"name": "Bo", "cards": {"Castle": 2}}]
    board = (Path(registry.room("fariables").info.folder) / "RULES.md").read_text()
    async with running(tmp_path) as server:
        await compare(server, "POST", "api/tools/fairy-tale/sheet?language=de", {"players": players})
        await compare(server, "POST", "api/tools/fairy-tale/sheet", {"players": [players[0], players[0]]})
        await compare(server, "POST", "api/tools/fairy-tale/sheet", {"players": []})
        await compare(server, "GET", "api/tools/fariables/nothing.svg")
        await compare(server, "POST", "api/tools/fariables/svg", {"board": board})
        await compare(server, "GET", f"api/tools/crane/practice/thumb/{'0' * 32}/7")
        await compare(server, "GET", f"api/tools/crane/practice/thumb/{'0' * 32}/99")
        await compare(server, "GET", "api/tools/crane/practice/toe")


@pytest.mark.parametrize("kind", [bodies.NewTable, bodies.RecordText])
def test_bodies_are_those_of_the_server(kind: type[Any]) -> None:
    struct = getattr(schemas, kind.__name__)
    assert [field.name for field in fields_of(kind)] == list(struct.__struct_fields__)
    assert struct.__struct_config__.forbid_unknown_fields
