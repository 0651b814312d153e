"""Figures of the rules: present below their rule, also without a board, and never wider than the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from tests.page.support.people import Person

Theme = Literal["light", "dark"]
PICTURES = {
    "fairy": ["R1", "R2", "R7"],
    "fairy-tale": ["R2", "R8", "R12", "R18"],
    "crane": ["R1", "R3", "R8", "R15"],
    "fariables": ["R1", "R3", "R10", "R12", "R18"],
    "sneaky-town": ["R2", "R4", "R7", "R17"],
}
WIDER = """() => [...document.querySelectorAll(".rfig, .rfig *")].filter((element) => element.closest("svg") === null)
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
).map((element) => element.className)"""


@pytest.mark.parametrize("game", PICTURES)
@pytest.mark.parametrize(("size", "theme"), [((360, 740), "dark"), ((1280, 800), "light")])
def test_rules_have_figures(visit: Callable[..., Person], game: str, size: tuple[int, int], theme: Theme) -> None:
    visitor = visit(size=size, theme=theme)
    page = visitor.page
    page.add_init_script(f"localStorage.setItem('fairyring.game', {json.dumps(json.dumps(game))})")
    visitor.home()
    page.get_by_role("button", name="Rules").first.click()
    expect(page.get_by_role("dialog", name="Rules of")).to_be_visible()
    for rule in PICTURES[game]:
        expect(page.locator(f".drawer #{rule} .rfig svg").first).to_be_attached()
    expect(page.locator(".rfig")).to_have_count(len(PICTURES[game]))
    assert page.evaluate(WIDER) == []
    violations = Axe().run(page).response["violations"]
    assert violations == [], [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in violations]
    assert visitor.errors == []
