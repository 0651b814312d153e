"""A cheap part of the walk (`make walk`): screens without a deal, with themes and languages in turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.page.support.people import Person
from tests.page.support.served import Served
from tests.page.walk.look import Shape, defects, speak
from tests.page.walk.screens import Tour

Visit = Callable[..., Person]
NARROW, WIDE = ((320, 568), (740, 360)), ((768, 1024), (1280, 800))
SCREENS = ("home", "join", "code-wrong", "wrong-link", "no-table", "menu", "workshop", "box", "box-card")


@pytest.mark.parametrize("screen", SCREENS)
def test_walk_finds_no_defect(visit: Visit, server: Served, chromium: Browser, screen: str) -> None:
    number = SCREENS.index(screen)
    language, theme = ("en", "de")[number % 2], ("light", "dark")[number // 2 % 2]
    person = visit()
    tour = Tour(server, chromium)
    with tour.stack:
        tour.screens()[screen](person)
        speak(person, screen, language)
        shapes = [Shape(NARROW[text > 100], theme, language, text) for text in (100, 150)]  # type: ignore[arg-type]
        shapes += [Shape((320, 568), theme, language, 150), Shape(WIDE[number % 2], theme, language, 150)]  # type: ignore[arg-type]
        found = {str(shape): list(defects(person, shape)) for shape in shapes}
    assert found == {shape: [] for shape in found}


def test_walk_finds_no_defect_where_tokens_are_lifted(visit: Visit, server: Served, chromium: Browser) -> None:
    person = visit()
    tour = Tour(server, chromium)
    with tour.stack:
        tour.screens()["fari-lift.2"](person)
        assert list(defects(person, Shape((320, 568), "light", "en", 100))) == []
