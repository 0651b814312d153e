"""Hints: one line with the choice of a good bot, offered against bots only, in the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from fairyring.core.game import registry
from tests.page.support.accessibility import axe_violations
from tests.page.support.ends import EITHER_END, SERVER, WORKER, End, record_of, sit_down, take_seat
from tests.page.support.people import Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]
LINE = 44  # pixels that a hint may take from the board: it stands in place of the help


def hinted(person: Person) -> bool:
    return any(frame["type"] == "hint" and frame["ask"] == person.decision for frame in person.frames)


@pytest.mark.parametrize(
    ("end", "game"), [*((SERVER, game) for game in registry.shipped()), (WORKER, "fairy-tale")], indirect=["end"]
)
def test_hint_is_offered_against_bots(game: str, visit: Visit, end: End) -> None:
    """By the button on the smallest phone, in every game; what it is about is marked, and nothing is covered."""
    ann = sit_down(visit, end, game, 2, size=(320, 568), theme="dark")
    ann.until(lambda: ann.owes, "Ann is asked")
    board = ann.page.get_by_role("region", name="The table")
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    ann.until(lambda: hinted(ann) or not ann.owes, "a hint came")  # an only choice may be played by itself meanwhile
    if ann.owes:
        note = ann.dock.get_by_role("note", name="What a good bot would do")
        expect(note).not_to_contain_text("Thinking about it …")
        box = note.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= 320
        shown = board.bounding_box()
        assert shown is not None
        assert shown["y"] + shown["height"] <= box["y"], "it lies below the board"
        marked = ann.page.locator("[data-hint]")
        expect(marked.first).to_be_visible()
        expect(marked.first).to_be_enabled()
        assert axe_violations(ann.page) == []
        note.get_by_role("button", name="Close").click()
        expect(note).to_have_count(0)
        expect(marked).to_have_count(0)
        alone = board.bounding_box()  # now, not before: the dock may have been drawn after the board
        assert alone is not None
        assert shown["height"] >= alone["height"] - LINE


def test_hint_is_a_sentence_about_games_won(visit: Visit, server: Served) -> None:
    ann = sit_down(visit, server, "fairy", 2)
    ann.until(lambda: ann.owes, "Ann is asked")
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    note = ann.dock.get_by_role("note", name="What a good bot would do")
    guess = r"Guess (higher|lower|the same suit|a fairy) \(\+\d\)"
    # Before the search is compiled, a slow machine may not come to numbers.
    expect(note).to_contain_text(re.compile(rf"{guess}(: wins \d+\s% of games from here)?"))


@EITHER_END
def test_hint_by_key_in_german_disappears_with_decision(visit: Visit, end: End) -> None:
    ann = visit(language="de")
    take_seat(ann, end, "fairy", 2)
    ann.until(lambda: ann.owes, "Ann is asked")
    expect(ann.page.get_by_role("button", name="Tipp", exact=True)).to_be_enabled()
    ann.page.keyboard.press("h")
    note = ann.page.get_by_role("note", name="Was ein guter Bot täte")
    # Before the search is compiled, a slow machine may not come to numbers.
    basis = r"\.\s*Nach dem, was auf dem Tisch liegt: Verdeckte Karten sind vergessen\."
    numbers = r"(: gewinnt von hier \d+\s% der Spiele)?"
    expect(note).to_have_text(re.compile(rf"raten \(\+\d\){numbers}{basis}\s*$"))
    question = ann.decision
    ann.page.locator(".shell__dock [data-act]").first.click()
    ann.until(lambda: ann.decision != question, "the game goes on")
    expect(note).to_have_count(0)
    assert not any("hint" in line for line in record_of(ann, end).splitlines())


def test_hint_is_not_offered_against_people(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann = seated(visit, table)
    ann.until(lambda: ann.owes, "Ann is asked")
    expect(ann.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    ann.page.keyboard.press("h")
    assert not any(message.get("do") == "hint" for way, message in ann.talk if way == "sent")
