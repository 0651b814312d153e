"""Hints: one line with the choice of a good bot, offered against bots only, in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fairyring.core.game import registry
from tests.page.support.accessibility import axe_violations
from tests.page.support.people import Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]


def hinted(person: Person) -> bool:
    return any(frame["type"] == "hint" and frame["ask"] == person.decision for frame in person.frames)


@pytest.mark.parametrize("game", registry.shipped())
def test_hint_is_offered_against_bots(game: str, visit: Visit, server: Served) -> None:
    """By the button on a phone, in every game; the line names what the page itself offers."""
    table = server.open_table(game, ["Ann"], 2)
    ann = seated(visit, table, size=(360, 740), theme="dark")
    ann.until(lambda: ann.owes, "Ann is asked")
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    ann.until(lambda: hinted(ann) or not ann.owes, "a hint came")  # an only choice may be played by itself meanwhile
    if ann.owes:
        note = ann.dock.get_by_role("note", name="What a good bot would do")
        expect(note).not_to_contain_text("Thinking about it …")
        box = note.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 360
        assert axe_violations(ann.page) == []
        note.get_by_role("button", name="Close").click()
        expect(note).to_have_count(0)


def test_hint_by_key_in_german_disappears_with_decision(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    ann = visit(language="de")
    ann.take(table, 0)
    ann.until(lambda: ann.owes, "Ann is asked")
    expect(ann.page.get_by_role("button", name="Tipp", exact=True)).to_be_enabled()
    ann.page.keyboard.press("h")
    note = ann.page.get_by_role("note", name="Was ein guter Bot täte")
    # Before the search is compiled, a slow machine may not come to numbers.
    basis = r"\. Nach dem, was auf dem Tisch liegt: Verdeckte Karten sind vergessen\."
    numbers = r"(: gewinnt von hier \d+\s% der Spiele; .*: \d+\s%)?"
    expect(note).to_have_text(re.compile(rf"raten \(\+\d\){numbers}{basis}\s*$"))
    question = ann.decision
    ann.page.locator(".shell__dock [data-act]").first.click()
    ann.until(lambda: ann.decision != question, "the game goes on")
    expect(note).to_have_count(0)
    assert not any("hint" in line for line in server.record(table.id).splitlines())


def test_hint_is_not_offered_against_people(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann = seated(visit, table)
    ann.until(lambda: ann.owes, "Ann is asked")
    expect(ann.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    ann.page.keyboard.press("h")
    assert not any(message.get("do") == "hint" for way, message in ann.talk if way == "said")
