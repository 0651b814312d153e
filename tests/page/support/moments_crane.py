"""Page driver of Crane for tests and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Error

from fairyring.client.client import Client
from tests.page.support.moments import NAMES, Moment, at_seats
from tests.page.support.people import MOMENT, Person
from tests.page.support.served import Served, ServedTable, elsewhere

if TYPE_CHECKING:
    from tests.page.support.pictures import Studio

BET = re.compile("^Bet (HIGH|LOW|JUST)")
POT = re.compile("^(Take: )?(Left|Right) jackpot")


def own(person: Person) -> dict[str, Any]:
    """Private state of the shown seat, from the last frame."""
    newest = person.beats[-1] if person.beats else {"seats": {}}
    return next(iter(newest["seats"].values()), {})


def view(person: Person) -> dict[str, Any]:
    newest: dict[str, Any] = next((beat["view"] for beat in reversed(person.beats) if beat["view"]), {})
    return newest


def owes(person: Person) -> str:
    """Id of what the seat owes: a decision, a gesture, a count or a confirmation."""
    private = own(person)
    if "legal" in private:
        return "" if "chosen" in private else str(private["ask"])
    return next((str(private[part]["ask"]) for part in ("riffle", "report", "confirm") if part in private), "")


def press(person: Person, name: str | re.Pattern[str]) -> None:
    """Press a button of the dock, after the moment of the last turn."""
    button = person.dock.get_by_role("button", name=name, disabled=False).first
    for _ in range(20):
        try:
            if button.is_visible():
                button.click(timeout=MOMENT)
                return
            person.dock.get_by_role("button", name="Next").click(timeout=300)
        except Error:
            person.page.wait_for_timeout(50)  # it was just going away
    raise AssertionError(f"there is no button {name}")


def close_eyes(person: Person) -> None:
    press(person, "Close my eyes")
    person.page.get_by_role("dialog", name="Eyes closed").wait_for()


def riffle(person: Person, ticks: int = 6) -> None:
    """Riffle by key until so many ticks are held."""
    person.page.get_by_role("button", name="Edge of the deck").wait_for()
    person.page.get_by_role("button", name="By itself", exact=True, disabled=False).wait_for()  # there is a deck under the hand
    for _ in range(ticks):
        person.page.keyboard.press("ArrowRight")
    person.until(lambda: person.page.get_by_role("button", name="Finished").is_enabled(), "something is held")
    person.page.wait_for_timeout(ticks * 120)


def finish(person: Person) -> None:
    person.page.get_by_role("button", name="Finished").click()
    person.until(lambda: "riffle" not in own(person), "the hand is done")


def act(person: Person, bet: str = "LOW") -> None:
    """Do what the seat owes once, and wait until it is committed."""
    question, private = owes(person), own(person)
    if "riffle" in private:
        close_eyes(person)
        riffle(person)
        finish(person)
        return
    for _ in range(10):  # a click may meet the last turn just going away: then once more
        press(person, f"Bet {bet}" if private["legal"][0]["kind"] == "bet" else POT)
        if person.soon(lambda: owes(person) != question, MOMENT):
            return
    raise AssertionError("it was not taken")


def play_on(*people: Person, until: Callable[[], bool]) -> None:
    """Let all persons do what they owe until a condition holds."""
    for _ in range(200):
        people[0].until(lambda: until() or any(owes(person) for person in people), "somebody owes something")
        if until():
            return
        for person in people:
            if owes(person) and not until():
                act(person)
    raise AssertionError("it does not come to an end")


def count(person: Person, cards: int) -> None:
    """Report a count of real cards."""
    press(person, "Finished: count them")
    tell(person, cards)


def tell(person: Person, cards: int) -> None:
    """Tap a number of the pad; it may be on another page than those near the target."""
    number = person.page.get_by_role("button", name=re.compile(rf"^{cards} cards"))
    person.page.get_by_role("group", name="Number of cards").wait_for()
    while not number.is_visible():
        person.page.get_by_role("button", name=re.compile("^1 to ")).click()
    number.click()


async def is_exact(url: str, table: ServedTable) -> bool:
    """Whether the first turn of the table came out so, when a jackpot is to be chosen."""
    async with Client.join(url, table.id, table.tokens[0]) as ann:
        await ann.until(lambda: any((ann.view or {}).get(kind) for kind in ("exact", "short", "over", "eyes_opened")))
        return bool((ann.view or {})["exact"])


class Crane:
    """Moments of Crane, each by the name of its picture."""

    def __init__(self, server: Served, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.others: list[Person] = []

    def seated(self, person: Person, seats: int, people: int = 2, **options: Any) -> list[Person]:
        """Seat Ann, whose picture is taken, other people with browsers of their own, and bots on the other seats."""
        for other in self.others:
            other.context.close()
        table = self.server.open_table("crane", NAMES[:people], seats, **options)
        person.take(table, 0)
        self.others = [Person(self.browser, self.server) for _ in range(1, people)]
        for seat, other in enumerate(self.others, start=1):
            other.take(table, seat)
        person.dock.wait_for()
        return self.others

    def bet(self, person: Person, *, seats: int) -> None:
        self.seated(person, seats, grab="riffle", first="2")
        person.dock.get_by_role("button", name=BET).first.wait_for()

    def laid(self, person: Person, *, seats: int) -> None:
        self.seated(person, seats, 3, grab="riffle", first="2")
        press(person, "Bet LOW")
        person.dock.get_by_role("button", name="your bet").or_(person.dock.get_by_text("take it back")).first.wait_for()

    def flip(self, person: Person, *, seats: int) -> None:
        self.seated(person, seats, grab="riffle", first="1")
        person.dock.get_by_role("button", name="Close my eyes").wait_for()

    def waits(self, person: Person, *, seats: int) -> None:
        self.flip(person, seats=seats)
        close_eyes(person)

    def riffled(self, person: Person, *, seats: int) -> None:
        others = self.seated(person, seats, min(seats, 3), grab="riffle", first="1")
        for other in others:
            press(other, "Bet LOW")
        close_eyes(person)
        riffle(person, 8)
        for other, call in zip(others, ("Trust me!", "More!"), strict=False):
            press(other, call)

    def watched(self, person: Person, *, seats: int) -> None:
        bo, *others = self.seated(person, seats, min(seats, 3), grab="riffle", first="2")
        for other in (person, *others):
            press(other, "Bet LOW")
        close_eyes(bo)
        riffle(bo, 24)
        for other in others:
            press(other, "Stop!")
        person.until(lambda: any(frame["type"] == "band" for frame in person.frames), "the stack grows")

    def counted(self, person: Person, *, seats: int) -> None:
        """Ann grabbed as many as she should."""
        table = self.server.open_table("crane", ["Ann"], seats, grab="model", first="1", skill="expert")
        while not elsewhere(is_exact(self.server.url, table)):
            table = self.server.open_table("crane", ["Ann"], seats, grab="model", first="1", skill="expert")
        person.take(table, 0)
        person.dock.get_by_role("button", name=POT).first.wait_for()

    def paid(self, person: Person, *, seats: int, cry: str = "!") -> None:
        """A turn is over that was called so: exactly, some short, or some more."""
        payments = person.dock.get_by_role("list", name="Who gets what")
        owed = person.dock.get_by_role("button", name=re.compile(f"{BET.pattern}|{POT.pattern}"), disabled=False).first
        following = person.dock.get_by_role("button", name="Next")
        while not payments.is_visible() or cry not in (person.page.locator(".cr-call").text_content() or ""):
            if person.phase in ("", "over"):  # some games end without
                self.seated(person, seats, 1, grab="model", first="2", skill="expert")
            button = following if payments.is_visible() else owed
            if button.is_visible():
                with suppress(Error):  # it was just going away
                    button.click(timeout=MOMENT)
            person.page.wait_for_timeout(50)

    def short(self, person: Person, *, seats: int) -> None:
        self.paid(person, seats=seats, cry=" short")

    def over(self, person: Person, *, seats: int) -> None:
        self.paid(person, seats=seats, cry=" more than")

    def duel(self, person: Person, *, seats: int) -> None:
        def far() -> bool:
            return bool(sum(view(person).get(kind, 0) for kind in ("exact", "short", "over")) >= 4)

        for _ in range(20):
            (bo,) = self.seated(person, seats, grab="model", first="2", skill="expert")
            play_on(person, bo, until=lambda: person.phase == "over" or far())
            if person.phase != "over":  # some games end before
                break
        else:
            raise AssertionError("every game ended before its fourth turn")
        person.page.wait_for_timeout(300)
        if person.dock.get_by_role("button", name="Next").is_visible():
            person.dock.get_by_role("button", name="Next").click()

    def practised(self, person: Person, *, seats: int) -> None:
        self.flip(person, seats=seats)
        press(person, "Practise")
        riffle(person, 7)
        person.page.get_by_role("button", name="Finished").click()
        person.page.get_by_role("list", name="Three practice grabs").wait_for()

    def real(self, person: Person, *, seats: int) -> None:
        others = self.seated(person, seats, min(seats, 3), grab="real", first="1")
        for other in others:
            press(other, "Bet LOW")
        person.dock.get_by_role("button", name="Finished: count them").wait_for()

    def pad(self, person: Person, *, seats: int) -> None:
        self.real(person, seats=seats)
        count(person, 8)

    def vouched(self, person: Person, *, seats: int) -> None:
        bo, *others = self.seated(person, seats, min(seats, 3), grab="real", first="2")
        for other in (person, *others):
            press(other, "Bet LOW")
        count(bo, 8)
        press(bo, "I counted 8")
        person.dock.get_by_role("button", name="Yes, 8").wait_for()

    def moments(self) -> dict[str, Moment]:
        return {
            **at_seats((2, 6), {
                "crane-bet": self.bet, "crane-flip": self.flip, "crane-riffle-wait": self.waits, "crane-riffle": self.riffled,
                "crane-watch": self.watched, "crane-paid": self.paid, "crane-short": self.short, "crane-over": self.over,
                "crane-practice": self.practised, "crane-table-eyes": self.real, "crane-table-count": self.pad,
                "crane-table-confirm": self.vouched,
            }),
            # Of two, one bets: with that bet all lie open, and nobody is waited for. There is one jackpot: none to choose.
            **at_seats((6,), {"crane-bet-laid": self.laid, "crane-count": self.counted}),
            # Bets that are achieved are only collected by two.
            **at_seats((2,), {"crane-duel": self.duel}),
        }  # fmt: skip


def moments(studio: Studio) -> dict[str, Moment]:
    """Moments for the picture script."""
    return Crane(studio.server, studio.browser).moments()
