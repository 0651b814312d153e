"""HTTP endpoints: answers, refusals, headers, rate limits."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.games.fairy_tale import deck
from fairyring.games.fariables import boards
from fairyring.server.access.rate_limits import HOUSEHOLD_TABLES
from fairyring.server.http.middleware import HEADERS, masked
from fairyring.server.http.qr import MAX_LOOP_CHARACTERS
from tests.server.support.running import Running, Talk, running

BOARD = Path(boards.__file__).with_name("boards") / "river.txt"
DECK = Path(deck.__file__).with_name("deck.csv").read_text(encoding="utf-8")
RECORD = Path("tests/games/fairy/records/top.jsonl")


async def seated(server: Running, stack: AsyncExitStack, game: str = "fairy", **chosen: Any) -> tuple[str, Talk, Talk]:
    """A game of two people that has begun."""
    table, token = await server.create(game, 2, **chosen)
    ann = await stack.enter_async_context(server.talk(table, token))
    bo = await stack.enter_async_context(server.talk(table))
    await ann.do("sit", seat=0, name="Ann")
    await bo.do("sit", seat=1, name="Bo")
    await ann.do("start")
    for talk in (ann, bo):
        await talk.phase("playing")
    return table, ann, bo


def bearer(talk: Talk) -> dict[str, str]:
    return {"authorization": f"Bearer {talk.token}"}


async def test_http_security_headers_on_every_response(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        requests = [
            ("GET", "/"), ("GET", "/api/games"), ("GET", "/api/nothing"), ("GET", "/health"), ("GET", "/metrics"),
            ("PUT", "/api/tables"), ("POST", "/api/tables"), ("GET", "/api/tables/aaaaaaaaaaaaaaaa"),
            ("OPTIONS", "/api/tables"), ("GET", "/rules/fairy"),
            ("GET", "/t/aaaaaaaaaaaaaaaa"), ("GET", "/api/docs"), ("GET", "/api/tools/fariables/meadow.svg"), ("GET", "/ws"),
            ("HEAD", "/"), ("GET", "/%ff"), ("GET", "/api/games/%00"),
        ]  # fmt: skip
        for method, path in requests:
            answer = await server.http.request(method, path)
            assert answer.status_code < 500, path
            for name, value in HEADERS:
                assert answer.headers[name.decode()] == value.decode(), (path, name)
            assert "server" not in answer.headers
            if answer.status_code >= 400 and method != "HEAD":
                assert set(answer.json()) == {"code", "message"}, path
        assert (await server.http.put("/api/tables")).headers["allow"]
        assert (await server.http.options("/api/tables")).headers["allow"] == "GET, HEAD, OPTIONS, POST"


async def test_http_refuses_malformed_requests(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        post = server.http.post
        headers = {"content-type": "application/json"}
        cases: list[tuple[int, httpx.Response]] = [
            (400, await post("/api/tables", content=b"{", headers=headers)),
            (400, await post("/api/tables", content=b'{"game":"\xff"}', headers=headers)),
            (400, await post("/api/tables", content=b"[" * 60_000, headers=headers)),
            (400, await post("/api/tables", content=b"")),
            (400, await post("/api/tables", json={"game": "fairy", "more": 1})),
            (400, await post("/api/tables", json={"game": "fairy", "public": 1})),
            (422, await post("/api/tables", json={"game": "chess"})),
            (422, await post("/api/tables", json={"game": "fairy", "options": {"players": 99}})),
            (422, await post("/api/tables", json={"game": "fairy", "clock": {"per": -1}})),
            (422, await post("/api/tables", json={"game": "fairy-tale", "options": {"players": 5, "simplified": "yes"}})),
            (413, await post("/api/verify", content=b"x" * 3_000_000, headers=headers)),
            (422, await post("/api/verify", json={"record": ""})),
            (403, await post("/api/tables", json={"game": "fairy"}, headers={"origin": "https://evil.example"})),
            (403, await post("/api/tables", json={"game": "fairy"}, headers={"origin": "http://["})),
        ]
        for number, (status, answer) in enumerate(cases):
            assert answer.status_code == status, (number, answer.text)
            assert answer.json()["message"].strip()
        assert (await server.http.get("/api/tables")).json() == []
        assert (await post("/api/tables", json={"game": "fairy"}, headers={"origin": server.url})).status_code == 201


async def test_http_limits_sizes_before_parsing(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        post = server.http.post
        long = "title: x\n" * 2000
        tabs = "title:a" + "\t" * 6000 + "b"  # this stopped the whole server for half a minute
        cases: list[tuple[int, httpx.Response]] = [
            (
                413,
                await post(
                    "/api/tables", json={"game": "fariables", "options": {"board": {"file": "x", "text": "~" * 70_000}}}
                ),
            ),
            (422, await post("/api/tables", json={"game": "fariables", "options": {"board": {"file": "x", "text": long}}})),
            (422, await post("/api/tables", json={"game": "fariables", "options": {"board": {"file": "x", "text": tabs}}})),
            (422, await post("/api/tables", json={"game": "fairy", "options": {"variant": "x" * 400}})),
            (422, await post("/api/tools/fariables/svg", json={"board": tabs})),
            (400, await post("/api/tools/fariables/pdf", json={"board": long})),
            (400, await post("/api/tools/fairy-tale/sheet", json={"players": [{"name": "A", "cards": {"x" * 101: 1}}]})),
            (
                400,
                await post(
                    "/api/tools/fairy-tale/sheet",
                    json={"players": [{"name": "A", "cards": dict.fromkeys(map(str, range(41)), 1)}]},
                ),
            ),
            (422, await post("/api/tools/fairy-tale/sheet", json={"players": [{"name": "A", "cards": {}}], "deck": '"' * 600})),
            (
                422,
                await post(
                    "/api/tools/fairy-tale/sheet", json={"players": [{"name": "A", "cards": {}}], "deck": DECK + '"\x00'}
                ),
            ),
        ]
        for number, (status, answer) in enumerate(cases):
            assert answer.status_code == status, (number, answer.text)
            assert len(answer.json()["message"]) < 500, number


async def new_table_from(server: Running, address: str) -> httpx.Response:
    transport = httpx.ASGITransport(server.app, client=(address, 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.post("/api/tables", json={"game": "fairy"})


async def test_http_rate_limit_by_address(tmp_path: Path) -> None:
    async with running(tmp_path, requests_per_second=1) as server:
        answers = [await server.http.get("/api/games") for _ in range(8)]
        assert [answer.status_code for answer in answers][:5] == [200] * 5
        assert answers[-1].status_code == 429
        assert answers[-1].headers["retry-after"]
        assert (await server.http.get("/health")).status_code == 200
    async with running(tmp_path, tables_per_hour=2) as server:
        codes = [await new_table_from(server, "198.51.100.7") for _ in range(3)]
        assert [answer.status_code for answer in codes] == [201, 201, 429]
        assert "possible in 30 minutes" in codes[-1].json()["message"]
        assert 1700 < int(codes[-1].headers["retry-after"]) <= 1802
        for home in ("127.0.0.1", "192.168.1.7", "fe80::7"):  # a family plays many short games
            at_home = [(await new_table_from(server, home)).status_code for _ in range(2 * HOUSEHOLD_TABLES + 1)]
            assert at_home == [201] * 2 * HOUSEHOLD_TABLES + [429]
    async with running(tmp_path, most_tables=1) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token):
            full = await server.http.post("/api/tables", json={"game": "fairy"})
            assert (full.status_code, full.json()["code"]) == (503, "full")


async def test_metrics_are_for_loopback_and_configured_networks(tmp_path: Path) -> None:
    async with running(tmp_path, metrics_from="192.0.2.0/28, 198.51.100.1") as server:
        clients = {"127.0.0.1": 200, "::1": 200, "192.0.2.7": 200, "198.51.100.1": 200, "192.0.2.17": 404, "2001:db8::1": 404}
        for address, status in clients.items():
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(server.app, client=(address, 1)), base_url="http://localhost"
            ) as other:
                assert (await other.get("/metrics")).status_code == status


async def test_http_forwarded_address_is_trusted_only_from_configured_proxies(tmp_path: Path) -> None:
    async def code_of_new_table(server: Running, address: str) -> int:
        answer = await server.http.post("/api/tables", json={"game": "fairy"}, headers={"x-forwarded-for": address})
        return answer.status_code

    async with running(tmp_path / "with", proxies="127.0.0.1", tables_per_hour=1, sockets_per_address=1) as server:
        assert [await code_of_new_table(server, f"192.0.2.{last}") for last in (1, 1, 2)] == [201, 429, 201]
        assert (await server.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})).status_code == 404
        first, second = ({"x-forwarded-for": f"192.0.2.{last}"} for last in (1, 2))
        async with server.socket(additional_headers=first), server.socket(additional_headers=second):
            assert server.app.rate_limits.sockets == {"192.0.2.1": 1, "192.0.2.2": 1}
    async with running(tmp_path / "without", tables_per_hour=1) as server:
        counts = [await code_of_new_table(server, f"192.0.2.{last}") for last in range(1, HOUSEHOLD_TABLES + 2)]
        assert counts == [201] * HOUSEHOLD_TABLES + [429]
        assert (await server.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})).status_code == 200


async def test_health_reports_a_stalled_store(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        assert (await server.http.get("/health")).json()["ok"] is True
        server.hub.store._appender.stalled = True
        stalled = await server.http.get("/health")
        assert (stalled.status_code, stalled.json()["stalled"]) == (503, True)


async def test_http_lists_public_tables_without_names(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        table, _ann, _bo = await seated(server, stack, public=True)
        private, _token = await server.create("crane", 3)
        listed = await server.http.get("/api/tables")
        assert [entry["table"] for entry in listed.json()] == [table]
        assert listed.json()[0]["people"] == 2
        assert "Ann" not in listed.text
        assert listed.json()[0]["options"] == {}
        assert private not in listed.text
        answer = (await server.http.get(f"/api/tables/{table}")).json()
        assert (answer["phase"], answer["guests"]["1"]["name"]) == ("playing", "Ann")


async def test_http_list_tells_unusual_options_but_no_text_of_a_file(tmp_path: Path) -> None:
    board = {"file": "mine.txt", "text": BOARD.read_text(encoding="utf-8")}
    async with running(tmp_path) as server:
        await server.create("fariables", 2, public=True, options={"board": board, "goal": 12})
        (listed,) = (await server.http.get("/api/tables")).json()
        assert listed["options"] == {"goal": "12"}


async def test_http_list_tells_how_many_people_are_present(tmp_path: Path) -> None:
    async def present(server: Running) -> list[int | None]:
        return [entry["present"] for entry in (await server.http.get("/api/tables")).json()]

    async with running(tmp_path) as server:
        async with AsyncExitStack() as stack:
            table, ann, _bo = await seated(server, stack, public=True)
            await stack.enter_async_context(server.talk(table))  # a watcher is not counted
            await stack.enter_async_context(server.talk(table, ann.token))  # nor a second page of Ann
            assert await present(server) == [2]
        hosted = server.hub.tables[table]
        while hosted.outboxes:
            await asyncio.sleep(0.01)
        assert await present(server) == [0]
        server.hub.drop(hosted)
        assert await present(server) == [0]
        server.hub.single_process = False  # another process may have it
        assert await present(server) == [None]


async def test_http_record_is_partial_during_the_game_and_full_after_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        table, ann, bo = await seated(server, stack)
        await ann.play("guess higher")
        path = f"/api/tables/{table}/record"
        answers = {
            person: (await server.http.get(path, headers=headers))
            for person, headers in (("ann", bearer(ann)), ("bo", bearer(bo)), ("", {}))
        }
        assert {person: answer.json()["seat"] for person, answer in answers.items()} == {"ann": 0, "bo": 1, "": None}
        assert all(answer.json()["partial"] for answer in answers.values())
        assert answers["ann"].json()["view"]["guess"][0] == "higher"
        assert "higher" not in answers["bo"].text + answers[""].text
        assert (await server.http.get(path, headers={"authorization": "Bearer AAAA"})).status_code == 401
        assert (await server.http.get(path, headers={"authorization": "Basic AAAA"})).status_code == 401
        assert (await server.http.get(f"/api/tables/{table}/replay")).status_code == 409
        for talk in (ann, bo):
            await talk.do("abandon")
        await ann.phase("over")
        whole = await server.http.get(path)
        assert whole.headers["content-type"].startswith("application/jsonl")
        Record.loads(whole.text).verify()
        assert (await server.http.post("/api/verify", json={"record": whole.text})).json()["chance"] == "checked"


async def test_http_record_of_earlier_games_is_full_and_of_the_running_one_partial(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        table, ann, bo = await seated(server, stack)
        path = f"/api/tables/{table}/record"
        for talk in (ann, bo):
            await talk.do("abandon")
        await ann.phase("over")
        first = (await server.http.get(path)).text
        for talk in (ann, bo):
            await talk.do("again")
        await ann.phase("gathering")
        await ann.do("start")
        await ann.phase("playing")
        await ann.play("guess higher")
        assert (await server.http.get(path, params={"game": 1})).text == first
        assert (await server.http.get(f"/api/tables/{table}/replay", params={"game": 1})).status_code == 200
        now = await server.http.get(path, params={"game": 2}, headers=bearer(bo))
        assert now.json()["partial"]
        assert "higher" not in now.text
        assert (await server.http.get(f"/api/tables/{table}/replay", params={"game": 2})).status_code == 409
        for wrong, status in ((3, 404), (-1, 400), ("x", 400)):
            assert (await server.http.get(path, params={"game": wrong})).status_code == status


async def test_http_record_of_a_hot_seat_is_the_watchers(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            for seat in (0, 1):
                await ann.do("sit", seat=seat, name="Ann")
            await ann.do("start")
            await ann.phase("playing")
            await ann.do("here", seat=0)
            await ann.until(lambda: bool(ann.own))
            await ann.play("guess higher")
            answer = await server.http.get(f"/api/tables/{table}/record", headers=bearer(ann))
            assert answer.json()["seat"] is None
            assert "higher" not in answer.text


async def test_http_imports_and_replays_records_for_any_viewer(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8")
    async with running(tmp_path) as server:
        imported = (await server.http.post("/api/tables/import", json={"record": text})).json()
        back = await server.http.get(f"/api/tables/{imported['table']}/record")
        assert [step.action for step in Record.loads(back.text).decisions] == [
            step.action for step in Record.loads(text).decisions
        ]
        first = Record.loads(text).decisions[0]
        for eyes in ("all", "watcher", "0", "1"):
            answer = await server.http.get(f"/api/tables/{imported['table']}/replay", params={"eyes": eyes})
            listed = answer.json()
            same = (await server.http.post("/api/replay", params={"eyes": eyes}, json={"record": text})).json()
            assert listed["positions"] == same["positions"]
            assert listed["positions"][0]["at"] == 0
            assert listed["positions"][0]["view"]["seat"] == (int(eyes) if eyes.isdigit() else None)
            sees = eyes in ("all", str(first.seat)) or first.seat < 0
            assert (listed["positions"][1]["plays"] is not None) == sees
            assert bool(listed["positions"][1]["seats"]) == (eyes == "all")
        some = (await server.http.get(f"/api/tables/{imported['table']}/replay", params={"first": 3, "last": 5})).json()
        assert [step["at"] for step in some["positions"]] == [3, 4, 5]
        for eyes in ("9", "x", "-1", "١"):
            assert (await server.http.get(f"/api/tables/{imported['table']}/replay", params={"eyes": eyes})).status_code == 422


async def test_http_refuses_an_edited_record_naming_the_line(tmp_path: Path) -> None:
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    image = next(
        number
        for number, line in enumerate(lines)
        if '"draw' in line or '"nature"' in line or '"seat":-1' in line.replace(" ", "")
    )
    edited = [*lines[:image], *lines[image + 1 :]]
    async with running(tmp_path) as server:
        for path in ("/api/verify", "/api/tables/import", "/api/replay"):
            answer = await server.http.post(path, json={"record": "\n".join(edited)})
            assert answer.status_code == 422
            assert "line" in answer.json()["message"].lower(), answer.text
        assert server.hub.tables == {}


async def test_http_games_texts_rules_and_catalogues(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        games = (await server.http.get("/api/games")).json()
        assert [game["game"] for game in games] == list(registry.game_names())
        for game in games:
            path = f"/api/games/{game['game']}"
            assert (await server.http.get(path)).json() == game
            texts = (await server.http.get(f"{path}/texts", params={"language": "xx"})).json()
            assert texts["table.past"]
            assert texts["title"] == game["title"]
            rules = (await server.http.get(f"{path}/rules")).json()
            assert 'id="R1"' in rules["html"]
            assert "<script" not in rules["html"]
            assert (await server.http.get(f"{path}/catalogue", params={"players": game["seats"][0]})).json()["actions"]
        assert (await server.http.get("/api/games/fairy/catalogue", params={"players": "many"})).status_code == 422
        own = {"players": 2, "deck": {"file": "own.csv", "text": DECK.replace("Castle", "Dungeon")}}
        table, _token = await server.create("fairy-tale", options=own)
        catalogue = (await server.http.get(f"/api/tables/{table}/catalogue")).text
        assert ("Dungeon" in catalogue) or ("dungeon" in catalogue)


async def test_http_tools_practise_the_riffle(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        deck = (await server.http.get("/api/tools/crane/practice/middle")).json()
        assert len(deck["at"]) == len(deck["v"]) == 48
        address = f"/api/tools/crane/practice/middle/{deck['seed']}"
        result = (await server.http.get(f"{address}/10")).json()
        assert result["grabbed"] == sum(result["cards"][:10])
        assert (await server.http.get(f"{address}/10")).json() == result
        for path in (f"{address}/0", f"{address}/49", "/api/tools/crane/practice/middle/beef/10"):
            assert (await server.http.get(path)).status_code == 422, path
        assert (await server.http.get("/api/tools/crane/practice/toe")).status_code == 404


async def test_http_tools_for_real_boxes(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        hands = {"players": [{"name": "<b>Ann", "cards": {"castle": 1, "bard": 2}}, {"name": "Bo", "cards": {}}]}
        sheet = (await server.http.post("/api/tools/fairy-tale/sheet", json=hands)).json()
        assert [player["name"] for player in sheet["players"]] == ["<b>Ann", "Bo"]
        assert sheet["players"][0]["place"] == 1
        for wrong in ({"castle": -1}, {"castle": 100}, {"no such card": 1}):
            bad = {"players": [{"name": "Ann", "cards": wrong}]}
            assert (await server.http.post("/api/tools/fairy-tale/sheet", json=bad)).status_code == 422
        svg = await server.http.get("/api/tools/fariables/meadow.svg")
        assert svg.headers["content-type"] == "image/svg+xml"
        assert svg.text.startswith("<")
        pdf = await server.http.get("/api/tools/fariables/meadow.pdf")
        assert pdf.status_code in (200, 501)
        assert pdf.status_code == 501 or pdf.content.startswith(b"%PDF")
        for name in ("none.svg", "meadow.png", "meadow", "../meadow.svg"):
            assert (await server.http.get(f"/api/tools/fariables/{name}")).status_code == 404
        assert (await server.http.post("/api/tools/fariables/svg", json={"board": "nonsense"})).status_code == 422
        code = await server.http.get("/api/tables/abcdefgh23456723/qr.svg")
        assert code.headers["content-type"] == "image/svg+xml"
        assert "<script" not in code.text


async def test_http_draws_long_qr_codes_in_a_heavy_worker(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for length, computed in ((MAX_LOOP_CHARACTERS, 0), (MAX_LOOP_CHARACTERS + 1, 1), (300, 2), (300, 2)):
            code = await server.http.post("/api/tools/qr", json={"link": "x" * length})
            assert (code.status_code, code.headers["content-type"]) == (200, "image/svg+xml")
            assert server.app.litestar.state.heavy.computed == computed


def test_middleware_masks_table_ids_in_logged_paths() -> None:
    assert masked("/api/tables/abcdefgh23456723/record") == "/api/tables/…/record"
    assert masked("/t/abcdefgh23456723") == "/t/…"
    assert len(masked("/" + "x" * 1000)) <= 100


@pytest.mark.parametrize("path", ["/t/ABCDEFGH23456723", "/api/tables/abcdefgh23456723x"])
def test_middleware_masks_words_that_look_like_table_ids(path: str) -> None:
    assert "BCDEFGH" not in masked(path).upper()


def test_http_test_records_exist() -> None:
    assert json.loads(RECORD.read_text(encoding="utf-8").splitlines()[0])["game"] == "fairy"
