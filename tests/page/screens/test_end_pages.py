"""End pages of all games: told in parts that lead into the replay; a result to share as a picture and a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.page.support.accessibility import looks_right
from tests.page.support.people import Person
from tests.page.support.served import Served, ServedTable

Visit = Callable[..., Person]
SEATS = {"crane": 4, "fairy-tale": 4, "fariables": 3, "sneaky-town": 2}
OPTIONS = {"crane": {"grab": "model"}, "sneaky-town": {"match": "rounds:2"}}
NAMES = ["Ann", "Bo", "Cy", "Di"]
PARTS = {
    "crane": "Grab by grab",
    "fairy-tale": "Round by round",
    "fariables": "How the values ran",
    "sneaky-town": "The match, round by round",
}


@pytest.fixture(scope="module")
def over(server: Served) -> dict[str, ServedTable]:
    """Finished games. People have all seats: bots take their time between moves, programs do not."""
    tables = {game: server.open_table(game, NAMES[:seats], seats, **OPTIONS.get(game, {})) for game, seats in SEATS.items()}
    for table in tables.values():
        server.finish(table, varied=True)
    return tables


@pytest.mark.parametrize("game", SEATS)
def test_end_page_tells_the_game_in_parts(visit: Visit, over: dict[str, ServedTable], game: str) -> None:
    person = visit(size=(360, 740))
    person.take(over[game], 0)
    parts = person.page.get_by_role("region", name=PARTS[game])
    expect(parts).to_be_visible()
    for details in parts.locator("summary").all():
        details.click()
    looks_right(person)
    slider = person.page.get_by_role("slider", name="Moment of the game")
    assert "steps" not in (slider.get_attribute("aria-valuetext") or "")  # stops are parts of the game, not steps
    link = parts.get_by_role("link").last
    moment = re.search(r"at=(\d+)", link.get_attribute("href") or "")
    link.click()
    assert moment is not None
    expect(slider).to_have_value(moment[1])


def test_result_is_shared_as_picture_and_sentence(visit: Visit, over: dict[str, ServedTable], tmp_path: Path) -> None:
    person = visit()
    person.take(over["fariables"], 0)
    person.page.get_by_role("button", name="Share the result").filter(visible=True).click()
    dialog = person.page.get_by_role("dialog")
    sentence = dialog.get_by_text(re.compile(rf"^Fariables: \w+ wins?\. \w+ \d+, \w+ \d+.*\. .*/t/{over['fariables'].id}$"))
    expect(sentence).to_be_visible()
    looks_right(person)
    with person.page.expect_download() as download:
        dialog.get_by_role("link", name="Save the picture").click()
    download.value.save_as(tmp_path / "result.png")
    with Image.open(tmp_path / "result.png") as picture:
        assert picture.size == (1200, 630)
        assert len(picture.convert("RGB").getcolors(1 << 24) or ()) > 100, "the picture is empty"
    person.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
