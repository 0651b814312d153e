"""Workshop: a game is written, checked, simulated and played in the page, and one that never stops is stopped."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.page.offline.alone import Alone
from tests.page.support.accessibility import looks_right

Come = Callable[..., Alone]


def type_at_the_end(author: Alone, text: str) -> None:
    """Type below the last line of room.py."""
    author.page.get_by_label("room.py").click()
    author.page.keyboard.press("Control+End")
    author.page.keyboard.insert_text(text)


def test_workshop_checks_simulates_saves_and_plays(come: Come, tmp_path: Path) -> None:
    author = come(size=(1280, 800))
    author.home()
    author.page.get_by_role("link", name="Write a game").click()
    page = author.page
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name=re.compile(r"All \d+ checks passed"))).to_be_visible()
    page.get_by_role("button", name="2000 games of bots").click()
    expect(page.get_by_role("heading", name=re.compile(r"2000 games, \d+ a second"))).to_be_visible()
    looks_right(author)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save").click()
    saving.value.save_as(tmp_path / "game.zip")
    names = zipfile.ZipFile(tmp_path / "game.zip").namelist()
    assert {"pebbles/room.py", "pebbles/RULES.md", "pebbles/messages/en.json"} == set(names)
    page.get_by_role("button", name="Play", exact=True).click()
    author.dock.wait_for()
    page.get_by_role("button", name=re.compile("Hide 1")).click()
    author.until(lambda: author.phase == "playing", "the game goes on")


def test_workshop_names_the_line_and_stops_what_never_ends(come: Come) -> None:
    author = come(size=(1280, 800))
    page = author.page
    author.home()
    page.get_by_role("link", name="Write a game").click()
    type_at_the_end(author, "\n1 / 0\n")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("ZeroDivisionError")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile(r"^room\.py:\d+$"))).to_be_visible()
    page.get_by_label("room.py").click()
    page.keyboard.press("Control+z")
    type_at_the_end(author, "\nwhile True: pass\n")
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()
    page.get_by_label("room.py").click()
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", name=re.compile(r"All \d+ checks passed"))).to_be_visible()
