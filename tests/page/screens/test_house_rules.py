"""House rules in the page: chosen while people gather, marked at the table, listed in the rules, used by the board."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.support.accessibility import looks_right
from tests.page.support.people import Person

Visit = Callable[..., Person]


def set_number(person: Person, label: str, value: str) -> None:
    """Choose a number of the rules in the list of house rules."""
    person.page.get_by_role("button", name=re.compile(f"^{label}")).click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The rulebook says")
    dialog.get_by_role("spinbutton").fill(value)
    dialog.get_by_role("button", name="Take it").click()
    expect(dialog).to_have_count(0)


def test_house_rules_are_chosen_marked_and_listed(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.get_by_role("button", name=re.compile("^With friends")).click()
    person.page.locator("summary").filter(has_text="By the printed rules").click()
    set_number(person, "Points that end the game", "30")
    set_number(person, "Points for a right “higher”", "3")
    expect(person.page.locator("summary").filter(has_text="2 house rules")).to_be_visible()
    looks_right(person)
    person.page.get_by_role("button", name=re.compile("^Start with")).click()
    person.dock.wait_for()
    expect(person.page.locator(".choice--higher")).to_contain_text("+3")
    expect(person.page.locator(".fr-ring")).to_contain_text("30")
    person.page.get_by_role("button", name="House rules", exact=True).click()
    rules = person.page.get_by_role("dialog", name="Rules of Fairy")
    expect(rules.get_by_role("note")).to_be_in_viewport()
    expect(rules.get_by_role("note")).to_contain_text("Points that end the game: 30 instead of 24")
    looks_right(person)
