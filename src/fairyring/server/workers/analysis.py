"""Analysis of finished games: which decisions cost most, each judged by a worker from what its seat knew then.

A heavy worker walks through the game, and bot workers judge the decisions.

Results of the games asked about last are kept; one that was too rough is computed again when it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any

import msgspec

from fairyring.api.analysis import GAME_SECONDS, Judgements, budget_ms
from fairyring.api.judged_decisions import JudgedDecision
from fairyring.server.errors import Overloaded
from fairyring.server.http.schemas import Analysis
from fairyring.server.workers.heavy import HeavyPool
from fairyring.server.workers.pool import WorkerPool
from fairyring.tables import records
from fairyring.tables.log.state import TableState

ANALYSIS = "analysis"  # in place of an address, in the queue of heavy workers
MAX_KEPT = 64  # results
MAX_WAITING = 4  # games that wait while another one is analysed
QUEUE_SECONDS = 30.0  # they wait at most
ANSWER_SECONDS = 55.0  # a client waits at most: proxies hang up after a minute. The analysis goes on, and is kept
BUSY = "Others are having their games looked at; come back in a minute."
LATER = "This game is still being looked at; come back in a minute."


class AnalysisService:
    """Analyses one game at a time, so that bots at other tables hardly notice. Create it inside a running event loop.

    A game gets so many `seconds`. With none of them no decision is judged, and no worker has to do with it.
    """

    def __init__(self, workers: WorkerPool, heavy: HeavyPool, seconds: int = GAME_SECONDS) -> None:
        self._workers, self._heavy, self._seconds = workers, heavy, seconds
        self._results: OrderedDict[tuple[str, int], asyncio.Task[Analysis]] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def analyse(self, state: TableState) -> Analysis:
        """Return the analysis of a game that is over. Concurrent requests share one computation.

        Raises Overloaded if others wait, or if it takes longer than a client should wait; whoever asks later gets it then.
        """
        if self._seconds == 0:
            return Analysis(game=state.game, decisions=0, looked=0, marks=[])
        key = (state.table, state.n)
        task = self._results.get(key)
        if task is None:
            if sum(not task.done() for task in self._results.values()) > MAX_WAITING:
                raise Overloaded(BUSY)
            task = self._results[key] = asyncio.create_task(self._analyse(state), name="analysis")
            task.add_done_callback(lambda task: self._done(key, task))
        self._results.move_to_end(key)
        done, _ = await asyncio.wait([task], timeout=ANSWER_SECONDS)  # neither an end nor a cancelled request cancels it
        if not done:
            raise Overloaded(LATER)
        return task.result()

    def _done(self, key: tuple[str, int], task: asyncio.Task[Analysis]) -> None:
        if task.cancelled() or task.exception() is not None or not task.result().looked:
            self._results.pop(key, None)
        for old in [old for old, other in self._results.items() if other.done()][:-MAX_KEPT]:
            del self._results[old]

    async def _analyse(self, state: TableState) -> Analysis:
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await self._turn.acquire()
        except TimeoutError:
            raise Overloaded(BUSY) from None
        try:
            return await self._walk(state)
        finally:
            self._turn.release()

    async def _walk(self, state: TableState) -> Analysis:
        """Walk through the game and judge its decisions, in the seconds of the settings at most."""
        job = {"do": "decisions", "record": records.bare_record(state).dumps(), "options": dict(state.options)}
        end = time.monotonic() + self._seconds
        judgements = Judgements()
        number, (total, page) = 0, await self._page(job, 0)
        while page and time.monotonic() <= end:
            budget = budget_ms(total, self._seconds)
            for decision in page:
                if time.monotonic() > end:
                    break
                number += 1
                name = f"look {state.table} {state.n} {number}"
                judgements.add(decision, await self._workers.weigh(replace(decision.job, id=name, budget=budget)))
            more = number < total and time.monotonic() <= end
            page = (await self._page(job, number))[1] if more else []
        if judgements.rough:
            self._results.pop((state.table, state.n), None)  # too rough: compute again, perhaps with compiled kernels
        assert state.run is not None
        assert state.run.table is not None
        return msgspec.convert(judgements.result(state.run.table.game, total), Analysis)

    async def _page(self, job: dict[str, Any], first: int) -> tuple[int, list[JudgedDecision]]:
        """Return how many decisions there are, and some of them from `first` on: a heavy worker walks through the game."""
        answer = await self._heavy.run(msgspec.json.encode(job | {"first": first}), ANALYSIS, cache=False)
        if answer.status != 200:
            raise Overloaded("This game cannot be looked at just now.")
        fields = msgspec.json.decode(answer.body)
        return fields["total"], [JudgedDecision.read(decision) for decision in fields["decisions"]]

    async def close(self) -> None:
        tasks = list(self._results.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
