"""The fullest moments of games, on the smallest phone, with long names: all is seen. What outlives a reload, in German too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.page.fitting import LONG, misfits
from tests.page.moments import NAMES
from tests.page.people import Person
from tests.page.pictures import Studio
from tests.page.served import Served

Visit = Callable[..., Person]
SPARED = {
    "crane": ".cr-tickets b",  # six names beside each other
    "tale": ".tt-see, .tt-tap, .tk, .tt-tops, .tt-order + ol b, .tt-team b",  # rows open as a whole; tops of piles; names
}
FLEETING = ["crane-paid.6", "crane-over.6", "tale-told.5"]
LASTING = [
    "crane-bet.2",
    "crane-flip.6",
    "crane-count.6",
    "crane-duel.2",
    "tale-draft.5",
    "tale-last.5",
    "tale-close-any.5",
    "tale-couples.4",
]


def germanise(person: Person) -> None:
    """The same place again, in German."""
    seen = len(person.frames)
    settings = json.dumps(json.dumps({"language": "de"}))
    person.page.evaluate(f"localStorage.setItem('fairyring.settings', {settings})")
    person.page.reload()
    person.until(lambda: len(person.frames) > seen, "the table is there again")
    person.page.locator("html[lang=de] .prompt__say").wait_for()


@pytest.fixture
def long_names() -> Iterator[None]:
    usual = list(NAMES)
    NAMES[: len(LONG)] = LONG
    yield
    NAMES[:] = usual


@pytest.mark.usefixtures("long_names")
@pytest.mark.parametrize("moment", FLEETING + LASTING)
def test_all_of_it_is_seen(visit: Visit, server: Served, chromium: Browser, moment: str) -> None:
    person = visit(size=(360, 740))
    spared = SPARED[moment.partition("-")[0]]
    Studio(server, chromium).screens()[moment](person)
    assert misfits(person, spared) == []
    if moment in LASTING:
        germanise(person)
        assert misfits(person, spared) == []
