"""Sneaky Town in the browser: by link, by keyboard, hot seat, secrecy, layout."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import expect

import fairyring as fr
from tests.page.support.accessibility import SIZES, looks_right_at_all_sizes
from tests.page.support.ends import EITHER_END, End, take_lesson
from tests.page.support.moments_fari import button
from tests.page.support.moments_town import BEGUN, cast, leave_the_score, play_for, point, press, ring
from tests.page.support.people import MOMENT, Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]


def test_sneaky_town_round_between_two_browsers(visit: Visit, server: Served) -> None:
    table = server.open_table("sneaky-town", ["Ann", "Bo"], 2, size="3", match="single")
    ann, bo = seated(visit, table), seated(visit, table, 1, size=(360, 740), theme="dark")
    for person, name in ((ann, "1,1"), (bo, "2,2"), (ann, "3,3"), (bo, "1,2")):
        person.until(lambda person=person: person.owes, "it is their turn")  # type: ignore[misc]
        cast(person, name)
    ann.until(lambda: ann.owes, "it is Ann's turn")
    ring(ann)
    for person in (ann, bo):
        person.until(lambda person=person: person.phase == "over", "the round is scored")  # type: ignore[misc]
        leave_the_score(person)
        expect(person.page.get_by_role("heading", name="Was it fair? Yes, as far as this page can tell.")).to_be_visible()
    fr.Record.loads(server.record(table.id)).verify()


def test_sneaky_town_hidden_tiles_are_not_sent(visit: Visit, server: Served) -> None:
    table = server.open_table("sneaky-town", ["Ann", "Bo"], 2, match="single")
    ann, bo, watcher = seated(visit, table), seated(visit, table, 1), visit()
    watcher.at(f"t/{table.id}")
    play_for(server, table, *BEGUN, "reveal 2", "reveal 4")
    ann.until(lambda: ann.beats[-1]["view"]["shown"][0][3] is not None, "one of Ann's tiles lies open")
    watcher.until(lambda: bool(watcher.beats) and watcher.beats[-1]["view"]["shown"][0][3] is not None, "the watcher sees it")
    for person, seat in ((ann, 0), (bo, 1), (watcher, None)):
        for beat in (beat for beat in person.beats if beat["view"] is not None):
            for owner, tiles in enumerate(beat["view"]["tiles"]):
                assert owner == seat or not any(tiles or []), "a tile that only its owner may see"
    play_for(server, table, "end")
    ann.until(lambda: ann.phase == "over", "the round is over")
    seal = json.loads(server.record(table.id).splitlines()[-1])["seal"]
    for person in (ann, bo, watcher):
        during = " ".join(raw for raw in person.raw if '"phase":"over"' not in raw.replace(" ", ""))
        assert seal["secret"] not in during


@EITHER_END
def test_sneaky_town_lesson_by_keyboard_alone(visit: Visit, end: End) -> None:
    """Against a bot: look, cover, end, and win."""
    ann = visit()
    take_lesson(ann, end, "sneaky-town")
    keys = ann.page.keyboard

    def read_on(bubbles: int) -> None:
        for _ in range(bubbles):
            ann.page.locator(".coach .btn--primary").wait_for()
            before = ann.page.locator(".coach").inner_text()
            ann.tab_to(".coach .btn--primary")
            keys.press("Enter")
            ann.until(lambda before=before: before not in ann.page.locator("body").inner_text(), "the next bubble")  # type: ignore[misc]

    read_on(3)
    ann.tab_to('[data-line="2"]')
    keys.press("Enter")
    keys.press("Enter")
    ann.until(lambda: not ann.owes or ann.beats[-1]["view"]["shown"][1][1] is not None, "the tile lies open")
    read_on(1)
    ann.until(lambda: ann.owes, "it is Ann's turn again")
    ann.tab_to("[data-point]")
    for way in ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight") * 4:
        if ann.page.evaluate("document.activeElement?.dataset.point") == "1,2":
            break
        keys.press(way)
        if ann.page.evaluate("document.activeElement?.dataset.point") == "1,2":
            break
        keys.press("ArrowUp")
    assert ann.page.evaluate("document.activeElement?.dataset.point") == "1,2"
    keys.press("Enter")
    keys.press("Enter")
    ann.until(lambda: ann.beats[-1]["view"]["stones"][0] == ["1,2"], "the stone lies on the blue sun")
    ann.until(lambda: ann.owes, "it is Ann's turn again")
    read_on(2)
    keys.press("e")
    ann.tab_to('[data-act="town end it"]')
    keys.press("Enter")
    ann.until(lambda: ann.phase == "over", "the round is over")
    read_on(1)
    ann.tab_to(".st-go")
    ann.page.wait_for_timeout(800)  # sooner, it would be a press that was meant for what stood there before
    keys.press("Enter")
    expect(ann.end).to_be_visible()
    expect(ann.page.get_by_role("heading", name="You win!")).to_be_visible()


def test_sneaky_town_dragged_stone_is_confirmed_like_a_press(visit: Visit, server: Served) -> None:
    table = server.open_table("sneaky-town", ["Ann", "Bo"], 2, match="single")
    play_for(server, table, *BEGUN)
    ann = seated(visit, table)
    ann.until(lambda: ann.owes, "it is Ann's turn")
    start, end = (point(ann, name).bounding_box() for name in ("2,3", "2,4"))
    assert start is not None
    assert end is not None
    question, mouse, says = ann.decision, ann.page.mouse, ann.dock.locator(".prompt__say")
    for put_back in (True, False):
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
        mouse.up()
        expect(says).to_have_text("From 2,3 to 2,4?")
        if put_back:
            ann.dock.locator(".st-cancel").click()
            expect(says).not_to_have_text("From 2,3 to 2,4?")
            assert ann.decision == question
    button(ann, "Move it").click()
    ann.until(lambda: ann.decision != question, "the stone lies there")
    assert "2,4" in ann.beats[-1]["view"]["stones"][0]


def cast_by_keys(person: Person) -> None:
    """Read on what is shown, go by arrows to a point where a stone may be cast, and confirm."""
    question = person.decision
    for way in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft") * 6:
        if person.dock.locator(".st-go").is_visible():
            person.tab_to(".st-go")
            person.page.keyboard.press("Enter")
        person.tab_to("[data-point]")
        person.page.keyboard.press(way)
        person.page.keyboard.press("Enter")
        if person.soon(lambda: button(person, "Cast it").is_visible(), 500):
            person.page.keyboard.press("Enter")
            if person.soon(lambda: person.decision != question, MOMENT):
                return
    raise AssertionError("no stone was cast")


def test_sneaky_town_game_by_keyboard_alone(visit: Visit, server: Served) -> None:
    """A whole match of one round without a script: two stones by arrows, then the end by its key."""
    ann = seated(visit, server.open_table("sneaky-town", ["Ann"], 2, match="single"))
    for stones in range(3):
        ann.until(lambda: ann.owes or ann.phase == "over", "it is Ann's turn, or the bot has ended the round")
        if ann.phase == "over":
            break
        question = ann.decision
        if stones < 2:
            cast_by_keys(ann)
        else:
            ann.page.keyboard.press("e")
            ann.tab_to('[data-act="town end it"]')
            ann.page.keyboard.press("Enter")
        ann.until(lambda question=question: ann.decision != question or ann.phase == "over", "it was done")  # type: ignore[misc]
    assert ann.phase == "over"
    while not ann.end.is_visible():
        if ann.dock.locator(".st-go").is_visible():
            ann.tab_to(".st-go")
            ann.page.keyboard.press("Enter")
        ann.page.wait_for_timeout(300)


@EITHER_END
def test_sneaky_town_hot_seat_curtain_hides_tiles(visit: Visit) -> None:
    both = visit(size=(360, 740))
    both.home()
    both.page.get_by_role("radio", name=re.compile("^Sneaky Town")).click()
    both.page.get_by_role("button", name="On this device").click()
    both.page.get_by_role("dialog").get_by_role("button", name=re.compile("Start|Play")).last.click()
    for seat, name in enumerate(("3,3", "2,2")):
        both.page.get_by_role("button", name=re.compile("open it")).click()
        both.dock.wait_for()
        both.until(lambda seat=seat: both.owes and str(seat) in both.beats[-1]["seats"], "their turn")  # type: ignore[misc]
        tiles = both.beats[-1]["view"]["tiles"]
        assert any(tiles[seat])
        assert not any(tiles[1 - seat] or []), "the other one's tiles are not even in the page"
        press(point(both, name))
        button(both, "Cast it").click()


def test_sneaky_town_layout_and_axe(visit: Visit, server: Served) -> None:
    table = server.open_table("sneaky-town", ["Ann", "Bo"], 2)
    play_for(server, table, *BEGUN)
    ann = seated(visit, table, size=SIZES["phone"])
    ann.until(lambda: ann.owes, "Ann's turn")
    looks_right_at_all_sizes(ann)
    press(point(ann, "2,3"))
    looks_right_at_all_sizes(ann)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("n")
    looks_right_at_all_sizes(ann)
    ann.page.keyboard.press("n")
    ann.page.keyboard.press("e")
    looks_right_at_all_sizes(ann)
    ann.page.get_by_role("dialog").get_by_role("button", name="End it").click()
    ann.dock.locator(".st-acts--score").wait_for()
    looks_right_at_all_sizes(ann)
