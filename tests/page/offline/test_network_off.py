"""The second visit, with the file server stopped and the network off: whole games, and all that follows them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from fairyring.core.record.record import Record
from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.accessibility import looks_right

OPTIONS: dict[str, dict[str, Any]] = {
    "fairy-tale": {"players": 2},
    "fariables": {"players": 2},
    "sneaky-town": {"match": "rounds:1"},
    "crane": {"players": 2, "grab": "model"},
}


@pytest.fixture(scope="module")
def traveller(chromium: Browser, hasty_folder: Path) -> Iterator[Alone]:
    """Somebody who was here once with a network, and is now without."""
    site = StaticSite(hasty_folder)
    person = Alone(chromium, site)
    person.home()
    person.page.get_by_role("button", name="Play now").click()
    person.dock.wait_for()
    person.wait_until("navigator.serviceWorker.controller?.state === 'activated'")
    site.stop()
    person.context.set_offline(True)
    yield person
    person.context.close()
    assert person.errors == []


def forged_event_is_named(person: Alone, folder: Path) -> None:
    """A receipt has other points than were shown: all draws are right, and the check by the rules names the event."""
    page = person.page
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep the receipt").click()
    receipt = json.loads(Path(download.value.path()).read_text())
    told = next(event for part in receipt["shown"] for event in part["events"] if event["kind"] == "told")
    told["args"]["score"] += 1
    forged = folder / "forged.receipt.json"
    forged.write_text(json.dumps(receipt))
    page.get_by_label("Check with a kept receipt").set_input_files(forged)
    page.get_by_role("button", name="Check by the rules").click()
    expect(page.get_by_role("status").filter(has_text=re.compile("Not right: .*told"))).to_be_visible()


def test_game_without_network(traveller: Alone, tmp_path: Path) -> None:
    """Play now to the end; the proof by the rules; replay; the record as a link; a copy of everything and back."""
    traveller.home()
    traveller.play_now("Fairy")
    traveller.play_to_the_end()
    record = Record.loads(traveller.record())
    record.verify()
    assert record.seal is not None
    page = traveller.page
    page.locator(".fair").get_by_role("button").click()
    page.get_by_role("button", name="Check by the rules").click()
    expect(page.get_by_role("status").filter(has_text=f"all {len(record.decisions)} decisions were allowed")).to_be_visible()
    expect(
        page.get_by_role("status").filter(has_text=re.compile(r"All \d+ events that this device was shown happened"))
    ).to_be_visible()
    looks_right(traveller)
    forged_event_is_named(traveller, tmp_path)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Replay").filter(visible=True).first.click()
    expect(page.get_by_role("slider")).to_be_visible()

    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    page.get_by_role("button", name=re.compile("[Ll]ink")).filter(visible=True).first.click()
    traveller.wait_until("!!window.copied")
    link = page.evaluate("window.copied")
    assert "#record=" in link
    assert len(link) < 8000
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("slider")).to_be_visible()
    assert "/replay" in page.url

    traveller.home()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy of everything").click()
    copy = tmp_path / "copy.json"
    download.value.save_as(copy)
    rows = json.loads(copy.read_text())["rows"]
    number = len({row["table"] for row in rows})
    assert number >= 2
    page.evaluate("new Promise((done) => { indexedDB.databases().then(async (all) => {"
                  "const open = indexedDB.open(all[0].name); open.onsuccess = () => {"
                  "const change = open.result.transaction('rows', 'readwrite'); change.objectStore('rows').clear();"
                  "change.oncomplete = () => { open.result.close(); done(); } } }) })")  # fmt: skip
    page.get_by_label("Bring a copy back").set_input_files(copy)
    expect(page.get_by_role("status").filter(has_text=re.compile(rf"^{number} games are here now"))).to_be_visible()


@pytest.mark.parametrize("game", OPTIONS)
def test_whole_game_without_network(traveller: Alone, game: str) -> None:
    traveller.home()
    traveller.open_table(game, OPTIONS[game])
    traveller.play_to_the_end()
    record = Record.loads(traveller.record())
    record.verify()
    assert record.name == game


def test_guided_game_and_hot_seat_without_network(traveller: Alone) -> None:
    traveller.home()
    traveller.choose("Fairy Tale")
    traveller.frames.clear()
    traveller.page.get_by_role("button", name=re.compile("guided")).click()
    traveller.until(lambda: traveller.owes, "the guide asks for a decision")
    traveller.home()
    traveller.choose("Fairy")
    traveller.frames.clear()
    traveller.page.get_by_role("button", name="On this device pass it round").click()
    traveller.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Start with")).click()
    expect(traveller.page.get_by_role("heading", name="take the device")).to_be_visible()
    traveller.until(lambda: traveller.phase == "playing", "two people share the device")
