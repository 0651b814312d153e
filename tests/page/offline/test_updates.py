"""A newer version of the page: announced on the home page, never taken in mid-game."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.page.offline.alone import Alone
from tests.page.offline.static_site import StaticSite


def test_update_is_announced_and_taken_by_a_click(chromium: Browser, folder: Path, tmp_path: Path) -> None:
    mine = shutil.copytree(folder, tmp_path / "page")
    site = StaticSite(mine)
    person = Alone(chromium, site)
    person.home()
    person.play_now("Fairy")
    person.wait_until("navigator.serviceWorker.controller?.state === 'activated'")
    files = mine / "sw-files.js"
    files.write_text(files.read_text().replace('"version": "', '"version": "new').replace('"version":"', '"version":"new'))
    index = mine / "index.html"
    index.write_text(index.read_text().replace("<title>Fairyring</title>", "<title>Fairyring</title><meta name='newer'>"))
    person.page.evaluate("navigator.serviceWorker.getRegistration().then((known) => known.update())")
    person.wait_until("navigator.serviceWorker.getRegistration().then((known) => known.waiting !== null)")
    person.until(lambda: person.owes, "the game goes on meanwhile")
    expect(person.page.get_by_text("A newer Fairyring is here")).to_have_count(0)
    person.guess()
    person.home()
    assert person.page.locator("meta[name=newer]").count() == 0, "the old version stays until somebody takes the new one"
    expect(person.page.get_by_text("A newer Fairyring is here")).to_be_visible()
    person.page.get_by_role("button", name="Take it").click()
    person.page.locator("meta[name=newer]").wait_for(state="attached")
    pages = "caches.keys().then((names) => names.filter((name) => name.startsWith('fairyring-page-')).length"
    person.wait_until(f"{pages} === 1)")  # what nobody uses any more is deleted
    person.context.close()
    site.stop()
    assert person.errors == []
