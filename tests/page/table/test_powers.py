"""Table management in the browser: clocks, votes, host, stand-ins, devices, leaving."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

Visit = Callable[..., Person]
MINUTE = {"per": 60_000}


def sit(visit: Visit, table: ServedTable, people: int = 2) -> list[Person]:
    persons = [visit() for _ in range(people)]
    for index, person in enumerate(persons):
        person.take(table, index)
        expect(person.dock).to_be_visible()
    return persons


def menu(person: Person) -> Locator:
    dialog = person.page.get_by_role("dialog", name="Menu")
    if not dialog.is_visible():
        person.page.get_by_role("button", name="Menu").click()
    return dialog


def choose(person: Person, label: str, sure: bool = False) -> None:
    """A line of the menu; what cannot be undone is pressed twice."""
    menu(person).get_by_role("button", name=label).first.click()
    if sure:
        menu(person).get_by_role("button", name="Sure? Press again").click()


def host_of(person: Person) -> int:
    return next(int(beat["table"]["host"]) for beat in reversed(person.beats) if "table" in beat)


def kind(person: Person, seat: int) -> str:
    return next(str(beat["table"]["seats"][seat]["kind"]) for beat in reversed(person.beats) if "table" in beat)


def test_clock_runs_and_pauses(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2, clock=MINUTE))
    clock = ann.page.get_by_role("timer").first
    expect(clock).to_be_visible()
    expect(clock).not_to_have_text(re.compile("^1:00$"))  # it runs
    choose(bo, "Ask for a pause")
    expect(ann.page.get_by_text("Bo would like a pause")).to_be_visible()
    ann.page.get_by_role("button", name="Agree").click()
    for person in (ann, bo):
        expect(person.page.get_by_text("The game is paused")).to_be_visible()
    expect(clock).to_have_count(0)  # none shows 0:00 while nobody's runs
    bo.page.keyboard.press("Escape")
    bo.page.get_by_role("button", name="Go on").click()
    expect(ann.page.get_by_text("The game is paused")).to_be_hidden()
    choose(ann, "Pause")
    expect(bo.page.get_by_text("The game is paused")).to_be_visible()


def test_vote_abandons_game(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2))
    choose(ann, "Propose to give the game up", sure=True)
    expect(bo.page.get_by_text("Ann would give this game up")).to_be_visible()
    bo.page.get_by_role("button", name="Agree").click()
    for person in (ann, bo):
        expect(person.end).to_be_visible()
        expect(person.page.get_by_role("heading", level=1)).to_contain_text("Given up")


def test_host_hands_over_and_removes_guest(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 3))
    choose(ann, "Make host", sure=True)
    bo.until(lambda: host_of(bo) != host_of_first(bo), "Bo is the host")
    expect(menu(bo).get_by_role("heading", name="You are the host")).to_be_visible()
    expect(menu(ann).get_by_role("heading", name="You are the host")).to_be_hidden()
    choose(bo, "Send away", sure=True)
    bo.until(lambda: kind(bo, 0) == "bot", "a bot has Ann's seat")
    expect(ann.dock.get_by_role("button", name="Higher")).to_have_count(0)  # she may watch


def host_of_first(person: Person) -> int:
    return next(int(beat["table"]["host"]) for beat in person.beats if "table" in beat)


def test_late_guest_takes_seat_of_bot(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann"], 2)
    (ann,) = sit(visit, table, 1)
    cy = visit()
    cy.at(f"t/{table.id}")
    cy.page.get_by_role("textbox", name="Your name").fill("Cy")
    cy.page.get_by_role("button", name=re.compile("Ask")).click()
    expect(menu(ann).get_by_role("button", name="Let Cy sit down")).to_be_visible()
    choose(ann, "Let Cy sit down")
    ann.page.keyboard.press("Escape")
    ann.guess()  # what the bot has guessed, stands
    cy.until(lambda: cy.owes, "Cy plays")
    cy.guess()


def test_stand_in_plays_until_person_returns(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2))
    choose(ann, "Let a bot play for Ann", sure=True)
    expect(ann.page.get_by_text("A bot plays for you")).to_be_visible()
    bo.guess()
    ann.until(lambda: any(event["kind"] == "revealed" for beat in ann.beats for event in beat["events"]), "the bot has guessed")
    ann.page.keyboard.press("Escape")
    ann.page.get_by_role("button", name="I am back").click()
    expect(ann.page.get_by_text("A bot plays for you")).to_be_hidden()
    ann.until(lambda: ann.owes or bo.owes, "somebody is asked")
    if not ann.owes:  # the bot was quick, and has guessed the next card, too
        bo.guess()
    ann.until(lambda: ann.owes, "Ann is asked herself")
    ann.guess()


def test_seat_moves_to_another_device(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann = sit(visit, table, 1)[0]
    choose(ann, "Play on from another device")
    link = menu(ann).get_by_role("textbox", name="Link for your seat")
    expect(link).to_have_value(re.compile("#take="))
    expect(menu(ann).get_by_role("img", name="The link as a code to scan")).to_be_visible()
    phone = visit(size=(360, 740))
    phone.page.goto(link.input_value())
    phone.until(lambda: phone.owes, "the phone has the seat")
    assert "take=" not in phone.page.url
    choose(phone, "Only on this device", sure=True)
    expect(ann.page.get_by_role("button", name="Watch")).to_be_visible()
    phone.page.keyboard.press("Escape")
    phone.guess()


def test_erasing_a_guest_name_keeps_the_record(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2))
    with bo.page.expect_download() as saved:
        choose(bo, "Save the record")
    record = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert (record["partial"], record["seat"]) == (True, 1)
    bo.page.keyboard.press("Escape")
    bo.page.keyboard.press("t")
    bo.page.keyboard.type("my secret plan")
    bo.page.keyboard.press("Enter")
    ann.page.keyboard.press("t")
    expect(ann.page.get_by_role("dialog")).to_contain_text("my secret plan")
    bo.page.keyboard.press("Escape")
    choose(bo, "Forget my name", sure=True)
    expect(ann.page.get_by_role("dialog")).not_to_contain_text("my secret plan")
    expect(ann.page.get_by_role("list", name="Players")).not_to_contain_text("Bo")


def test_leaving_returns_home_and_bot_continues(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2))
    choose(bo, "Leave the table", sure=True)
    expect(bo.page.get_by_role("button", name="Play now")).to_be_visible()
    ann.until(lambda: kind(ann, 1) == "bot", "a bot has Bo's seat")
    ann.guess()
    ann.until(lambda: any(event["kind"] == "revealed" for beat in ann.beats for event in beat["events"]), "the game goes on")


def test_catch_up_shows_missed_events(visit: Visit, server: Served) -> None:
    ann, bo = sit(visit, server.open_table("fairy", ["Ann", "Bo"], 2))
    ann.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(ann.page.get_by_text("Wait: you are not connected")).to_be_visible()
    expect(ann.dock.get_by_text("No connection").or_(ann.dock.get_by_text("Connecting again …"))).to_be_visible()
    bo.guess()
    ann.context.set_offline(False)
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ann.dock.get_by_text("You are back")).to_be_visible()
    ann.page.get_by_role("button", name="See").click()
    expect(ann.page.get_by_role("dialog", name="What happened")).to_contain_text("While you were away:")
    expect(ann.page.get_by_role("dialog", name="What happened")).to_contain_text("Bo has guessed.")


def test_store_failure_shows_a_notice_and_loses_no_move(visit: Visit, server: Served) -> None:
    (ann,) = sit(visit, server.open_table("fairy", ["Ann"], 2), 1)
    ann.until(lambda: ann.owes, "Ann is asked")
    question = ann.decision
    lock = sqlite3.connect(server.data / "tables.db", timeout=30)
    lock.execute("begin immediate")  # as another program that writes for a long time
    ann.dock.get_by_role("button", name="Higher").click()
    expect(ann.page.get_by_text("The table is slow to answer")).to_be_visible(timeout=60_000)
    lock.rollback()
    lock.close()
    expect(ann.page.get_by_text("The table is slow to answer")).to_be_hidden(timeout=60_000)
    ann.until(lambda: ann.decision != question, "the guess was taken after all")


HELP_TEXTS = """
  window.helpTexts = new Set();
  new MutationObserver(() => {
    for (const help of document.querySelectorAll(".prompt__help")) window.helpTexts.add(help.textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
"""


def test_forced_action_is_played_automatically(visit: Visit, server: Served) -> None:
    """With a limit of two turns the third action can only be to end the round."""
    table = server.open_table("sneaky-town", ["Ann", "Bo"], 2, turn_limit=2)
    server.play(table, [0, 1])
    ann = visit()
    ann.page.add_init_script(HELP_TEXTS)  # it is shown for a moment only
    ann.take(table, 0)
    ann.wait_until("window.helpTexts.has('There is only this to do, so it plays itself.')")
    ann.until(lambda: not ann.owes, "it was played")
    log = server.get(f"api/tables/{table.id}")
    assert log["phase"] == "playing"  # the next round: nobody pressed anything
