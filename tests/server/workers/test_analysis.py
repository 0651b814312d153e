"""Analysis of finished games: costly decisions, judged from what was known then."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fairyring.api import analysis as judging
from fairyring.api.analysis import GAME_SECONDS, MARKS_PER_SEAT
from fairyring.api.judged_decisions import decisions
from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.server.errors import Overloaded
from fairyring.server.http.errors import handle_fairyring_error
from fairyring.server.workers import analysis, heavy, heavy_jobs, pool
from fairyring.server.workers.analysis import AnalysisService
from fairyring.server.workers.heavy import HeavyPool
from fairyring.server.workers.heavy_jobs import HeavyAnswer, run_job
from fairyring.server.workers.pool import WorkerPool
from fairyring.tables.bot_jobs import Job, Weights
from fairyring.tables.records import full_record
from tests.paths import GAME_TESTS
from tests.server.http.test_http import seated
from tests.server.support.running import LONGEST, running
from tests.tables.support.bench import Bench

RECORDS = {name: min((GAME_TESTS / name.replace("-", "_") / "records").glob("*.jsonl")) for name in registry.shipped()}


class Thinker(WorkerPool):
    """Thinks nothing, and says of every first choice that it would have been the best."""

    def __init__(self, error: float = 0.01) -> None:
        self.error, self.asked = error, list[Job]()

    async def weigh(self, job: Job, table: str = "", watched: bool = False) -> Weights:
        self.asked.append(job)
        await asyncio.sleep(0)
        best, *others = job.legal
        return ((best, 0.9, self.error, 0.0), *((action, 0.5, self.error, 0.0) for action in others))


class Walker(HeavyPool):
    """Does heavy jobs at once, and counts them."""

    def __init__(self) -> None:
        self.jobs = 0

    async def run(self, job: bytes, address: str, *, cache: bool = True, key: bytes = b"") -> HeavyAnswer:
        assert (address, cache, key) == (analysis.ANALYSIS, False, b"")
        self.jobs += 1
        return run_job(json.loads(job))


def over(last: bool = True) -> Bench:
    """A game that is over, in which Ann always took the last thing that she could, or the first."""
    bench = Bench().with_bots()
    while bench.state.phase == "playing":
        own = bench.own("ann")
        if own.get("legal") and "chosen" not in own:
            bench.play("ann", 0, own["legal"][-1 if last else 0]["id"])
        bench.pass_time(2000)
    return bench


@pytest.mark.parametrize("name", RECORDS)
def test_analysis_uses_only_the_knowledge_of_the_seat(name: str) -> None:
    record = Record.load(RECORDS[name])
    record = replace(record, decisions=record.decisions[:60])
    game = record.game()
    judged = {decision.index: decision for decision in decisions(record, {})}
    assert judged
    for index, (s, decision, _events) in enumerate(record.walk()):
        if index not in judged or decision is None:
            continue
        job = judged[index].job
        assert (job.seat, job.legal) == (decision.seat, tuple(game.legal(s, decision.seat)))
        assert game.action(decision.seat, decision.action).id == judged[index].done
    short = replace(record, decisions=record.decisions[:30])  # what came later changes nothing of what came before
    assert all(judged[decision.index] == decision for decision in decisions(short, {}))


async def test_analysis_walks_in_heavy_workers_by_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the event loop nor a thread of it replays the game, and no answer is long."""
    monkeypatch.setattr(heavy_jobs, "DECISIONS_PER_PAGE", 2)
    walker, thinker = Walker(), Thinker()
    analysis = await AnalysisService(thinker, walker).analyse(over().state)
    assert len(thinker.asked) == analysis.decisions == analysis.looked
    assert walker.jobs == (analysis.decisions + 1) // 2
    assert len({job.state for job in thinker.asked}) == analysis.decisions


async def test_analysis_marks_three_decisions_per_seat_and_is_cached() -> None:
    state, thinker = over().state, Thinker()
    analyses = AnalysisService(thinker, Walker())
    result, same = await asyncio.gather(analyses.analyse(state), analyses.analyse(state))
    count = len(thinker.asked)
    assert result is same
    assert result == await analyses.analyse(state)
    assert len(thinker.asked) == count == result.decisions == result.looked
    record = full_record(state)
    assert {job.seat for job in thinker.asked} == {0}, "bots' decisions are their own"
    assert len(result.marks) == MARKS_PER_SEAT
    assert [mark.at for mark in result.marks] == sorted(mark.at for mark in result.marks)
    for mark in result.marks:
        decision = record.decisions[mark.at - 1]
        assert (decision.seat, decision.action) == (0, str(record.game().action(0, mark.done["id"])))
        assert mark.cost == 40
        assert mark.better["id"] != mark.done["id"]


async def test_analysis_has_no_marks_for_good_play() -> None:
    analysis = await AnalysisService(Thinker(), Walker()).analyse(over(last=False).state)
    assert analysis.looked > 3
    assert analysis.marks == []


