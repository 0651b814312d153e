"""Room codes typed on a phone, and the table on a big screen that needs no hands and knows no secrets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.support.accessibility import looks_right
from tests.page.support.people import Person
from tests.page.support.served import Served

Visit = Callable[..., Person]
GAMES = ("fairy", "fairy-tale", "crane", "fariables", "sneaky-town")


def code_of(table: str) -> str:
    return f"{table[:3]} {table[3:6]}".upper()


def test_big_screen_code_leads_to_the_table(visit: Visit) -> None:
    host, guest = visit(), visit(size=(360, 740))
    host.home()
    host.page.get_by_role("button", name="With friends").click()
    host.page.get_by_role("heading", name="Invite friends").wait_for()
    table = host.page.url.rsplit("/", 1)[1]
    guest.home()
    guest.page.get_by_role("link", name="I have a code").click()
    looks_right(guest)
    field = guest.page.get_by_role("textbox", name="Code of the table")
    field.fill("aaa aa")
    field.press("Enter")
    expect(guest.page.get_by_role("alert")).to_have_text("No table of today has this code; a code has 6 letters and digits.")
    field.fill(code_of(table).lower())
    field.press("Enter")
    guest.page.get_by_role("button", name="Sit down").click()
    expect(guest.page.get_by_role("list").first).to_contain_text(guest.page.locator(".is-mine b").inner_text())
    by_address = visit()
    by_address.at(f"c/{table[:6].upper()}")
    expect(by_address.page.get_by_role("link", name="This is the big screen")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_big_screen_shows_the_board_without_hands(visit: Visit, server: Served, game: str) -> None:
    """In the browser of somebody who sits at the table: the big screen is nobody's, and leaves their seat as it is."""
    table = server.open_table(game, ["Ann", "Bo"], 2)  # no bots: what the browser stores of the table stays as it is
    person = visit(size=(1920, 1080))
    person.take(table, 0)
    person.dock.wait_for()
    person.wait_until("(localStorage.getItem('fairyring.tables') ?? '').includes('\"phase\":\"playing\"')")
    mine = person.page.evaluate("localStorage.getItem('fairyring.tables')")
    person.frames.clear()
    person.at(f"t/{table.id}/tv")
    corner = person.page.get_by_role("complementary", name="Come to the table")
    expect(corner).to_contain_text(code_of(table.id))
    expect(person.page.get_by_role("region", name="The table")).to_be_visible()
    expect(person.page.locator(".shell .btn:visible")).to_have_count(0)  # it needs no hands
    assert not [frame for frame in person.frames if frame.get("seats") or frame.get("beat", {}).get("seats")]
    assert person.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 20
    assert person.page.evaluate("localStorage.getItem('fairyring.tables')") == mine
    looks_right(person)
    person.home()
    assert person.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 16


def test_big_screen_gathers_plays_and_ends_by_itself(visit: Visit, server: Served) -> None:
    host, screen = visit(), visit(size=(1280, 800), theme="dark")
    host.home()
    host.page.get_by_role("button", name="With friends").click()
    host.page.get_by_role("heading", name="Invite friends").wait_for()
    screen.at(f"t/{host.page.url.rsplit('/', 1)[1]}/tv")
    expect(screen.page.get_by_role("heading", name="A table for Fairy")).to_be_visible()
    looks_right(screen)
    host.page.get_by_role("button", name="Start").click()
    expect(screen.page.get_by_role("region", name="The table")).to_be_visible()
    assert server
