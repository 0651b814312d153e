"""The host of tables in the page, in plain CPython: whole games, restarts, two tabs, and deletion of personal data."""

from __future__ import annotations

import json

import pytest

from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.offline.host import Host
from fairyring.tables import load
from fairyring.tables.engine.effects import CLOSE_NO_TABLE, CLOSE_TOKEN, CLOSE_UNREADABLE
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import from_json, from_store
from fairyring.tables.records import full_record
from tests.offline.support.browser import Browser, Player


def state_of(browser: Browser, table: str) -> TableState:
    return load(from_store(from_json(row)) for row in browser.stored(table))


def record_of(browser: Browser, table: str) -> Record:
    record = full_record(state_of(browser, table))
    record.verify()
    return record


@pytest.mark.parametrize("game", registry.shipped())
def test_host_plays_whole_games_against_bots(game: str) -> None:
    browser = Browser()
    tab = browser.tab()
    table, token = browser.lay(game)
    ann = Player(tab, table, token)
    ann.begin()
    ann.play()
    assert record_of(browser, table).seal is not None
    assert not tab.reports
    assert not tab.lost


@pytest.mark.parametrize("game", ["fairy", "sneaky-town"])
def test_host_plays_hot_seat(game: str) -> None:
    browser = Browser()
    table, token = browser.lay(game, options={"players": 2})
    ann = Player(browser.tab(), table, token)
    ann.begin(seats=2)
    ann.play()
    assert not {sitter.bot for sitter in record_of(browser, table).sitters} - {""}


def test_host_restarts_from_stored_rows() -> None:
    """A worker that dies in mid game; the next one goes on from the rows, also from one whose answer was never heard."""
    browser = Browser()
    table, token = browser.lay("fairy", options={"players": 3})
    first = browser.tab()
    ann = Player(first, table, token)
    ann.begin()
    ann.play(until=lambda: len(browser.stored(table)) > 20)
    first.held = []  # what is stored from now on, this worker does not learn
    ann.send("chat", text="hello")
    browser.run(lambda: len(first.held or ()) > 0)
    first.kill()
    seq = len(browser.stored(table))
    again = Player(browser.tab(), table, token)
    browser.run(lambda: bool(again.public))
    assert again.guest == ann.guest
    again.play()
    record_of(browser, table)
    assert len(browser.stored(table)) > seq


def test_host_tabs_share_a_table() -> None:
    """Two tabs at one table append to one log; the second row under a number is lost, and decided again."""
    browser = Browser()
    table, token = browser.lay("fairy", options={"players": 2})
    one, two = browser.tab(), browser.tab()
    ann = Player(one, table, token)
    ann.begin(seats=1)
    same = Player(two, table, token)
    browser.run(lambda: bool(same.public))
    for number in range(5):
        ids = [player.send("chat", text=f"{number}") for player in (ann, same)]
        browser.run(lambda ids=ids: ids[0] in ann.answers and ids[1] in same.answers)  # type: ignore[misc]
        assert ann.answers[ids[0]]["type"] == same.answers[ids[1]]["type"] == "ack"
    assert one.lost + two.lost >= 5
    assert len(state_of(browser, table).chat) == 10
    both = (ann, same)
    while ann.phase != "over":
        for player in both:
            before = len(browser.stored(table))
            player.play(until=lambda before=before: len(browser.stored(table)) > before)  # type: ignore[misc]
    browser.run(lambda: same.phase == "over")
    record_of(browser, table)
    assert not one.reports
    assert not two.reports


def test_host_answers_hints() -> None:
    browser = Browser()
    table, token = browser.lay("fairy", options={"players": 2})
    ann = Player(browser.tab(), table, token)
    ann.begin()
    browser.run(lambda: any("ask" in own for own in ann.picture["seats"].values()))
    seat, own = next(iter(ann.picture["seats"].items()))
    ann.do("hint", seat=int(seat), ask=own["ask"])
    browser.run(lambda: any(message["type"] == "hint" for message in ann.got))


def test_host_forgets_a_guest() -> None:
    browser = Browser()
    table, token = browser.lay("fairy", options={"players": 2})
    tab = browser.tab()
    ann = Player(tab, table, token)
    ann.begin()
    ann.do("chat", text="my secret address")
    assert "my secret address" in "".join(browser.rows.values())
    assert ann.do("forget")["type"] == "ack"
    assert "my secret address" not in "".join(browser.rows.values())
    assert "Ann" not in "".join(browser.rows.values())
    assert state_of(browser, table).guests[ann.guest].devices  # still welcome


def test_host_finishes_deletions_that_a_crash_prevented() -> None:
    browser = Browser()
    table, token = browser.lay("fairy", options={"players": 2})
    tab = browser.tab()
    ann = Player(tab, table, token)
    ann.begin()
    tab.dies_at = "forget"
    ann.send("forget")
    browser.run(lambda: not tab.alive)
    assert "Ann" in "".join(browser.rows.values())
    again = Player(browser.tab(), table, token)
    browser.run(lambda: bool(again.public))
    assert "Ann" not in "".join(browser.rows.values())


def test_host_closes_connections_of_unknown_and_unreadable_tables() -> None:
    browser = Browser()
    tab = browser.tab()
    lost = Player(tab, "nowhere")
    browser.run(lambda: bool(lost.closed))
    assert lost.closed == CLOSE_NO_TABLE
    table, token = browser.lay("fairy")
    first = browser.stored(table)[0]
    browser.rows[table, 1] = json.dumps(first | {"body": first["body"].replace("fairy", "fairz")})
    ann = Player(tab, table, token)
    browser.run(lambda: bool(ann.closed))
    assert ann.closed == CLOSE_UNREADABLE
    assert tab.dropped == ["nowhere", table]
    assert not tab.host.engines
    browser.rows[table, 1] = json.dumps(first)
    wrong = Player(tab, table, "wrong")
    browser.run(lambda: bool(wrong.closed))
    assert wrong.closed == CLOSE_TOKEN


def test_host_ignores_inputs_of_dropped_tables() -> None:
    host = Host("p")
    assert host.take("gone", 1, "00" * 32, "tick", "{}") == "[]"
    assert host.take("gone", 1, "00" * 32, "head", '{"seq": 3}') == "[]"


def test_host_reports_failing_bots_without_raising() -> None:
    answer = json.loads(Host("p").think("{}"))
    assert answer["action"] is None
    assert json.loads(Host("p").weigh("{}"))["choices"] == []
