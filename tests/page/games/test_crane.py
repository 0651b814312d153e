"""Crane in the browser: whole games, the riffle, the real deck, and secrecy of bets before the count."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, expect

import fairyring as fr
from fairyring.client.client import Client
from tests.page.support.accessibility import SIZES, looks_right_at_all_sizes
from tests.page.support.ends import EITHER_END, End, take_lesson, take_seat
from tests.page.support.fitting import misfits
from tests.page.support.moments_crane import (
    BET,
    POT,
    Crane,
    act,
    close_eyes,
    count,
    finish,
    owes,
    own,
    play_on,
    press,
    riffle,
    tell,
    view,
)
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable, elsewhere

Visit = Callable[..., Person]


def seated(visit: Visit, server: Served, people: list[str], seats: int, **options: Any) -> list[Person]:
    table = server.open_table("crane", people, seats, **options)
    persons = [visit() for _ in people]
    for index, person in enumerate(persons):
        person.take(table, index)
    return persons


def calls(person: Person) -> Locator:
    """Checks the frames that the challenger receives during the riffle."""
    return person.page.get_by_role("list", name="The audience calls")


def over(person: Person) -> bool:
    return person.phase == "over"


def test_crane_game_between_two_browsers(visit: Visit, server: Served) -> None:
    table = server.open_table("crane", ["Ann", "Bo"], 3, grab="model")
    ann, bo = visit(), visit(size=(360, 740), theme="dark")
    ann.take(table, 0)
    bo.take(table, 1)
    play_on(ann, bo, until=lambda: over(ann) and over(bo))
    for person in (ann, bo):
        person.end.wait_for()  # the last count is shown first
    fr.Record.loads(server.record(table.id)).verify()


@EITHER_END
def test_crane_game_by_keyboard_alone(visit: Visit, end: End) -> None:
    ann = visit()
    take_seat(ann, end, "crane", 3, grab="model")
    ann.dock.wait_for()
    for _ in range(400):
        if over(ann):
            break
        if owes(ann):
            ann.page.keyboard.press("1")  # the first bet, or the left jackpot
            ann.page.wait_for_timeout(150)
        else:
            ann.page.wait_for_timeout(50)
    ann.until(lambda: over(ann), "the game ends")
    ann.end.wait_for()


@EITHER_END
def test_crane_riffle_by_keyboard_alone(visit: Visit, end: End) -> None:
    ann = visit()
    take_seat(ann, end, "crane", 3, grab="riffle", first="1")
    ann.dock.get_by_role("button", name="Close my eyes").wait_for()
    ann.page.keyboard.press("1")
    ann.page.get_by_role("button", name="Edge of the deck").wait_for()
    way = "ArrowUp" if view(ann)["finger"] == "index" else "ArrowDown"
    ann.page.keyboard.down(way)
    ann.until(lambda: ann.page.get_by_role("button", name="Finished").is_enabled(), "something is held")
    ann.page.keyboard.up(way)
    ann.page.keyboard.press("r")  # lets go, and opens no rules
    expect(ann.page.get_by_role("button", name="Finished")).to_be_disabled()
    riffle(ann, 5)
    ann.page.keyboard.press("f")
    ann.until(lambda: view(ann)["phase"] == "choose", "the cards are counted")
    expect(ann.dock.get_by_role("button", name=POT).first).to_be_visible()
    ann.page.keyboard.press("1")
    ann.until(lambda: view(ann)["phase"] != "choose", "a jackpot was chosen")


def told_before_the_count(person: Person) -> list[int]:
    """Frames of a socket up to the beat with the count."""
    counts = {"exact", "short", "overshot", "opened"}
    for at, frame in enumerate(person.frames):
        if any(event["kind"] in counts for event in frame.get("events", [])):
            return list(range(at))
    return list(range(len(person.frames)))


@pytest.mark.parametrize("bets", [("JUST", "HIGH"), ("LOW", "JUST")])
def test_crane_challenger_receives_no_bets_before_count(visit: Visit, server: Served, bets: tuple[str, str]) -> None:
    ann, bo, cy = seated(visit, server, ["Ann", "Bo", "Cy"], 3, grab="riffle", first="1")
    close_eyes(ann)
    for person, bet in zip((bo, cy), bets, strict=True):
        press(person, f"Bet {bet}")
    bo.until(lambda: view(bo)["phase"] == "grab", "all have bet")
    riffle(ann, 6)
    press(bo, "Stop!")
    expect(calls(ann).get_by_text("Stop!")).to_be_visible()
    before = told_before_the_count(ann)
    assert before == list(range(len(ann.frames)))
    finish(ann)
    everything = " ".join(ann.raw[at] for at in told_before_the_count(ann))
    for word in ("high", "low", "just"):
        assert f'"{word}"' not in everything, "a bet was sent to the challenger"
    assert '"overheard"' not in everything
    assert '"band"' not in everything, "the challenger does not see what the audience sees"
    printed = re.compile("/catalogue|/texts|/games")  # what stands on the cards is no secret
    fetched = {url: body for url, body in ann.bodies.items() if not printed.search(url)}
    assert not [url for url, body in fetched.items() if re.search('"(high|low|just)"', body)]
    assert any('"just"' in raw for raw in bo.raw), "the audience was sent them"
    ann.until(lambda: any(bet.lower() in json.dumps(view(ann)["revealed"]) for bet in bets), "after the count everybody knows")
    cards = derived(ann)
    assert cards not in everything, "nobody is sent what the ticks carry"


def derived(person: Person) -> str:
    """The count as the beat has it: it is news."""
    return json.dumps({"cards": view(person)["hand"]}, separators=(",", ":"))[1:-1]


def test_crane_audience_sees_stack_and_shouts(visit: Visit, server: Served) -> None:
    ann, bo = seated(visit, server, ["Ann", "Bo"], 2, grab="riffle", first="1")
    press(bo, "Bet HIGH")
    close_eyes(ann)
    riffle(ann, 30)
    bo.until(lambda: any(frame["type"] == "band" and frame["b"] > 0 for frame in bo.frames), "the stack grows")
    press(bo, "Too many!")
    expect(calls(ann).get_by_text("Too many!")).to_be_visible()
    press(bo, "Say")
    bo.page.get_by_role("textbox").fill("Now!")
    bo.page.keyboard.press("Enter")
    expect(calls(ann).get_by_text("Now!")).to_be_visible()
    ann.page.get_by_role("button", name="Open my eyes").click()
    ann.page.get_by_role("button", name="Keep them closed").click()
    ann.page.get_by_role("button", name="Open my eyes").click()
    ann.page.get_by_role("button", name="Open them").click()
    bo.until(lambda: view(bo)["eyes_opened"] == 1, "the turn is over")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)


def test_crane_bots_call_out_in_the_dark(visit: Visit, server: Served) -> None:
    (ann,) = seated(visit, server, ["Ann"], 3, grab="riffle", first="1")
    close_eyes(ann)
    expect(calls(ann).get_by_role("listitem").first).to_contain_text(re.compile("More!|Stop!|Too many!|Just right!|Trust me!"))
    heard = next(frame for frame in ann.frames if frame["type"] == "shout")
    assert heard["guest"] == 0
    assert heard["seat"] in (1, 2)


def test_crane_riffle_by_touch_and_automatic(visit: Visit, server: Served) -> None:
    (ann,) = seated(visit, server, ["Ann"], 3, grab="riffle", first="1")
    close_eyes(ann)
    edge = ann.page.get_by_role("button", name="Edge of the deck")
    edge.wait_for()
    way = -6 if view(ann)["finger"] == "index" else 6
    done = ann.page.get_by_role("button", name="Finished")
    ann.page.mouse.move(640, 400)
    ann.page.mouse.down()
    for step in range(1, 21):
        ann.page.mouse.move(640, 400 + way * step)
    ann.page.mouse.up()
    ann.until(done.is_enabled, "cards were felt")
    ann.page.get_by_role("button", name="Let go").click()
    expect(done).to_be_disabled()
    ann.page.get_by_role("button", name="By itself", exact=True).click()
    ann.until(done.is_enabled, "the hand goes by itself")
    ann.page.get_by_role("button", name="Stop", exact=True).click()
    finish(ann)
    ann.until(lambda: view(ann)["phase"] == "choose", "the cards are counted")


def test_crane_reload_during_riffle_keeps_deck(visit: Visit, server: Served) -> None:
    (ann,) = seated(visit, server, ["Ann"], 3, grab="riffle", first="1")
    ann.until(lambda: "riffle" in own(ann), "all have bet")
    deck = own(ann)["riffle"]
    ann.page.reload()
    close_eyes(ann)
    ann.until(lambda: "riffle" in own(ann), "the hand is awaited")
    assert own(ann)["riffle"] == deck
    riffle(ann, 4)
    finish(ann)


def test_crane_practice_explains_ticks(visit: Visit, server: Served) -> None:
    table = server.open_table("crane", ["Ann", "Bo"], 2, grab="riffle", first="1")
    ann = visit()
    ann.take(table, 0)
    press(ann, "Practise")
    for step in range(3):
        riffle(ann, 5)
        ann.page.get_by_role("button", name="Finished").click()
        steps = ann.page.get_by_role("list", name="Three practice grabs")
        expect(steps.get_by_text("You grabbed")).to_have_count(step + 1)
        expect(ann.page.get_by_text("ticks, ")).to_be_visible()
        if step < 2:
            ann.page.get_by_role("button", name="Next grab").click()
    ann.page.get_by_role("button", name="Enough").click()
    expect(ann.dock.get_by_role("button", name="Close my eyes")).to_be_visible()
    assert "riffle" not in own(ann)


@EITHER_END
def test_crane_practice_can_be_finished_when_all_have_bet(visit: Visit, end: End) -> None:
    ann = visit(size=(740, 360))
    take_seat(ann, end, "crane", 3, grab="riffle", first="1")
    ann.until(lambda: "riffle" in own(ann), "the bots have bet")
    press(ann, "Practise")
    for step in range(3):
        riffle(ann, 5)
        ann.page.get_by_role("button", name="Finished").click()
        expect(ann.page.get_by_text("You grabbed")).to_have_count(step + 1)
        if step < 2:
            ann.page.get_by_role("button", name="Next grab").click()
    ann.page.get_by_role("button", name=re.compile("Enough|Now for real")).click()


def share(server: Served, seats: int, **options: str) -> ServedTable:
    """All seats belong to one device, and are called alike."""
    created = server.post("api/tables", {"game": "crane", "options": {"players": seats, **options}})

    async def sit() -> ServedTable:
        async with Client.join(server.url, created["table"], created["token"]) as me:
            for seat in range(seats):
                await me.sit(seat, "Ann")
            await me.start()
        return ServedTable(created["table"], [created["token"]])

    return elsewhere(sit())


def lift(person: Person) -> None:
    person.page.get_by_role("button", name=re.compile("open it")).click()


def test_crane_real_deck_with_shared_device(visit: Visit, server: Served) -> None:
    ann = visit(size=(360, 740))
    ann.take(share(server, 3, grab="real", first="1"), 0)
    for _ in range(2):
        lift(ann)
        press(ann, BET)
    expect(
        ann.page.get_by_text("Ann: eyes closed!").last
    ).to_be_visible()  # all have bet: nothing is left that a curtain could hide
    ann.until(lambda: view(ann)["seat"] == 0, "Ann has the device")
    assert '"high"' not in json.dumps(view(ann)), "on the challenger's screen nobody's bet is shown"
    grabbed = view(ann)["target"] + 1  # so that both are right, and are told the same
    count(ann, grabbed)
    press(ann, f"I counted {grabbed}")
    press(ann, "No, count again")
    press(ann, f"I counted {grabbed}")  # nobody grabs again for that
    press(ann, f"Yes, {grabbed}")
    ann.until(lambda: view(ann)["phase"] == "choose", "the count stands")
    press(ann, POT)
    orders = ann.page.get_by_role("list", name="What to do with your cards")
    expect(orders).to_contain_text("jackpot")  # what all do with their cards is not covered by the next bets
    press(ann, re.compile("^Hand it to"))
    expect(ann.page.get_by_role("list", name="Who has chosen").get_by_text("has chosen")).to_have_count(0)  # those are new bets


def test_crane_real_deck_with_own_devices(visit: Visit, server: Served) -> None:
    ann, bo, cy = seated(visit, server, ["Ann", "Bo", "Cy"], 3, grab="real", first="1")
    for person in (bo, cy):
        press(person, "Bet HIGH")
    count(ann, 6)
    press(ann, "I counted 6")
    press(bo, "No, count again")
    tell(ann, 7)
    press(ann, "I counted 7")
    press(cy, "Yes, 7")
    ann.until(lambda: view(ann)["hand"] == 7, "seven it is")
    press(ann, POT)
    ann.until(lambda: view(ann)["challenger"] == 1, "Bo is next")
    for person in (ann, cy):
        press(person, "Bet HIGH")
    expect(ann.page.get_by_text("Bo: eyes closed!")).to_be_visible()  # and not what Ann told of her own turn


@EITHER_END
def test_crane_lesson(visit: Visit, end: End) -> None:
    ann = visit(size=(360, 740))
    take_lesson(ann, end, "crane")
    guide = ann.page.get_by_role("complementary", name="Guide")
    expect(guide.get_by_role("heading", name="Your first game")).to_be_visible()
    guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading", name="What to grab")).to_be_visible()
    guide.get_by_role("button", name="Next").click()
    act(ann)
    expect(guide.get_by_role("heading", name=re.compile("of 6"))).to_be_visible()
    guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading", name="Who gets what")).to_be_visible()
    guide.get_by_role("button", name="Next").click()
    expect(guide.get_by_role("heading", name="Your challenge")).to_be_visible()
    guide.get_by_role("button", name="Next").click()
    close_eyes(ann)
    hint = ann.page.get_by_role("note", name="Guide")  # bubbles lie under the dark: a word in it, until the first ticks
    expect(hint).to_be_visible()
    assert misfits(ann, ".cr-pull") == []
    riffle(ann, 5)
    expect(hint).to_have_count(0)
    finish(ann)
    expect(guide.get_by_role("heading", name=re.compile("of 5"))).to_be_visible()


MOMENTS = ["crane-flip.6", "crane-riffle.6", "crane-paid.2", "crane-practice.2", "crane-table-count.6"]


def test_crane_count_shows_the_bets(visit: Visit, server: Served) -> None:
    """While cards are counted the dock says who hopes for what; a plate says a number of cards once."""
    person = visit(size=SIZES["phone"], moving=True)
    person.take(server.open_table("crane", ["Ann"], 4, grab="model", first="2"), 0)
    person.dock.get_by_role("button", name=BET).first.wait_for()
    expect(person.page.locator(".cr-got--s > .sr")).to_have_count(4)
    press(person, "Bet LOW")
    hopes = person.dock.get_by_role("list", name="What was bet on it")
    hopes.wait_for()
    assert hopes.get_by_role("listitem").count() == 3
    assert "LOW" in hopes.get_by_role("listitem").filter(has_text="Ann").inner_text()


@pytest.mark.parametrize("moment", MOMENTS)
def test_crane_has_no_axe_violations(visit: Visit, server: Served, moment: str) -> None:
    person = visit(size=SIZES["phone"])
    browser: Any = person.context.browser
    crane = Crane(server, browser)
    crane.moments()[moment](person)
    looks_right_at_all_sizes(person)
    for other in crane.others:
        other.context.close()


@EITHER_END
def test_crane_shared_device_names_who_grabs(visit: Visit) -> None:
    """After the last bet the device is in the hands of somebody else."""
    person = visit(size=(360, 740))
    person.home()
    person.page.get_by_role("radio", name=re.compile("^Crane")).click()
    person.page.get_by_role("button", name="On this device").click()
    dialog = person.page.get_by_role("dialog")
    for number, name in enumerate(("Ann", "Bo"), start=1):
        dialog.get_by_role("textbox", name=f"Name of player {number}").fill(name)
    dialog.get_by_role("button", name=re.compile("^Start with")).click()
    grab = person.page.get_by_text(re.compile("^(Ann|Bo), close your eyes and grab"))
    step = person.page.locator(".cr-betbtn:not([disabled]), .curtain .btn--primary, .prompt-row .btn--primary").first
    for _ in range(12):  # a curtain, a bet, a curtain
        expect(grab.or_(step).first).to_be_visible()
        if grab.count():
            break
        with suppress(Error):  # what was seen may be gone when the pointer comes there
            step.click(timeout=5_000)
    expect(grab).to_be_visible()
    you = person.page.get_by_role("list", name="Players").get_by_role("listitem").filter(has_text="you").first
    assert "you" not in you.aria_snapshot().split(",")[0], "it is said once"
