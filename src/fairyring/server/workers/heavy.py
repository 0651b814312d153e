"""Pool of processes for heavy work on text from strangers: a deadline for each job, a short queue, a share for each address.

The event loop only passes bytes: a worker that hangs, crashes or takes too long is killed, and nobody but its client notices.
Answers are cached by the content of the job, so popular ones (shipped boards, a replay that many look at) are computed once.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections import Counter, OrderedDict, deque
from contextlib import suppress
from dataclasses import dataclass, field

from fairyring.server.errors import Overloaded, TooMany
from fairyring.server.workers.heavy_jobs import HeavyAnswer
from fairyring.server.workers.heavy_worker import LENGTH_BYTES

LOG = logging.getLogger(__name__)
PROGRAM = (sys.executable, "-m", "fairyring.server.workers.heavy_worker")
START_SECONDS = 30.0  # a worker may take to start, on a busy machine
JOB_SECONDS = 10.0  # the longest legitimate job, a record of 3,000 decisions, takes about half a second
IDLE_SECONDS = 300.0  # then a worker ends, and its memory is free
MAX_WAITING = 24  # jobs in the queue
QUEUE_SECONDS = 15.0  # a job waits there at most: with start and deadline of a worker, less than proxies wait for an answer
MAX_PER_ADDRESS = 6  # of them, and of those under way, from one address
MAX_ANSWER_BYTES = 32 << 20
MAX_CACHED_BYTES = 16 << 20  # of answers, in all
MAX_CACHED_ANSWER_BYTES = 2 << 20
BUSY = "Many are asking for long computations just now; please try again in a moment."
GIVEN_UP = "That took too long and was given up; please try something smaller."


@dataclass(slots=True)
class _Waiting:
    job: bytes
    answer: asyncio.Future[HeavyAnswer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    begun: bool = False  # a worker has it

    def refuse_unless_begun(self) -> None:
        """Give up waiting in the queue."""
        if not self.begun and not self.answer.done():
            self.answer.set_exception(Overloaded(BUSY))


class HeavyPool:
    """Heavy workers and their queue. Create it inside a running event loop; processes start when they are first needed."""

    def __init__(self, count: int = 1, program: tuple[str, ...] = PROGRAM, job_seconds: float = JOB_SECONDS) -> None:
        self._program, self._job_seconds = program, job_seconds
        self._waiting: deque[_Waiting] = deque()
        self._queued = asyncio.Semaphore(0)
        self._by_address: Counter[str] = Counter()
        self._cache: OrderedDict[bytes, HeavyAnswer] = OrderedDict()
        self._cached_bytes = 0
        self._under_way: dict[bytes, asyncio.Future[HeavyAnswer]] = {}  # of jobs that are cached
        self.computed = self.killed = 0
        self._tasks = [asyncio.create_task(self._run(), name=f"heavy worker {n}") for n in range(count)]

    @property
    def waiting(self) -> int:
        """The number of jobs in the queue."""
        return sum(not job.answer.done() for job in self._waiting)

    @property
    def running(self) -> bool:
        """Whether all workers are looked after."""
        return not any(task.done() for task in self._tasks)

    def cached(self, key: bytes) -> HeavyAnswer | None:
        """Return the cached answer to the job with this key."""
        if key in self._cache:
            self._cache.move_to_end(key)
        return self._cache.get(key)

    def is_under_way(self, key: bytes) -> bool:
        """Return whether an equal job is queued or running for another client, so that this one is free."""
        return key in self._under_way

    async def run(self, job: bytes, address: str, *, cache: bool = True, key: bytes = b"") -> HeavyAnswer:
        """Return the answer to a job (JSON), refusals included. A cancelled caller's job is not begun any more.

        `key` is `key_of(job)`, if the caller knows it already.
        Raises Overloaded if too many jobs wait, or this one waited or took too long, TooMany if the address has too many.
        """
        key = (key or key_of(job)) if cache else b""
        same = self._under_way.get(key)
        if same is not None and not same.cancelled():
            try:
                return await asyncio.shield(same)  # a cancelled caller must not cancel it for others
            except asyncio.CancelledError:
                if not same.cancelled():
                    raise
            return await self.run(job, address, cache=cache, key=key)  # the first caller hung up: the next one asks
        if self._by_address[address] >= MAX_PER_ADDRESS:
            raise TooMany("You have asked for a lot at once; wait until some of it is done.")
        if self.waiting >= MAX_WAITING:
            raise Overloaded(BUSY)
        waiting = _Waiting(job)
        self._by_address[address] += 1
        waiting.answer.add_done_callback(lambda _: self._release(address))
        self._waiting.append(waiting)
        self._queued.release()
        if key:
            self._under_way[key] = waiting.answer
        timer = asyncio.get_running_loop().call_later(QUEUE_SECONDS, waiting.refuse_unless_begun)
        try:
            answer = await waiting.answer
        finally:
            timer.cancel()
            waiting.job = b""  # it may stay in the queue for a while
            if self._under_way.get(key) is waiting.answer:
                del self._under_way[key]
        if key and answer.status == 200:
            self._keep(key, answer)
        return answer

    def _release(self, address: str) -> None:
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]

    def _keep(self, key: bytes, answer: HeavyAnswer) -> None:
        if key in self._cache or len(answer.body) > MAX_CACHED_ANSWER_BYTES:
            return
        self._cache[key] = answer
        self._cached_bytes += len(answer.body)
        while self._cached_bytes > MAX_CACHED_BYTES:
            _, old = self._cache.popitem(last=False)
            self._cached_bytes -= len(old.body)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for waiting in self._waiting:
            if not waiting.answer.done():
                waiting.answer.cancel()

    async def _run(self) -> None:
        """Run one worker after the other, each from its first job until it fails or has been idle."""
        while True:
            waiting = await self._next()
            try:
                await self._run_worker(waiting)
            except (TimeoutError, OSError, ValueError, EOFError) as error:
                self.killed += 1
                LOG.warning("a heavy worker is replaced: %s", type(error).__name__)
            finally:
                if not waiting.answer.done():
                    waiting.answer.set_exception(Overloaded(GIVEN_UP))

    async def _next(self) -> _Waiting:
        while True:
            await self._queued.acquire()
            waiting = self._waiting.popleft()
            if not waiting.answer.done():
                waiting.begun = True
                return waiting

    async def _run_worker(self, waiting: _Waiting) -> None:
        process = await asyncio.create_subprocess_exec(
            *self._program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C in the terminal must reach the server only
        )
        try:
            assert process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                if await _read_frame(process.stdout) != b"ready":
                    raise EOFError
            await self._serve(process, waiting)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # also closes its pipes

    async def _serve(self, process: asyncio.subprocess.Process, waiting: _Waiting) -> None:
        """Give jobs to a worker, one at a time, until it is idle; raises when it fails or takes too long."""
        assert process.stdin is not None
        assert process.stdout is not None
        while True:
            try:
                async with asyncio.timeout(self._job_seconds):
                    process.stdin.write(len(waiting.job).to_bytes(LENGTH_BYTES, "big") + waiting.job)
                    await process.stdin.drain()
                    status, media_type, file_name = json.loads(await _read_frame(process.stdout))
                    body = await _read_frame(process.stdout)
                self.computed += 1
                if not waiting.answer.done():
                    waiting.answer.set_result(HeavyAnswer(body, media_type, status, file_name))
            finally:
                if not waiting.answer.done():
                    waiting.answer.set_exception(Overloaded(GIVEN_UP))
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    waiting = await self._next()
            except TimeoutError:
                return


async def _read_frame(reader: asyncio.StreamReader) -> bytes:
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    if length > MAX_ANSWER_BYTES:
        raise ValueError("the answer is too long")
    return await reader.readexactly(length)


def key_of(job: bytes) -> bytes:
    """Return the key of a job in the cache. A job may have megabytes, so this is computed once."""
    return hashlib.sha256(job).digest()
