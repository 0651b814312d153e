"""Puzzles in the page: begun at home, solved at the table, explained, and the next one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.support.accessibility import looks_right
from tests.page.support.people import Person

Visit = Callable[..., Person]


def test_puzzle_is_solved_and_explained(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.get_by_role("button", name=re.compile("^Puzzles$")).click()
    person.dock.wait_for()
    first = person.page.url
    expect(person.page.get_by_text(re.compile("^Puzzle \\d+$"))).to_be_visible()
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)  # it would spoil the puzzle
    person.page.keyboard.press("1")
    solution = person.page.get_by_role("dialog")
    expect(solution.get_by_text("the best")).to_be_visible()
    expect(solution.get_by_text("yours")).to_be_visible()
    looks_right(person)
    solution.get_by_role("button", name="Next puzzle").click()
    person.page.wait_for_url(lambda url: url != first)
    person.dock.wait_for()
    person.home()
    expect(person.page.get_by_role("button", name=re.compile("^Puzzles(: 1 of|$)"))).to_be_visible()
    expect(person.page.get_by_text("Go on playing")).to_have_count(0)  # puzzles are not offered again
