"""Analysis marks in the replay: the costliest decisions, with the better choice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from fairyring.client.client import Client
from tests.page.support.accessibility import axe_violations
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable, elsewhere

Visit = Callable[..., Person]
HIGH = 10


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that looks at finished games; that of the other tests does not."""
    served = Served(tmp_path_factory.mktemp("marks"), FAIRYRING_ANALYSIS_SECONDS="20")
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="module")
def blundered(server: Served) -> ServedTable:
    """Ann guesses higher on high cards and lower on low ones: nobody needs to think long to do better."""
    table = server.open_table("fairy", ["Ann"], 2)

    async def play() -> None:
        async with Client.join(server.url, table.id, table.tokens[0]) as ann:
            async for _beat in ann:
                if ann.table.phase == "over":
                    return
                if ann.owes and ann.view is not None:
                    await ann.play("guess higher" if ann.view["top"] >= HIGH else "guess lower")

    elsewhere(play())
    return table


def replay(visit: Visit, table: ServedTable, language: str = "", **how: object) -> Person:
    """The replay with its marks. Before the search is compiled it may see none; such a look is not kept, so look again."""
    ann = visit(language=language, **how)
    path = f"t/{table.id}/replay?at=0"
    address = f"{ann.server.url}api/tables/{table.id}/analysis?game=0"
    ann.at(path)
    for _ in range(30):
        ann.until(lambda: ann.bodies.get(address, "") != "", "the game was looked at")
        if json.loads(ann.bodies[address])["marks"]:
            return ann
        ann.bodies.clear()
        ann.at(path)
    raise AssertionError("no blunder was ever seen")


def test_marks_on_slider_and_text_at_position(visit: Visit, blundered: ServedTable) -> None:
    ann = replay(visit, blundered, size=(360, 740))
    marks = ann.page.locator(".rp__marks i")
    expect(marks.first).to_be_attached()
    count = marks.count()
    note = ann.page.locator(".notes .note")
    expect(note).to_contain_text(re.compile("decisions? cost much"))
    assert axe_violations(ann.page) == []
    note.get_by_role("button", name="Show").click()
    for number in range(count):
        better = r"guess (higher|lower|the same suit|a fairy) \(\+\d\)"
        expect(note).to_contain_text(re.compile(f"Ann could have chosen to {better}"))
        expect(note).to_contain_text(re.compile(r"Wins (\d+\s% more|far more) often, by what was known then"))
        expect(marks.nth(number)).to_have_class("is-here")
        if number + 1 < count:
            note.get_by_role("button", name="Next").click()
    assert axe_violations(ann.page) == []
    ann.page.get_by_role("button", name="One step on").click()
    expect(note).to_have_count(0)


def test_marks_in_german_stay_closed(visit: Visit, blundered: ServedTable) -> None:
    ann = replay(visit, blundered, language="de", theme="dark")
    note = ann.page.locator(".notes .note")
    expect(note).to_contain_text(re.compile("viel gekostet"))
    note.get_by_role("button", name="Zeigen").click()
    expect(note).to_contain_text(re.compile(r"Besser für Ann: .* raten"))
    note.get_by_role("button", name="Schließen").click()
    expect(note).to_have_count(0)
    ann.page.keyboard.press("Home")
    expect(note).to_have_count(0)


def test_marks_are_missing_in_running_game(server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    with pytest.raises(Exception, match="409"):
        server.get(f"api/tables/{table.id}/analysis")
