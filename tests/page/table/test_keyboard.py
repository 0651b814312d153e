"""Whole games by keyboard alone: Fairy from home to end, and a game on the generic board."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.page.offline.alone import Alone
from tests.page.support.accessibility import SIZES, looks_right_at_all_sizes
from tests.page.support.ends import BOTH_ENDS
from tests.page.support.people import MOMENT, Person
from tests.page.support.served import Served
from tests.paths import PEBBLES

FOCUSED = """() => {
  const focused = document.activeElement;
  return (focused?.getAttribute("aria-label") ?? focused?.textContent ?? "").trim();
}"""


def tab_to(person: Person, name: str) -> None:
    """Press Tab until it is there."""
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate(FOCUSED).startswith(name):
            return
    raise AssertionError(f"Tab never comes to “{name}”")


def decide(person: Person, key: str) -> None:
    """Press it until it counted: a card may just be turned."""
    question = person.decision
    for _ in range(10):
        person.page.keyboard.press(key)
        if person.soon(lambda: person.decision != question, MOMENT):
            return


def play_by_keys(person: Person, keys: str) -> None:
    """One of these number keys for every decision; in a reveal it is meant for the next card."""
    for turn in range(400):
        person.until(lambda: person.owes or person.phase == "over", "a decision is owed")
        if person.phase == "over":
            return
        decide(person, keys[turn % len(keys)])
    raise AssertionError("the game does not end")


@BOTH_ENDS
def test_keyboard_game_of_fairy(visit: Callable[..., Person]) -> None:
    person = visit()
    page = person.page
    person.shorten_games()
    person.home()
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    tab_to(person, "Play now")
    page.keyboard.press("Enter")
    person.until(lambda: person.owes and person.beats[-1]["view"]["waiting"] == [0], "only we have to guess")
    spoken = page.locator("[aria-live=polite].sr")
    page.keyboard.press("s")
    expect(spoken).to_contain_text("To move: Fox")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Rules of Fairy")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if not isinstance(person, Alone):  # who has nobody to talk to
        page.keyboard.press("t")
        page.keyboard.type("1 good luck")  # what is written is no guess
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text("1 good luck")
        assert person.owes
        page.keyboard.press("Escape")
    tab_to(person, "Higher")
    page.keyboard.press("Enter")
    play_by_keys(person, "1243")
    expect(person.end).to_be_visible()
    tab_to(person, "Rematch")
    page.keyboard.press("Enter")
    person.until(lambda: person.phase != "over", "another game is prepared")


@pytest.fixture(scope="module")
def sixth_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("sixth")
    served = Served(folder / "tables", FAIRYRING_ROOMS=str(PEBBLES))
    served.start()
    yield served
    served.stop()


def test_generic_board_layout_and_axe(chromium: Browser, sixth_server: Served) -> None:
    person = Person(chromium, sixth_server, SIZES["phone"])
    person.take(sixth_server.open_table("pebbles", ["Ann"], 3), 0)
    expect(person.page.locator(".gen")).to_be_visible()
    looks_right_at_all_sizes(person)
    person.context.close()
    assert person.errors == []


def test_keyboard_game_on_generic_board(chromium: Browser, sixth_server: Served) -> None:
    person = Person(chromium, sixth_server)
    person.take(sixth_server.open_table("pebbles", ["Ann"], 3), 0)
    expect(person.dock).to_be_visible()
    expect(person.page.locator(".gen")).to_be_visible()
    play_by_keys(person, "123")
    expect(person.end).to_be_visible()
    expect(person.page.get_by_role("region", name="Score sheet")).to_contain_text("Ann")
    person.context.close()
    assert person.errors == []
