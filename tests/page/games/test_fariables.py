"""Fariables in the browser: placing, moving and starting over, by link and by keyboard; layout."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

import fairyring as fr
from tests.page.support.accessibility import SIZES, looks_right_at_all_sizes
from tests.page.support.ends import EITHER_END, End, take_lesson, take_seat
from tests.page.support.moments_fari import (
    button,
    lit,
    may_move,
    move,
    next_space,
    play_for,
    press,
    put_one,
    to_the_end,
)
from tests.page.support.people import Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]


def test_fariables_game_between_two_browsers(visit: Visit, server: Served) -> None:
    """The first turns by hand in both browsers; then the middle is played for them, and both see how it ends."""
    table = server.open_table("fariables", ["Ann", "Bo"], 2)
    ann, bo = seated(visit, table), seated(visit, table, 1, size=(360, 740), theme="dark")
    for _ in range(4):
        ann.until(lambda: ann.owes or bo.owes, "somebody may place")
        put_one(ann if ann.owes else bo)
    play_for(server, table, until="lifting")
    for _ in range(2):
        ann.until(lambda: may_move(ann) or may_move(bo), "somebody may move")
        move(ann if may_move(ann) else bo, 2)
    play_for(server, table)
    for person in (ann, bo):
        to_the_end(person)
        expect(person.end).to_be_visible()
        expect(person.page.get_by_role("heading", name="Was it fair? Yes, as far as this page can tell.")).to_be_visible()
        expect(person.page.locator(".fa-sheet tbody tr")).to_have_count(2)
    fr.Record.loads(server.record(table.id)).verify()


def worth_of(space: Locator) -> int:
    """As it is spoken; of a flower nobody knows it."""
    match = re.search(r"worth (\d+)", space.get_attribute("aria-label") or "")
    return int(match[1]) if match else 0


def worthiest(person: Person) -> Locator:
    expect(lit(person).first).to_be_attached()
    return max(lit(person).all(), key=worth_of)


def test_fariables_plan_is_sent_on_done_and_start_over_resets_it(visit: Visit, server: Served) -> None:
    table = server.open_table("fariables", ["Ann", "Bo"], 2, first="1")
    play_for(server, table, until="lifting")
    ann = seated(visit, table)  # only now: what the page shows first must also hear of what comes
    ann.until(lambda: may_move(ann), "Ann may move")
    question, before = ann.decision, ann.beats[-1]["view"]["own"][0]
    many = min(2, ann.beats[-1]["view"]["die_c"])
    score = ann.page.locator(".seat.is-you .seat__score")
    points, token = int(score.inner_text()), worthiest(ann)
    worth = worth_of(token)
    token.click()
    expect(score).to_have_text(str(points - worth))  # what is in the hand counts nothing
    if many > 1:
        button(ann, "Place it").click()
    press(next_space(ann))
    expect(button(ann, "Done")).to_be_enabled()
    button(ann, "Start over").click()
    expect(button(ann, "Pass: move nothing")).to_be_visible()
    expect(score).to_have_text(str(points))
    assert ann.decision == question
    assert ann.beats[-1]["view"]["own"][0] == before
    move(ann, many)
    assert ann.beats[-1]["view"]["turns"] == 2


def test_fariables_plan_shows_legal_spaces(visit: Visit, server: Served) -> None:
    """Where the next token may go is foreseen in the page: the same is so once it is said, token by token."""
    table = server.open_table("fariables", ["Ann", "Bo"], 2, board="moon", first="1")
    ann = seated(visit, table)
    play_for(server, table, until="lifting")
    for _ in range(3):
        ann.until(lambda: may_move(ann), "Ann may move")
        foreseen = move(ann, 6)
        requested = [
            {action["args"]["space"] for action in beat["seats"]["0"]["legal"]}
            for beat in ann.beats
            if beat["view"]["phase"] == "moving" and beat["seats"].get("0", {}).get("legal")
        ][-len(foreseen) :]
        assert requested == foreseen
        play_for(server, table, only=1, until="lifting")


@EITHER_END
def test_fariables_lesson_by_keyboard_alone(visit: Visit, end: End) -> None:
    """Against a bot, from the first token to the end page."""
    ann = visit()
    take_lesson(ann, end, "fariables")
    keys = ann.page.keyboard

    def read_on() -> None:
        """All bubbles that only want to be read."""
        while ann.soon(lambda: ann.page.locator(".coach .btn--primary").is_visible(), 250):
            ann.tab_to(".coach .btn--primary")
            keys.press("Enter")

    for way in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight"):
        ann.until(lambda: ann.owes, "a token may be placed")
        read_on()
        ann.tab_to(".fa-hit")
        keys.press(way)
        question = ann.decision
        keys.press("Enter")
        keys.press("Enter")
        ann.until(lambda question=question: ann.decision != question, "it was placed")  # type: ignore[misc]
    ann.until(lambda: ann.owes, "the first roll")
    read_on()
    ann.tab_to(".fa-hit.is-lit")
    keys.press("Enter")
    keys.press("2")  # “Place it”: the second button of the dock
    read_on()
    ann.tab_to(".fa-hit.is-lit")
    keys.press("Enter")
    expect(button(ann, "Done")).to_be_enabled()
    keys.press("2")
    ann.until(lambda: not ann.owes, "it was moved")
    ann.until(lambda: ann.owes, "the second roll")
    read_on()
    keys.press("1")
    ann.until(lambda: ann.phase == "over", "leaf is fourteen")
    keys.press("1")
    read_on()
    expect(ann.end).to_be_visible()
    expect(ann.page.get_by_role("heading", name="The luck was arranged.")).to_be_visible()


def press_lit(person: Person) -> None:
    """Press a lit space by keys: the arrows lead from the one that Tab comes to."""
    person.tab_to(".fa-hit")
    for way in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft") * 12:
        if person.page.evaluate("document.activeElement.matches('.is-lit')"):
            break
        person.page.keyboard.press(way)
    person.page.keyboard.press("Enter")


def move_by_keys(person: Person) -> None:
    """Lift one token and put it down: the second button of the dock goes on."""
    press_lit(person)
    if button(person, "Place it").is_visible():
        person.page.keyboard.press("2")
    press_lit(person)
    expect(button(person, "Done")).to_be_enabled()
    person.page.keyboard.press("2")


def test_fariables_game_by_keyboard_alone(visit: Visit, server: Served) -> None:
    """A whole game without a script: six tokens put down, one of them moved, and the other turns passed."""
    ann = visit()
    ann.take(server.open_table("fariables", ["Ann"], 2, first="1"), 0)
    moved = False
    while ann.soon(lambda: ann.owes or ann.phase == "over") and ann.phase != "over":
        question = ann.decision
        if not may_move(ann):
            press_lit(ann)
            ann.page.keyboard.press("Enter")  # a token is put down by a second press
        elif not moved:
            move_by_keys(ann)
            moved = True
        else:
            ann.page.keyboard.press("1")  # pass
        ann.until(lambda question=question: ann.decision != question or ann.phase == "over", "it was done")  # type: ignore[misc]
    assert moved
    while not ann.end.is_visible():
        ann.page.keyboard.press("1")  # “Next”, and “See who wins”
        ann.page.wait_for_timeout(300)


def test_fariables_layout_and_axe(visit: Visit, server: Served) -> None:
    table = server.open_table("fariables", ["Ann", "Bo", "Cy", "Dot", "Eli", "Fay"], 6, board="islands", first="1")
    ann = seated(visit, table, size=SIZES["phone"])
    ann.until(lambda: ann.owes, "Ann may place")
    looks_right_at_all_sizes(ann)
    play_for(server, table, until="lifting")
    ann.until(lambda: may_move(ann), "Ann may move")
    looks_right_at_all_sizes(ann)
    ann.page.locator(".fa-hit.is-lit").first.click()
    looks_right_at_all_sizes(ann)
    play_for(server, table)
    ann.until(lambda: ann.phase == "over", "the game is over")
    looks_right_at_all_sizes(ann)
    to_the_end(ann)
    looks_right_at_all_sizes(ann)


@EITHER_END
def test_fariables_own_board_can_be_played_and_printed(visit: Visit, end: End) -> None:
    text = "title: Pond\nby: Ann\n\n   1 4 2 5\n  6 * 3 3 1\n 2 5 4 1 * 4\n  3 1 ~ 6 2\n   4 * 5 3\n"
    ann = visit()
    take_seat(ann, end, "fariables", 2, board={"file": "pond.txt", "text": text}, first="1")
    ann.until(lambda: ann.owes, "Ann may place")
    expect(ann.page.get_by_role("grid", name="The board: Pond")).to_be_attached()
    names = ann.page.locator(".fa-names text").all_text_contents()  # by which the log calls its spaces
    points = ann.page.locator("[data-space]").evaluate_all("nodes => nodes.map((node) => node.dataset.space)")
    assert sorted(names) == sorted(points)
    with ann.context.expect_page() as opened:
        ann.page.get_by_role("button", name="Print this board").first.click()
    opened.value.wait_for_url("blob:**")
    assert "Pond" in opened.value.content()


def test_fariables_frames_contain_public_state_only(visit: Visit, server: Served) -> None:
    """Nothing is hidden but what the dice will show: the seal stays shut until the end."""
    table = server.open_table("fariables", ["Ann", "Bo"], 2)
    ann = seated(visit, table)
    play_for(server, table)
    ann.until(lambda: ann.phase == "over", "the game is over")
    seal = json.loads(server.record(table.id).splitlines()[-1])["seal"]
    during = " ".join(raw for raw in ann.raw if '"phase":"over"' not in raw.replace(" ", ""))
    assert seal["secret"] not in during
    for token in table.tokens:
        assert token not in " ".join(ann.raw)


def test_fariables_space_that_comes_under_the_mouse_is_not_looked_at(visit: Visit, server: Served) -> None:
    """The board is zoomed by a key while the mouse rests: what then lies under it was not meant."""
    ann = seated(visit, server.open_table("fariables", ["Ann", "Bo"], 2, first="1"), size=SIZES["phone"])
    ann.until(lambda: ann.owes, "Ann may place")
    page, said = ann.page, ann.dock.locator(".prompt__help")
    usual = said.inner_text()
    board = page.get_by_role("region", name="The table").bounding_box()
    assert board is not None
    x, y = board["x"] + board["width"] / 2 + 60, board["y"] + board["height"] / 2 - 40
    page.mouse.move(x, y)
    expect(said).not_to_have_text(usual)
    page.locator(".fa-zoom").focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(700)  # the board moves
    expect(said).to_have_text(usual)
    page.mouse.move(x + 3, y + 3)
    expect(said).not_to_have_text(usual)
