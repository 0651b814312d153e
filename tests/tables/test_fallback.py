"""Decisions of bots without a worker: by `normal`, never at random, and the same in every process."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from fairyring.tables import Failed, bot_jobs
from fairyring.tables.bot_jobs import quick_action, think
from tests.tables.support.bench import Bench


def strong(game: str, players: int) -> Bench:
    bench = Bench(game, players=players)
    bench.thinking = False
    bench.join("ann", bench.token)
    bench.do("ann", "sit", seat=0)
    for seat in range(1, players):
        assert bench.do("ann", "bot", seat=seat, level="strong")["type"] == "ack"
    bench.do("ann", "start")
    for _ in range(200):
        bench.pass_time(50)
        if bench.jobs:
            return bench
        if bench.own("ann").get("legal"):
            bench.play("ann", 0, bench.own("ann")["legal"][0]["id"])
    raise AssertionError("no bot was asked")


@pytest.mark.parametrize(("game", "players"), [("fairy", 3), ("fairy-tale", 3), ("sneaky-town", 2)])
def test_quick_action_is_that_of_normal(game: str, players: int) -> None:
    bench = strong(game, players)
    for job in bench.jobs:
        assert job.level == "strong"
        assert quick_action(job) == think(replace(job, level="normal", memory=()))
        assert quick_action(replace(job, level="easy")) == think(replace(job, level="easy", memory=()))


def test_quick_action_is_legal_if_the_bot_itself_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_job: Any) -> int:
        raise RuntimeError("no")

    job = strong("fairy", 2).jobs[0]
    monkeypatch.setattr(bot_jobs, "think", fail)
    assert quick_action(job) in job.legal


def test_table_plays_the_quick_action_and_says_so_once_a_minute() -> None:
    bench = strong("fairy", 3)
    job = bench.jobs[0]
    bench.give("a", Failed, job.id)  # asked again
    bench.give("a", Failed, job.id)
    assert bench.fallbacks == 1
    notes = [message for message in bench.sent["ann"] if message["type"] == "note"]
    assert notes == [{"type": "note", "key": "table.note.hasty", "args": {"seat": {"seat": job.seat}}}]
    bench.pass_time(5000)
    state = bench.state
    assert state.run is not None
    assert state.run.table is not None
    played = [step.action for step in state.run.table.history if step.seat == job.seat]
    assert played == [state.run.table.game.actions[quick_action(job)].text]
    other = next(waiting for waiting in bench.jobs if waiting.seat != job.seat)
    bench.give("a", Failed, other.id)
    bench.give("a", Failed, other.id)
    assert bench.fallbacks >= 2
    assert len([message for message in bench.sent["ann"] if message["type"] == "note"]) == 1
