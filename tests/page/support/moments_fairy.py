"""Page driver of Fairy for the pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.page.support.moments import NAMES, Moment, at_seats
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

if TYPE_CHECKING:
    from tests.page.support.pictures import Studio


class Moments:
    """Screens of Fairy, each by the name of its picture. Ann and Bo are people, the others bots."""

    def __init__(self, server: Served) -> None:
        self.server = server

    def seated(self, person: Person, seats: int, **options: str) -> ServedTable:
        table = self.server.open_table("fairy", NAMES[:2], seats, **options)
        self.server.stay(table, [1])
        person.take(table, 0)
        person.dock.wait_for()
        person.page.wait_for_timeout(700)
        return table

    def guess(self, person: Person, *, seats: int) -> None:
        self.seated(person, seats)

    def wait(self, person: Person, *, seats: int) -> None:
        self.seated(person, seats)
        person.guess()

    def reveal(self, person: Person, *, seats: int) -> None:
        table = self.seated(person, seats)
        person.guess()
        self.server.play(table, [1])
        person.page.wait_for_timeout(900)

    def aid(self, person: Person, *, seats: int) -> None:
        """Some turns later, with what has been seen beside it."""
        table = self.seated(person, seats, memory_aid="yes")
        for _ in range(4):
            person.until(lambda: person.owes, "Ann guesses")
            person.guess()
            self.server.play(table, [1])
        person.until(lambda: person.owes, "Ann guesses again")
        person.page.wait_for_timeout(900)

    def end(self, person: Person, *, seats: int) -> None:
        table = self.server.open_table("fairy", NAMES[:seats], seats)  # people only: bots take their time
        self.server.finish(table, varied=True)
        person.take(table, 0)
        person.page.get_by_role("heading", name="The game agrees with its seal.").wait_for()

    # With the real cards

    def card(self, person: Person) -> None:
        """Points on a phone, after some guesses."""
        person.at("box/card")
        for sign in ("Higher", "Same suit", "Catch", "Wrong", "Lower"):
            person.page.get_by_role("button", name=sign).click()


def moments(studio: Studio) -> dict[str, Moment]:
    """Moments for the picture script."""
    fairy = Moments(studio.server)
    tables = {
        "fairy": fairy.guess,
        "fairy-wait": fairy.wait,
        "fairy-reveal": fairy.reveal,
        "fairy-aid": fairy.aid,
        "end": fairy.end,
    }
    return at_seats((2, 10), tables) | {"box-card": fairy.card}
