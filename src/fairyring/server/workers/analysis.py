"""Analysis of finished games: which decisions cost most, each judged by a worker from what its seat knew then.

Results of the games asked about last are kept; one that was too rough is computed again when it is asked for.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fairyring.bots import Recall
from fairyring.bots.advice import cost
from fairyring.core.record.record import Record
from fairyring.server.errors import Overloaded
from fairyring.server.http.schemas import Analysis, Mark
from fairyring.server.workers.pool import WorkerPool
from fairyring.tables import records
from fairyring.tables.bot_jobs import Job, hint_request
from fairyring.tables.log.state import TableState

GAME_SECONDS = 20.0
MIN_BUDGET_MS, MAX_BUDGET_MS = 20, 300  # for a decision
MARKS_PER_SEAT = 3
MAX_KEPT = 64  # results
MAX_WAITING = 4  # games that wait while another one is analysed
ROUGH_ERROR = 0.06  # median standard error of the best action; above it, only blunders can be told


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision with more than one legal action, and the job that judges it."""

    index: int  # in the record
    seat: int
    done: int
    job: Job


def decisions(record: Record, options: Mapping[str, Any]) -> Iterator[JudgedDecision]:
    """Yield the decisions of people; where only bots played, those of all seats."""
    game = record.game()
    people = [seat for seat, sitter in enumerate(record.sitters) if not sitter.bot]
    recalls = {seat: Recall(game, seat) for seat in people or game.seats}
    for index, (s, decision, _events) in enumerate(record.walk(game)):
        if decision is None:
            return
        seat, done = decision.seat, game.action(decision.seat, decision.action).id
        if seat in recalls and len(game.legal(s, seat)) > 1:
            yield JudgedDecision(
                index,
                seat,
                done,
                hint_request("", game, options, seat, game.redact(s, seat), recalls[seat].memory, MIN_BUDGET_MS),
            )
        for recall in recalls.values():
            recall.watch(seat, done)


class AnalysisService:
    """Analyses one game at a time, so that bots at other tables hardly notice. Create it inside a running event loop."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers
        self._results: OrderedDict[tuple[str, int], asyncio.Task[Analysis]] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def analyse(self, state: TableState) -> Analysis:
        """Return the analysis of a game that is over. Concurrent requests share one computation. Raises Overloaded."""
        key = (state.table, state.n)
        task = self._results.get(key)
        if task is None:
            if sum(not task.done() for task in self._results.values()) > MAX_WAITING:
                raise Overloaded("Others are having their games looked at; come back in a minute.")
            task = self._results[key] = asyncio.create_task(self._analyse(state), name="analysis")
            task.add_done_callback(lambda task: self._done(key, task))
        self._results.move_to_end(key)
        return await asyncio.shield(task)  # a cancelled request must not cancel the shared computation

    def _done(self, key: tuple[str, int], task: asyncio.Task[Analysis]) -> None:
        if task.cancelled() or task.exception() is not None or not task.result().looked:
            self._results.pop(key, None)
        for old in [old for old, other in self._results.items() if other.done()][:-MAX_KEPT]:
            del self._results[old]

    async def _analyse(self, state: TableState) -> Analysis:
        async with self._turn:
            decided = await asyncio.to_thread(lambda: list(decisions(records.full_record(state), state.options)))
            budget = max(MIN_BUDGET_MS, min(MAX_BUDGET_MS, int(1000 * GAME_SECONDS) // max(1, len(decided))))
            end = time.monotonic() + GAME_SECONDS
            costs: list[tuple[float, int, JudgedDecision]] = []
            errors: list[float] = []
            for number, decision in enumerate(decided):
                if time.monotonic() > end:
                    break
                name = f"look {state.table} {state.n} {number}"
                shares = await self._workers.weigh(replace(decision.job, id=name, budget=budget))
                if not shares:
                    continue
                errors.append(shares[0][2])
                if (lost := cost(shares, decision.done)) > 0:
                    costs.append((lost, shares[0][0], decision))
        if errors and sorted(errors)[len(errors) // 2] > ROUGH_ERROR:
            self._results.pop((state.table, state.n), None)  # too rough: compute again, perhaps with compiled kernels
        return _analysis(state, len(decided), len(errors), costs)

    async def close(self) -> None:
        tasks = list(self._results.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _analysis(state: TableState, decided: int, looked: int, costs: list[tuple[float, int, JudgedDecision]]) -> Analysis:
    assert state.run is not None
    assert state.run.table is not None
    game = state.run.table.game
    worst: list[Mark] = []
    for seat in game.seats:
        own = sorted((item for item in costs if item[2].seat == seat), key=lambda item: -item[0])[:MARKS_PER_SEAT]
        for lost, better, decision in own:
            done, best = (game.space(seat)[action].wire() for action in (decision.done, better))
            worst.append(Mark(decision.index + 1, seat, done, best, round(100 * lost)))
    return Analysis(state.run.name, decided, looked, sorted(worst, key=lambda mark: mark.at))
