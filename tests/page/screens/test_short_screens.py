"""Layout of short screens (a phone held sideways, a laptop at 200 %): nothing is cut off, and clicks reach every control.

Only screens whose content does not depend on the deal.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.page.support.fitting import misfits, unreachable
from tests.page.support.people import Person
from tests.page.support.pictures import Studio
from tests.page.support.served import Served

Visit = Callable[..., Person]
# Posters stand behind each other; boxes of six-sided spaces overlap, they do not; the name gives way as a whole to its emblem.
OVERLAPPING = ".pick, .fa-hit, .bar__name"
SIZES = [(740, 360), (640, 400)]
SCREENS = [
    "home", "new-table", "join", "curtain", "settings", "log", "rules", "keys", "box", "generic",
    "town", "town-small", "town-aim", "town-notes", "town-end",
    "crane-bet.2", "crane-bet.6", "crane-flip.2", "crane-flip.6", "fari-first.2", "fari-first.6", "fairy.2", "fairy.10",
]  # fmt: skip


@pytest.mark.parametrize("screen", SCREENS)
def test_short_screen_fits_and_is_reached(visit: Visit, server: Served, chromium: Browser, screen: str) -> None:
    person = visit(size=SIZES[0])
    studio = Studio(server, chromium)
    problems = {}
    with studio.stack:
        studio.screens()[screen](person)
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            problems[width, height] = misfits(person, OVERLAPPING) + unreachable(person)
    assert problems == {size: [] for size in SIZES}
