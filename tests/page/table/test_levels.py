"""Levels of bots: the page offers exactly the levels of the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.page.support.people import Person, play_out
from tests.page.support.served import Served, ServedTable

Visit = Callable[..., Person]


def gather(visit: Visit, server: Served, game: str, options: dict[str, Any], **how: Any) -> Person:
    created = server.post("api/tables", {"game": game, "options": options})
    person = visit(**how)
    person.take(ServedTable(created["table"], [created["token"]]), 0)
    return person


def seats(person: Person) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = next(beat["table"]["seats"] for beat in reversed(person.beats) if "table" in beat)
    return seats


def menu(person: Person, seat: int) -> Locator:
    """What can be done with a seat."""
    person.page.locator(".stool__btn").nth(seat).click()
    return person.page.get_by_role("dialog")


def test_levels_seat_offers_available_bots(visit: Visit, server: Served) -> None:
    ann = gather(visit, server, "fairy", {"players": 2})
    perfect = menu(ann, 1).get_by_role("button", name="A bot that plays perfectly")
    expect(perfect).to_be_visible()
    perfect.click()
    ann.until(lambda: seats(ann)[1] == {"kind": "bot", "level": "exact"}, "a bot sits there")
    expect(ann.page.get_by_role("button", name="How bots play: perfectly")).to_be_visible()
    ann.page.get_by_role("button", name="One more seat").click()
    ann.until(lambda: len(seats(ann)) == 3, "there are three seats")
    assert seats(ann)[1]["level"] == "normal"
    third = menu(ann, 2)
    expect(third.get_by_role("button", name="A bot that plays hard")).to_be_visible()
    expect(third.get_by_role("button", name="A bot that plays perfectly")).to_have_count(0)
    ann.page.keyboard.press("Escape")


def test_levels_missing_level_falls_back_to_best(visit: Visit, server: Served) -> None:
    ann = gather(visit, server, "sneaky-town", {"size": "3", "match": "single", "turn_limit": 4}, language="de")
    ann.page.locator(".tell .word", has_text="gut").click()
    ann.page.get_by_role("dialog").get_by_role("button", name="vollkommen, wo man weiß").click()
    expect(ann.page.locator(".tell .word", has_text="vollkommen")).to_be_visible()
    ann.home()  # no game has it whatever the options
    expect(ann.page.locator(".tray__level .word", has_text="stark")).to_be_visible()
    expect(ann.page.locator(".word", has_text="vollkommen")).to_have_count(0)


def test_levels_trained_bot_plays_a_game(visit: Visit, server: Served) -> None:
    ann = gather(visit, server, "fairy", {"players": 2})
    menu(ann, 1).get_by_role("button", name="A bot that plays by practice").click()
    ann.until(lambda: seats(ann)[1] == {"kind": "bot", "level": "trained"}, "a bot sits there")
    ann.page.get_by_role("button", name=re.compile("^Start")).click()
    play_out(ann)
    assert seats(ann)[1]["level"] == "trained", "nothing else has decided for it"
