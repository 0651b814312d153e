"""Puzzles in the page: begun at home, solved at the table, explained, and the next one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from fairyring.api.games import describe_puzzles
from fairyring.core.game import registry
from tests.page.support.accessibility import looks_right
from tests.page.support.ends import BOTH_ENDS
from tests.page.support.people import Person

Visit = Callable[..., Person]


def decide(person: Person, right: bool) -> None:
    """Choose what the puzzle says is best, or something else; the page must call it so."""
    tag = person.page.get_by_text(re.compile("^Puzzle \\d+$"))
    number = tag.inner_text().removeprefix("Puzzle ")
    puzzle = next(each for each in describe_puzzles(registry.room("fairy")) if str(each["id"]) == number)
    best = puzzle["choices"][0]["action"]["args"]["guess"]
    other = puzzle["choices"][-1]["action"]["args"]["guess"]
    assert best != other
    person.page.locator(f".choice--{best if right else other}").click()
    title = "That is it!" if right else "There is something better"
    solution = person.page.get_by_role("dialog", name=title)
    expect(solution).to_be_visible()
    expect(solution.locator("li.is-best")).to_contain_text("the best")
    expect(solution.locator("li.is-mine.is-best")).to_have_count(1 if right else 0)
    shares = [choice["share"] for choice in puzzle["choices"]]
    gap = round(shares[0] - (shares[1] if right else shares[-1]))
    than = "the next one" if right else "yours"
    expect(solution).to_contain_text(f"Of 100 games from here, the best choice wins {gap} more than {than}.")
    expect(solution.locator(".reason")).to_have_text(re.compile(r"^You are .+\. .+\.$"))  # the stand, and what follows from it
    for line, choice in zip(solution.locator("li").all(), puzzle["choices"], strict=True):
        expect(line).to_contain_text(f"right for {choice['brings']['args']['right']} of 20 cards")


@BOTH_ENDS
def test_puzzle_is_solved_and_explained(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.get_by_role("button", name=re.compile("^Puzzles$")).click()
    person.dock.wait_for()
    first = person.page.url
    expect(person.page.get_by_text(re.compile("^Puzzle \\d+$"))).to_be_visible()
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)  # it would spoil the puzzle
    question = person.dock.get_by_text(re.compile("what is best here"))
    expect(question).to_be_visible()
    board, asked = person.page.get_by_role("region", name="The table").bounding_box(), question.bounding_box()
    assert board is not None
    assert asked is not None
    assert board["y"] + board["height"] <= asked["y"], "the question does not lie over the board"
    decide(person, right=False)
    looks_right(person)
    person.page.get_by_role("button", name="Next puzzle").click()
    person.page.wait_for_url(lambda url: url != first)
    person.dock.wait_for()
    decide(person, right=True)
    person.home()
    expect(person.page.get_by_role("button", name=re.compile("^Puzzles: 1 of"))).to_be_visible()
    expect(person.page.get_by_text("Go on playing")).to_have_count(0)  # puzzles are not offered again
