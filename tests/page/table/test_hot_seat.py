"""Hot seat: a whole game on one device, and no secret of a seat is sent before its curtain is opened."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import TimeoutError as Late
from playwright.sync_api import expect

from tests.page.support.ends import BOTH_ENDS, EITHER_END, End, record_of
from tests.page.support.people import MOMENT, SHORT, Person

Visit = Callable[..., Person]
# Whatever is there to be pressed: a curtain, a guess, “Next”, or the hand-over to whose turn it is.
DO = ".curtain .btn--primary:not([disabled]), .choice:not([disabled], .is-chosen), .prompt-row .btn--primary"


def begin(person: Person, *names: str) -> None:
    person.home()
    person.page.get_by_role("button", name="On this device").click()
    dialog = person.page.get_by_role("dialog")
    for number, name in enumerate(names, start=1):
        dialog.get_by_role("textbox", name=f"Name of player {number}").fill(name)
    dialog.get_by_role("button", name=re.compile("^Start with")).click()


def secrets(beat: dict[str, Any], whose: int | None) -> list[str]:
    """What a message has that only other seats may know."""
    leaks = [f"the part of seat {seat}" for seat in beat["seats"] if seat != str(whose)]
    for seat, guess in enumerate((beat["view"] or {}).get("guess", [])):
        if guess is not None and seat != whose:
            leaks.append(f"the guess of seat {seat}")
    guessed = [event["args"] for event in beat["events"] if event["kind"] == "guessed"]
    leaks += [f"what seat {own['seat']} was told" for own in guessed if own.get("guess") is not None and own["seat"] != whose]
    return leaks


def leaks(person: Person) -> list[str]:
    """All that came for a seat that had not said that it is there, or had been answered that it is not there any more.

    A command counts from when it was said: what follows from it comes before its answer. What was before it counts until then,
    since messages from before may still be on their way.
    """
    here: int | None = None
    said: dict[str, int | None] = {}  # by the id of a command that is not answered yet: the seat that is there after it
    secret_parts: list[str] = []
    for way, message in person.talk:
        if way == "sent" and message.get("do") in ("here", "away"):
            said[message["id"]] = message["seat"] if message["do"] == "here" else None
        elif way == "sent" and message.get("type") == "hello":
            here, said = None, {}  # another connection
        elif message["type"] in ("ack", "nack") and message["id"] in said:
            answered = said.pop(message["id"])
            here = answered if message["type"] == "ack" else here
        elif message["type"] == "welcome":
            secret_parts += secrets(message["beat"], None)
        elif message["type"] == "beat":
            fewest = min((secrets(message, seat) for seat in (here, *said.values())), key=len)
            secret_parts += fewest
    return secret_parts


def test_leaks_are_found_by_what_was_said() -> None:
    """The check itself: a part of seat 0 may come while seat 0 is there, and as long as nothing else was answered."""

    def beat(seat: int) -> tuple[str, dict[str, Any]]:
        return "received", {"type": "beat", "seats": {str(seat): {}}, "view": None, "events": []}

    def said(do: str, seat: int | None = None) -> tuple[str, dict[str, Any]]:
        return "sent", {"type": "cmd", "do": do, "id": do, "seat": seat}

    def found(*talk: tuple[str, dict[str, Any]]) -> list[str]:
        return leaks(SimpleNamespace(talk=talk))  # type: ignore[arg-type]

    answered, away = ("received", {"type": "ack", "id": "here"}), ("received", {"type": "ack", "id": "away"})
    assert found(beat(0)) == ["the part of seat 0"]
    assert found(said("here", 0), beat(0), answered, beat(0)) == []
    assert found(said("here", 0), answered, said("away"), beat(0), away) == []
    assert found(said("here", 0), answered, said("away"), away, beat(0)) == ["the part of seat 0"]
    assert found(said("here", 0), answered, said("away"), said("here", 1), beat(0), beat(1)) == []
    assert found(said("here", 1), beat(0)) == ["the part of seat 0"]
    assert found(said("here", 0), answered, ("sent", {"type": "hello"}), beat(0)) == ["the part of seat 0"]


@BOTH_ENDS
def test_hot_seat_game(visit: Visit, end: End) -> None:
    person = visit(size=(360, 740))
    person.shorten_games()
    begin(person, "Ann", "Bo")
    page = person.page
    expect(page.get_by_role("heading", name="Ann, take the device")).to_be_visible()
    expect(page.locator(".shell")).to_have_count(0)  # behind the curtain is nothing
    page.get_by_role("button", name="I am Ann: open it").click()
    page.get_by_role("button", name="Higher").click()
    expect(page.get_by_role("heading", name="Bo, take the device")).to_be_visible()
    assert person.beats[-1]["view"]["guess"] == [None, None], "Ann's guess has left the device"
    page.get_by_role("button", name="I am Bo: open it").click()
    expect(page.get_by_role("button", name="Lower")).to_be_enabled()
    page.get_by_role("button", name="Hide").click()  # somebody comes near
    expect(page.get_by_role("heading", name="Bo, take the device")).to_be_visible()
    for _ in range(400):
        person.until(lambda: person.phase == "over" or page.locator(DO).count() > 0, "something can be done")
        if person.phase == "over":
            break
        seat = int(next(iter(person.beats[-1]["seats"]), 0))
        with suppress(Late):  # it was replaced by something else just then
            page.locator(DO).nth(3 * seat if page.locator(DO).count() == 4 else 0).click(timeout=MOMENT)  # they do not agree
    expect(person.end).to_be_visible()
    for name in ("Ann", "Bo"):
        expect(page.get_by_role("region", name="Score sheet")).to_contain_text(name)
    assert leaks(person) == []
    seats = {message["seat"] for way, message in person.talk if way == "sent" and message.get("do") == "here"}
    assert seats == {0, 1}
    assert SHORT.items() <= json.loads(record_of(person, end).splitlines()[0])["options"].items()


@EITHER_END
def test_hot_seat_reload_shows_curtain(visit: Visit) -> None:
    person = visit()
    begin(person, "Ann", "Bo")
    person.page.get_by_role("button", name="I am Ann: open it").click()
    expect(person.page.get_by_role("button", name="Higher")).to_be_enabled()
    person.page.reload()
    expect(person.page.get_by_role("button", name="I am Ann: open it")).to_be_visible()
    assert leaks(person) == []


def test_hot_seat_leak_check_finds_leaks() -> None:
    """The search itself: a beat with somebody else's part, guess or event."""
    view = {"guess": ["higher", None]}
    guessed = {"kind": "guessed", "args": {"seat": 1, "guess": "lower"}}
    assert secrets({"seats": {"0": {}}, "view": view, "events": []}, 0) == []
    assert len(secrets({"seats": {"0": {}}, "view": view, "events": [guessed]}, None)) == 3


@EITHER_END
def test_hot_seat_shows_reveal(visit: Visit) -> None:
    """What all have waited for is seen when the device lies in the middle, and it says who is next."""
    person = visit(size=(360, 740))
    begin(person, "Ann", "Bo")
    page = person.page
    for name, guess in (("Ann", "Higher"), ("Bo", "Lower")):
        page.get_by_role("button", name=f"I am {name}: open it").click()
        page.get_by_role("button", name=guess).click()
    page.get_by_role("button", name="Show it to all").click()
    expect(page.locator(".fr.is-reveal")).to_be_visible()
    guesses = page.get_by_role("list", name="All guesses")
    expect(guesses).to_contain_text("Ann")
    expect(guesses).to_contain_text("Bo")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("button", name="Hand it to Ann")).to_be_visible()
    expect(person.dock).not_to_contain_text("you will be asked again")
    assert leaks(person) == []
