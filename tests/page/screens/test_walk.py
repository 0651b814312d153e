"""A cheap part of the walk (`make walk`): screens without a deal, with themes and languages in turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.page.support.fitting import misfits, unreachable
from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.page.walk.look import LANGUAGES, THEMES, Shape, defects, speak
from tests.page.walk.screens import Tour

Visit = Callable[..., Person]
NARROW, WIDE = ((320, 568), (740, 360)), ((768, 1024), (1280, 800))
COVER = """() => { const cover = document.createElement("div");
  cover.style = "position: fixed; inset: 0 0 50% 0; z-index: 99"; document.body.append(cover); }"""
SCREENS = ("home", "join", "code-wrong", "wrong-link", "no-table", "menu", "workshop", "box", "box-card", "score-fairy-tale")
# Screens of games and tables that had a defect in one shape, most of them with large text.
SHAPES = [
    ("fairy-reveal.10", (768, 1024), "en", 100),
    ("fari-lift.2", (320, 568), "en", 100),
    ("fari-wait.6", (320, 568), "de", 100),
    ("fari-place.2", (320, 568), "de", 150),
    ("fari-roll.2", (1280, 800), "en", 150),
    ("fari-flowers.6", (360, 740), "en", 150),
    ("fari-end.2", (360, 740), "de", 150),
    ("crane-riffle.2", (320, 568), "de", 150),
    ("crane-riffle-wait.6", (360, 740), "en", 150),
    ("tale-draft.5", (768, 1024), "en", 150),
    ("tale-draft.5", (768, 1024), "de", 100),
    ("town", (360, 740), "de", 150),  # what the dock says of the space under the pointer moved the board
    ("town", (1280, 800), "de", 150),
    ("gathering", (1280, 800), "de", 150),
    ("box-print", (360, 740), "en", 150),
    ("score-fairy-tale", (320, 568), "es", 100),
    ("replay", (360, 740), "de", 100),
]


@pytest.mark.parametrize("screen", SCREENS)
def test_walk_finds_no_defect(visit: Visit, server: Served, chromium: Browser, screen: str) -> None:
    number = SCREENS.index(screen)
    language, theme = LANGUAGES[number % len(LANGUAGES)], THEMES[number // len(LANGUAGES) % len(THEMES)]
    person = visit()
    tour = Tour(server, chromium)
    with tour.stack:
        tour.screens()[screen](person)
        speak(person, screen, language)
        shapes = [Shape(NARROW[text > 100], theme, language, text) for text in (100, 150)]
        shapes += [Shape((320, 568), theme, language, 150), Shape(WIDE[number % 2], theme, language, 150)]
        found = {str(shape): list(defects(person, shape)) for shape in shapes}
    assert found == {shape: [] for shape in found}


@pytest.mark.parametrize(("screen", "size", "language", "text"), SHAPES)
def test_walk_finds_no_defect_in_a_shape_that_had_one(
    visit: Visit, server: Served, chromium: Browser, screen: str, size: tuple[int, int], language: str, text: int
) -> None:
    person = visit()
    tour = Tour(server, chromium)
    with tour.stack:
        tour.screens()[screen](person)
        speak(person, screen, language)
        assert list(defects(person, Shape(size, "light", language, text))) == []


def test_walk_names_a_covered_control_and_a_shortened_text(visit: Visit) -> None:
    """A real click meets what lies on a control; and what the page does not hear, it does not do."""
    person = visit(size=(360, 740))
    person.home()
    assert unreachable(person) == []
    assert person.page.get_by_role("button", name="Play now").is_visible(), "nothing was begun"
    person.page.evaluate(COVER)
    assert "not reached: Settings (div.)" in unreachable(person)
    blurb = person.page.locator(".tray__meta")
    blurb.evaluate(
        "node => { node.style = 'display: block; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; width: 60px' }"
    )
    assert any(problem.startswith("shortened: 2–10") for problem in misfits(person, ".pick"))


@pytest.mark.parametrize("screen", ["crane-riffle-wait.6", "crane-riffle.6"])
def test_walk_finds_no_defect_in_the_dark_with_large_text(visit: Visit, server: Served, chromium: Browser, screen: str) -> None:
    person = visit()
    tour = Tour(server, chromium)
    with tour.stack:
        tour.screens()[screen](person)
        assert list(defects(person, Shape((320, 568), "light", "en", 150))) == []
    words = person.page.locator(".cr-night__btns .btn").all()
    assert words, "it is dark"
    for button in words:  # no word is broken, and none sticks out
        assert button.evaluate("node => node.scrollWidth <= node.clientWidth + 1")
