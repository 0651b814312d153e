"""Details of screens that people stumbled over, each checked where it is seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.page.support.fitting import misfits
from tests.page.support.people import Person, seated
from tests.page.support.served import Served

Visit = Callable[..., Person]


def test_mistyped_address_shows_a_sentence(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.at("nonsense/here")
    expect(person.page.get_by_role("heading", name="There is nothing here.")).to_be_visible()
    assert misfits(person) == []
    person.page.get_by_role("link", name="To the games").click()
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


def test_bar_leads_home_by_its_title_only(visit: Visit, server: Served) -> None:
    person = seated(visit, server.open_table("fairy", ["Ann"], 2))
    person.page.mouse.click(700, 30)
    expect(person.dock).to_be_visible()
    assert "/t/" in person.page.url
    expect(person.dock.get_by_role("button", name=re.compile(r"^Same suit.*\d+–\d+"))).to_be_visible()
    person.page.mouse.click(40, 30)
    expect(person.page.get_by_role("button", name="Play now")).to_be_visible()


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