async def test_analysis_that_is_too_rough_is_not_cached() -> None:
    state, thinker = over().state, Thinker(error=0.3)
    analyses = AnalysisService(thinker, Walker())
    assert (await analyses.analyse(state)).marks == []  # it could all be chance
    count = len(thinker.asked)
    await analyses.analyse(state)
    assert len(thinker.asked) == 2 * count


async def test_analysis_of_no_seconds_asks_no_worker() -> None:
    thinker, walker = Thinker(), Walker()
    result = await AnalysisService(thinker, walker, seconds=0).analyse(over().state)
    assert (result.game, result.looked, result.marks) == ("fairy", 0, [])
    assert (thinker.asked, walker.jobs) == ([], 0)


async def test_analysis_is_limited_in_time_and_queue() -> None:
    state = over().state
    result = await AnalysisService(Thinker(), Walker(), seconds=-1).analyse(state)
    assert (result.looked, result.marks) == (0, [])
    assert result.decisions > 3
    analyses = AnalysisService(Thinker(), Walker())
    many = [analyses.analyse(replace_number(state, n)) for n in range(analysis.MAX_WAITING + 3)]
    answers = await asyncio.gather(*many, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Overloaded)]
    assert len(refused) == 2
    request: Any = None
    assert handle_fairyring_error(request, refused[0]).status_code == 503


async def test_analysis_that_waits_too_long_for_its_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client must be answered before proxies hang up, which they do after a minute."""
    assert analysis.QUEUE_SECONDS + GAME_SECONDS < analysis.ANSWER_SECONDS < 60
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Thinker):
        async def weigh(self, job: Job, table: str = "", watched: bool = False) -> Weights:
            begun.set()
            await go_on.wait()
            return await super().weigh(job, table, watched)

    monkeypatch.setattr(analysis, "QUEUE_SECONDS", 0.01)
    state, analyses = over().state, AnalysisService(Slow(), Walker(), seconds=1_000_000)
    first = asyncio.create_task(analyses.analyse(state))
    await begun.wait()
    with pytest.raises(Overloaded):
        await analyses.analyse(replace_number(state, 1))
    go_on.set()
    assert (await first).looked > 0
    assert (await analyses.analyse(replace_number(state, 1))).looked > 0  # its turn has come


async def test_analysis_that_takes_long_is_answered_before_proxies_hang_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many seconds the settings allow; whoever asks again gets the same computation."""
    begun, go_on = asyncio.Event(), asyncio.Event()

    class Slow(Thinker):
        async def weigh(self, job: Job, table: str = "", watched: bool = False) -> Weights:
            begun.set()
            await go_on.wait()
            return await super().weigh(job, table, watched)

    monkeypatch.setattr(analysis, "ANSWER_SECONDS", 0.01)
    state, walker = over().state, Walker()
    analyses = AnalysisService(Slow(), walker, seconds=1_000_000)
    with pytest.raises(Overloaded, match="still being looked at"):
        await analyses.analyse(state)
    await begun.wait()
    walked = walker.jobs
    with pytest.raises(Overloaded, match="still being looked at"):
        await analyses.analyse(state)
    assert walker.jobs == walked
    go_on.set()
    monkeypatch.setattr(analysis, "ANSWER_SECONDS", LONGEST)
    assert (await analyses.analyse(state)).looked > 0


def replace_number(state: Any, n: int) -> Any:
    return replace(state, n=100 + n)


async def test_analysis_over_http_only_after_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real workers, with as much time as they need; whether they find something depends on how fast the machine is."""
    monkeypatch.setattr(judging, "MAX_BUDGET_MS", 20)
    monkeypatch.setattr(pool, "timeout_seconds", lambda _job: LONGEST)
    monkeypatch.setattr(analysis, "ANSWER_SECONDS", LONGEST)
    monkeypatch.setattr(heavy, "QUEUE_SECONDS", LONGEST)
    async with running(tmp_path, analysis_seconds=int(LONGEST)) as server, AsyncExitStack() as stack:
        table, ann, bo = await seated(server, stack)
        path = f"/api/tables/{table}/analysis"
        early = await server.http.get(path)
        assert early.status_code == 409
        assert early.json() == {
            "code": "not-now",
            "message": "This game is not over yet; when it is, its decisions can be looked at.",
        }
        assert (await server.http.get("/api/tables/abcdefghijklmnop/analysis")).status_code == 404
        while ann.table["phase"] != "over":
            for talk in (ann, bo):
                if talk.own.get("legal") and "chosen" not in talk.own:
                    await talk.play(talk.own["legal"][0]["id"])
            await ann.next("beat")
        answer = await server.http.get(path)
        assert answer.status_code == 200, answer.text
        result = answer.json()
        assert result["game"] == "fairy"
        assert result["looked"] == result["decisions"] > 3
        for mark in result["marks"]:
            assert set(mark) == {"at", "seat", "done", "better", "cost"}
        assert (await server.http.get(path, params={"game": 7})).status_code == 404
        assert server.failures() == 0
