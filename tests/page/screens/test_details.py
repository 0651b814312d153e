"""Details of screens that people stumbled over, each checked where it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.support.fitting import misfits
from tests.page.support.people import Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]


def test_mistyped_address_shows_a_sentence(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.at("nonsense/here")
    expect(person.page.get_by_role("heading", name="There is nothing here.")).to_be_visible()
    assert misfits(person) == []
    person.page.get_by_role("link", name="To the games").click()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


def test_bar_leads_home_by_its_title_only(visit: Visit, server: Served) -> None:
    person = seated(visit, server.open_table("fairy", ["Ann"], 2))
    person.page.mouse.click(700, 30)
    expect(person.dock).to_be_visible()
    assert "/t/" in person.page.url
    expect(person.dock.get_by_role("button", name=re.compile(r"^Same suit.*\d+–\d+"))).to_be_visible()
    person.page.mouse.click(40, 30)
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


def test_levels_of_bots_fit_on_a_phone(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.locator(".tray__level button").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    assert misfits(person) == []


def test_rematch_against_bots_begins_at_once(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    server.finish(table)
    person = visit(size=(360, 740))
    person.take(table, 0)
    person.page.get_by_role("button", name="Rematch").click()
    expect(person.dock).to_be_visible()
    assert person.phase == "playing"
