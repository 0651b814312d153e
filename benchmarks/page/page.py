"""How quick the page is: `python benchmarks/page/page.py`, with the page built and a Chromium at hand.

- from the click on a link until the first page can be used, with nothing in the cache and with everything;
- frames a second while cards and tokens move, and how long the main thread was held at most.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.page.conftest import find_chromium
from tests.page.support.people import GUESS, Person
from tests.page.support.served import Served

TIMES, TURNS = 7, 5

USABLE = """
  const look = () => {
    const button = [...document.querySelectorAll(".tray .btn--primary")].find((one) => !one.disabled);
    if (button && window.usable === undefined) window.usable = performance.now();
    else requestAnimationFrame(look);
  };
  addEventListener("DOMContentLoaded", look);
"""
FRAMES = """
  window.frames_seen = []; window.long = [];
  let before = 0;
  const tick = (now) => {
    const moving = document.getAnimations().some((one) => one.playState === "running");
    if (before && moving) window.frames_seen.push(now - before);
    before = moving ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const tasks = (list) => window.long.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(tasks).observe({ type: "longtask" });
"""


def usable(page: Page, url: str) -> float:
    page.goto(url)
    while (found := page.evaluate("window.usable")) is None:
        page.wait_for_timeout(20)
    return float(found)


def first_page(browser: Browser, url: str) -> tuple[list[float], list[float]]:
    """Milliseconds until somebody can press “Play now”: for who comes for the first time, and for who comes again."""
    cold, warm = [], []
    for _ in range(TIMES):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.add_init_script(USABLE)
        cold.append(usable(page, url))
        warm.append(usable(page, url))
        context.close()
    return cold, warm


def motion(browser: Browser, server: Served, size: tuple[int, int]) -> dict[str, Any]:
    """Some turns of Fairy, with everything that moves."""
    person = Person(browser, server, size=size, moving=True)
    person.page.add_init_script(FRAMES)
    person.take(server.open_table("fairy", ["Ann"], 4), 0)
    for turn in range(TURNS):
        guess = person.dock.get_by_role("button", name=GUESS, disabled=False, pressed=False)
        guess.nth(turn % 2).click()
        person.page.locator(".fr-told").wait_for()
        person.page.locator(".fr-told").wait_for(state="detached")
    frames: list[float] = person.page.evaluate("window.frames_seen")
    held: list[float] = person.page.evaluate("window.long")
    person.context.close()
    return {
        "frames a second": round(1000 * len(frames) / sum(frames), 1),
        "of frames on time (< 20 ms)": f"{100 * sum(one < 20 for one in frames) / len(frames):.1f} %",
        "longest frame, ms": round(max(frames)),
        "tasks over 50 ms": len(held),
        "longest task, ms": round(max(held, default=0)),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Served(Path(data), FAIRYRING_ANALYSIS_SECONDS="20")
        server.start()
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium.executable_path, whole=True))
        try:
            cold, warm = first_page(browser, server.url)
            print(f"first page usable, ms: {statistics.median(cold):.0f} the first time, {statistics.median(warm):.0f} again "
                  f"(worst {max(cold):.0f} and {max(warm):.0f} of {TIMES})")  # fmt: skip
            for size in ((1280, 800), (360, 740)):
                told = ", ".join(f"{what}: {value}" for what, value in motion(browser, server, size).items())
                print(f"cards and tokens moving at {size[0]} × {size[1]}: {told}")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
