"""Every screen in both themes, on phone and desktop: axe and layout checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

THEMES: tuple[Literal["light", "dark"], ...] = ("dark", "light")
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
Visit = Callable[..., Person]


@pytest.fixture(scope="module")
def tables(server: Served) -> dict[str, ServedTable]:
    """A game that is played, one that is over, one that was brought from a record."""
    return {
        "playing": server.open_table("fairy", ["Ann", "Bo"], 4),
        "gathering": ServedTable((created := server.post("api/tables", {"game": "fairy"}))["table"], [created["token"]]),
    }


@pytest.fixture(scope="module")
def over(server: Served) -> ServedTable:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    return table


def looks_right(person: Person) -> None:
    """By day and at dusk: the page follows the system's theme without being opened anew."""
    person.page.wait_for_load_state("networkidle")
    for theme in THEMES:
        person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        person.wait_until(f"document.documentElement.dataset.theme === {theme!r}")
        results = Axe().run(person.page)
        assert results.violations_count == 0, results.generate_report()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


@pytest.mark.parametrize("size", SIZES)
class TestScreens:
    def test_home(self, visit: Visit, size: str) -> None:
        person = visit(size=SIZES[size])
        person.home()
        expect(person.page.get_by_role("heading", level=1)).to_be_attached()
        looks_right(person)

    def test_join(self, visit: Visit, tables: dict[str, ServedTable], size: str) -> None:
        person = visit(size=SIZES[size])
        person.at(f"t/{tables['gathering'].id}")
        expect(person.page.get_by_role("textbox", name="Your name")).to_be_visible()
        looks_right(person)

    def test_real_box(self, visit: Visit, size: str) -> None:
        person = visit(size=SIZES[size])
        person.at("box")
        expect(person.page.get_by_role("heading", level=1)).to_be_attached()
        looks_right(person)

    @pytest.mark.parametrize("which", ["gathering", "playing"])
    def test_table(self, visit: Visit, tables: dict[str, ServedTable], which: str, size: str) -> None:
        person = visit(size=SIZES[size])
        person.take(tables[which], 0)
        if which != "gathering":
            expect(person.dock).to_be_visible()
        looks_right(person)

    def test_end(self, visit: Visit, over: ServedTable, size: str) -> None:
        person = visit(size=SIZES[size])
        person.take(over, 0)
        expect(person.page.get_by_role("heading", name="The game agrees with its seal.")).to_be_visible()
        expect(person.page.get_by_role("slider", name="Moment of the game")).to_be_visible()
        looks_right(person)
        person.page.get_by_role("button", name="Check it yourself").click()
        expect(person.page.get_by_role("dialog").get_by_text("fairyring verify")).to_be_visible()
        looks_right(person)

    def test_replay(self, visit: Visit, over: ServedTable, size: str) -> None:
        person = visit(size=SIZES[size])
        person.at(f"t/{over.id}/replay?at=3")
        slider = person.page.get_by_role("slider", name="Moment of the game")
        expect(slider).to_have_value("3")
        looks_right(person)

    def test_screen_of_missing_table(self, visit: Visit, size: str) -> None:
        person = visit(size=SIZES[size])
        person.at("t/nosuchtable23456")
        expect(person.page.get_by_role("link", name="Home")).to_be_visible()
        looks_right(person)


def test_replay_steps_update_address(visit: Visit, over: ServedTable) -> None:
    person = visit()
    person.at(f"t/{over.id}/replay")
    page = person.page
    slider = page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="One step back").click()
    expect(slider).to_have_value("1")
    page.get_by_role("radio", name="As Bo saw it").click()
    page.wait_for_url("**/replay?at=1&eyes=1")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("link", name="Score sheet").click()
    expect(person.end).to_be_visible()


def test_imported_record_is_labelled(visit: Visit, server: Served, over: ServedTable) -> None:
    brought = server.post("api/tables/import", {"record": server.record(over.id)})
    person = visit()
    person.at(f"t/{brought['table']}")
    expect(person.page.get_by_text("Brought from a record")).to_be_visible()
    expect(person.page.get_by_role("img", name="Ann: place")).to_be_visible()  # by their names, not as bots
    expect(person.page.get_by_role("heading", name="This game was played elsewhere.")).to_be_visible()
    person.page.get_by_role("link", name="Replay").first.click()
    expect(person.page.get_by_role("slider", name="Moment of the game")).to_have_value("0")
