"""Details of screens that people stumbled over, each checked where it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.page.support.ends import EITHER_END, End, sit_down, take_seat
from tests.page.support.fitting import misfits, unreachable
from tests.page.support.people import Person
from tests.page.support.served import Served

Visit = Callable[..., Person]


def test_mistyped_address_shows_a_sentence(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.at("nonsense/here")
    expect(person.page.get_by_role("heading", name="There is nothing here.")).to_be_visible()
    assert misfits(person) == []
    person.page.get_by_role("link", name="To the games").click()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


@EITHER_END
def test_bar_leads_home_by_its_title_only(visit: Visit, end: End) -> None:
    person = sit_down(visit, end, "fairy", 2)
    person.page.mouse.click(700, 30)
    expect(person.dock).to_be_visible()
    assert "/t/" in person.page.url
    expect(person.dock.get_by_role("button", name=re.compile(r"^Same suit.*\d+–\d+"))).to_be_visible()
    expect(person.page.get_by_role("img", name="Deck, face down: cards from 1 to 21")).to_contain_text("1–21")
    person.page.mouse.click(40, 30)
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


@EITHER_END
def test_levels_of_bots_fit_on_a_phone(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.locator(".tray__level button").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    assert misfits(person) == []


def test_rematch_against_bots_begins_at_once(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    server.finish(table)
    person = visit(size=(360, 740))
    person.take(table, 0)
    person.page.get_by_role("button", name="Rematch").click()
    expect(person.dock).to_be_visible()
    assert person.phase == "playing"


def test_own_deck_names_its_fault_and_ours_is_offered(visit: Visit, tmp_path: Path) -> None:
    """The message names the line, goes when a good file is taken, and does not follow into the game."""
    person = visit()
    person.home()
    person.page.get_by_role("radio", name=re.compile("^Fairy Tale")).click()
    person.page.get_by_role("button", name="With friends").click()
    word = person.page.get_by_role("button", name=re.compile("our 100 cards"))
    word.click()
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Our file, to begin from").click()
    ours = tmp_path / "ours.csv"
    download.value.save_as(ours)
    wrong = tmp_path / "wrong.csv"
    wrong.write_text(ours.read_text("utf-8").replace("Fairy Wood", "Fairy Woods", 1), "utf-8")
    line = next(i for i, text in enumerate(wrong.read_text("utf-8").splitlines(), 1) if "Fairy Woods" in text)
    choose = person.page.get_by_role("dialog").locator("input[type=file]")
    choose.set_input_files(wrong)
    alert = person.page.get_by_role("alert")
    expect(alert).to_contain_text(f"wrong.csv, line {line}: category “Fairy Woods” is not known")
    word.click()
    choose.set_input_files(ours)
    expect(person.page.get_by_role("button", name=re.compile("ours.csv"))).to_be_visible()
    expect(alert).to_have_count(0)
    person.page.get_by_role("button", name=re.compile("^Start")).click()
    person.dock.wait_for()
    expect(person.page.get_by_text(re.compile("is not known"))).to_have_count(0)


def test_long_names_and_many_seats_fit_on_the_smallest_phone(visit: Visit, server: Served) -> None:
    person = visit(size=(320, 568))
    person.home()
    person.page.get_by_role("button", name="On this device").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Name of player 1").fill("Wilhelmine von Hohenfels")
    dialog.get_by_role("button", name=re.compile("^Start with")).click()
    person.page.get_by_role("button", name=re.compile("open it")).wait_for()
    face = person.page.locator(".curtain__face").bounding_box()
    assert face is not None
    assert face["y"] >= 0, "the animal is whole"
    assert misfits(person) == []
    person.take(server.open_table("fariables", ["Ann", "Bo", "Cy", "Dot", "Eve", "Fay"], 6), 0)
    last = person.page.get_by_role("list", name="Players").get_by_role("listitem").nth(5)
    last.wait_for()
    box = last.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 320, "the sixth player is whole"


def test_tagline_lies_beside_the_posters(visit: Visit) -> None:
    person = visit(size=(768, 1024), language="de")
    person.home()
    person.page.get_by_role("button", name=re.compile("^Jetzt spielen")).wait_for()
    covered = """() => {
      const tag = document.querySelector(".home__tag").getBoundingClientRect();
      return [...document.querySelectorAll("[role=radio]")].map((poster) => poster.getBoundingClientRect())
        .filter((box) => box.left < tag.right && box.right > tag.left && box.top < tag.bottom && box.bottom > tag.top).length;
    }"""
    person.wait_until(f"({covered})() === 0")


def test_replay_caption_is_whole_and_notes_cover_nothing(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy-tale", ["Ann", "Bo", "Cy", "Dot"], 4)
    server.finish(table)
    last = len(server.get(f"api/tables/{table.id}/story")["moments"]) - 1
    person = visit()
    person.at(f"t/{table.id}/replay?at={last}")
    person.page.get_by_role("slider", name="Moment of the game").wait_for()
    told = person.page.locator(".rp__told")
    expect(told).to_contain_text("The game is over")
    person.wait_until(
        "(() => { const told = document.querySelector('.rp__told'); return told.scrollHeight <= told.clientHeight + 1; })()"
    )
    note = person.page.locator(".notes > *").first  # decisions that cost much are looked for, or were found
    board = person.page.get_by_role("region", name="The table").bounding_box()
    assert board is not None
    if note.count() and (box := note.bounding_box()) is not None:
        assert box["y"] >= board["y"] + board["height"] - 1
    rows = person.page.locator(".tt-row")
    for row in rows.all():
        box = row.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= board["y"] + board["height"] + 1


@EITHER_END
def test_stack_of_many_is_counted_and_not_added(visit: Visit, end: End) -> None:
    person = sit_down(visit, end, "fairy", 10)
    expect(person.page.locator(".fr-ring")).to_contain_text("×10")  # “+7” would read as points
    expect(person.page.locator(".fr-ring")).not_to_contain_text("+")


@EITHER_END
def test_reveal_leaves_the_board_room_on_the_smallest_phone(visit: Visit, end: End) -> None:
    person = visit(size=(320, 568))
    person.page.add_init_script("localStorage.setItem('fairyring.settings', JSON.stringify({ pace: 'press' }))")
    take_seat(person, end, "fairy", 10)
    person.dock.wait_for()
    person.guess()
    person.page.locator(".fr.is-reveal").wait_for()
    person.dock.get_by_role("button", name="Next").wait_for()
    person.page.locator(".choice__pts:not(.is-hidden)").first.wait_for()
    # As long as it can be, whoever was right this time.
    person.page.locator(".prompt__help").evaluate("help => { help.textContent = 'Mallow and Thistle are right, too.' }")
    board = person.page.get_by_role("region", name="The table").bounding_box()
    assert board is not None
    assert board["height"] > 100
    assert misfits(person) == []


def test_eyes_of_the_replay_are_all_seen_on_the_smallest_phone(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo", "Cy", "Dot"], 4)
    server.finish(table)
    person = visit(size=(320, 568))
    person.at(f"t/{table.id}/replay")
    person.page.get_by_role("slider", name="Moment of the game").wait_for()
    boxes = [
        radio.bounding_box() for radio in person.page.get_by_role("radiogroup", name="Whose eyes").get_by_role("radio").all()
    ]
    assert len(boxes) == 6
    seats = [seat.bounding_box() for seat in person.page.get_by_role("list", name="Players").get_by_role("listitem").all()]
    for box in (*boxes, *seats):
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 320


def test_confirmation_at_the_end_moves_nothing(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    server.finish(table)
    person = visit(size=(360, 740))
    person.take(table, 0)
    rematch = person.page.get_by_role("button", name="Rematch")
    before = rematch.bounding_box()
    person.page.get_by_role("button", name="Copy link").filter(visible=True).click()
    notice = person.page.get_by_role("status").filter(has_text="The link is copied.")
    expect(notice).to_be_visible()
    place = notice.bounding_box()
    assert before is not None
    assert place is not None
    after = rematch.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    assert place["y"] + place["height"] < before["y"], "it lies over nothing that is pressed"


def test_file_that_is_no_record_and_too_many_tables_are_said_in_words(visit: Visit, tmp_path: Path) -> None:
    person = visit(size=(360, 740))
    person.home()
    wrong = tmp_path / "photo.jsonl"
    wrong.write_text("no record", "utf-8")
    person.page.locator("input[type=file]").set_input_files(wrong)
    expect(person.page.get_by_role("alert")).to_contain_text("This file is no record of a game.")
    refusal = {"code": "too-fast", "message": "That is enough new tables for now; the next one is possible in 9 minutes."}
    person.page.route("**/api/tables", lambda route: route.fulfill(status=429, json=refusal, headers={"retry-after": "540"}))
    person.page.get_by_role("button", name="Play now").click()
    expect(person.page.get_by_role("alert").first).to_contain_text("9 minutes")
    assert misfits(person, ".pick") == []  # posters stand behind each other
    assert unreachable(person) == []
