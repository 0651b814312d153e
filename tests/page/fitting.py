"""Whether all that a screen shows can be seen: no word cut off or on another, no button under another or off the screen.

Meant for the fullest moments of any game, at the smallest size. What is cut on purpose is named by the game's test.
"""

from __future__ import annotations

from pathlib import Path

from tests.page.people import Person

LONG = ["Maximiliane-Charlotte", "Bartholomäus", "Wilhelmine von Hohenfels", "Konstantin-Friedrich", "Anneliese", "Ferdinand"]
USUAL = ".log__line, .seat__name"  # the last event is whole in the log; names end in “…” where many stand beside each other
LOOK = (Path(__file__).parent / "fitting.js").read_text("utf-8")


def misfits(person: Person, spared: str = "") -> list[str]:
    """What does not fit; `spared` are selectors of what the game cuts or covers on purpose."""
    person.page.evaluate("document.fonts.ready.then(() => true)")
    found: list[str] = person.page.evaluate(LOOK, ", ".join(filter(None, (USUAL, spared))))
    return found
