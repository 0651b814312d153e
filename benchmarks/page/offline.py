"""The page without a server, in Chromium: CPU time of the worker until it is ready, and for a decision.

    python benchmarks/page/offline.py FOLDER     # written by `fairyring static FOLDER`

CPU time is that of the browser's worker threads alone, from /proc, so that other work on the machine counts little. A
decision is counted with everything that follows it: views, the log, and the decisions of three bots. The longest task of
the page's main thread comes from a trace of the browser, as CPU time of that thread.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playwright.sync_api import Page, sync_playwright

from tests.page.offline.static_site import StaticSite

GAMES = ("Fairy", "Fairy Tale", "Crane", "Fariables", "Sneaky Town")
BY_KEY = GAMES[:3]  # a key decides there; elsewhere it takes several steps
DECISIONS = 6
PAUSE = 3.0  # seconds after a decision, in which bots decide and cards move
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")  # names of tasks in a trace of Chromium
NANOSECONDS = 1e9


def descendants(process: int) -> set[int]:
    """Return a process and all that it started, directly or not."""
    found = {process}
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found |= {pid for child in children.read_text().split() for pid in descendants(int(child))}
        except OSError:
            continue  # it has ended
    return found


def worker_seconds() -> dict[str, float]:
    """Return the CPU time of the worker threads of our browser by thread."""
    times: dict[str, float] = {}
    for task in (task for pid in descendants(os.getpid()) for task in Path(f"/proc/{pid}/task").glob("*")):
        try:
            if (task / "comm").read_text().startswith("DedicatedWorker"):
                times[task.name] = int((task / "schedstat").read_text().split()[0]) / NANOSECONDS
        except OSError:
            continue  # it has ended
    return times


def spent_since(before: dict[str, float]) -> float:
    return sum(seconds - before.get(thread, 0.0) for thread, seconds in worker_seconds().items())


def start(page: Page, url: str, game: str) -> float:
    """Begin a game against bots; return the CPU time of the workers until the first decision is asked for."""
    before = worker_seconds()
    page.goto(url)
    page.locator(f'[data-name="{game}"]').dispatch_event("click")
    page.get_by_role("button", name="Play now").click()
    page.locator(".shell__dock button:not([disabled])").first.wait_for(timeout=120_000)
    return spent_since(before)


def decide(page: Page) -> float:
    """Make some decisions by key; return the CPU time of the workers for each."""
    before, made = worker_seconds(), 0
    for _ in range(DECISIONS):
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        time.sleep(PAUSE)
        made += 1
    return spent_since(before) / made


def longest_task(trace: bytes, url: str) -> float:
    """Return the CPU time in milliseconds of the longest task of the main thread of a page below `url`, from a trace.

    The browser has pages of its own, in other processes.
    """
    events = json.loads(trace)["traceEvents"]
    ours = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "FunctionCall" and event["args"]["data"].get("url", "").startswith(url)
    }
    main_threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return max(
        float(event.get("tdur", 0)) / 1000
        for event in events
        if event["name"] in TASKS and (event["pid"], event["tid"]) in ours & main_threads
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    site = StaticSite(parser.parse_args().folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for number, game in enumerate(GAMES):
            page = context.new_page()
            browser.start_tracing(page=page, categories=["toplevel", "devtools.timeline"])
            begun = start(page, site.url, game)
            visit = "first visit" if number == 0 else "later visit"
            each = f", {1000 * decide(page):.0f} ms a decision with bots" if game in BY_KEY else ""
            longest = longest_task(browser.stop_tracing(), site.url)
            print(
                f"{game}: worker {begun:.2f} s until the first decision ({visit}){each}; longest task {longest:.0f} ms",
                flush=True,
            )
            page.close()
        browser.close()
    site.stop()


if __name__ == "__main__":
    main()
