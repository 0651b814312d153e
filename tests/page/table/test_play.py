"""Whole games in two browsers: rematch, reload, server restart, loss of the network."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

import fairyring as fr
from fairyring.core.record.receipt import Receipt, compare
from tests.page.support.accessibility import looks_right
from tests.page.support.ends import EITHER_END
from tests.page.support.people import Person, play_on, play_out
from tests.page.support.served import Served

Visit = Callable[..., Person]


def answer(body: str) -> Callable[[Route], None]:
    return lambda route: route.fulfill(body=body)


def test_play_from_home_to_end_with_friend(visit: Visit, server: Served) -> None:
    ann, bo = visit(), visit(size=(360, 740), theme="dark")
    ann.shorten_games()
    ann.home()
    ann.page.get_by_role("button", name="With friends").click()
    start = ann.page.get_by_role("button", name="Start with")
    expect(start).to_be_visible()
    bo.page.goto(ann.page.url)  # the link is the address
    bo.page.get_by_role("textbox", name="Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down as Bo").click()
    bo.until(lambda: "Bo" in bo.raw[-1] or bo.phase == "gathering", "Bo sits")
    expect(ann.page.get_by_text("Bo", exact=True).first).to_be_visible()
    start.click()
    ann.until(lambda: ann.phase == "playing" and bo.phase == "playing", "the game has begun")
    play_out(ann, bo)
    table = ann.page.url.rpartition("/")[2]
    for person in (ann, bo):
        expect(person.end).to_be_visible()
        expect(person.page.get_by_role("heading", name="Was it fair? Yes.")).to_be_visible()
        person.page.get_by_role("button", name="Check it yourself").click()
        expect(person.page.get_by_role("dialog").get_by_text("this device noted").first).to_be_visible()
    record = server.record(table)
    with bo.page.expect_download() as download:
        bo.page.get_by_role("button", name="Keep the receipt").click()
    assert compare(fr.Record.loads(record), Receipt.load(download.value.path())) == []
    bo.page.get_by_role("button", name="Close").click()
    for change, problem in (
        ((r'"owns": \[\d+, \d+\]', '"owns": [0, 1]'), "other odds"),
        ((r'"plays": "guess \w+"', '"plays": "guess lower"'), "announced when the game ended"),
    ):
        forged = re.sub(*change, record)
        bo.page.route("**/record*", answer(forged))
        bo.page.reload()
        expect(bo.page.get_by_role("heading", name="Was it fair? Not as promised.")).to_be_visible()
        bo.page.get_by_role("button", name="Check it yourself").click()
        expect(bo.page.get_by_role("dialog").get_by_text(problem)).to_be_visible()
        bo.page.unroute("**/record*")


@EITHER_END
def test_play_against_bots_takes_two_clicks(visit: Visit) -> None:
    visitor = visit()
    visitor.home()
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.until(lambda: visitor.owes, "the game has begun")
    visitor.guess()


def test_play_rematch_keeps_people(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    ann, bo = visit(), visit(size=(360, 740), theme="dark")
    ann.take(table, 0)
    bo.take(table, 1)
    bo.page.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_role("button", name="Bo is ready")).to_be_visible()
    ann.page.get_by_role("button", name="Rematch").click()
    ann.until(lambda: ann.phase == "gathering" and bo.phase == "gathering", "the next game is prepared")


def test_play_rematch_lets_others_read_the_end(visit: Visit, server: Served) -> None:
    """The host's rematch takes nobody's end page away; whoever reads on comes along when the next game begins."""
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    ann, bo = visit(), visit(size=(360, 740))
    bo.take(table, 1)
    expect(bo.page.get_by_role("heading", name="The game agrees with its seal.")).to_be_visible()
    ann.take(table, 0)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("button", name="Start").wait_for()
    come = bo.page.get_by_role("button", name="Come along Ann plays again")
    expect(come).to_be_visible()
    sheet, talk = (bo.page.get_by_role("region", name=name) for name in ("Score sheet", "Talk"))
    expect(sheet).to_contain_text("Bo you")
    above, below = sheet.bounding_box(), talk.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"], "the result comes before the talk about it"
    looks_right(bo)
    bo.page.get_by_role("button", name="Check it yourself").click()  # the record of the game that is shown
    expect(bo.page.get_by_role("dialog").get_by_text("fairyring verify")).to_be_visible()
    bo.page.keyboard.press("Escape")
    bo.page.get_by_role("link", name="Replay").filter(visible=True).first.click()
    expect(bo.page.get_by_role("slider", name="Moment of the game")).to_be_visible()
    bo.page.go_back()
    expect(bo.page.get_by_text("Ann starts the game")).to_be_visible()  # opened anew, the table is as it is
    ann.page.get_by_role("button", name="Start").click()
    server.finish(table)
    expect(bo.end).to_be_visible()
    ann.end.wait_for()
    ann.page.get_by_role("button", name="Rematch").click()
    come.click()
    expect(bo.page.get_by_text("Ann starts the game")).to_be_visible()


def test_play_next_game_begins_for_who_still_reads(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    ann, bo = visit(), visit()
    ann.take(table, 0)
    bo.take(table, 1)
    bo.end.wait_for()
    ann.page.get_by_role("button", name="Rematch").click()
    expect(bo.page.get_by_role("button", name="Come along")).to_be_visible()
    ann.page.get_by_role("button", name="Start").click()
    expect(bo.dock.get_by_role("button", name="Higher")).to_be_enabled()


def test_play_reload_keeps_game(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann, bo = visit(), visit()
    ann.take(table, 0)
    bo.take(table, 1)
    for _ in range(2):
        ann.until(lambda: ann.owes and bo.owes, "both owe a guess")
        ann.guess()
        ann.page.reload()  # with a guess under way
        bo.guess()
    ann.until(lambda: ann.owes or ann.phase == "over", "Ann is asked again")
    play_on(ann, bo, rounds=2)


def test_play_continues_after_server_restart(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann, bo = visit(), visit()
    ann.take(table, 0)
    bo.take(table, 1)
    ann.until(lambda: ann.owes and bo.owes, "both owe a guess")
    ann.guess()
    before = ann.beats[-1]["view"]
    server.kill()
    beats = len(ann.beats), len(bo.beats)
    server.start()
    ann.until(lambda: len(ann.beats) > beats[0] and len(bo.beats) > beats[1], "both are back by themselves")
    assert ann.beats[-1]["view"] == before, "the guess that was taken is still there"
    play_on(ann, bo, rounds=3)
    expect(ann.page.get_by_text("The server was restarted")).to_be_hidden()  # by itself


def test_play_offline_disables_actions_until_reconnect(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann, bo = visit(), visit()
    ann.take(table, 0)
    bo.take(table, 1)
    ann.until(lambda: ann.owes and bo.owes, "both owe a guess")
    ann.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('online'))")  # it looks after its connection, as after a sleep
    beats = len(ann.beats)
    expect(ann.dock.get_by_text("No connection").or_(ann.dock.get_by_text("Connecting again"))).to_be_visible()
    expect(ann.page.get_by_text("Wait: you are not connected")).to_be_visible()
    expect(ann.page.get_by_role("button", name="Higher")).to_be_disabled()
    bo.guess()
    ann.context.set_offline(False)
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    ann.until(lambda: len(ann.beats) > beats, "Ann hears of the table again")
    expect(ann.page.get_by_text("Wait: you are not connected")).to_be_hidden()
    play_on(ann, bo, rounds=3)
