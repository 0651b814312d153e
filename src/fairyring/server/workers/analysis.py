"""Which decisions of a game that is over cost most. Each is looked at as its seat saw it then, by a worker, between bots' jobs.

What was found is kept for the games that were asked about last; one that was looked at too hastily is looked at again.
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
from fairyring.server.http.errors import No
from fairyring.server.http.schemas import Analysis, Mark
from fairyring.server.workers.pool import Workers
from fairyring.tables import records
from fairyring.tables.bot_jobs import Job, advice
from fairyring.tables.log.state import Durable

TOTAL = 20.0  # seconds for a game
LEAST, MOST = 20, 300  # milliseconds for a decision
MARKS = 3  # of each seat
KEPT = 64  # games
WAITING = 4  # games that wait while another one is looked at
ROUGH = 0.06  # standard error of the best action, in the middle: above it nothing but blunders can be seen


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision where there was a choice."""

    index: int  # in the record
    seat: int
    done: int
    job: Job


def decisions(record: Record, options: Mapping[str, Any]) -> Iterator[Decided]:
    """Those of people, each with what its seat knew; where only bots played, those of all."""
    game = record.game()
    people = [seat for seat, sitter in enumerate(record.sitters) if not sitter.bot]
    recalls = {seat: Recall(game, seat) for seat in people or game.seats}
    for index, (s, decision, _events) in enumerate(record.walk(game)):
        if decision is None:
            return
        seat, done = decision.seat, game.action(decision.seat, decision.action).id
        if seat in recalls and len(game.legal(s, seat)) > 1:
            yield Decided(index, seat, done, advice("", game, options, seat, game.redact(s, seat), recalls[seat].memory, LEAST))
        for recall in recalls.values():
            recall.watch(seat, done)


class Analyses:
    """One game at a time, so that bots at other tables hardly notice. Make it inside a running loop."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[tuple[str, int], asyncio.Task[Analysis]] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def of(self, durable: Durable) -> Analysis:
        """What there is to say about a game that is over; who asks while it is looked at waits for the same answer."""
        key = (durable.table, durable.n)
        found = self._known.get(key)
        if found is None:
            if sum(not task.done() for task in self._known.values()) > WAITING:
                raise No(503, "full", "Others are having their games looked at; come back in a minute.")
            found = self._known[key] = asyncio.create_task(self._look(durable), name="analysis")
            found.add_done_callback(lambda task: self._done(key, task))
        self._known.move_to_end(key)
        return await asyncio.shield(found)  # who goes away takes it from nobody else

    def _done(self, key: tuple[str, int], task: asyncio.Task[Analysis]) -> None:
        if task.cancelled() or task.exception() is not None or not task.result().looked:
            self._known.pop(key, None)
        for old in [old for old, other in self._known.items() if other.done()][:-KEPT]:
            del self._known[old]

    async def _look(self, durable: Durable) -> Analysis:
        async with self._one:
            made = await asyncio.to_thread(lambda: list(decisions(records.whole(durable), durable.options)))
            budget = max(LEAST, min(MOST, int(1000 * TOTAL) // max(1, len(made))))
            end = time.monotonic() + TOTAL
            costs: list[tuple[float, int, Decided]] = []
            errors: list[float] = []
            for number, one in enumerate(made):
                if time.monotonic() > end:
                    break
                name = f"look {durable.table} {durable.n} {number}"
                shares = await self._workers.weigh(replace(one.job, id=name, budget=budget))
                if not shares:
                    continue
                errors.append(shares[0][2])
                if (lost := cost(shares, one.done)) > 0:
                    costs.append((lost, shares[0][0], one))
        if errors and sorted(errors)[len(errors) // 2] > ROUGH:
            self._known.pop((durable.table, durable.n), None)  # once the search is compiled, it sees more
        return _told(durable, len(made), len(errors), costs)

    async def close(self) -> None:
        tasks = list(self._known.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _told(durable: Durable, made: int, looked: int, costs: list[tuple[float, int, Decided]]) -> Analysis:
    assert durable.run is not None
    assert durable.run.table is not None
    game = durable.run.table.game
    worst: list[Mark] = []
    for seat in game.seats:
        own = sorted((one for one in costs if one[2].seat == seat), key=lambda one: -one[0])[:MARKS]
        for lost, better, one in own:
            done, best = (game.space(seat)[action].wire() for action in (one.done, better))
            worst.append(Mark(one.index + 1, seat, done, best, round(100 * lost)))
    return Analysis(durable.run.name, made, looked, sorted(worst, key=lambda mark: mark.at))
