"""Table engine: the cost of messages and of presence, counted in calls, with many connections."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from fairyring.tables import Received
from fairyring.tables.broadcast import presence
from fairyring.tables.engine import timers
from fairyring.tables.engine.session import Session
from tests.tables.support.bench import Bench

# Calls that a decision of a game of two with a watcher may take; a tenth more than it takes. A fifth of Fairy Tale's are the
# logs that beats carry when a round begins: which names have faded is a matter of the game.
CALLS = {"fairy": 900, "fairy-tale": 1470, "crane": 2150, "fariables": 1080, "sneaky-town": 1500}


def calls_of(work: Callable[[], Any]) -> int:
    """Return the number of function calls of Python and C that something makes, without those of the probes of coverage."""
    count, in_probe = 0, False

    def profile(_frame: Any, event: str, arg: Any) -> None:
        nonlocal count, in_probe
        if event in ("c_call", "c_return") and (arg.__module__, arg.__name__) == ("slipcover.probe", "signal"):
            in_probe = event == "c_call"
        elif not in_probe:
            count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def crowded(watchers: int) -> Bench:
    """A game of two with so many watchers, in one process that is alone."""
    bench = Bench()
    bench.engines.clear()
    bench.start("a", alone=True)
    bench.two()
    token = bench.join("w0")["you"]["token"]
    for number in range(1, watchers):
        bench.join(f"w{number}", token)
    bench.pass_time(60_000)
    return bench


def test_engine_skips_messages_without_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = crowded(40)
    engine = bench.engines["a"]

    def never(*_args: Any, **_kwargs: Any) -> Any:
        raise AssertionError("computed for nobody")

    monkeypatch.setattr(presence, "presence_message", never)
    monkeypatch.setattr(timers, "pending_timers", never)
    monkeypatch.setattr(engine.broadcaster, "broadcast", never)
    for _ in range(5):
        assert engine.take(Received(bench.now, bench.entropy(), "w1", {"type": "trace", "c": 1}, 20)) == []


@pytest.mark.parametrize("message", [{"type": "visible", "on": True}, {"type": "trace", "c": 1}])
def test_engine_cost_of_a_message_grows_at_most_linearly(message: dict[str, Any]) -> None:
    costs = []
    for watchers in (12, 24, 48, 96):
        bench = crowded(watchers)
        engine = bench.engines["a"]
        engine.take(Received(bench.now, bench.entropy(), "w1", message, 20))
        costs.append(calls_of(lambda: engine.take(Received(bench.now, bench.entropy(), "w1", message, 20))))  # noqa: B023
    assert costs[3] - costs[2] <= 2.2 * (costs[2] - costs[1]) + 20, costs
    assert costs[3] <= 2.2 * costs[2], costs


def test_presence_cost_does_not_grow_with_the_connections_of_a_guest() -> None:
    few, many = crowded(12), crowded(90)
    costs = [
        calls_of(lambda: presence.peer_summary(bench.engines["a"].session))  # noqa: B023
        for bench in (few, many)
    ]
    assert costs[0] == costs[1]


def test_command_rate_is_shared_by_the_devices_of_a_guest() -> None:
    bench = Bench().two()
    code = bench.do("bo", "device")
    bench.join("phone", take=code["code"])
    answers = [bench.do("bo" if number % 2 else "phone", "away").get("code") for number in range(30)]
    assert answers.count(None) <= 20
    assert bench.do("ann", "away")["type"] == "ack"


def test_command_rate_is_shared_by_all_watchers() -> None:
    bench = Bench().two()
    bench.pass_time(10_000)  # Bo was a watcher before sitting down
    answers = []
    for number in range(8):
        bench.join(f"w{number}")
        answers += [bench.do(f"w{number}", "away").get("code") for _ in range(20)]
    assert answers.count(None) == 60
    assert bench.do("bo", "away")["type"] == "ack"


@pytest.mark.parametrize(("game", "most"), CALLS.items())
def test_engine_decides_in_few_calls(game: str, most: int) -> None:
    bench = Bench(game)
    bench.engines.clear()
    bench.start("a", alone=True)
    bench.two()
    bench.join("w")
    calls: list[int] = []
    for _ in range(60):
        parts = [(conn, seat, bench.own(conn)) for seat, conn in enumerate(("ann", "bo"))]
        owing = [(conn, seat, own) for conn, seat, own in parts if own.get("legal") and "chosen" not in own]
        if not owing:
            break
        conn, seat, own = owing[0]
        calls.append(calls_of(partial(bench.play, conn, seat, own["legal"][0]["id"])))
    assert sum(calls) / len(calls) <= most


def test_session_without_connections_equals_a_new_one() -> None:
    session = Session.without_connections("p", 7)
    assert session == Session("p", 7, last_row_at=7, sealing_since=7)
    state = Bench().two().state
    timers.track_owed_decisions(state, session, 7)
    assert session.owed
    assert Session.without_connections("p", 7).owed == {}
