"""Accessibility and width of a screen: axe in both themes, on phone and desktop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.page.support.people import Person

Theme = Literal["light", "dark"]
OTHER: dict[Theme, Theme] = {"dark": "light", "light": "dark"}
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
SCRIPT = Axe().axe_script
# Only violations leave the browser: the results of the other rules are long, and no test reads them. Style sheets are not
# fetched a second time (`preload`): only a rule that is off by default reads them.
# Nine of ten elements of a table are strokes of hidden drawings, which axe would match against every rule, only to find all of
# their text incomplete: they leave the document for as long as it runs, unless something in them can take the focus.
RUN = """(only) => {
  const hidden = [...document.querySelectorAll("svg[aria-hidden=true], [aria-hidden=true] svg")].filter(
    (svg) => !svg.parentElement.closest("svg") && !svg.querySelector("a, [tabindex], foreignObject"));
  const strokes = hidden.map(() => document.createDocumentFragment());
  hidden.forEach((svg, i) => strokes[i].append(...svg.childNodes));
  return axe.run({ resultTypes: ["violations"], preload: false, ...(only.length ? { runOnly: only } : {}) })
    .finally(() => hidden.forEach((svg, i) => svg.prepend(strokes[i])))
    .then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`));
}"""
COLOURS = ("color-contrast", "link-in-text-block")  # the rules whose results depend on the theme


def axe_violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """Return the rules of axe (these, or all) that the page violates, each with its elements."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT)
    violations: list[str] = page.evaluate(RUN, list(rules))
    return violations


def resize(person: Person, size: tuple[int, int]) -> None:
    """Give the page another size, and wait until it is laid out."""
    viewport: Any = {"width": size[0], "height": size[1]}
    person.page.set_viewport_size(viewport)
    person.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def show_theme(person: Person, theme: Theme) -> None:
    """Change the theme of the system, and wait until the page follows."""
    person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    person.wait_until(f"document.documentElement.dataset.theme === {theme!r}")


def looks_right(person: Person) -> None:
    """Check the screen in both themes; the page follows the theme of the system without a reload.

    The theme it has comes first. In the other one only the colours are new.
    """
    person.page.wait_for_load_state("networkidle")
    now: Theme = person.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'")
    for theme, rules in ((now, ()), (OTHER[now], COLOURS)):
        show_theme(person, theme)
        assert axe_violations(person.page, rules) == [], theme
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is wider than the screen"


def looks_right_at_all_sizes(person: Person) -> None:
    """Check the screen on a phone and on a desktop, in both themes. The page is as large as a phone afterwards."""
    for size in reversed(SIZES.values()):
        resize(person, size)
        looks_right(person)
