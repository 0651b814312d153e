"""Page driver of Fairy Tale for tests and pictures."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Collection
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Locator
from playwright.sync_api import TimeoutError as TooLate

from fairyring.client.client import Client
from fairyring.games.fairy_tale.deck import shipped_deck
from fairyring.games.fairy_tale.schema import ANY, Category, Effect
from fairyring.tables.protocol.outgoing import Action
from tests.page.support.moments import NAMES, Moment, at_seats
from tests.page.support.people import MOMENT, Person
from tests.page.support.served import ServedTable, elsewhere

if TYPE_CHECKING:
    from tests.page.support.pictures import Studio

GAME = "fairy-tale"


def view(person: Person) -> dict[str, Any]:
    return dict(person.beats[-1]["view"] or {})


def cards(person: Person) -> Locator:
    """Choices in the dock."""
    return person.dock.locator(".tt-pick:not(:disabled)")


def done(person: Person) -> Locator:
    """Button by its text."""
    return person.dock.locator(".tt-go.btn--primary:not(:disabled)")


def press(button: Locator) -> None:
    """Press a button if it is there; it may disappear by itself meanwhile."""
    with contextlib.suppress(TooLate):
        if button.count():
            button.click(timeout=MOMENT)


def pick(person: Person, nth: int = 0) -> bool:
    """Preselect a card, after ending the moment that is shown."""
    press(person.dock.locator(".next"))
    press(cards(person).nth(nth))
    return done(person).count() > 0


def choose(person: Person, nth: int = 0) -> None:
    """Decide once by two presses, and wait until it is committed."""
    question = person.decision
    for _ in range(100):
        if pick(person, nth):
            press(done(person))
        if person.soon(lambda: person.decision != question, 400):
            return
    raise AssertionError("no card was taken")


def play_until(true: Callable[[], bool], *people: Person) -> None:
    """Let all persons decide until a condition holds or the game is over."""
    for _ in range(400):
        people[0].until(
            lambda: true() or all(client.phase == "over" for client in people) or any(client.owes for client in people),
            "somebody owes a choice",
        )
        if true() or all(client.phase == "over" for client in people):
            return
        for person in people:
            if person.owes and not true():
                choose(person, len(view(person)["hand"][0] or ()) // 2 if view(person)["phase"] == "draft" else 0)


async def come_to(
    url: str, table: ServedTable, condition: Callable[[Client], bool], cards: Collection[str] = (), step: int = 0
) -> bool:
    """Let all play on, without a browser, until Ann alone owes a choice and a condition holds. Some games end before.

    Ann drafts these `cards` where she can, and plays them from this step on.
    """
    luck = random.Random(1)

    def choice(client: Client) -> Action:
        choices = [action for action in client.legal if action.args.get("card") in cards]
        if client is not ann or (seen(client, "phase") == ("play",) and seen(client, "step")[0] < step):
            choices = [action for action in client.legal if action not in choices]
        return luck.choice(choices or client.legal)

    async with AsyncExitStack() as stack:
        ann, *others = [await stack.enter_async_context(Client.join(url, table.id, token)) for token in table.tokens]
        while ann.table.phase != "over":
            if late := [other for other in others if other.owes]:
                for other in late:
                    await other.play(choice(other))
            elif ann.owes and condition(ann):
                return True
            elif ann.owes:
                await ann.play(choice(ann))
            await asyncio.sleep(0.01)  # what each of them is told comes by a socket of its own
    return False


async def come_to_hunt(url: str, table: ServedTable) -> tuple[str, str] | None:
    """Ann collects hunters and Bo what they hunt, until both may be turned up together: the two cards."""
    prey = {card.slug for card in shipped_deck().cards if card.category == Category.SHADOW_KINGDOM}
    hunters = {card.slug for card in shipped_deck().cards if card.effect == Effect.HUNT}

    def wanted(client: Client) -> Action | None:
        return next((action for action in client.legal if action.args["card"] in (hunters if client is ann else prey)), None)

    async with AsyncExitStack() as stack:
        ann, bo = [await stack.enter_async_context(Client.join(url, table.id, token)) for token in table.tokens]
        while ann.table.phase != "over":
            mine, theirs = wanted(ann), wanted(bo)
            if seen(ann, "phase") == ("play",) and mine and theirs and ann.owes and bo.owes:
                return str(mine.args["card"]), str(theirs.args["card"])
            for client in (ann, bo):
                if client.owes:
                    best = wanted(client)
                    others = [action for action in client.legal if action != best]
                    await client.play(best if best and (seen(client, "phase") == ("draft",) or not others) else others[0])
            await asyncio.sleep(0.01)
    return None


def seen(client: Client, *fields: str) -> tuple[Any, ...]:
    return tuple((client.view or {})[field] for field in fields)


class Moments:
    """What pictures are taken of, at two and at five seats. What is only thought of in a picture is looked for once."""

    def __init__(self, studio: Studio) -> None:
        self.studio, self.server = studio, studio.server
        self.tables: dict[tuple[str, int], ServedTable] = {}

    def _seated(self, person: Person, seats: int, **options: str) -> None:
        self.studio.seated(person, GAME, NAMES[:1], seats, **options)
        cards(person).first.wait_for()

    def _come(
        self,
        person: Person,
        name: str,
        seats: int,
        condition: Callable[[Client], bool],
        cards_wanted: Collection[str] = (),
        step: int = 0,
        **options: str,
    ) -> None:
        """Open a table where a condition holds; the other parameters as of `come_to`."""
        while (name, seats) not in self.tables:
            table = self.server.open_table(GAME, NAMES[:seats], seats, **options)  # people only: bots take their time
            if elsewhere(come_to(self.server.url, table, condition, cards_wanted, step)):
                self.tables[name, seats] = table
        person.take(self.tables[name, seats], 0)
        cards(person).first.wait_for()

    def draft(self, person: Person, *, seats: int) -> None:
        self._seated(person, seats)
        pick(person, 1)

    def later(self, person: Person, *, seats: int) -> None:
        self._come(person, "later", seats, lambda me: seen(me, "phase", "round", "pick") == ("draft", 1, 2))
        pick(person)

    def play(self, person: Person, *, seats: int) -> None:
        self._come(person, "play", seats, lambda me: seen(me, "phase", "step") == ("play", 7))
        pick(person, 1)

    def last(self, person: Person, *, seats: int) -> None:
        """All cards but one lie there: it is never fuller."""
        self._come(person, "last", seats, lambda me: seen(me, "phase", "step") == ("play", 11))
        pick(person, 1)

    def wait(self, person: Person, *, seats: int) -> None:
        table = self.server.open_table(GAME, NAMES[:2], seats)
        person.take(table, 0)
        cards(person).first.wait_for()
        choose(person, 2)

    def told(self, person: Person, *, seats: int) -> None:
        turned_up = person.page.get_by_role("list", name="What was turned up")
        for _ in range(20):
            table = self.server.open_table(GAME, NAMES[:seats], seats)
            elsewhere(come_to(self.server.url, table, lambda me: seen(me, "phase", "step") == ("play", 4)))
            person.take(table, 0)
            cards(person).first.click()
            done(person).click()  # once: pressed again on a slow machine, “Next” would leave what is told
            if person.soon(turned_up.is_visible, 8000):
                return
            # An effect of these cards asks for a choice at once: another deal.
        raise AssertionError("every deal asked for a choice at once")

    def hunt(self, person: Person, *, seats: int) -> None:
        while True:
            table = self.server.open_table(GAME, NAMES[:2], seats)
            if pair := elsewhere(come_to_hunt(self.server.url, table)):
                break
        person.take(table, 0)
        cards(person).first.wait_for()

        async def bo_plays() -> None:
            async with Client.join(self.server.url, table.id, table.tokens[1]) as bo:
                await bo.play({"kind": "play", "args": {"card": pair[1]}})

        elsewhere(bo_plays())
        choose(person, view(person)["hand"][0].index(pair[0]))
        person.page.locator(".is-hunted").first.wait_for()

    def open(self, person: Person, *, seats: int) -> None:
        self._come(person, "open", seats, lambda me: seen(me, "phase") == ("open",))
        pick(person)

    def open_two(self, person: Person, *, seats: int) -> None:
        self._come(person, "two", seats, lambda me: seen(me, "phase", "due") == ("open", 2))
        pick(person, 1)

    def close(self, person: Person, *, seats: int) -> None:
        self._come(person, "close", seats, lambda me: seen(me, "phase") == ("close",) and len(me.legal) > 1)
        pick(person)

    def close_any(self, person: Person, *, seats: int) -> None:
        """There are as many to choose from as can be."""
        closing = {card.slug for card in shipped_deck().cards if (card.effect, card.target) == (Effect.CLOSE_SELF, ANY)}
        self._come(person, "any", seats, lambda me: seen(me, "phase") == ("close",) and len(me.legal) > 5, closing, 7)
        pick(person, 2)

    def couples(self, person: Person, *, seats: int) -> None:
        self._come(person, "couples", seats, lambda me: seen(me, "phase", "step") == ("play", 3), couples="yes")
        pick(person)

    def couples_end(self, person: Person, *, seats: int) -> None:
        self.end(person, seats=seats, couples="yes")

    def closeup(self, person: Person, *, seats: int) -> None:
        self._seated(person, seats)
        pick(person, 2)
        person.dock.get_by_role("button", name="Look closer").click()

    def look(self, person: Person, *, seats: int) -> None:
        self._come(person, "last", seats, lambda me: seen(me, "phase", "step") == ("play", 11))
        button = person.page.get_by_role("button", name="Look at your cards")
        if button.count():
            button.click()

    def end(self, person: Person, *, seats: int, couples: str = "no") -> None:
        if (couples, seats) not in self.tables:
            self.tables[couples, seats] = self.server.open_table(GAME, NAMES[:seats], seats, couples=couples)
            self.server.finish(self.tables[couples, seats])
        person.take(self.tables[couples, seats], 0)
        person.page.locator(".ts-list").first.wait_for()

    def screens(self) -> dict[str, Moment]:
        return {
            **at_seats((2, 5), {
                "tale-draft": self.draft, "tale-draft-later": self.later, "tale-play": self.play, "tale-last": self.last,
                "tale-wait": self.wait, "tale-told": self.told, "tale-hunt": self.hunt, "tale-open": self.open,
                "tale-open-two": self.open_two, "tale-close": self.close, "tale-close-any": self.close_any,
                "tale-closeup": self.closeup, "tale-look": self.look, "tale-end": self.end,
            }),
            # Couples are always four.
            **at_seats((4,), {"tale-couples": self.couples, "tale-couples-end": self.couples_end}),
        }  # fmt: skip
