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
TRIES = 5  # until something that flies or fades has come to rest
# Sheets over the rest that are no dialogs. The bubble of a lesson holds everything until its “Next”, where it has one.
OVER = ".st-sheet, .veil + .drawer, .coach-veil + .coach, .coach-hole + .coach:has(.coach__row .btn)"
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
    """Click every visible control at its centre with the real mouse; return those that it does not reach, and that stay so.

    The page does not hear the clicks, so nothing happens by them.
    """
    problems: list[str] = []
    for _ in range(TRIES):
        problems = _click(person, spared)
        if not problems:
            break
        person.page.evaluate("new Promise(requestAnimationFrame)")
    return problems


def _click(person: Person, spared: str) -> list[str]:
    page = person.page
    problems: list[str] = []
    for number in range(page.evaluate(REACH, [spared or "nothing", OVER])):
        point = page.evaluate("number => clicking.aim(number)", number)
        if point is not None:
            page.mouse.click(*point)
            problems += filter(None, [page.evaluate("number => clicking.judge(number)", number)])
    page.evaluate("clicking.end()")
    page.mouse.move(0, 0)
    return list(dict.fromkeys(problems))
