"""Requests of a page without a server that have no answer of a server to compare with, or need bots."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from fairyring.core.record.receipt import Receipt
from fairyring.core.text.messages import Message, Speaker, core_texts
from fairyring.offline.host import Host
from fairyring.offline.router import JOBS_PER_PAGE, parse_address
from fairyring.tables.log.stored import to_json, to_store
from tests.offline.support.browser import Browser, Player
from tests.tables.support.forgeries import honest
from tests.tables.support.logs import log_of_bots

ENTROPY = "00" * 32


def ask(host: Host, method: str, path: str, body: Any = None, rows: Any = ()) -> dict[str, Any]:
    text = "" if body is None else json.dumps(body)
    answer: dict[str, Any] = json.loads(host.request(method, path, "{}", text, 1_800_000_000_000, ENTROPY, json.dumps(rows)))
    return answer


def rows_of_bots(game: str) -> list[dict[str, Any]]:
    return [to_json(to_store(row)) for row in log_of_bots(game, 2)]


def test_request_creates_a_table_that_can_be_played() -> None:
    browser = Browser()
    tab = browser.tab()
    answer = ask(tab.host, "POST", "/api/tables", {"game": "fairy", "options": {"players": 2}})
    created = json.loads(answer["body"])
    assert answer["status"] == 201
    assert [browser.add(row) for row in answer["append"]] == [True]
    ann = Player(tab, created["table"], created["token"])
    ann.begin()
    ann.play()
    rows = browser.stored(created["table"])
    record = ask(tab.host, "GET", f"api/tables/{created['table']}/record", rows=rows)
    assert record["headers"]["content-disposition"].startswith("attachment")
    again = ask(tab.host, "POST", "api/tables/import", {"record": record["body"]})
    assert again["status"] == 201
    turn = ask(tab.host, "GET", f"api/tables/{json.loads(again['body'])['table']}/turn", rows=again["append"])
    assert json.loads(turn["body"])["phase"] == "over"


@pytest.mark.parametrize("guided", [True, False])
def test_request_creates_guided_tables_and_deals_of_the_day(guided: bool) -> None:
    chosen = {"guided": True} if guided else {"deal": "day"}
    assert ask(Host("p"), "POST", "api/tables", {"game": "fairy", **chosen})["status"] == 201


def test_request_analyses_in_pages_of_jobs() -> None:
    host, rows = Host("p"), rows_of_bots("fairy")
    path = f"api/tables/{rows[0]['table']}/analysis"
    answer, judged = ask(host, "GET", path, rows=rows), 0
    total = answer["total"]
    while "jobs" in answer:
        assert len(answer["jobs"]) <= JOBS_PER_PAGE
        assert answer["done"] == judged
        choices = [json.loads(host.weigh(json.dumps(job | {"budget": 20})))["choices"] for job in answer["jobs"]]
        judged += len(choices)
        answer = json.loads(host.continue_request(answer["continue"], json.dumps(choices)))
    result = json.loads(answer["body"])
    assert result["decisions"] == result["looked"] == judged == total
    assert answer["status"] == 200


def test_request_analysis_can_end_early_and_survives_nonsense() -> None:
    host, rows = Host("p"), rows_of_bots("fairy")
    path = f"api/tables/{rows[0]['table']}/analysis"
    answer = ask(host, "GET", path, rows=rows)
    answer = json.loads(host.continue_request(answer["continue"], json.dumps([None, [[99999, 1, 1, 1]], "x"])))
    result = json.loads(host.continue_request(answer["continue"], "[]"))
    assert json.loads(result["body"])["looked"] == 0
    assert json.loads(host.continue_request(answer["continue"], "[]"))["status"] == 409


def test_request_of_damaged_rows_is_refused() -> None:
    rows = rows_of_bots("crane")
    rows[3]["body"] = rows[3]["body"].replace("seat", "saet")
    answer = ask(Host("p"), "GET", f"api/tables/{rows[0]['table']}", rows=rows)
    assert answer["status"] == 500
    assert "damaged" in answer["body"]
    assert "server" not in answer["body"]


def test_parse_address_resolves_escapes() -> None:
    assert parse_address("/api/games?a=x%20y&b=%C3%A4&c=p+q&d") == ("api/games", {"a": "x y", "b": "ä", "c": "p q", "d": ""})


def compared(receipt: Receipt, language: str) -> dict[str, Any]:
    """What the full check of the page finds out about the honest game."""
    body = {"record": honest()[0], "receipt": receipt.dumps()}
    answer = ask(Host("p"), "POST", f"api/verify/receipt?language={language}", body)
    assert answer["status"] == 200
    found: dict[str, Any] = json.loads(answer["body"])
    return found


def test_request_compares_a_record_with_a_receipt() -> None:
    found = compared(honest()[1], "en")
    assert found["ok"]
    assert found["receipt"]["shown"] > 10


@pytest.mark.parametrize("field", ["guess", "score"])
def test_request_names_a_shown_event_that_is_no_draw_and_did_not_happen(field: str) -> None:
    """Points, or somebody's guess, were shown otherwise than they were; all draws are as promised."""
    receipt = deepcopy(honest()[1])
    told = next(event for part in receipt.shown for event in part.events if event["kind"] == "told")
    told["args"][field] = {"guess": "lower", "score": 17}[field]
    found = compared(receipt, "de")
    assert not found["ok"]
    assert [problem["key"] for problem in found["problems"]] == ["receipt.shown"]
    assert found["problems"][0]["args"]["event"] == "told"
    message = Message("receipt.shown", found["problems"][0]["args"])
    assert found["problems"][0]["text"] == Speaker(core_texts("de"), language="de").say(message)
    assert found["problems"][0]["text"] != Speaker(core_texts("en")).say(message)
