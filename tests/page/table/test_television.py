"""Whole games on a television: at the start, in the middle and at the end nothing is cut off or wants to be pressed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from playwright.sync_api import expect

from fairyring.client.client import Client
from tests.page.support.accessibility import looks_right, resize
from tests.page.support.fitting import misfits
from tests.page.support.moments import NAMES
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable, elsewhere

Visit = Callable[..., Person]
SIZES = ((1024, 768), (1920, 1080))
HEXES = ".fa-hit"  # boxes of six-sided spaces overlap, they do not
GAMES = {  # people, and decisions until the middle of a game
    "fairy": (10, 20),
    "fairy-tale": (5, 40),
    "crane": (6, 12),
    "fariables": (6, 50),
    "sneaky-town": (2, 6),
}


async def play(url: str, table: ServedTable, most: int) -> None:
    """Let all people make so many random decisions, or fewer if the game is over."""
    luck, made = random.Random(6), 0
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client.join(url, table.id, token)) for token in table.tokens]
        while made < most and people[0].table.phase != "over":
            for person in people:
                if person.owes and made < most and person.table.phase != "over":
                    passing = [action for action in person.legal if action.kind == "done"]  # moves of Fariables have no end
                    await person.play(luck.choice(passing or list(person.legal)))
                    made += 1
            await asyncio.sleep(0.01)  # what each of them is told comes by a socket of its own


@pytest.mark.parametrize("game", GAMES)
def test_television_shows_a_whole_game(visit: Visit, server: Served, game: str) -> None:
    people, middle = GAMES[game]
    options = {"grab": "model"} if game == "crane" else {}
    table = server.open_table(game, NAMES[:people], people, **options)
    screen = visit(size=SIZES[0])
    screen.at(f"t/{table.id}/tv")
    board = screen.page.get_by_role("region", name="The table")
    board.wait_for()
    check(screen)
    elsewhere(play(server.url, table, middle))
    screen.until(lambda: any(beat.get("events") for beat in screen.beats), "the game has begun")
    check(screen)
    elsewhere(play(server.url, table, 10_000))
    expect(screen.end).to_be_visible()  # by itself
    expect(screen.page.get_by_role("textbox")).to_have_count(0)  # nobody sits here who could talk
    expect(screen.page.get_by_role("complementary", name="Come to the table")).to_be_visible()
    check(screen)
    looks_right(screen)


def check(screen: Person) -> None:
    found = {}
    for size in SIZES:
        resize(screen, size)
        found[size] = misfits(screen, HEXES)
        expect(screen.page.locator(".btn:visible")).to_have_count(0)
    assert found == {size: [] for size in SIZES}
