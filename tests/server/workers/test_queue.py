"""Queue of bots' jobs: tables take turns, tables with people come first, a job that is asked again replaces the first."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from fairyring.server.workers import pool
from fairyring.server.workers.pool import CANCELLED, JobQueue, WaitingJob, WorkerPool
from fairyring.tables import bot_turns
from fairyring.tables.bot_jobs import Job
from tests.server.support.running import running

# A worker that notes the seeds of its jobs in a file and answers each with its first legal action.
NOTING = (
    "import json, sys, pathlib\nprint('ready', flush=True)\n"
    "for line in sys.stdin:\n"
    "    job = json.loads(line)\n"
    "    with open({file!r}, 'a') as out: out.write(str(job['seed']) + ' ')\n"
    "    print(job['legal'][0], flush=True)\n"
)


def job(number: int, id_: str = "") -> Job:
    return Job(id_ or f"job {number}", "fairy", 1, {}, 0, "strong", b"", (3, 4), number, 50)


def waiting(number: int) -> WaitingJob:
    return job(number), asyncio.get_running_loop().create_future()


async def test_job_queue_serves_tables_in_turn_and_people_first() -> None:
    queue = JobQueue()
    for number in range(3):
        queue.put("busy", True, waiting(number))
        queue.put("bots only", False, waiting(30 + number))
    queue.put("calm", True, waiting(10))
    assert len(queue) == 7
    assert [queue.pop()[0].seed for _ in range(7)] == [0, 10, 1, 2, 30, 31, 32]
    assert not queue


async def test_job_queue_bounds_the_share_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = JobQueue()
    added = [queue.put("greedy", True, waiting(number)) for number in range(40)]
    assert added.count(True) == pool.MAX_WAITING_OF_TABLE
    assert queue.put("other", True, waiting(1))
    monkeypatch.setattr(pool, "MAX_WAITING_JOBS", len(queue))
    assert not queue.put("third", True, waiting(1))
    while queue:
        queue.pop()  # a refused job leaves nothing behind
    monkeypatch.undo()
    assert queue.put("third", True, waiting(1))
    assert queue.pop()[0].seed == 1


async def test_workers_compute_a_repeated_job_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, script = tmp_path / "seeds", tmp_path / "worker.py"
    script.write_text(NOTING.format(file=str(file)))
    monkeypatch.setattr(pool, "PROGRAM", (sys.executable, "-I", str(script)))
    workers = WorkerPool(1)
    first = asyncio.create_task(workers.think(job(1, "same"), "table", watched=True))
    await asyncio.sleep(0)
    second = asyncio.create_task(workers.think(job(2, "same"), "table", watched=True))
    assert await first is CANCELLED
    assert await second == 3
    await workers.close()
    assert file.read_text().split() == ["2"]


async def test_overloaded_bots_decide_as_normal_and_the_table_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker ever answers: strong bots play on, at once, as `normal` would."""
    monkeypatch.setattr(bot_turns, "BOT_PACE_MS", (1, 2))
    monkeypatch.setattr(bot_turns, "SECOND", 20)
    monkeypatch.setattr(bot_turns, "bot_budget_ms", lambda _level: 10)
    monkeypatch.setattr(pool, "MAX_WAITING_JOBS", 0)
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0)
            await ann.do("bot", seat=1, level="strong")
            await ann.do("start")
            note = await ann.next("note")
            assert (note["key"], note["args"]) == ("table.note.hasty", {"seat": {"seat": 1}})
            assert server.app.metrics.registry.get_sample_value("fairyring_bot_fallbacks_total")
