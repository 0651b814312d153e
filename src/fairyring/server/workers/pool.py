"""Bots think in processes of their own. A job is bytes in, an action or an opinion out; a worker that fails or hangs is ended
and replaced.

A worker is this package's `worker` module behind two pipes: lines of JSON. It is asked one thing at a time.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from contextlib import suppress
from typing import Any

from fairyring.tables.bot_jobs import Job, Weighed, weighed

LOG = logging.getLogger(__name__)
PROGRAM = (sys.executable, "-m", "fairyring.server.workers.worker")
PAUSES = (0.0, 0.1, 1.0, 5.0, 30.0)  # seconds before the next one, where one after the other fails before it answers anything
START = 30.0  # seconds that a worker may take to come up, on a busy machine
MOST = 4096  # jobs that wait; more fail at once, and their tables think for themselves


def patience(job: Job) -> float:
    """How long an answer may take before the worker counts as hung: as long as the table itself waits."""
    return (2 * job.budget + 1000) / 1000


class Workers:
    """A few processes; jobs wait their turn. Make it inside a running loop."""

    def __init__(self, count: int) -> None:
        self._waiting: deque[tuple[Job, asyncio.Future[Any]]] = deque()
        self._known: dict[str, asyncio.Future[Any]] = {}
        self._more = asyncio.Semaphore(0)
        self.restarts = self.answered = 0
        self._tasks = [asyncio.create_task(self._run(), name=f"worker {n}") for n in range(count)]

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    async def think(self, job: Job) -> int | None:
        """The action; None when the worker failed, or nobody wants to know any more."""
        answer = await self._answer(job)
        return answer if type(answer) is int else None

    async def weigh(self, job: Job) -> Weighed:
        """What the bot thinks of the choices; nothing when the worker failed."""
        return weighed(job, await self._answer(job))

    async def _answer(self, job: Job) -> Any:
        if len(self._waiting) >= MOST:
            return None
        told: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, told))
        self._known[job.id] = told
        self._more.release()
        try:
            return await told
        finally:
            if self._known.get(job.id) is told:
                del self._known[job.id]

    def cancel(self, job: str) -> None:
        """Nobody needs the answer. A worker that thinks already thinks to the end."""
        told = self._known.pop(job, None)
        if told is not None and not told.done():
            told.set_result(None)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        """One worker after the other, for ever."""
        failed = 0
        while True:
            before = self.answered
            try:
                await self._one()
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                self.restarts += 1
                LOG.warning("a bot's worker is replaced: %s", type(error).__name__)
            failed = 0 if self.answered > before else failed + 1
            await asyncio.sleep(PAUSES[min(failed, len(PAUSES) - 1)])

    async def _one(self) -> None:
        """A worker, until it fails."""
        process = await asyncio.create_subprocess_exec(
            *PROGRAM,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 20,
            start_new_session=True,  # a Ctrl-C in the terminal is for the server alone
        )
        try:
            await self._serve(process)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _serve(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        async with asyncio.timeout(START):
            if await process.stdout.readline() != b"ready\n":
                raise EOFError
        while True:
            await self._more.acquire()
            job, told = self._waiting.popleft()
            if told.done():
                continue
            try:
                async with asyncio.timeout(patience(job)):
                    process.stdin.write(json.dumps(job.plain()).encode() + b"\n")
                    await process.stdin.drain()
                    line = await process.stdout.readline()
                if not line:
                    raise EOFError
                answer = json.loads(line)
                self.answered += 1
                if not told.done():
                    told.set_result(answer)
            finally:
                if not told.done():
                    told.set_result(None)
