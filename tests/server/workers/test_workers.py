"""Worker pool: workers that crash, hang or lie cost no move and block no other table."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from fairyring.server.workers import pool
from fairyring.tables import bot_turns
from tests.server.support.running import LONGEST, Running, Talk, running

READY = "import sys, time\nprint('ready', flush=True)\n"
BROKEN = {
    "crashes": READY + "sys.stdin.readline()\nsys.exit(3)",
    "answers with something illegal": READY + "for line in sys.stdin: print(99999, flush=True)",
    "answers with a negative number": READY + "for line in sys.stdin: print(-1, flush=True)",
    "answers with what is no number": READY + "for line in sys.stdin: print('true', flush=True)",
    "answers with what is no JSON": READY + "for line in sys.stdin: print('{', flush=True)",
    "answers without end": READY + "sys.stdin.readline()\nwhile True: sys.stdout.write('x' * 100000)",
    "is never ready": "import time\ntime.sleep(1000)",
    "goes at once": "",
    "hangs": READY + "time.sleep(1000)",
}


async def to_the_end(server: Running, talk: Talk) -> None:
    """Our only person chooses the first thing, against a bot, until the game is over."""
    async with asyncio.timeout(LONGEST * 3):
        while talk.table["phase"] != "over":
            if "ask" in talk.own and "chosen" not in talk.own:
                await talk.play(talk.own["legal"][0]["id"])
            else:
                await talk.next("beat")
    assert server.failures() == 0


async def against_a_bot(talk: Talk) -> None:
    await talk.do("sit", seat=0, name="Ann")
    await talk.do("bot", seat=1)
    await talk.do("start")
    await talk.phase("playing")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "BOT_PACE_MS", (1, 2))
    monkeypatch.setattr(bot_turns, "SECOND", 50)  # how long the table waits for a worker, besides the bot's own time
    monkeypatch.setattr(bot_turns, "bot_budget_ms", lambda _level: 20)
    monkeypatch.setattr(pool, "timeout_seconds", lambda _job: 0.1)


@pytest.mark.parametrize("how", BROKEN)
async def test_workers_that_fail_cost_no_move(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "worker.py"
    script.write_text(BROKEN[how])
    monkeypatch.setattr(pool, "PROGRAM", (sys.executable, "-I", str(script)))
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await against_a_bot(ann)
            await to_the_end(server, ann)
            log = await server.log(table)
            moves = [entry.data for row in log for entry in row.entries if entry.kind == "decision"]
            assert sum(move["seat"] == 1 for move in moves) == sum(move["seat"] == 0 for move in moves)


async def test_workers_that_are_killed_are_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "timeout_seconds", lambda _job: LONGEST)
    processes: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*command: str, **more: object) -> asyncio.subprocess.Process:
        processes.append(await start(*command, **more))  # type: ignore[arg-type]
        return processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await against_a_bot(ann)
            os.kill(processes[-1].pid, signal.SIGKILL)
            await to_the_end(server, ann)
        async with asyncio.timeout(LONGEST):
            while len(processes) < 2:
                await asyncio.sleep(0.01)
        assert server.hub.workers.restarts >= 1


async def test_workers_that_hang_do_not_block_other_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a bot of one table hangs for good, people of another play on as if nothing was."""
    monkeypatch.setattr(pool, "timeout_seconds", lambda _job: LONGEST)
    monkeypatch.setattr(bot_turns, "SECOND", 600_000)
    script = tmp_path / "worker.py"
    script.write_text(BROKEN["hangs"])
    monkeypatch.setattr(pool, "PROGRAM", (sys.executable, "-I", str(script)))
    async with running(tmp_path) as server:
        stuck, token = await server.create("fairy", 2)
        free, other = await server.create("fairy", 2)
        async with server.talk(stuck, token) as ann, server.talk(free, other) as bo, server.talk(free) as cy:
            await against_a_bot(ann)
            await bo.do("sit", seat=0, name="Bo")
            await cy.do("sit", seat=1, name="Cy")
            await bo.do("start")
            await asyncio.gather(to_the_end(server, bo), to_the_end(server, cy))
            assert server.state(stuck).phase == "playing"
            assert (await ann.do("away"))["type"] == "ack"
