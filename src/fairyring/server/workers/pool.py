"""Pool of worker processes in which bots think. A worker that fails or hangs is killed and replaced.

A worker is the module `worker` behind two pipes: one job as a line of JSON in, its answer as a line out, one at a time.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import OrderedDict, deque
from contextlib import suppress
from typing import Any

from fairyring.tables.bot_jobs import Job, Weights, checked_weights

LOG = logging.getLogger(__name__)
PROGRAM = (sys.executable, "-m", "fairyring.server.workers.worker")
RESTART_SECONDS = (0.0, 0.1, 1.0, 5.0, 30.0)  # pause after 0, 1, 2 … workers that failed before they answered anything
START_SECONDS = 30.0  # a worker may take to start, on a busy machine
MAX_WAITING_JOBS = 4096  # further ones fail at once, and their tables decide without a worker
MAX_WAITING_OF_TABLE = 16  # likewise: a table owes at most one decision for each seat
CANCELLED = object()  # the answer to a job that is not needed any more, or was asked again


def timeout_seconds(job: Job) -> float:
    """Return how long an answer may take before the worker counts as hung: as long as the table waits."""
    return (2 * job.budget + 1000) / 1000


WaitingJob = tuple[Job, asyncio.Future[Any]]


class JobQueue:
    """Jobs by table: tables take turns, so that one with many jobs delays no other; tables with people come first."""

    def __init__(self) -> None:
        self._watched: OrderedDict[str, deque[WaitingJob]] = OrderedDict()
        self._unwatched: OrderedDict[str, deque[WaitingJob]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def put(self, table: str, watched: bool, waiting: WaitingJob) -> bool:
        """Add a job; return False if the queue, or the table's share of it, is full."""
        tables = self._watched if watched else self._unwatched
        if self._size >= MAX_WAITING_JOBS or len(tables.get(table, ())) >= MAX_WAITING_OF_TABLE:
            return False
        tables.setdefault(table, deque()).append(waiting)
        self._size += 1
        return True

    def pop(self) -> WaitingJob:
        """Remove and return the next job."""
        tables = self._watched or self._unwatched
        table, jobs = tables.popitem(last=False)
        waiting = jobs.popleft()
        self._size -= 1
        if jobs:
            tables[table] = jobs  # behind all others
        return waiting


class WorkerPool:
    """Worker processes and a queue of jobs. Create it inside a running event loop."""

    def __init__(self, count: int) -> None:
        self._waiting = JobQueue()
        self._answers: dict[str, asyncio.Future[Any]] = {}
        self._queued = asyncio.Semaphore(0)
        self.restarts = self.answered = 0
        self._tasks = [asyncio.create_task(self._run(), name=f"worker {n}") for n in range(count)]

    @property
    def waiting(self) -> int:
        """The number of jobs in the queue."""
        return len(self._waiting)

    @property
    def running(self) -> bool:
        """Whether all workers are looked after."""
        return not any(task.done() for task in self._tasks)

    async def think(self, job: Job, table: str = "", watched: bool = False) -> Any:
        """Return the bot's action; None if the worker failed, CANCELLED if the job was cancelled or asked again.

        `table` is whose turn it takes in the queue; jobs of tables that people watch come first.
        """
        answer = await self._answer(job, table, watched)
        return answer if type(answer) is int or answer is CANCELLED else None

    async def weigh(self, job: Job, table: str = "", watched: bool = False) -> Weights:
        """Return the bot's weights of the choices; empty if the worker failed."""
        return checked_weights(job, await self._answer(job, table, watched))

    async def _answer(self, job: Job, table: str, watched: bool) -> Any:
        self.cancel(job.id)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if not self._waiting.put(table, watched, (job, answer)):
            return None
        self._answers[job.id] = answer
        self._queued.release()
        try:
            return await answer
        finally:
            if self._answers.get(job.id) is answer:
                del self._answers[job.id]

    def cancel(self, job: str) -> None:
        """Cancel a job by its id. A worker that has begun it finishes it."""
        answer = self._answers.pop(job, None)
        if answer is not None and not answer.done():
            answer.set_result(CANCELLED)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        """Run one worker after the other."""
        failures = 0
        while True:
            before = self.answered
            try:
                await self._run_worker()
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                self.restarts += 1
                LOG.warning("a bot's worker is replaced: %s", type(error).__name__)
            failures = 0 if self.answered > before else failures + 1
            await asyncio.sleep(RESTART_SECONDS[min(failures, len(RESTART_SECONDS) - 1)])

    async def _run_worker(self) -> None:
        """Run a worker until it fails."""
        process = await asyncio.create_subprocess_exec(
            *PROGRAM,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
            start_new_session=True,  # Ctrl-C in the terminal must reach the server only
        )
        try:
            await self._serve(process)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _serve(self, process: asyncio.subprocess.Process) -> None:
        """Give jobs to a worker, one at a time; raises when it fails or hangs."""
        assert process.stdin is not None
        assert process.stdout is not None
        async with asyncio.timeout(START_SECONDS):
            if await process.stdout.readline() != b"ready\n":
                raise EOFError
        while True:
            await self._queued.acquire()
            job, answer = self._waiting.pop()
            if answer.done():
                continue
            try:
                async with asyncio.timeout(timeout_seconds(job)):
                    process.stdin.write(json.dumps(job.plain()).encode() + b"\n")
                    await process.stdin.drain()
                    line = await process.stdout.readline()
                if not line:
                    raise EOFError
                result = json.loads(line)
                self.answered += 1
                if not answer.done():
                    answer.set_result(result)
            finally:
                if not answer.done():
                    answer.set_result(None)
