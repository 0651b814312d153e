"""Licences and credits, in the settings of every screen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Locator, expect

from tests.page.support.accessibility import looks_right
from tests.page.support.fitting import misfits
from tests.page.support.people import Person, seated
from tests.page.support.served import DIST, Served

Visit = Callable[..., Person]
WORDS = {
    "en": ("Settings", "Licences and credits", "The page"),
    "de": ("Einstellungen", "Lizenzen und Dank", "Die Seite"),
    "es": ("Ajustes", "Licencias y gracias", "La página"),
    "fr": ("Réglages", "Licences et remerciements", "La page"),
}
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


def open_credits(person: Person, language: str = "en") -> Locator:
    settings, title, _place = WORDS[language]
    person.page.get_by_role("button", name=settings).click()
    person.page.get_by_role("button", name=title).click()
    dialog = person.page.get_by_role("dialog", name=title)
    dialog.wait_for()
    return dialog


@pytest.mark.parametrize(("language", "device"), list(zip(WORDS, cycle(SIZES), strict=False)))
def test_credits_are_in_the_settings(visit: Visit, language: str, device: str) -> None:
    person = visit(size=SIZES[device], language=language)
    person.home()
    dialog = open_credits(person, language)
    expect(dialog.get_by_role("heading", name=WORDS[language][2], exact=True)).to_be_visible()
    expect(dialog.get_by_role("listitem").filter(has_text="Young Serif")).to_contain_text("SIL Open Font License 1.1")
    expect(dialog.get_by_role("listitem").filter(has_text="Pyodide")).to_contain_text("Mozilla Public License 2.0")
    assert misfits(person) == []
    looks_right(person)
    text = dialog.get_by_text("The above copyright notice and this permission notice")
    expect(text).to_be_hidden()
    dialog.get_by_text("MIT License", exact=True).last.click()
    expect(text).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    expect(person.page.get_by_role("button", name=WORDS[language][0])).to_be_focused()


def test_credits_need_no_server(visit: Visit) -> None:
    """Everything is a file of the page, fetched when it is asked for, and kept by the service worker."""
    person = visit()
    person.home()
    person.page.get_by_role("button", name="Settings").click()
    person.page.wait_for_load_state("networkidle")
    fetched: list[str] = []
    person.page.on("request", lambda request: fetched.append(request.url.split("/", 3)[3]))
    person.page.get_by_role("button", name="Licences and credits").click()
    person.page.get_by_role("dialog", name="Licences and credits").wait_for()
    assert any(path.startswith("assets/Credits-") for path in fetched)
    assert [path for path in fetched if not (DIST / path).is_file()] == []
    kept = (DIST / "sw-files.js").read_text(encoding="utf-8")
    assert [path for path in fetched if f'"{path}"' not in kept] == []


def test_credits_are_at_the_table(visit: Visit, server: Served) -> None:
    person = seated(visit, server.open_table("fairy", ["Ann"], 2))
    person.page.get_by_role("button", name="Menu").click()
    dialog = open_credits(person)
    expect(dialog.get_by_role("listitem").filter(has_text="Svelte")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(person.dock).to_be_visible()
