"""Simulation of faults from a seed: invariants hold, rare paths are hit, failures are reproducible."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest

from fairyring.tables.engine.session import Session
from tests.tables.support.campaign import Result, breaks, campaign, main, minimised, once, report
from tests.tables.support.log_checks import Broken
from tests.tables.support.plan import FAULTS, PAGES, outage, plan
from tests.tables.support.world import World

# What every part must hit: rows lost and read back, jobs cancelled, beats merged, choices replaced and taken back.
ALWAYS = {
    "append lost",
    "decided again",
    "read back own row",
    "job cancelled",
    "welcomed with a merged beat",
    "replace",
    "take back",
}
PARTS = 2  # they run beside each other
SEEDS = 120  # of a part: so many hit all but a few rare paths; `make soak` runs thousands


@pytest.mark.parametrize("part", range(PARTS))
def test_simulation_invariants_hold_and_rare_paths_are_hit(part: int) -> None:
    """Seeds decide which paths a part hits, so it stays so; a part alone misses a few of them, never the same ones."""
    result = campaign(range(part * SEEDS, (part + 1) * SEEDS))
    assert not result.failures, "\n".join(result.failures)
    assert result.twins > 20
    assert result.games > SEEDS // 10
    assert len(result.missed()) <= 6, result.missed()
    assert not set(result.missed()) & ALWAYS, result.missed()


@pytest.mark.parametrize("part", range(PARTS))
def test_simulation_reassigns_no_seat_during_a_pubsub_outage(part: int) -> None:
    """Invariant 22; also that roles of people who left are handed over all the same."""
    hits: Counter[str] = Counter()
    for seed in range(1 + 6 * part, 7 + 6 * part):
        hits += World(outage(seed)).run().hits
    assert hits["bus down"] == 6
    assert hits["host by a timer"]


def test_simulation_detects_presence_that_is_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "peers_known", lambda _self, _time: True)
    monkeypatch.setattr(Session, "absent_since", lambda self, guest: self.last(guest).socket)
    kinds = set()
    for seed in range(1, 9):
        try:
            World(outage(seed)).run()
        except Broken as error:
            kinds.add(error.number)
    assert kinds == {22}


@pytest.mark.parametrize("seed", [3, 6, 11, 17])
def test_simulation_is_deterministic(seed: int) -> None:
    first, second = (World(plan(seed)).run() for _ in range(2))
    assert first.lines == second.lines
    assert first.trace.hexdigest() == second.trace.hexdigest()
    assert World(plan(seed + 1)).run().trace.hexdigest() != first.trace.hexdigest()


def test_simulation_plans_cover_all_faults_and_pages() -> None:
    plans = [plan(seed) for seed in range(PARTS * SEEDS)]
    assert set().union(*(chosen.faults for chosen in plans)) == set(FAULTS)
    assert {page for chosen in plans for page in chosen.pages} == set(PAGES)
    assert {chosen.processes for chosen in plans} == {1, 2, 3}


def test_simulation_failures_are_minimised_and_replayed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that says `away` breaks everything: found, cut down to a few steps, printed with the command for it."""
    from fairyring.tables.commands import registry  # noqa: PLC0415

    def break_it(*_args: object) -> None:
        raise Broken(12, "on purpose")

    monkeypatch.setitem(registry.COMMANDS, "sit", dataclasses.replace(registry.COMMANDS["sit"], run=break_it))
    seed = 1
    chosen = plan(seed)
    assert breaks(chosen) == "invariant 12"
    short = minimised(chosen, "invariant 12")
    assert len(short.steps) <= 3
    result = Result()
    once(seed, result)
    assert f"--replay {seed} --keep" in result.failures[0]
    steps = result.failures[0].rsplit("--keep ", 1)[1]
    assert main(["--replay", str(seed), "--keep", steps]) == 1
    assert capsys.readouterr().out == "invariant 12\n"
    assert "seed 1: invariant 12: on purpose" in report(chosen, Broken(12, "on purpose"), 5)
