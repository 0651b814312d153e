"""Games that `strong` imagines in the page's second worker (Chromium, WebAssembly), of those that it wants, in its time.

    python benchmarks/page/offline_strong.py FOLDER [--share 0.25]     # FOLDER is written by `fairyring static FOLDER`

Positions come from games of `normal` bots. `--share` stops the browser's renderer for the rest of each tenth of a second, as it
would on a device slower by that factor. Other work on the machine slows it, too: `cpu` is the time that the worker had of a
processor for a decision, and `alone` the time that the wanted number would take with a core of its own.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, log2
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from offline import descendants, spent_since, worker_seconds
from playwright.sync_api import sync_playwright

import fairyring as fr
from fairyring import bots
from fairyring.bots.memory import recall
from fairyring.bots.rollout_search import FINALISTS
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.tables.bot_jobs import Job
from fairyring.tables.limits import bot_budget_ms
from tests.page.conftest import FLAGS, find_chromium
from tests.page.offline.static_site import StaticSite

LEVEL, SEED = "strong", 11
POSITIONS = 8  # of each game
PERIOD = 0.1  # seconds in which the renderer runs once and is stopped once
START = """async ([base, script]) => {
  const built = await (await fetch("offline.json")).json();
  const thinker = new Worker(new URL(script, base), { type: "module" });
  window.ask = (message) => new Promise((done, failed) => {
    thinker.onmessage = ({ data }) => (data.kind === "broken" ? failed(new Error(data.message)) : done(data.answer ?? {}));
    thinker.postMessage(message);
  });
  await ask({ kind: "start", base, built, bare: true, fresh: true });
}"""


def jobs(name: str) -> Iterator[tuple[Job, int]]:
    """Yield jobs from games of bots, each with the number of games that an unhurried search imagines."""
    game: fr.Game[Any] = fr.game(name)
    made, number = 0, 0
    while made < POSITIONS:
        table, luck = fr.Table(game, seed=SEED + number), fr.Stream(SEED + number)
        number += 1
        turn, wanted = 0, 1 + 6 * (number % 4)  # early and late
        while table.outcome is None:
            seat = table.pending[0]
            legal = tuple(action.id for action in table.legal(seat))
            turn += 1
            if turn >= wanted and len(legal) > 1:
                packed, memory = schema.pack(table.redacted(seat)), recall(game, seat, table.history)
                room = game.room
                rules, budget = room.rules.VERSION, bot_budget_ms(LEVEL)
                job = Job(f"{name}-{made}", name, rules, {}, seat, LEVEL, packed, legal, made + 1, budget, memory)
                root = schema.recast(table.redacted(seat), room.schema.state)
                yield job, halved(room.bots.search.simulations_at(root), len(legal))
                made += 1
                break
            position = bots.Position(game, seat, table.redacted(seat), legal)
            table.play(seat, bots.make_bot(game, "normal").choose(position, bots.Limits(), luck).action)


def halved(simulations: int, choices: int) -> int:
    """Return how many games sequential halving imagines if time does not matter, a little less than are wanted."""
    rounds, left, total = 1 + max(0, ceil(log2(max(1, choices - 1) / FINALISTS))), choices, 0
    for number in range(rounds):
        total += max(1, max(0, simulations - total) // (rounds - number) // left) * left
        left = 1 + max(FINALISTS, (left - 1) // 2)
    return total


@contextmanager
def slowed(share: float) -> Iterator[None]:
    """Let the renderers run only this share of the time."""
    if share >= 1:
        yield
        return
    ours = [pid for pid in descendants(os.getpid()) if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    over = threading.Event()

    def halt() -> None:
        while not over.is_set():
            for pid in ours:
                os.kill(pid, signal.SIGSTOP)
            time.sleep(PERIOD * (1 - share))
            for pid in ours:
                os.kill(pid, signal.SIGCONT)
            over.wait(PERIOD * share)

    thread = threading.Thread(target=halt)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="share of the time in which the browser may run")
    args = parser.parse_args()
    planned = {name: list(jobs(name)) for name in registry.shipped() if LEVEL in bots.levels(fr.game(name))}
    site = StaticSite(args.folder)
    script = next(f"worker/{path.name}" for path in (args.folder / "worker").glob("thinker-*.js"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(playwright.chromium.executable_path), args=FLAGS)
        page = browser.new_page()
        page.on("console", lambda message: print(message.text, file=sys.stderr))
        page.goto(site.url)
        page.evaluate(START, [site.url, script])
        for name, todo in planned.items():
            page.evaluate("(job) => ask({ kind: 'job', id: 0, work: 'think', job })", todo[0][0].plain())  # fetches the kernel
            shares, cpu, alone = [], [], []
            for job, full in todo:
                before = worker_seconds()
                with slowed(args.share):
                    answer = page.evaluate("(job) => ask({ kind: 'job', id: 1, work: 'think', job })", job.plain())
                spent = spent_since(before)
                shares.append(answer["simulations"] / max(1, full))
                cpu.append(spent)
                alone.append(spent * full / max(1, answer["simulations"]))
            whole = sum(share >= 0.99 for share in shares)
            print(
                f"{name}: {whole} of {len(todo)} decisions with all imagined games, least {100 * min(shares):.0f} %, "
                f"mean {100 * sum(shares) / len(shares):.0f} %; cpu {1000 * max(cpu):.0f} ms at most, "
                f"alone {1000 * max(alone):.0f} ms at most; budget {todo[0][0].budget} ms",
                flush=True,
            )
        browser.close()
    site.stop()


if __name__ == "__main__":
    main()
