"""Fairy Tale, moment by moment: how tests and pictures come to each of them, by pressing what people press."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from fairyring.server.client import Client
from tests.page.people import MOMENT, Person
from tests.page.served import Laid, elsewhere

if TYPE_CHECKING:
    from tests.page.pictures import Studio

GAME = "fairy-tale"
FIVE = ["Ann", "Bo", "Cy", "Dot", "Eli"]


def view(person: Person) -> dict[str, Any]:
    return dict(person.beats[-1]["view"] or {})


def cards(person: Person) -> Locator:
    """What can be chosen from, in the dock."""
    return person.dock.locator(".tt-pick:not(:disabled)")


def done(person: Person) -> Locator:
    """The button that says it."""
    return person.dock.locator(".tt-go.btn--primary:not(:disabled)")


def press(button: Locator) -> None:
    """If it is there: it may go by itself meanwhile."""
    with contextlib.suppress(TooLate):
        if button.count():
            button.click(timeout=MOMENT)


def pick(person: Person, nth: int = 0) -> bool:
    """Think of a card; what is still told is left first."""
    press(person.dock.locator(".next"))
    press(cards(person).nth(nth))
    return done(person).count() > 0


def choose(person: Person, nth: int = 0) -> None:
    """Decide once, by two presses, and see that it counted."""
    question = person.asked
    for _ in range(100):
        if pick(person, nth):
            press(done(person))
        if person.soon(lambda: person.asked != question, 400):
            return
    raise AssertionError("no card was taken")


def play_until(true: Callable[[], bool], *people: Person) -> None:
    """Everybody decides whenever they owe it, until it is so or the game is over."""
    for _ in range(400):
        people[0].until(
            lambda: true() or all(one.phase == "over" for one in people) or any(one.owes for one in people),
            "somebody owes a choice",
        )
        if true() or all(one.phase == "over" for one in people):
            return
        for person in people:
            if person.owes and not true():
                choose(person, len(view(person)["hand"][0] or ()) // 2 if view(person)["phase"] == "draft" else 0)


async def come_to_choice(url: str, laid: Laid) -> bool:
    """Ann plays on, without a browser, until she must open or close a card. Some games end without that."""
    async with Client.join(url, laid.table, laid.tokens[0]) as me:
        async for _beat in me:
            if me.table.phase == "over":
                return False
            if me.owes and (me.view or {}).get("phase") in ("open", "close"):
                return True
            if me.owes:
                await me.play(me.legal[0])
    return False


class Moments:
    """What pictures are taken of, at two and at five seats."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    def _seated(self, person: Person, seats: int, **options: str) -> None:
        self.studio.seated(person, GAME, ["Ann"], seats, **options)
        cards(person).first.wait_for()

    def draft(self, person: Person) -> None:
        self._seated(person, 5)
        pick(person, 1)

    def draft_two(self, person: Person) -> None:
        self._seated(person, 2)
        choose(person)
        cards(person).first.wait_for()

    def play(self, person: Person) -> None:
        self._seated(person, 5)
        play_until(lambda: view(person)["phase"] == "play" and view(person)["step"] >= 7 and person.owes, person)
        pick(person, 1)

    def wait(self, person: Person) -> None:
        laid = self.studio.server.lay(GAME, ["Ann", "Bo"], 2)
        person.take(laid, 0)
        cards(person).first.wait_for()
        choose(person, 2)

    def told(self, person: Person) -> None:
        self._seated(person, 5)
        play_until(lambda: view(person)["step"] >= 1, person)
        person.page.get_by_role("list", name="What was turned up").wait_for()

    def choice(self, person: Person) -> None:
        laid = self.studio.server.lay(GAME, ["Ann"], 5)
        while not elsewhere(come_to_choice(self.studio.server.url, laid)):
            laid = self.studio.server.lay(GAME, ["Ann"], 5)
        person.take(laid, 0)
        cards(person).first.wait_for()
        pick(person)

    def couples(self, person: Person) -> None:
        self._seated(person, 4, couples="yes")
        play_until(lambda: view(person)["phase"] == "play" and view(person)["step"] >= 3 and person.owes, person)
        pick(person)

    def closeup(self, person: Person) -> None:
        self._seated(person, 3)
        pick(person, 2)
        person.dock.get_by_role("button", name="Look closer").click()

    def look(self, person: Person) -> None:
        self._seated(person, 5)
        play_until(lambda: view(person)["step"] >= 3 and person.owes, person)
        button = person.page.get_by_role("button", name="Look at your cards")
        if button.count():
            button.click()

    def end(self, person: Person) -> None:
        laid = self.studio.server.lay(GAME, ["Ann"], 5)
        self.studio.server.finish(laid)
        person.take(laid, 0)
        person.page.locator(".ts-list").first.wait_for()

    def screens(self) -> dict[str, Callable[[Person], None]]:
        return {
            "tale-draft": self.draft, "tale-draft2": self.draft_two, "tale-play": self.play, "tale-wait": self.wait,
            "tale-told": self.told, "tale-choice": self.choice, "tale-couples": self.couples, "tale-closeup": self.closeup,
            "tale-look": self.look, "tale-end": self.end,
        }  # fmt: skip
