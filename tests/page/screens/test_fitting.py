"""Layout of the fullest moments on the smallest phone, with long names, in English and another language each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import fairyring
from fairyring.games.fairy_tale.deck import shipped_deck
from tests.games.test_languages import OTHERS
from tests.page.support.accessibility import resize
from tests.page.support.fitting import LONG, misfits, unreachable
from tests.page.support.moments import NAMES
from tests.page.support.moments_tale import Moments, seen
from tests.page.support.people import Person
from tests.page.support.pictures import Studio
from tests.page.support.served import Served

Visit = Callable[..., Person]
TALE = Path(fairyring.__file__).parent / "games/fairy_tale/messages"
# A name and a price on a ticket: the lines that lie on the price or stick out.
BESIDE = """name => {
  const ticket = document.querySelector(".tt-pick:has(.tt-price)");
  const say = ticket.querySelector(".tt-say b"), price = ticket.querySelector(".tt-price");
  say.textContent = name; price.textContent = "−13";
  const range = document.createRange(); range.selectNodeContents(say);
  const box = ticket.getBoundingClientRect(), badge = price.getBoundingClientRect();
  return [...range.getClientRects()].filter((line) => {
    const air = line.height / 5; // letters are lower than their line
    const on = line.right > badge.left && line.bottom - air > badge.top && line.top + air < badge.bottom;
    return on || line.top + air < box.top || line.bottom - air > box.bottom || line.right > box.right;
  }).length;
}"""
SPARED = {
    "crane": ".cr-tickets b",  # six names beside each other
    "fairy": ".fr-told b",  # ten names beside each other
    "fari": ".fa-hit",  # six-sided: their boxes overlap, they do not
    "tale": ".tt-see, .tt-tap, .tk, .tt-tops, .tt-order + ol b, .tt-team b",  # rows open as a whole; tops of piles; names
}
MOMENTS = [
    "crane-bet.2", "crane-flip.6", "crane-paid.6", "crane-count.6", "crane-over.6", "crane-duel.2",
    "tale-draft.5", "tale-last.5", "tale-told.5", "tale-close-any.5", "tale-couples.4",
    "fari-first.6", "fari-place.2", "fari-roll.2", "fari-roll.6", "fari-move.2", "fari-move.6",
    "fari-fourteen.6", "fari-flowers.2", "fari-flowers.6", "fari-end.6",
    "town", "town-small", "town-aim", "town-notes", "town-end", "town-score",
    "fairy.10", "fairy-reveal.10", "end.10",
]  # fmt: skip
SIZES_OF_HOME = [(360, 740), (768, 1024), (1280, 800)]
POSTERS = ".pick"  # they stand behind each other
OPEN = ["town-notes", "town-end"]  # gone as soon as the settings are opened


def translate(person: Person, language: str) -> None:
    """The same moment in another language, by the settings: nothing is loaded again, so that it lasts."""
    page = person.page
    prompt = page.locator(".prompt__say, .banner").first
    english = prompt.inner_text()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("^Settings")).click()
    page.get_by_role("combobox", name="Language").select_option(language)
    page.locator(f"html[lang={language}]").wait_for()
    expect(prompt).not_to_have_text(english)  # what the game says comes by itself
    page.keyboard.press("Escape")
    page.locator(".drawer").wait_for(state="detached")


@pytest.fixture
def long_names() -> Iterator[None]:
    usual = list(NAMES)
    NAMES[: len(LONG)] = LONG
    yield
    NAMES[:] = usual


@pytest.mark.usefixtures("long_names")
@pytest.mark.parametrize("moment", MOMENTS)
def test_fitting_cuts_no_text_off(visit: Visit, server: Served, chromium: Browser, moment: str) -> None:
    person = visit(size=(360, 740))
    spared = SPARED.get(re.split("[-.]", moment)[0], "")
    Studio(server, chromium).screens()[moment](person)
    assert misfits(person, spared) == []
    if moment not in OPEN:
        translate(person, OTHERS[MOMENTS.index(moment) % len(OTHERS)])
        assert misfits(person, spared) == []


@pytest.mark.parametrize("size", [(360, 740), (320, 568), (640, 400)])
def test_fitting_card_names_do_not_touch_values(visit: Visit, server: Served, chromium: Browser, size: tuple[int, int]) -> None:
    person = visit(size=size)
    some = range(4, 7)  # a list has fewer, and more are chosen on the table
    Moments(Studio(server, chromium))._come(
        person, "some", 2, lambda me: seen(me, "phase") == ("close",) and len(me.legal) in some
    )
    names = [card.name for card in shipped_deck().cards]
    for code in OTHERS:
        texts: dict[str, str] = json.loads((TALE / f"{code}.json").read_text("utf-8"))
        names += [text for key, text in texts.items() if key.startswith("card.")]
    whole = [name for name in names if not re.search(r" [-–] \w+ \d$", name)]  # chapters are said otherwise
    assert len(whole) > 20 * (1 + len(OTHERS))
    assert [name for name in whole if person.page.evaluate(BESIDE, name)] == []


@pytest.mark.parametrize("text", [24, 32])
def test_home_fits_with_large_text_of_browser(visit: Visit, text: int) -> None:
    """By the setting of the browser, which media queries follow too; 32 px are 200 % (WCAG 1.4.4)."""
    person = visit(size=SIZES_OF_HOME[0])
    person.context.new_cdp_session(person.page).send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    person.home()
    person.page.get_by_role("button", name="Play now").wait_for()
    assert person.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == text
    problems = {}
    for size in SIZES_OF_HOME:
        resize(person, size)
        problems[size] = misfits(person, POSTERS) + unreachable(person)
    assert problems == {size: [] for size in SIZES_OF_HOME}
