"""Tables in the browser: reload, two tabs, a worker that dies, storage that is refused or full; sizes and words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.accessibility import looks_right
from tests.page.support.served import DIST

Come = Callable[..., Alone]
MEGABYTE = 1_000_000
REFUSED = "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"


def test_size_of_python_is_within_budget() -> None:
    built = json.loads((DIST / "offline.json").read_text())
    total = {kind: sum(file[kind] for file in built["files"].values()) for kind in ("br", "gz")}
    assert total["br"] <= 4.5 * MEGABYTE, total
    assert total["gz"] <= 5.5 * MEGABYTE, total


def test_table_survives_reload_second_tab_and_dead_worker(come: Come) -> None:
    person = come(size=(360, 740))
    person.home()
    looks_right(person)
    person.play_now("Fairy")
    person.until(lambda: person.owes, "a decision is due")
    before = person.decision
    person.frames.clear()
    person.page.reload()
    person.until(lambda: person.decision == before, "the same decision is due after a reload")
    person.guess()

    other = person.context.new_page()  # a second tab at the same table
    other.goto(person.page.url)
    dock = other.get_by_role("region", name="What you can do")
    dock.wait_for()
    person.until(lambda: person.owes, "the next decision is due")
    question = person.decision
    dock.get_by_role("button", name="Higher").click()
    person.until(lambda: person.decision != question, "the first tab sees what the second decided")
    other.close()

    person.page.workers[0].evaluate("self.close()")
    person.frames.clear()
    person.until(lambda: any(frame["type"] == "welcome" for frame in person.frames), "a new worker has opened the table")
    person.until(lambda: person.owes, "the game goes on")
    person.guess()


def test_first_visit_fetches_no_more_than_promised(come: Come, site: StaticSite) -> None:
    site.fetched.clear()  # others were here before
    person = come()
    person.home()
    person.page.wait_for_load_state("networkidle")
    assert not [path for path, _ in site.fetched if path.startswith("py/") and not path.endswith("json")]
    person.play_now("Fairy")
    fetched = [size for path, size in site.fetched if path.startswith("py/") and path.endswith(".gz")]
    assert len(fetched) == 4
    assert sum(fetched) <= 5.5 * MEGABYTE


def test_home_does_not_move_under_a_finger_while_the_worker_starts(come: Come) -> None:
    person = come()
    person.home()
    button = person.page.get_by_role("button", name="Deal of the day")
    button.wait_for()
    before = button.bounding_box()
    person.page.mouse.click(4, 300)  # somebody is here: the worker starts
    person.page.get_by_role("progressbar").wait_for()
    assert button.bounding_box() == before
    person.until(lambda: person.page.get_by_role("progressbar").count() == 0, "the worker has started")
    assert button.bounding_box() == before


def test_slow_press_on_the_first_visit_counts(come: Come) -> None:
    person = come()
    person.home()
    button = person.page.get_by_role("button", name="Deal of the day")
    box = button.bounding_box()
    assert box
    person.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.page.wait_for_timeout(1000)  # in which a worker that starts would move it
    person.page.mouse.up()
    person.dock.wait_for()


def test_refused_storage_is_said_and_the_game_runs(come: Come, site: StaticSite) -> None:
    folder = site.folder
    script = next((folder / "worker").glob("worker-*.js"))
    text = script.read_text()
    script.write_text(REFUSED + text)
    try:
        person = come()
        person.home()
        person.play_now("Fairy")
        person.until(lambda: person.owes, "a decision is due")
        expect(person.page.get_by_text("This game is not kept")).to_be_visible()
        person.guess()
    finally:
        script.write_text(text)


@pytest.mark.parametrize("language", ["en", "de"])
def test_page_says_what_needs_a_server(come: Come, language: str) -> None:
    person = come(size=(360, 740), language=language)
    person.home()
    name = {"en": "With friends needs a server: why?", "de": "Mit Freunden braucht einen Server: warum?"}[language]
    person.page.get_by_role("button", name=name).click()
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text({"en": "it would hold all cards", "de": "in ihm lägen alle Karten"}[language])
    looks_right(person)
    expect(person.page.get_by_role("link", name={"en": "I have a code", "de": "Ich habe einen Code"}[language])).to_have_count(
        0
    )
