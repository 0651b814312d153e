"""Layout check: reports clipped or overlapping text, and covered or off-screen buttons.

Meant for the fullest moments of any game, at the smallest size. What is cut on purpose is named by the game's test.
"""

from __future__ import annotations

from pathlib import Path

from tests.page.support.people import Person

LONG = ["Maximiliane-Charlotte", "Bartholomäus", "Wilhelmine von Hohenfels", "Konstantin-Friedrich", "Anneliese", "Ferdinand",
        "Friederike-Luise", "Hans-Joachim", "Margarethe", "Theodor-Emanuel"]  # fmt: skip
USUAL = ".log__line, .seat__name"  # the last event is whole in the log; names end in “…” where many stand beside each other
FRAMES = 60  # drawn until all has its place: a board follows its new size only in the next one
OVER = ".st-sheet, .veil + .drawer, .coach-veil + .coach"  # sheets over the rest that are no dialogs
LOOK = (Path(__file__).parent / "fitting.js").read_text("utf-8")
REACH = (Path(__file__).parent / "reach.js").read_text("utf-8")


def misfits(person: Person, spared: str = "") -> list[str]:
    """Return what does not fit and stays so; `spared` are selectors of elements that are clipped or covered on purpose."""
    person.page.evaluate("document.fonts.ready.then(() => true)")
    collisions: list[str] = []
    for _ in range(FRAMES):
        collisions = person.page.evaluate(LOOK, [", ".join(filter(None, (USUAL, spared))), OVER])
        if not collisions:
            break
        person.page.evaluate("new Promise(requestAnimationFrame)")
    return collisions


def unreachable(person: Person, spared: str = "") -> list[str]:
    """Return the visible controls that a click at their centre would not hit, and that stay so."""
    problems: list[str] = []
    for _ in range(FRAMES):
        problems = person.page.evaluate(REACH, [spared or "nothing", OVER])
        if not problems:
            break
        person.page.evaluate("new Promise(requestAnimationFrame)")
    return problems
