"""Fairy Tale in the browser: whole games by link and by keyboard, shared device, lesson, and secrecy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.support.accessibility import SIZES, looks_right, looks_right_at_all_sizes
from tests.page.support.ends import BOTH_ENDS, EITHER_END, End, sit_down
from tests.page.support.moments_tale import GAME, cards, choose, pick, play_until, press, view
from tests.page.support.people import Person
from tests.page.support.served import Served

Visit = Callable[..., Person]
FOUR = ["Ann", "Bo", "Cy", "Dot"]


def at_home(person: Person) -> None:
    person.home()
    person.page.get_by_role("radio", name=re.compile("^Fairy Tale")).click()


def by_keys(person: Person) -> None:
    """Press a number and Enter; repeated if a moment was still shown."""
    question = person.decision
    person.page.keyboard.press("1")
    person.page.keyboard.press("Enter")
    person.soon(lambda: person.decision != question, 500)


def test_fairy_tale_game_between_two_browsers(visit: Visit, server: Served) -> None:
    table = server.open_table(GAME, ["Ann", "Bo"], 2)
    ann, bo = visit(), visit(size=SIZES["phone"], theme="dark")
    ann.take(table, 0)
    bo.take(table, 1)
    play_until(lambda: False, ann, bo)
    for person in (ann, bo):
        expect(person.end).to_be_visible()
        sheets = person.page.get_by_role("tab" if person is bo else "region", name=re.compile("points, place"))
        expect(sheets).to_have_count(2)
        totals = [int(beat["view"]["total"][0]) for beat in person.beats[-1:]]
        ours = re.compile(f"^Ann: {str(totals[0]).replace('-', '−')} points")
        expect(person.page.get_by_role("tab" if person is bo else "region", name=ours)).to_be_visible()


@EITHER_END
def test_fairy_tale_game_by_keyboard_alone(visit: Visit, end: End) -> None:
    person = sit_down(visit, end, GAME, 2)
    cards(person).first.wait_for()
    while person.phase != "over":
        person.until(lambda: person.owes or person.phase == "over", "Ann is asked")
        if person.owes:
            by_keys(person)
    expect(person.end).to_be_visible()


@EITHER_END
def test_fairy_tale_reveal_is_told_in_order_and_again(visit: Visit, end: End) -> None:
    """Cards stand as the rows do; against bots they stay until “Next”, and can be looked at again."""
    person = sit_down(visit, end, GAME, 5, size=SIZES["phone"])
    cards(person).first.wait_for()
    play_until(lambda: view(person)["step"] >= 1, person)
    revealed = person.page.get_by_role("list", name="What was turned up")
    expect(revealed.get_by_role("button")).to_have_count(5)
    rows = person.page.locator(".tt-row .seat__name").all_inner_texts()
    assert revealed.locator("b:visible").all_inner_texts() == rows
    again = person.dock.get_by_role("button", name="Last reveal")
    expect(again).to_have_count(0)
    revealed.get_by_role("button").first.click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    person.dock.get_by_role("button", name="Next").click()
    if view(person)["phase"] in ("open", "close"):  # the first effect asks: the rest is told after it
        choose(person)
        press(person.dock.get_by_role("button", name="Next"))
    expect(revealed).to_have_count(0)
    again.click()
    expect(revealed.get_by_role("button")).to_have_count(5)
    person.dock.get_by_role("button", name="Next").click()
    expect(cards(person).first).to_be_visible()


def test_fairy_tale_choice_is_reversible(visit: Visit, server: Served) -> None:
    table = server.open_table(GAME, ["Ann", "Bo"], 2)
    ann = visit()
    ann.take(table, 0)
    cards(ann).first.wait_for()
    choose(ann, 1)
    ann.dock.get_by_role("button", name="Take it back", exact=True).click()
    ann.until(lambda: ann.owes, "Ann is asked again")
    assert pick(ann, 2)


@EITHER_END
def test_fairy_tale_shared_device_hides_hands(visit: Visit) -> None:
    person = visit(size=SIZES["phone"])
    at_home(person)
    person.page.get_by_role("button", name="On this device").click()
    person.page.get_by_role("dialog").get_by_role("button", name=re.compile("Start|Play")).last.click()
    steps: list[list[str]] = []
    for _ in range(2):
        lift = person.page.get_by_role("button", name=re.compile("open it"))
        lift.wait_for()
        assert cards(person).count() == 0, "behind the curtain nothing is shown"
        assert all(card is None for card in view(person)["hand"])
        lift.click()
        cards(person).first.wait_for()
        steps.append(next(card for card in view(person)["hand"] if card))
        assert sum(card is not None for card in view(person)["hand"]) == 1
        choose(person)
    assert len(steps) == 2


@BOTH_ENDS
def test_fairy_tale_lesson_advances_by_actions(visit: Visit) -> None:
    person = visit()
    at_home(person)
    person.page.get_by_role("button", name=re.compile("First time")).click()
    guide = person.page.get_by_role("complementary", name="Guide")
    for title in ("Your first game", "Five cards"):
        expect(guide.get_by_role("heading", name=title)).to_be_visible()
        guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading", name="Tap a card")).to_be_visible()
    pick(person)
    expect(guide.get_by_role("heading", name="Keep it?")).to_be_visible()
    expect(person.dock).to_contain_text("Now: 0, for it would close itself.")  # Fairy Ring, with no other card to close
    expect(cards(person).first).to_have_accessible_name(re.compile("0 points, for it would close itself"))
    person.dock.get_by_role("button", name="Keep it").click()
    expect(guide.get_by_role("heading", name="Hands go round")).to_be_visible()


def test_fairy_tale_moments_have_no_axe_violations(visit: Visit, server: Served) -> None:
    person = visit(size=SIZES["phone"])
    person.take(server.open_table(GAME, ["Ann"], 5), 0)
    cards(person).first.wait_for()
    pick(person, 1)
    looks_right_at_all_sizes(person)
    person.dock.get_by_role("button", name="Look closer").click()
    looks_right_at_all_sizes(person)
    person.page.keyboard.press("Escape")
    play_until(lambda: view(person)["step"] >= 1, person)
    person.page.get_by_role("list", name="What was turned up").wait_for()
    looks_right_at_all_sizes(person)
    if person.page.get_by_role("button", name="Look at your cards").count():
        person.page.get_by_role("button", name="Look at your cards").click()
        looks_right(person)


@pytest.mark.parametrize("size", SIZES)
def test_fairy_tale_end_explains_every_card(visit: Visit, server: Served, size: str) -> None:
    table = server.open_table(GAME, FOUR, 4, couples="yes")  # people only: bots take their time
    server.finish(table)
    person = visit(size=SIZES[size])
    person.take(table, 0)
    beside = SIZES[size][0] >= 1000  # all of them; else one, and tabs
    sheets = person.page.get_by_role("region" if beside else "tab", name=re.compile("points, place"))
    expect(sheets).to_have_count(4)
    open_cards = view(person)["open"]
    for seat in range(4):
        if not beside:
            sheets.nth(seat).click()
        sheet = sheets.nth(seat) if beside else person.page.get_by_role("tabpanel")
        expect(sheet.get_by_role("listitem").first).to_be_visible()
    assert sum(len(kinds) for kinds in open_cards) > 0
    looks_right(person)


def over(person: Person) -> bool:
    return person.soon(lambda: person.phase == "over")


def test_fairy_tale_cards_are_not_sent_early(visit: Visit, server: Served) -> None:
    table = server.open_table(GAME, FOUR[:3], 3)
    ann, watcher = visit(), visit()
    ann.take(table, 0)
    watcher.at(f"t/{table.id}")
    ann.until(lambda: ann.owes, "Ann is asked")
    watcher.until(lambda: bool(watcher.beats), "the watcher sees the table")
    server.finish(table)
    for person, eyes in ((ann, "0"), (watcher, "watcher")):
        assert over(person)
        views, events = set(), set()
        for first in range(0, 400, 100):
            steps = server.get(f"api/tables/{table.id}/replay?eyes={eyes}&first={first}&last={first + 99}")["positions"]
            views |= {json.dumps(step["view"], sort_keys=True) for step in steps}
            events |= {json.dumps(event, sort_keys=True) for step in steps for event in step["events"]}
        for beat in person.beats:
            assert json.dumps(beat["view"], sort_keys=True) in views
            assert {json.dumps(event, sort_keys=True) for event in beat["events"]} <= events


@BOTH_ENDS
def test_fairy_tale_score_pad(visit: Visit) -> None:
    ann = visit(size=(360, 740))
    page = ann.page
    ann.at("box/pad")
    realms = page.get_by_role("group", name="Realm")
    add = page.get_by_role("list", name="Cards to add")
    table = page.get_by_role("list", name=re.compile("^Open cards of"))
    realms.get_by_role("button", name="Holy Empire").click()
    bard = add.get_by_role("button", name="Add Bard")
    where = bard.bounding_box()
    bard.click()
    bard.click()  # two of a kind are two taps at the same place
    assert bard.bounding_box() == where, "nothing jumps under the finger"
    expect(table.get_by_role("listitem")).to_have_text([re.compile("Bard.*2")])
    add.get_by_role("button", name="One Bard fewer").click()  # where it was tapped
    expect(table.get_by_role("listitem")).to_have_text([re.compile("Bard.*1")])
    bard.click()
    for _ in range(2):
        page.get_by_role("button", name="One more player").click()
    expect(page.get_by_role("tab").first).to_have_attribute("aria-selected", "true")
    for tab in page.get_by_role("tab").all():  # nobody is out of sight
        box = tab.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    page.get_by_role("button", name="Clear all cards").click()
    expect(table).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("tab").nth(2).click()
    add.get_by_role("button", name="Add Castle").click()
    page.get_by_role("tab").nth(1).click()
    add.get_by_role("button", name="Add Castle").click()
    add.get_by_role("button", name="Add Castle").click()
    page.get_by_role("button", name="Score sheet").click()
    sheet = page.get_by_role("dialog", name="Score sheet")
    expect(sheet.get_by_role("status")).to_have_text("Player 2 wins!")
    expect(sheet.get_by_role("note")).to_have_text("Player 4 has no cards: is that right?")
    sheet.get_by_role("checkbox").check()  # four may be two couples
    expect(sheet.get_by_role("status")).to_have_text(re.compile("win together!"))
    looks_right(ann)
