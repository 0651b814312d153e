"""Look at one screen in many shapes: what is cut off, covered, unreachable or too small, and a picture of what has a defect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from tests.page.support.accessibility import Theme, resize, show_theme
from tests.page.support.fitting import OVER, misfits, unreachable
from tests.page.support.people import Person
from tests.page.walk.screens import KEYS, LOST_BY_RELOAD

SIZES = ((320, 568), (360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080))
THEMES: tuple[Theme, ...] = ("light", "dark")
LANGUAGES = ("en", "de", "es", "fr")
TEXTS = (100, 150)  # percent
CONTROLS = (Path(__file__).parent / "controls.js").read_text("utf-8")
# Posters stand behind each other; boxes of six-sided spaces overlap, they do not; the name gives way as a whole to its emblem;
# the edge of Crane's deck is the whole dark screen, under its buttons.
# A press opens the whole help where it is longer than its lines. A row of Fairy Tale folds by a press on its whole head, the
# seat in it included. What is called out at a seat of Crane is wider than the seat.
OVERLAPPING = ".pick, .fa-hit, .bar__name, .cr-pull, .prompt__help, .tt-tap, .cr-say"
# Spaces of a board that is zoomed and dragged where it is small; cards of a replay, beside the slider that does the same; cards
# in a row of Fairy Tale that the dock offers, too.
SMALL = ".fa-hit, .rp__cards button, .tk"
LARGE = 19  # pixels, as in the page's settings


@dataclass(frozen=True)
class Shape:
    """How a screen is looked at."""

    size: tuple[int, int]
    theme: Theme
    language: str
    text: int

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]} {self.theme} {self.language} {self.text}%"


def has_language(screen: str, language: str) -> bool:
    """Return whether a screen can be shown in a language: all in English, others if they survive a reload."""
    return language == "en" or not any(fnmatch(screen, pattern) for pattern in LOST_BY_RELOAD)


def speak(person: Person, screen: str, language: str) -> None:
    """Show the screen, which is there in English, in another language."""
    if language == "en":
        return
    person.page.evaluate(
        """([key, language]) => localStorage.setItem(
            key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? "{}"), language }))""",
        ["fairyring.settings", language],
    )
    person.page.reload()
    person.wait_until(f"document.documentElement.lang === '{language}' && document.querySelector('main, h1') !== null")
    if screen in KEYS:
        person.page.locator(".shell__dock").wait_for()
        person.page.keyboard.press(KEYS[screen])
        person.page.locator(".drawer, dialog[open]").first.wait_for()


def defects(person: Person, shape: Shape) -> Iterator[str]:
    """Give the page a shape, and yield what is wrong with it. The language is not changed here."""
    show_theme(person, shape.theme)  # before the size of text, which the page sets with the theme
    person.page.evaluate(
        f"""() => {{ const root = document.documentElement; root.style.fontSize = "{shape.text}%";
            root.dataset.text = parseFloat(getComputedStyle(root).fontSize) >= {LARGE} ? "large" : "usual"; }}"""
    )
    resize(person, shape.size)
    yield from misfits(person, OVERLAPPING)
    yield from unreachable(person, ".fa-hit, .cr-pull")
    yield from person.page.evaluate(CONTROLS, [OVER, SMALL])
