"""Figures of the rules: present below their rule, also without a board, and never wider than the page."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.support.accessibility import SIZES, Theme, axe_violations, resize, show_theme
from tests.page.support.people import Person

PICTURES = {
    "fairy": ["R1", "R2", "R7"],
    "fairy-tale": ["R2", "R8", "R12", "R18"],
    "crane": ["R1", "R3", "R8", "R15"],
    "fariables": ["R1", "R3", "R10", "R12", "R18"],
    "sneaky-town": ["R2", "R4", "R7", "R17"],
}
LOOKS: tuple[tuple[str, Theme], ...] = (("phone", "dark"), ("desk", "light"))
WIDER = """() => [...document.querySelectorAll(".rfig, .rfig *")].filter((element) => element.closest("svg") === null)
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
).map((element) => element.className)"""


@pytest.mark.parametrize("game", PICTURES)
def test_rules_have_figures(visit: Callable[..., Person], game: str) -> None:
    visitor = visit(size=SIZES["phone"])
    page = visitor.page
    page.add_init_script(f"localStorage.setItem('fairyring.game', {json.dumps(json.dumps(game))})")
    visitor.home()
    page.get_by_role("button", name="Rules").first.click()
    expect(page.get_by_role("dialog", name="Rules of")).to_be_visible()
    for rule in PICTURES[game]:
        expect(page.locator(f".drawer #{rule} .rfig svg").first).to_be_attached()
    expect(page.locator(".rfig")).to_have_count(len(PICTURES[game]))
    for size, theme in LOOKS:
        resize(visitor, SIZES[size])
        show_theme(visitor, theme)
        assert page.evaluate(WIDER) == [], size
        assert axe_violations(page) == [], size
    assert visitor.errors == []
