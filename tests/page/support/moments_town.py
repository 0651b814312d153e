"""Page driver of Sneaky Town for tests and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator

from fairyring.client.client import Client
from tests.page.support.moments import NAMES
from tests.page.support.moments_fari import begin_lesson, button
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable, elsewhere

if TYPE_CHECKING:
    from tests.page.support.pictures import Studio


# What people do ---------------------------------------------------------------------------------


def point(person: Person, name: str) -> Locator:
    return person.page.locator(f'[data-point="{name}"]')


def press(node: Locator) -> None:
    """Press as a key or a screen reader does, and confirm."""
    node.evaluate("node => node.click()")


def cast(person: Person, name: str) -> None:
    question = person.decision
    press(point(person, name))
    button(person, "Cast it").click()
    person.until(lambda: person.decision != question, "the stone lies there")


def ring(person: Person) -> None:
    """End the round and confirm."""
    question = person.decision
    person.dock.locator(".st-end").click()
    person.page.get_by_role("dialog").get_by_role("button", name="End it").click()
    person.until(lambda: person.decision != question or person.phase == "over", "the round is over")


def leave_the_score(person: Person) -> None:
    """On to the end page. A press that comes too soon was meant for what stood there before, and does nothing."""
    while not person.end.is_visible():
        on = person.dock.locator(".st-go")
        if on.is_visible():
            press(on)
        person.page.wait_for_timeout(200)


def play_for(server: Served, table: ServedTable, *moves: str) -> None:
    """Play moves without a browser, in turn from player 1 on."""

    async def play() -> None:
        for i, move in enumerate(moves):
            async with Client.join(server.url, table.id, table.tokens[i % 2]) as mover:
                await mover.until(lambda mover=mover: mover.owes)  # type: ignore[misc]
                await mover.play(move)

    elsewhere(play())


# Moments ----------------------------------------------------------------------------------------

BEGUN = ("cast 2,3", "cast 3,3", "cast 1,4", "cast 4,2", "cast 3,1", "cast 2,5")


class Moments:
    """Screens of Sneaky Town, each by the name of its picture."""

    def __init__(self, server: Served) -> None:
        self.server = server

    def seated(self, person: Person, *moves: str, seat: int = 0, **options: Any) -> ServedTable:
        table = self.server.open_table("sneaky-town", NAMES[:2], 2, **options)
        play_for(self.server, table, *moves)
        person.take(table, seat)
        person.dock.wait_for()
        person.page.wait_for_timeout(700)
        return table

    def town(self, person: Person) -> None:
        self.seated(person, *BEGUN)

    def small(self, person: Person) -> None:
        self.seated(person, "cast 2,2", "cast 3,1", size="3")

    def wait(self, person: Person) -> None:
        self.seated(person, *BEGUN, "cast 5,5")

    def brown(self, person: Person) -> None:
        self.seated(person, *BEGUN, "cast 5,5", seat=1)

    def aim(self, person: Person) -> None:
        self.seated(person, *BEGUN)
        press(point(person, "4,4"))

    def stone(self, person: Person) -> None:
        self.seated(person, *BEGUN)
        press(point(person, "2,3"))

    def swap(self, person: Person) -> None:
        self.seated(person, *BEGUN)
        person.dock.locator('[data-act="town swap"]').click()
        press(point(person, "2,3"))
        press(point(person, "3,3"))

    def reveal(self, person: Person) -> None:
        self.seated(person, *BEGUN)
        person.dock.locator('[data-act="town reveal"]').click()
        press(person.page.locator('[data-line="2"]'))
        button(person, "Reveal it").click()
        person.page.wait_for_timeout(1200)

    def notes(self, person: Person) -> None:
        self.seated(person, *BEGUN)
        person.page.keyboard.press("n")
        cells = person.page.locator(".st-cell:not(.is-not):visible")
        for i in (0, 5, 5):
            press(cells.nth(i))

    def plain(self, person: Person) -> None:
        """Without what can be deduced."""
        self.seated(person, *BEGUN)
        person.page.keyboard.press("n")
        person.page.locator(".st-toggle:visible").first.click()
        person.page.keyboard.press("n")

    def end(self, person: Person) -> None:
        self.seated(person, *BEGUN, "reveal 1", "reveal 2")
        person.page.keyboard.press("e")

    def score(self, person: Person) -> None:
        table = self.seated(person, *BEGUN)
        play_for(self.server, table, "end")
        person.dock.locator(".st-acts--score").wait_for()
        person.page.wait_for_timeout(2600)

    def lesson(self, person: Person) -> None:
        person.take(begin_lesson(self.server, "sneaky-town"), 0)
        person.page.get_by_role("button", name="Next").click()


def moments(studio: Studio) -> dict[str, Callable[[Person], None]]:
    """Moments for the picture script."""
    town = Moments(studio.server)
    names = ("small", "wait", "brown", "aim", "stone", "swap", "reveal", "notes", "plain", "end", "score", "lesson")
    return {"town": town.town} | {f"town-{name}": getattr(town, name) for name in names}
