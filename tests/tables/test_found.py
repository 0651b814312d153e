"""Regressions that the simulation campaign found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.tables.commands.test_reported_outcomes import report, three
from tests.tables.support.bench import Bench

CLOCK = {"bank": 60_000, "add": 0}


def charged(bench: Bench, seat: int) -> int:
    """What the decision of a seat cost."""
    decisions = [entry.data for row in bench.rows for entry in row.entries if entry.kind == "decision"]
    return int([data.get("charge", 0) for data in decisions if data["seat"] == seat][-1])


def in_one_row(bench: Bench, *commands: tuple[str, str, Mapping[str, Any]]) -> None:
    """Commands that wait for the store together."""
    bench.hold()
    bench.do("bo", "chat", text="hm")
    for conn, do, fields in commands:
        assert bench.do(conn, do, **fields) == {}
    bench.release()


# Clocks: seed 9272 ----------------------------------------------------------------------------------


def test_clock_with_a_stand_in_on_and_off_in_one_row() -> None:
    bench = Bench(clock=CLOCK).two()
    bench.pass_time(8000)
    on, off = {"seat": 0, "on": True}, {"seat": 0, "on": False}
    in_one_row(bench, ("ann", "stand_in", on), ("ann", "stand_in", off), ("bo", "chat", {"text": "back?"}))
    bench.pass_time(2000)
    bench.play("ann", 0)
    assert 9000 <= charged(bench, 0) <= 10_000


@pytest.mark.parametrize("do", ["pause", "stand_in"])
def test_clock_stopped_and_started_in_one_row(do: str) -> None:
    bench = Bench(clock=CLOCK).two()
    bench.pass_time(8000)
    stop = {} if do == "pause" else {"seat": 0, "on": True}
    back = ("ann", "resume", {}) if do == "pause" else ("ann", "stand_in", {"seat": 0, "on": False})
    in_one_row(bench, ("ann", do, stop), back, ("ann", "play", {"seat": 0, "ask": bench.ask("ann"), "action": 0}))
    assert 7000 <= charged(bench, 0) <= 8000


def test_clock_stopped_and_started_in_another_process() -> None:
    bench = Bench(clock=CLOCK).two()
    bench.start("b")
    bench.join("ann b", bench.tokens["ann"], "b")
    bench.pass_time(8000)
    in_one_row(bench, ("ann", "stand_in", {"seat": 0, "on": True}), ("ann", "stand_in", {"seat": 0, "on": False}))
    bench.sync()
    bench.pass_time(2000)
    bench.play("ann b", 0)
    assert 9000 <= charged(bench, 0) <= 10_000


def test_clock_with_a_choice_and_its_withdrawal_in_one_row() -> None:
    bench = Bench(clock=CLOCK).two()
    bench.pass_time(8000)
    own = {"seat": 0, "ask": bench.ask("ann")}
    in_one_row(bench, ("ann", "play", {**own, "action": 0}), ("ann", "take_back", own))
    bench.pass_time(2000)
    bench.play("ann", 0)
    assert 8500 <= charged(bench, 0) <= 10_000


# Haste: seed 9487 -----------------------------------------------------------------------------------


def test_rate_limit_refusal_is_dropped_if_accepted_in_the_same_row() -> None:
    """The first copy comes too fast, and waits with a later one for a slow store: what is in the log was not refused."""
    bench = Bench().two(start=False)
    bench.pass_time(10_000)
    bench.hold()
    bench.do("bo", "chat", text="hm")
    for n in range(20):
        bench.do("ann", "away", id=f"away{n}")
    bench.do("ann", "rename", id="x", name="Anna")
    bench.now += 3000
    bench.do("ann", "rename", id="x", name="Anna")
    bench.release()
    answers = [m["type"] for m in bench.sent["ann"] if m.get("id") == "x"]
    assert answers == ["ack"]
    assert bench.state.guests[1].name == "Anna"


def test_rate_limit_refusal_is_sent() -> None:
    bench = Bench().two(start=False)
    bench.pass_time(10_000)
    codes = [bench.do("ann", "away", id=f"away{n}").get("code") for n in range(25)]
    assert codes == [None] * 20 + ["too-fast"] * 5


# Sleepers: seed 153 ---------------------------------------------------------------------------------


def over(bench: Bench) -> Bench:
    """The game is over, and the host, who sits nowhere, is no help."""
    bench.join("cy")
    bench.do("ann", "host", who=bench.guest("cy"))
    bench.finish()
    assert bench.state.phase == "over"
    return bench


def test_rematch_does_not_wait_for_silent_people() -> None:
    bench = over(Bench(game="pebbles", players=2).two())
    bench.do("ann", "again")
    bench.pass_time(115_000)
    assert bench.state.phase == "over"
    bench.pass_time(10_000)
    assert (bench.state.phase, bench.state.n) == ("gathering", 2)


def test_rematch_waits_for_active_people() -> None:
    bench = over(Bench(game="pebbles", players=2).two())
    bench.do("ann", "again")
    for _ in range(5):
        bench.pass_time(60_000)
        bench.do("bo", "chat", text="a moment")
    assert bench.state.phase == "over"
    bench.do("bo", "again")
    assert bench.state.phase == "gathering"


def test_rematch_waits_for_active_people_in_another_process() -> None:
    bench = over(Bench(game="pebbles", players=2).two())
    bench.start("b")
    bench.join("bo b", bench.tokens["bo"], "b")
    bench.do("ann", "again")
    for _ in range(5):
        bench.pass_time(60_000)
        bench.do("bo b", "chat", text="a moment")
        bench.sync()
    assert bench.state.phase == "over"


def test_rematch_begins_when_the_last_other_leaves() -> None:
    """Nobody has to press again: the page offers that once."""
    bench = over(Bench(game="pebbles", players=2).two())
    bench.do("ann", "again")
    bench.pass_time(5000)
    bench.leave("bo")
    bench.pass_time(5000)
    assert bench.state.phase == "gathering"


# Real decks: seed 130167 ----------------------------------------------------------------------------


def test_report_by_a_person_with_a_stand_in() -> None:
    """No bot sees a real deck, and nobody else is there: the report ends the stand-in."""
    bench = three(2, ("ann",))
    assert bench.do("ann", "stand_in", seat=0, on=True)["type"] == "ack"
    bench.pass_time(60_000)
    assert bench.picture("ann")["prompt"]["prompt"]["key"] == "prompt.report"
    assert report(bench, "ann", 0)["type"] == "ack"
    bench.pass_time(2000)
    assert [entry.kind for row in bench.rows for entry in row.entries][-3:].count("confirm") == 1
    assert not bench.state.seats[0].stand_in
