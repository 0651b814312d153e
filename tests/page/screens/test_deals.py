"""Deal of the day, a game dealt again, and the list of this browser's own games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.support.accessibility import looks_right
from tests.page.support.ends import BOTH_ENDS
from tests.page.support.people import Person, play_on
from tests.page.support.served import Served

Visit = Callable[..., Person]
DAY_MS = 86_400_000


def stay_on_the_day_of_the_deal(person: Person) -> None:
    """Let the page's clock be at noon of the day whose result it has kept: the test may run at midnight."""
    results = json.loads(person.page.evaluate("localStorage.getItem('fairyring.days')"))
    noon = (int(next(iter(results["fairy"]))) + 0.5) * DAY_MS
    person.page.add_init_script(f"{{ const [now, begin] = [Date.now, Date.now()]; Date.now = () => {noon} + now() - begin; }}")


@BOTH_ENDS
def test_deal_of_the_day_is_played_once_compared_and_shared(visit: Visit) -> None:
    person = visit(size=(360, 740))
    person.home()
    person.page.get_by_role("button", name="Deal of the day").click()
    person.dock.wait_for()
    play_on(person, rounds=2)
    person.play_to_the_end()
    day = person.page.get_by_role("region", name=re.compile("^Deal of the day"))
    expect(day.get_by_text(re.compile(r"Your result: .* 60 bots played this deal"))).to_be_visible()
    expect(day).to_contain_text("Chosen among many deals")  # no day is hopeless
    looks_right(person)
    expect(person.page.get_by_role("heading", name="An open deal.")).to_be_visible()  # it does not pretend to be sealed
    person.page.get_by_role("button", name="Share the result").filter(visible=True).click()
    sentence = person.page.get_by_role("dialog").get_by_text(re.compile("^Fairyring, deal of"))
    expect(sentence).to_be_visible()
    assert "/t/" not in sentence.inner_text()  # a replay would spoil it
    person.page.keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Same deal again")).to_have_count(0)  # one try a day
    stay_on_the_day_of_the_deal(person)
    person.home()
    result = person.page.get_by_role("link", name=re.compile(r"^Deal of the day: −?\d+$"))
    expect(result).to_be_visible()
    mine = person.page.locator(".mine")
    expect(mine.get_by_role("link", name=re.compile("^Fairy with"))).to_have_count(1)
    looks_right(person)
    result.click()
    expect(day).to_be_visible()


def test_game_is_dealt_again_to_compare(visit: Visit) -> None:
    person = visit()
    person.home()
    person.page.get_by_role("button", name="Play now").click()
    person.dock.wait_for()
    person.play_to_the_end()
    first = person.page.url
    cards = re.findall("revealed.*?card.*?([0-9]+)", "".join(person.raw))
    person.raw.clear()
    person.page.get_by_role("button", name="Same deal again").filter(visible=True).click()
    person.page.wait_for_url(lambda url: url != first)
    person.until(lambda: person.phase == "playing", "the second game begins")
    play_on(person, rounds=2)
    person.play_to_the_end()
    expect(person.page.get_by_text(re.compile("^With the same deal you had"))).to_be_visible()
    again = re.findall("revealed.*?card.*?([0-9]+)", "".join(person.raw))
    common = min(len(cards), len(again))
    assert common > 1
    assert again[:common] == cards[:common]


def test_public_table_that_all_have_left_says_so(visit: Visit, server: Served) -> None:
    created = server.post("api/tables", {"game": "fairy", "options": {"players": 2}, "public": True})
    person = visit()
    person.home()
    expect(person.page.locator(f'.open__go[href="t/{created["table"]}"]')).to_contain_text(
        "2 seats are free; nobody is there now"
    )


def test_public_table_says_how_it_plays(visit: Visit, server: Served) -> None:
    options = {"players": 2, "variant": "fifteen", "wrong": 3}
    created = server.post("api/tables", {"game": "fairy", "options": options, "clock": {"per": 30_000}, "public": True})
    person = visit()
    person.home()
    line = person.page.locator(f'.open__go[href="t/{created["table"]}"]')
    expect(line).to_contain_text("at 15, fairies or not · 30 seconds each time · 1 house rule")


def test_my_games_say_whose_turn_it_is(visit: Visit, server: Served) -> None:
    table = server.open_table("fairy", ["Ann", "Bo"], 2)
    ann = visit()
    ann.take(table, 0)
    ann.dock.wait_for()
    ann.home()
    row = ann.page.locator(".mine").get_by_role("link", name=re.compile("^Fairy with Bo"))
    expect(row).to_contain_text("Your turn")
    server.play(table, [0])
    ann.page.reload()
    expect(row).to_contain_text("Bo to play")


@pytest.mark.parametrize(("path", "status"), [("fairy/day?day=5", 422), ("nothing/day?day=5", 404)])
def test_spread_of_other_days_is_refused(server: Served, path: str, status: int) -> None:
    answer = httpx.get(f"{server.url}api/games/{path}", trust_env=False, timeout=60)
    assert answer.status_code == status
    assert "message" in answer.json()
