"""Layout of short screens (a phone held sideways, a laptop at 200 %): nothing is cut off, and clicks reach every control.

Only screens whose content does not depend on the deal.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.page.support.fitting import misfits, unreachable
from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.page.walk.look import Shape, defects, speak
from tests.page.walk.screens import Tour

Visit = Callable[..., Person]
# Posters stand behind each other; boxes of six-sided spaces overlap, they do not; the name gives way as a whole to its emblem.
OVERLAPPING = ".pick, .fa-hit, .bar__name"
SIZES = [(740, 360), (640, 400)]
SCREENS = [
    "home", "new-table", "join", "curtain", "settings", "log", "rules", "keys", "box", "generic",
    "town", "town-small", "town-aim", "town-notes", "town-end",
    "crane-bet.2", "crane-bet.6", "crane-flip.2", "crane-flip.6", "crane-riffle-wait.6", "television",
    "fari-first.2", "fari-first.6", "fairy.2", "fairy.10", "end.10",
]  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_short_screen_fits_and_is_reached(visit: Visit, server: Served, chromium: Browser, screen: str) -> None:
    person = visit(size=SIZES[0])
    studio = Tour(server, chromium)
    problems = {}
    with studio.stack:
        studio.screens()[screen](person)
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            problems[width, height] = misfits(person, OVERLAPPING) + unreachable(person)
    assert problems == {size: [] for size in SIZES}


def test_short_end_page_shows_winner_sheet_and_rematch_at_once(visit: Visit, server: Served, chromium: Browser) -> None:
    person = visit(size=SIZES[0])
    studio = Tour(server, chromium)
    with studio.stack:
        studio.screens()["end.10"](person)
    page = person.page
    parts = [page.locator(".podium"), page.locator(".won__why"), page.get_by_role("button", name="Rematch")]
    boxes = [part.bounding_box() for part in parts]
    for box in boxes:
        assert box is not None
        assert box["y"] + box["height"] <= SIZES[0][1]
    sheet = page.get_by_role("region", name="Score sheet").bounding_box()
    assert sheet is not None
    assert sheet["y"] < SIZES[0][1] / 4
    assert all(box is not None and box["x"] + box["width"] <= sheet["x"] for box in boxes), "it stands beside them"


def test_short_dock_with_large_text_is_as_high_as_the_screen(visit: Visit, server: Served) -> None:
    person = visit(size=SIZES[0])
    person.page.add_init_script("localStorage.setItem('fairyring.settings', JSON.stringify({ text: 150 }))")
    person.take(server.open_table("fairy-tale", ["Ann"], 2), 0)
    person.dock.wait_for()
    assert person.page.evaluate("document.documentElement.dataset.text") == "large"
    dock = person.dock.bounding_box()
    assert dock is not None
    assert dock["y"] + dock["height"] == SIZES[0][1]


@pytest.mark.parametrize("size", [SIZES[0], (320, 568)])
def test_small_table_of_a_real_deck_shows_both_sides(
    visit: Visit, server: Served, chromium: Browser, size: tuple[int, int]
) -> None:
    """The device lies between two people: what to grab is whole for both of them."""
    person = visit(size=size)
    studio = Tour(server, chromium)
    with studio.stack:
        studio.screens()["crane-table-eyes.6"](person)
    person.wait_until(
        """(() => { const board = document.querySelector(".cr-real").getBoundingClientRect();
             const sides = [...document.querySelectorAll(".cr-side")].map((side) => side.getBoundingClientRect());
             return sides.length === 2 && sides.every((side) => side.top >= board.top && side.bottom <= board.bottom); })()"""
    )


@pytest.mark.parametrize("path", ["box/boards", "box/pad"])
def test_short_tools_have_their_dock_beside_them(visit: Visit, path: str) -> None:
    person = visit(size=SIZES[0])
    person.at(path)
    dock, main = person.page.locator(".aid__dock"), person.page.locator(".aid__main")
    dock.wait_for()
    beside, board = dock.bounding_box(), main.bounding_box()
    assert beside is not None
    assert board is not None
    assert board["x"] + board["width"] <= beside["x"] + 1
    assert board["height"] > 300


def test_short_board_of_sneaky_town_fits_in_german(visit: Visit, server: Served, chromium: Browser) -> None:
    person = visit(size=SIZES[1])
    studio = Tour(server, chromium)
    with studio.stack:
        studio.screens()["town"](person)
        speak(person, "town", "de")
        assert list(defects(person, Shape(SIZES[1], "light", "de", 100))) == []


def test_short_gathering_shows_seats_beside_the_invitation(visit: Visit, server: Served, chromium: Browser) -> None:
    person = visit(size=SIZES[0])
    studio = Tour(server, chromium)
    with studio.stack:
        studio.screens()["new-table"](person)
    page = person.page
    dock = page.locator(".lobby__dock").bounding_box()
    seats = [plate.bounding_box() for plate in page.locator(".stool__plate").all()]
    invitation = page.get_by_role("region", name="Invite friends").bounding_box()
    assert dock is not None
    assert invitation is not None
    for seat in seats:
        assert seat is not None
        assert seat["y"] + seat["height"] <= dock["y"], "who sits there is seen at once"
        assert seat["x"] + seat["width"] <= invitation["x"] + 1
