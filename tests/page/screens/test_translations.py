"""Whole languages on a phone: chosen by the browser, texts that fit, glyphs that the fonts have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.test_languages import OTHERS, WORDS, read, translations
from tests.page.support.people import Person
from tests.page.support.served import Served

PEOPLE = ["Ann", "Bo"]
GAMES = ["fairy", "fairy-tale", "crane", "fariables", "sneaky-town"]
# A region of each language, as a browser says it.
REGIONS = {
    "de": "de-AT",
    "es": "es-MX",
    "fr": "fr-BE",
}
# Some letters that English lacks.
LETTERS = {
    "de": "äöüß„",
    "es": "áéíñóú¿¡«»",
    "fr": "éèêàçœ«»",
}
Come = Callable[[str], Person]

# Words that stick out of the button or box they stand in; what scrolls or ends in “…” is meant to. Badges sit on corners.
CUT_OFF = """() => {
  const problems = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const box = node.parentElement.closest("button, .btn, .choice, .panel, .seat, [class*=plate]");
    if (!box || !node.data.trim() || node.parentElement.closest(".sr, svg, .choice__pts, .log__line")) continue;
    if (!node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const outer = box.getBoundingClientRect();
    const out = (part) => part.width > 1 && (part.right > outer.right + 2 || part.left < outer.left - 2);
    if ([...range.getClientRects()].some(out)) problems.push(node.data.trim());
  }
  return problems;
}"""
# Letters that are as wide in whatever font stands behind ours are in ours.
LACKING = """async (letters) => {
  const pen = document.createElement("canvas").getContext("2d");
  const problems = [];
  const fonts = { "Young Serif": ["400 40px"], "Alegreya Sans": ["500 40px", "italic 500 40px", "800 40px"] };
  for (const [name, how] of Object.entries(fonts).flatMap(([name, all]) => all.map((how) => [name, how]))) {
    await document.fonts.load(`${how} "${name}"`, letters);
    const wide = (letter, behind) => {
      pen.font = `${how} "${name}", ${behind}`;
      return pen.measureText(letter).width;
    };
    const lacking = [...letters].filter((letter) => wide(letter, "monospace") !== wide(letter, "serif"));
    problems.push(...lacking.map((letter) => `${letter} in ${how} ${name}`));
  }
  return problems;
}"""


def word(code: str, key: str) -> str:
    """What a button or title of the page says in a language."""
    for path in (WORDS / code).glob("*.json"):
        if key in (texts := read(path)):
            return texts[key]
    raise KeyError(key)


def cases(turn: int) -> list[tuple[str, str]]:
    """Each game in one language; with another turn in the next one."""
    return [(game, OTHERS[(number + turn) % len(OTHERS)]) for number, game in enumerate(GAMES)]


@pytest.fixture
def come(visit: Callable[..., Person]) -> Come:
    """Somebody with a phone whose browser asks for a language."""
    return lambda code: visit(size=(360, 740), language=REGIONS[code])


def fits(person: Person, where: str) -> None:
    person.page.wait_for_load_state("networkidle")
    assert person.page.evaluate(CUT_OFF) == [], where
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{where} is wider than the screen"


@pytest.mark.parametrize("code", OTHERS)
def test_translated_first_screens(come: Come, code: str) -> None:
    person = come(code)
    page = person.page
    person.home()
    expect(page.get_by_role("button", name=word(code, "home.now")).first).to_be_enabled()
    expect(page.locator("html")).to_have_attribute("lang", code)
    fits(person, "home")
    page.get_by_role("button", name=word(code, "set.title")).first.click()
    expect(page.get_by_role("dialog", name=word(code, "set.title"))).to_be_visible()
    fits(person, "settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=word(code, "home.friends")).click()
    expect(page.get_by_role("heading", name=word(code, "invite.title"))).to_be_visible()
    fits(person, "gathering")
    for tool in ("", "/card", "/pad", "/crane", "/boards"):
        person.at(f"box{tool}")
        expect(page.get_by_role("heading", level=1)).to_be_attached()
        fits(person, f"box{tool}")


@pytest.mark.parametrize(("game", "code"), cases(0))
def test_translated_table_and_rules(come: Come, server: Served, game: str, code: str) -> None:
    person = come(code)
    person.take(server.open_table(game, PEOPLE, 2), 0)
    page = person.page
    expect(page.get_by_role("region", name=word(code, "dock.label"))).to_be_visible()
    fits(person, game)
    page.keyboard.press("r")
    rules = page.get_by_role("dialog", name=word(code, "rules.of").replace("{game}", ""))
    expect(rules).to_be_visible()
    expect(rules.locator("#R7")).to_be_attached()
    fits(person, f"rules of {game}")


@pytest.mark.parametrize(("game", "code"), cases(1))
def test_translated_table_with_largest_text(come: Come, server: Served, game: str, code: str) -> None:
    person = come(code)
    person.page.add_init_script("localStorage.setItem('fairyring.settings', JSON.stringify({ text: 150 }))")
    person.take(server.open_table(game, PEOPLE, 2), 0)
    expect(person.page.get_by_role("region", name=word(code, "dock.label"))).to_be_visible()
    fits(person, game)
    board = person.page.locator(".shell__board").bounding_box()
    assert board is not None
    assert board["height"] > 180, "what can be done leaves the board no room"


@pytest.mark.parametrize("code", OTHERS)
def test_translated_rule_marks_are_icons(come: Come, server: Served, code: str) -> None:
    """Where a rule comes from is said in the language there, and shown by a sign."""
    person = come(code)
    person.take(server.open_table("fairy", PEOPLE, 2), 0)
    expect(person.page.get_by_role("region", name=word(code, "dock.label"))).to_be_visible()
    person.page.keyboard.press("r")
    rule = person.page.locator("#R8")
    expect(rule.get_by_role("img", name=word(code, "rules.printed"))).to_be_visible()
    expect(rule.get_by_role("img", name=word(code, "rules.ruling"))).to_be_visible()
    expect(rule).not_to_contain_text("(")


@pytest.mark.parametrize("code", OTHERS)
def test_translated_letters_are_in_fonts(come: Come, code: str) -> None:
    used = {letter for _where, _en, path in translations(code) for text in read(path).values() for letter in text}
    known = {letter for _where, path, _other in translations(code) for text in read(path).values() for letter in text}
    more = "".join(sorted(letter for letter in used - known if not letter.isspace()))
    assert set(LETTERS[code]) <= set(more)
    spaces = "".join(letter for letter in used if letter.isspace() and letter != "\n")
    person = come(code)
    person.home()
    assert person.page.evaluate(LACKING, more + spaces + "“‚‘’–…") == []
    assert person.page.evaluate(LACKING, "ж") != []  # it would be noticed


def test_text_that_sticks_out_is_detected(come: Come) -> None:
    person = come("de")
    person.home()
    button = person.page.get_by_role("button", name=word("de", "home.now"))
    expect(button).to_be_enabled()
    button.evaluate("(button) => { button.textContent = 'Donaudampfschifffahrtsgesellschaftskapitän'; }")
    assert person.page.evaluate(CUT_OFF) == ["Donaudampfschifffahrtsgesellschaftskapitän"]
