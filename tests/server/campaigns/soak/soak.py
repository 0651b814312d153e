"""Soak test: whole tables of all five games at a real server; every received message is checked.

    python -m tests.server.campaigns.soak --games 2000 --seed 1

prints how it goes, and fails at the first leak, failure inside the server, 5xx, secret in its log, or growing memory.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from fairyring.core.game import registry
from fairyring.games import fairy_tale
from fairyring.server.settings import DATABASE_FILE
from tests.server.campaigns.soak.check import check
from tests.server.campaigns.soak.people import Person, PersonLog
from tests.server.support.live import Live

LONGEST, PATIENCE = 40.0, 15.0  # seconds of a table, then of its people until they give it up
DECK = (Path(fairy_tale.__file__).parent / "deck.csv").read_text(encoding="utf-8")
MOST_GROWTH = 1.25  # of memory, from the second quarter of a soak to its last


def plan(rng: random.Random, game: str) -> tuple[dict[str, Any], list[str]]:
    """Options, and who comes."""
    room = registry.room(game)
    players = rng.randint(*room.schema.state.seats[:2]) if rng.random() < 0.3 else rng.choice((2, 3, 4))
    players = max(room.schema.state.seats[0], min(room.schema.state.seats[-1], players))
    options: dict[str, Any] = {"players": players}
    for form in (option.form() for option in room.options.declared):
        if form["kind"] in ("choice", "file") and rng.random() < 0.5:
            options[form["name"]] = rng.choice(form["values"])
    match game:
        case "fairy-tale":
            options["couples"] = "yes" if players == 4 and rng.random() < 0.5 else "no"
            if rng.random() < 0.2:
                options["deck"] = {"file": "own.csv", "text": DECK}
        case "sneaky-town":
            options |= {"match": rng.choice(("single", "rounds:2", "lead:2")), "turn_limit": rng.choice((8, 20, 40))}
        case _ if options.get("first", "random") != "random":
            options["first"] = str(rng.randint(1, players))
    roles = ["host"]
    seats = players - 1
    while seats and (rng.random() < 0.8 or len(roles) == 1):
        hot = seats > 1 and rng.random() < 0.2
        roles.append("hot" if hot else "player")
        seats -= 2 if hot else 1
    return options, roles + ["watcher"] * rng.choice((0, 0, 1, 2)) + ["late"] * rng.choice((0, 0, 1))


class Soak:
    """All tables of a soak, some at a time."""

    def __init__(self, url: str, database: Path, seed: int, checker: Executor | None = None) -> None:
        self.url, self.database, self.seed, self.checker = url, database, seed, checker
        one_each = httpx.Limits(max_keepalive_connections=0)  # none that the server closes while we use it
        self.http = httpx.AsyncClient(base_url=url, timeout=60, trust_env=False, limits=one_each)
        self.counts: Counter[str] = Counter()
        self.statuses: Counter[int] = Counter()
        self.canaries: set[str] = set()  # names, chat, tokens and private tables, that no outsider and no log may have
        self.public: list[str] = []  # what outsiders were told

    async def get(self, path: str, token: str = "") -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.get(path, headers=headers)
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, (path, answer.text)
        return answer

    async def party(self, number: int) -> None:
        """One table, from its creation to the check of all that was heard at it."""
        rng = random.Random(f"soak {self.seed} {number}")
        game = registry.shipped()[number % len(registry.shipped())]
        options, roles = plan(rng, game)
        body = {"game": game, "options": options, "public": rng.random() < 0.2, "aids": rng.random() < 0.7}
        if rng.random() < 0.15:
            body["clock"] = rng.choice(({"per": 3000}, {"bank": 20_000, "add": 1000}))
        created = await self.http.post("/api/tables", json=body)
        self.statuses[created.status_code] += 1
        assert created.status_code in (201, 422), (body, created.text)
        if created.status_code == 422:  # not enough cards for so many, and the like
            self.counts["tables refused"] += 1
            return
        table, token = created.json()["table"], created.json()["token"]
        people = [
            Person(
                self.url,
                table,
                "watcher" if role == "late" else role,
                random.Random(f"{self.seed} {number} {p}"),
                "" if p else token,
            )
            for p, role in enumerate(roles)
        ]
        people[0].games = int(rng.random() < 0.2)
        tasks = [asyncio.create_task(person.run()) for person, role in zip(people, roles, strict=True) if role != "late"]
        try:
            await self._watch(
                rng, table, people, tasks, late=[person for person, role in zip(people, roles, strict=True) if role == "late"]
            )
        finally:
            for person in people:
                person.gone = True
                if person.socket is not None:
                    person.socket.transport.abort()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for person in people:
            self.canaries |= {person.log.name, *person.log.tokens, *person.log.chats, *person.log.codes}
        self.canaries |= set() if body["public"] else {table}
        await self._check(game, table, [person.log for person in people])

    async def _watch(
        self, rng: random.Random, table: str, people: list[Person], tasks: list[asyncio.Task[None]], late: list[Person]
    ) -> None:
        begun = time.monotonic()
        while True:
            await asyncio.sleep(0.5)
            took = time.monotonic() - begun
            for task in tasks:
                if task.done():
                    task.result()  # a page of ours failed
            host = people[0]
            if (host.phase == "over" and (not host.games or took > LONGEST)) or took > LONGEST + PATIENCE:
                return
            if late and host.phase in ("playing", "over"):
                codes = [code for person in people for code in person.log.codes]
                person = late.pop()
                person.take = rng.choice(["", *codes])
                person.log.codes += [person.take] if person.take else []
                tasks.append(asyncio.create_task(person.run()))
            if took > LONGEST:
                for person in people:
                    with suppress(Exception):
                        await person.do("abandon")
            if rng.random() < 0.1:
                person = rng.choice(people)
                answer = await self.get(f"/api/tables/{table}/record", person.token)
                if answer.status_code == 200:
                    person.log.records.append(answer.text)
                replayed = await self.get(f"/api/tables/{table}/replay")
                assert replayed.status_code in (200, 409)
            if rng.random() < 0.03:
                self.public += [(await self.get(path)).text for path in ("/api/tables", "/health", "/metrics", "/api/games")]

    async def _check(self, game: str, table: str, people: list[PersonLog]) -> None:
        loop = asyncio.get_running_loop()
        totals = (
            await loop.run_in_executor(self.checker, check, self.database, table, people)
            if self.checker
            else check(self.database, table, people)
        )
        self.counts.update(totals)
        self.counts["tables"] += 1
        self.counts[f"games of {game}"] += totals.get("games", 0) + totals.get("games abandoned", 0)

    @property
    def games(self) -> int:
        return self.counts["games"] + self.counts["games abandoned"]

    async def run(self, games: int, at_once: int) -> None:
        number = 0
        running: set[asyncio.Task[None]] = set()
        while self.games < games:
            while len(running) < at_once and self.games + len(running) < games + at_once // 4:
                running.add(asyncio.create_task(self.party(number)))
                number += 1
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        for task in running:
            await task

    def outside(self, log: str) -> None:
        """What outsiders and the log were told."""
        for text in (*self.public, log):
            leaks = self.canaries & set(re.findall(r"[\w-]{12,}", text))  # as words: there are tens of thousands
            assert not leaks, f"{leaks} is told to outsiders, or logged"
        for line in log.splitlines():
            assert json.loads(line)["level"] in ("info", "warning"), line
        self.counts["canaries"] = len(self.canaries)


def memory(pid: int) -> float:
    """Megabytes."""
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert match
    return int(match[1]) / 1024


def metric(text: str, name: str) -> float:
    match = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    return float(match[1]) if match else 0.0


async def soak(games: int, seed: int, at_once: int, folder: Path) -> None:
    server = Live(folder)
    server.options += ["--log", "info"]
    with server, ProcessPoolExecutor(2) as checker:
        all_of_it = Soak(server.url, folder / DATABASE_FILE, seed, checker)
        used: list[float] = []

        async def tell() -> None:
            begun = time.monotonic()
            while True:
                await asyncio.sleep(15)
                used.append(memory(server.pid))
                metrics = (await all_of_it.get("/metrics")).text
                print(
                    f"{time.monotonic() - begun:5.0f} s  {all_of_it.games:5} games  "
                    f"{metric(metrics, 'fairyring_rows_total'):8.0f} rows  "
                    f"{metric(metrics, 'fairyring_tables'):4.0f} tables  {used[-1]:5.0f} MB",
                    flush=True,
                )

        telling = asyncio.create_task(tell())
        await all_of_it.run(games, at_once)
        end = time.monotonic() + 120
        while (left := metric((await all_of_it.get("/metrics")).text, "fairyring_tables")) and time.monotonic() < end:
            await asyncio.sleep(2)
        telling.cancel()
        metrics = (await all_of_it.get("/metrics")).text
        await all_of_it.http.aclose()
        assert metric(metrics, "fairyring_failures_total") == 0, "a task of the server failed"
        assert server.stop() == 0
    all_of_it.outside(server.log.read_text())
    for name, count in sorted(all_of_it.counts.items()):
        print(f"{count:9} {name}")
    print("HTTP:", dict(all_of_it.statuses))
    print(
        f"tables in memory when all had left: {left:.0f}; "
        f"memory {min(used):.0f} to {max(used):.0f} MB, at the end {used[-1]:.0f}"
    )
    quarter = len(used) // 4
    if quarter > 2:
        early, late = sum(used[quarter : 2 * quarter]) / quarter, sum(used[-quarter:]) / quarter
        assert late < early * MOST_GROWTH, f"memory grew from {early:.0f} to {late:.0f} MB"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=40)
    args = parser.parse_args()
    quick = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  (this is not about the disk)
    folder = Path(tempfile.mkdtemp(prefix="soak-", dir=quick))
    asyncio.run(soak(args.games, args.seed, args.at_once, folder))
    shutil.rmtree(folder)
    print("nothing found", file=sys.stderr)


if __name__ == "__main__":
    main()
