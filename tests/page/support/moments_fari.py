"""Page driver of Fariables for tests and pictures."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator, expect

from fairyring.client.client import Client
from tests.page.support.moments import NAMES, Moment, Seated, at_seats
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable, elsewhere

if TYPE_CHECKING:
    from tests.page.support.pictures import Studio


# What people do ---------------------------------------------------------------------------------


def button(person: Person, name: str) -> Locator:
    """Button of the dock."""
    return person.dock.get_by_role("button", name=name, exact=True)


def lit(person: Person) -> Locator:
    return person.page.locator(".fa-hit.is-lit")


def next_space(person: Person, luck: random.Random | None = None) -> Locator:
    """Locator of a lit space by its name, because the set of lit spaces changes after a press."""
    expect(lit(person).first).to_be_attached()
    names: list[str] = lit(person).evaluate_all("all => all.map(space => space.dataset.space)")
    return person.page.locator(f'[data-space="{(luck or random.Random(len(names))).choice(names)}"]')


def press(space: Locator) -> None:
    """Press by script, also where a phone would have to be panned first."""
    space.evaluate("node => node.click()")


def put_one(person: Person) -> None:
    """Place a token: choose a space and confirm."""
    question = person.decision
    press(next_space(person))
    person.dock.get_by_role("button", name="Put it on").click()
    person.until(lambda: person.decision != question, "the token was placed")


def may_move(person: Person) -> bool:
    return person.owes and bool(person.beats[-1]["view"]["phase"] == "lifting")


def move(person: Person, most: int) -> list[set[str]]:
    """Lift some tokens, put them down and finish the turn. Returns the lit spaces for each token."""
    person.until(lambda: may_move(person), "they may move")
    turn = person.beats[-1]["view"]["turns"]
    lifted = min(most, person.beats[-1]["view"]["die_c"])
    for _ in range(lifted):
        press(next_space(person))
    if lifted < person.beats[-1]["view"]["die_c"]:
        button(person, "Place it" if lifted == 1 else f"Place these {lifted}").click()
    texts = []
    for _ in range(lifted):
        expect(button(person, "Done")).to_be_disabled()
        expect(lit(person).first).to_be_attached()
        texts.append(set(lit(person).evaluate_all("all => all.map(space => space.dataset.space)")))
        press(next_space(person))
    button(person, "Done").click()
    person.until(lambda: person.phase == "over" or person.beats[-1]["view"]["turns"] > turn, "the move was taken")
    return texts


def to_the_end(person: Person) -> None:
    """Skip through the finale to the end page."""
    while not person.end.is_visible():
        on = button(person, "Next").or_(button(person, "See who wins"))
        if on.is_visible():
            on.evaluate("node => node.click()")
        person.page.wait_for_timeout(50)


# How a game goes on without a browser -----------------------------------------------------------


def play_for(server: Served, table: ServedTable, until: str = "", only: int | None = None) -> dict[str, Any]:
    """People place and pass, until this phase or the end; `only` one of them, for one decision. Gives what they see then."""
    return elsewhere(_play_for(server, table, until, only))


async def _play_for(server: Served, table: ServedTable, until: str, only: int | None) -> dict[str, Any]:
    done = asyncio.Event()
    view: dict[str, Any] = {}

    async def play(token: str) -> None:
        luck = random.Random(token)
        async with Client.join(server.url, table.id, token) as me:
            async for _beat in me:
                view.update(me.view or {})
                here = view.get("phase") == until
                if me.table.phase == "over" or done.is_set() or (here and only is None):
                    return
                if me.owes:
                    quick = [action for action in me.legal if action.kind == "done"]
                    await me.play(luck.choice(quick or list(me.legal)))
                    if only is not None and here:
                        done.set()
                        return

    tokens = table.tokens if only is None else [table.tokens[only]]
    await asyncio.gather(*(play(token) for token in tokens))
    return view


def begin_lesson(server: Served, game: str = "fariables") -> ServedTable:
    """A guided table at which somebody sits, and the game has begun."""
    created = server.post("api/tables", {"game": game, "guided": True})

    async def begin() -> None:
        async with Client.join(server.url, created["table"], created["token"]) as me:
            await me.sit(0, "Ann")
            await me.start()

    elsewhere(begin())
    return ServedTable(created["table"], [created["token"]])


# Moments ----------------------------------------------------------------------------------------


class Moments:
    """Screens of Fariables with so many seats, each by the name of its picture."""

    def __init__(self, server: Served, seats: int) -> None:
        self.server, self.people = server, NAMES[:seats]

    def seated(self, person: Person, until: str = "", least: int = 0, **options: Any) -> ServedTable:
        """Ann at a table; where she may move, at least so many tokens."""
        table = self.server.open_table("fariables", self.people, len(self.people), first="1", **options)
        while until and play_for(self.server, table, until=until)["die_c"] < least:
            table = self.server.open_table("fariables", self.people, len(self.people), first="1", **options)
        self.server.stay(table, list(range(1, len(self.people))))
        person.take(table, 0)
        person.dock.wait_for()
        person.until(lambda: person.owes, "Ann is asked")
        person.page.wait_for_timeout(900)
        return table

    def first(self, person: Person) -> None:
        self.seated(person)

    def place(self, person: Person) -> None:
        table = self.seated(person)
        for _ in range(3):
            person.until(lambda: person.owes, "Ann is asked")
            put_one(person)
            for seat in range(1, len(self.people)):
                play_for(self.server, table, only=seat, until="placing")
        person.until(lambda: person.owes, "Ann is asked")
        person.page.wait_for_timeout(600)
        press(next_space(person))

    def roll(self, person: Person) -> None:
        table = self.seated(person, until="lifting")
        button(person, "Pass: move nothing").click()
        for seat in range(1, len(self.people)):
            play_for(self.server, table, only=seat, until="lifting")
        person.until(lambda: person.owes, "Ann rolls")
        person.page.wait_for_timeout(1900)

    def lift(self, person: Person) -> None:
        self.put(person, go=False)

    def put(self, person: Person, board: str = "meadow", go: bool = True) -> None:
        self.seated(person, until="lifting", least=3, board=board)  # two are lifted, and more could be
        press(next_space(person))
        press(next_space(person))
        if go:
            button(person, "Place these 2").click()
        person.page.wait_for_timeout(600)

    def move(self, person: Person, board: str = "meadow") -> None:
        self.put(person, board)
        press(next_space(person))
        person.page.wait_for_timeout(600)

    def wait(self, person: Person) -> None:
        self.seated(person, until="lifting")
        button(person, "Pass: move nothing").click()
        person.until(lambda: not person.owes, "Bo rolls")
        person.page.wait_for_timeout(1500)

    def fourteen(self, person: Person) -> None:
        table = self.seated(person, until="lifting")
        play_for(self.server, table)
        person.until(lambda: person.phase == "over", "somebody has rolled it")

    def flowers(self, person: Person) -> None:
        self.fourteen(person)
        button(person, "Next").click()
        person.page.wait_for_timeout(1500)

    def end(self, person: Person) -> None:
        self.fourteen(person)
        to_the_end(person)

    def islands_whole(self, person: Person) -> None:
        self.put(person, "islands")

    def islands(self, person: Person) -> None:
        """A part of it, where a phone has come nearer."""
        self.islands_whole(person)
        nearer = person.page.get_by_role("button", name="Nearer")
        if nearer.is_visible():
            nearer.click()

    def moon(self, person: Person) -> None:
        self.move(person, "moon")

    def ring(self, person: Person) -> None:
        self.put(person, "fairy-ring")

    def river(self, person: Person) -> None:
        self.put(person, "river")

    def butterfly(self, person: Person) -> None:
        self.put(person, "butterfly")

    # Not at a table

    def boards(self, person: Person) -> None:
        """Which board, at a table that is being laid."""
        created = self.server.post("api/tables", {"game": "fariables", "options": {"players": 2}})
        person.take(ServedTable(created["table"], [created["token"]]), 0)
        person.page.get_by_role("button", name="Meadow").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Butterfly").wait_for()

    def pages(self, person: Person) -> None:
        """Boards on paper."""
        person.at("box/boards")

    def lesson(self, person: Person) -> None:
        person.take(begin_lesson(self.server), 0)
        person.page.get_by_role("button", name="Next").click()


TAKEN = (
    "first", "place", "roll", "lift", "move", "wait", "fourteen", "flowers", "end",
    "islands", "islands-whole", "moon", "ring", "river", "butterfly",
)  # fmt: skip


def moments(studio: Studio) -> dict[str, Moment]:
    """Moments for the picture script."""

    def at(name: str) -> Seated:
        def come(person: Person, *, seats: int) -> None:
            getattr(Moments(studio.server, seats), name.replace("-", "_"))(person)

        return come

    alone = Moments(studio.server, 1)
    return at_seats((2, 6), {f"fari-{name}": at(name) for name in TAKEN}) | {
        "fari-boards": alone.boards, "fari-lesson": alone.lesson, "box-print": alone.pages,
    }  # fmt: skip
