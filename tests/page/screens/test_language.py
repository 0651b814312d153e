"""Localization: with a pseudo-language no English word is left on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.page.support import made_up
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

PEOPLE = ["Ann", "Bo"]
LANGUAGE = "select[aria-labelledby=set-language]"
FOUND = re.compile(r"[A-Za-z]+\d*")
SAME = re.compile(r"R\d+|[a-z]\d+|[ABC]|Ann|Bo|Mashiu")  # numbers of rules, coordinates, dice, what people are called

# All that can be read, spoken or hovered. What is typed, addresses, code and the names of keys are the same in every language.
TEXTS = """() => {
  const kept = "kbd, code, pre, dd, script, style, noscript, .invite__link, .sizes, input, option";
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(kept)) texts.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("*"))
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "data-on", "data-off", "data-name"])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
  for (const element of document.querySelectorAll("body *"))
    for (const part of ["::before", "::after"]) {
      const content = getComputedStyle(element, part).content;
      if (content.startsWith('"')) texts.push(content);
    }
  return texts;
}"""
Come = Callable[..., Person]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("language")
    served = Served(folder / "tables", made_up.page(folder), made_up.games(folder / "source"))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def come(visit: Callable[..., Person]) -> Come:
    """Somebody whose browser asks for the made-up language."""
    return lambda size=(1280, 800): visit(size=size, language=made_up.CODE)


def understood(person: Person, where: str) -> None:
    """Assert that no text on the screen is in Latin letters, and that it fits."""
    person.page.wait_for_load_state("networkidle")
    texts: list[str] = person.page.evaluate(TEXTS)
    assert any(letter in "".join(texts) for letter in made_up.GREEK), f"{where} says nothing at all"
    left = sorted({text.strip() for text in texts if not all(SAME.fullmatch(word) for word in FOUND.findall(text))})
    assert not left, f"{where} says this past the message files: {left}"
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is wider than the screen"


def label(key: str) -> re.Pattern[str]:
    """A text of the page, by its English beginning."""
    return re.compile(re.escape(made_up.strange(key)))


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desk"])
def test_language_of_screens_before_game(come: Come, size: tuple[int, int]) -> None:
    person = come(size)
    page = person.page
    person.home()
    expect(page.get_by_role("button", name=label("Play now"))).to_be_enabled()
    understood(person, "home")
    for tool in ("Rules", "Settings"):
        page.get_by_role("button", name=label(tool)).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        understood(person, f"home with {tool}")
        page.keyboard.press("Escape")
    page.get_by_role("button", name=label("On this device")).click()
    expect(page.get_by_role("dialog")).to_be_visible()  # Escape would do nothing before
    understood(person, "the dialog for one device")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("button", name=label("With friends")).click()
    expect(page.get_by_role("heading", name=label("Invite friends"))).to_be_visible()
    page.locator("details summary").first.click()
    understood(person, "gathering")
    guest = come(size)
    guest.page.goto(page.url)
    expect(guest.page.get_by_role("textbox")).to_be_visible()
    understood(guest, "joining")


@pytest.mark.parametrize("tool", ["", "/card", "/pad", "/crane", "/boards"])
def test_language_of_box_tools(come: Come, tool: str) -> None:
    person = come()
    person.at(f"box{tool}")
    expect(person.page.get_by_role("heading", level=1)).to_be_attached()
    understood(person, f"box{tool}")


@pytest.mark.parametrize("game", ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"])
def test_language_of_table(come: Come, server: Served, game: str) -> None:
    person = come()
    person.take(server.open_table(game, PEOPLE, 2), 0)
    page = person.page
    expect(page.locator(".shell__dock")).to_be_visible()
    understood(person, f"the table of {game}")
    for key in ("t", "r", "m", "?"):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        understood(person, f"{game} with the drawer of {key}")
        page.locator(".drawer__head h2").focus()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_language_of_fairy_game_and_end(come: Come, server: Served) -> None:
    table: ServedTable = server.open_table("fairy", PEOPLE, 2)
    ann, bo = come(), come((360, 740))
    ann.take(table, 0)
    bo.take(table, 1)
    for person in (ann, bo):
        person.page.locator(".choice:not([disabled])").first.click()
        understood(person, "the choice")
    expect(ann.page.locator(".fr-told")).to_be_visible()
    understood(ann, "the reveal")
    server.finish(table)
    expect(ann.page.locator(".fair .btn--link")).to_be_visible()
    understood(ann, "the end")
    ann.page.locator(".fair .btn--link").click()
    understood(ann, "was it fair")
    bo.at(f"t/{table.id}/replay?at=7")
    expect(bo.page.locator(".scrubber")).to_have_value("7")
    understood(bo, "the replay")


def test_language_of_curtain(come: Come) -> None:
    person = come()
    person.home()
    person.page.get_by_role("button", name=label("On this device")).click()
    person.page.get_by_role("dialog").get_by_role("button", name=label("Start")).click()
    expect(person.page.locator(".curtain .btn--primary")).to_be_visible()
    understood(person, "the curtain")


def test_language_change_at_table(come: Come, server: Served) -> None:
    person = come()
    person.take(server.open_table("fairy", PEOPLE, 2), 0)
    expect(person.page.locator(".shell__dock")).to_be_visible()
    person.page.keyboard.press("m")
    person.page.get_by_role("button", name=label("Settings")).click()
    person.page.locator(LANGUAGE).select_option("en")
    expect(person.page.get_by_role("button", name="Higher")).to_be_visible()
    person.page.locator(LANGUAGE).select_option(made_up.CODE)
    expect(person.page.get_by_role("button", name=label("Higher"))).to_be_visible()
    understood(person, "the table")


def test_language_change_in_replay(come: Come, server: Served) -> None:
    """Names of cards come with the catalogue, which is loaded once; a change of language must load it again."""
    table = server.open_table("fairy-tale", PEOPLE, 2)
    server.finish(table)
    person = come()
    page = person.page
    person.at(f"t/{table.id}/replay?at=60")
    expect(page.locator(".scrubber")).to_have_value("60")
    page.get_by_role("button", name=label("Settings")).click()
    page.locator(LANGUAGE).select_option("en")
    page.get_by_role("dialog", name="Settings").get_by_role("button", name="Close").click()
    expect(page.locator("body")).not_to_contain_text(re.compile(f"[{made_up.GREEK}]"))
    page.get_by_role("button", name="Settings").click()
    page.locator(LANGUAGE).select_option(made_up.CODE)
    expect(page.get_by_role("dialog", name=label("Settings"))).to_be_visible()
    understood(person, "the replay")


def test_pseudo_language_keeps_arguments() -> None:
    assert made_up.translated("{n, plural, one {# card} other {# cards}} for {seat}") == (
        "{n, plural, one {# κααρδ} other {# κααρδσ}} φοορ {seat}"
    )
