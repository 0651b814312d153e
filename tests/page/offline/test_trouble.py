"""Troubles of a device: a full storage, a tab that dies while it writes, a metered line, no WebAssembly, no kernels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite
from tests.page.support.accessibility import looks_right
from tests.paths import ROOT

Come = Callable[..., Alone]
# A worker that hangs while a row is written, when a test says so, and one whose browser has no WebAssembly.
HANGS = """{
  let hangs = false;
  const channel = new BroadcastChannel("trouble");
  channel.onmessage = ({ data }) => { if (data === "hang") { hangs = true; channel.postMessage("heard"); } };
  const add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = function (row) {
    const request = add.call(this, row);
    if (hangs) channel.postMessage("writing");
    while (hangs);
    return request;
  };
}
"""
# A browser without room, as long as a test says so. (Chromium's override of the quota does not reach IndexedDB's small writes.)
FULL = """{
  let full = false;
  const channel = new BroadcastChannel("trouble");
  channel.onmessage = ({ data }) => {
    if (data === "heard") return;
    full = data === "full";
    channel.postMessage("heard");
  };
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    const change = begin.apply(this, given);
    if (full && given[1] === "readwrite") {
      Object.defineProperty(change, "error", { value: new DOMException("full", "QuotaExceededError") });
      queueMicrotask(() => change.abort());
    }
    return change;
  };
}
"""
NO_WASM = "delete self.WebAssembly;\n"
# Tells the worker something, and waits until it has heard it; `writing` is kept until the worker says that.
TELL = """word => new Promise(done => {
  const channel = new BroadcastChannel("trouble");
  window.writing = new Promise(written => {
    channel.onmessage = ({ data }) => { if (data === "heard") done(); else if (data === "writing") written(); };
  });
  channel.postMessage(word);
})"""
METERED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"


def word(language: str, key: str) -> str:
    """A sentence of the page, up to its first number."""
    files = (ROOT / "client" / "src" / "words" / language).glob("*.json")
    texts = {name: text for file in files for name, text in json.loads(file.read_text(encoding="utf-8")).items()}
    return str(texts[key]).partition("{")[0].strip()


@pytest.fixture
def troubled(folder: Path, tmp_path: Path) -> Iterator[Callable[[str], StaticSite]]:
    """Factory of sites whose worker begins with some script."""
    sites: list[StaticSite] = []

    def begin(script: str) -> StaticSite:
        mine = shutil.copytree(folder, tmp_path / f"page{len(sites)}")
        for file in (mine / "worker").glob("worker-*.js"):
            file.write_text(script + file.read_text())
        sites.append(StaticSite(mine))
        return sites[-1]

    yield begin
    for site in sites:
        site.stop()


@pytest.mark.parametrize("language", ["en", "de"])
def test_full_storage_is_said_and_the_game_goes_on_when_there_is_room(
    come: Come, troubled: Callable[[str], StaticSite], language: str
) -> None:
    person = come(troubled(FULL), size=(360, 740), language=language)
    person.home()
    person.play_now("Fairy", word(language, "home.now"))
    # A bot's choice that could not be stored would disable the choices before one is made here.
    person.until(lambda: person.owes and len(person.beats[-1]["view"]["waiting"]) == 1, "only this decision is due")
    question = person.decision
    person.page.evaluate(TELL, "full")
    person.page.locator(".shell__dock [data-act]").first.click()
    expect(person.page.get_by_text(word(language, "offline.keeping.full.title"))).to_be_visible()
    assert person.decision == question, "nothing counts that is not stored"
    looks_right(person)
    person.page.evaluate(TELL, "room")
    person.until(lambda: person.decision != question, "the decision is stored when there is room")
    expect(person.page.get_by_text(word(language, "offline.keeping.full.title"))).to_have_count(0)


def test_tab_killed_while_it_writes_loses_nothing_that_was_acknowledged(
    come: Come, troubled: Callable[[str], StaticSite]
) -> None:
    person = come(troubled(HANGS))
    person.home()
    person.play_now("Fairy")
    for _ in range(2):
        person.until(lambda: person.owes, "a decision is due")
        person.guess()
    person.until(lambda: person.owes, "a decision is due")
    question, address = person.decision, person.page.url
    person.page.evaluate(TELL, "hang")
    person.page.locator(".shell__dock [data-act]").first.click()
    person.page.evaluate("window.writing")  # the row is on its way, and never acknowledged
    person.page.close(run_before_unload=False)
    person.frames.clear()
    person.page = person.context.new_page()
    person.page.goto(address)
    person.until(lambda: person.decision == question, "the same decision is due: nothing before it was lost")
    person.guess()


@pytest.mark.parametrize("language", ["en", "de"])
def test_metered_line_is_asked_before_megabytes_are_fetched(come: Come, site: StaticSite, language: str) -> None:
    site.fetched.clear()
    person = come(size=(360, 740), language=language, init=METERED)
    person.home()
    person.page.get_by_role("button", name=word(language, "home.now")).click()
    question = person.page.get_by_role("alertdialog")
    expect(question).to_contain_text(word(language, "offline.metered"))
    expect(question).to_be_in_viewport()
    looks_right(person)
    assert not [path for path, _ in site.fetched if path.startswith("py/")]
    person.page.get_by_role("button", name=word(language, "offline.metered.do")).click()
    person.until(lambda: person.owes, "the game begins")


@pytest.mark.parametrize("language", ["en", "de"])
def test_refused_webassembly_is_said(come: Come, troubled: Callable[[str], StaticSite], language: str) -> None:
    person = come(troubled(NO_WASM), size=(360, 740), language=language)
    person.home()
    person.page.get_by_role("button", name=word(language, "home.now")).click()
    expect(person.page.get_by_text(word(language, "offline.broken.wasm"))).to_be_visible()
    looks_right(person)


def test_hint_without_kernels_is_searched_by_the_interpreter(come: Come, troubled: Callable[[str], StaticSite]) -> None:
    site = troubled("")
    shutil.rmtree(site.folder / "kernel")
    person = come(site)
    person.home()
    person.play_now("Fairy")
    person.until(lambda: person.owes, "a decision is due")
    person.page.get_by_role("button", name="Hint", exact=True).click()
    person.until(lambda: any(frame["type"] == "hint" and frame["actions"] for frame in person.frames), "a hint came")
