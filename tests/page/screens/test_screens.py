"""Every screen in both themes, on phone and desktop: axe and layout checks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.page.support.accessibility import SIZES, looks_right_at_all_sizes
from tests.page.support.fitting import misfits, unreachable
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

Visit = Callable[..., Person]
TOP = 5  # pixels between the upper edge and the title, which may have two lines
EDGE = 8  # pixels between the edge of the screen and a panel, or a letter


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


def test_screen_of_home(visit: Visit) -> None:
    person = visit(size=SIZES["phone"])
    person.home()
    expect(person.page.get_by_role("heading", level=1)).to_be_attached()
    looks_right_at_all_sizes(person)


def test_screen_of_join(visit: Visit, tables: dict[str, ServedTable]) -> None:
    person = visit(size=SIZES["phone"])
    person.at(f"t/{tables['gathering'].id}")
    expect(person.page.get_by_role("textbox", name="Your name")).to_be_visible()
    looks_right_at_all_sizes(person)


def test_screen_of_real_box(visit: Visit) -> None:
    person = visit(size=SIZES["phone"])
    person.at("box")
    expect(person.page.get_by_role("heading", level=1)).to_be_attached()
    looks_right_at_all_sizes(person)


@pytest.mark.parametrize("which", ["gathering", "playing"])
def test_screen_of_table(visit: Visit, tables: dict[str, ServedTable], which: str) -> None:
    person = visit(size=SIZES["phone"])
    person.take(tables[which], 0)
    if which != "gathering":
        expect(person.dock).to_be_visible()
    looks_right_at_all_sizes(person)


def test_screen_of_end(visit: Visit, over: ServedTable) -> None:
    person = visit(size=SIZES["phone"])
    person.take(over, 0)
    expect(person.page.get_by_role("heading", name="The game agrees with its seal.")).to_be_visible()
    expect(person.page.get_by_role("slider", name="Moment of the game")).to_be_visible()
    looks_right_at_all_sizes(person)
    person.page.get_by_role("button", name="Check it yourself").click()
    expect(person.page.get_by_role("dialog").get_by_text("fairyring verify")).to_be_visible()
    looks_right_at_all_sizes(person)


def test_screen_of_replay(visit: Visit, over: ServedTable) -> None:
    person = visit(size=SIZES["phone"])
    person.at(f"t/{over.id}/replay?at=3")
    slider = person.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value("3")
    looks_right_at_all_sizes(person)


def test_screen_of_missing_table(visit: Visit) -> None:
    person = visit(size=SIZES["phone"])
    person.at("t/nosuchtable23456")
    expect(person.page.get_by_role("link", name="Home")).to_be_visible()
    looks_right_at_all_sizes(person)


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


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box is not None
    return box


def overlap(first: FloatRect, other: FloatRect) -> bool:
    return (
        min(first["x"] + first["width"], other["x"] + other["width"]) > max(first["x"], other["x"])
        and min(first["y"] + first["height"], other["y"] + other["height"]) > max(first["y"], other["y"])
    )  # fmt: skip


@pytest.mark.parametrize(("size", "text"), [((360, 740), 100), ((768, 1024), 100), ((320, 568), 150)])
def test_rematch_begins_with_seats_and_keeps_parts_apart(
    visit: Visit, server: Served, size: tuple[int, int], text: int
) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    server.finish(table)
    ann = visit(size=size)
    ann.take(table, 0)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.get_by_role("button", name="Start").wait_for()
    ann.page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
    parts = {
        "title": ann.page.get_by_role("heading", level=1).locator("span"),
        "earlier games": ann.page.get_by_role("navigation", name="Earlier games at this table"),
        "invitation": ann.page.get_by_role("region", name="Invite friends"),
        "seats": ann.page.locator(".stools"),
    }
    boxes = {name: box_of(part) for name, part in parts.items()}
    assert [pair for pair in combinations(boxes, 2) if overlap(boxes[pair[0]], boxes[pair[1]])] == []
    assert boxes["seats"]["y"] < min(boxes["invitation"]["y"], boxes["earlier games"]["y"]), (
        "“Everybody here?” is answered first"
    )
    for name, box in boxes.items():
        assert box["x"] >= EDGE, name
        assert box["y"] >= TOP, name
        assert box["x"] + box["width"] <= size[0] - EDGE, name
    assert misfits(ann) + unreachable(ann) == []
