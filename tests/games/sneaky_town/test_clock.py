"""R23: a clock that runs out is a forced End."""

from __future__ import annotations

from tests.tables.support.bench import Bench


def clocked_round() -> Bench:
    return Bench("sneaky-town", clock={"per": 4000}, options={"match": "single"}).two()


def test_r23_expired_clock_ends_the_round_for_the_player_to_move() -> None:
    bench = clocked_round()
    assert bench.play("ann", 0, "cast 1,1")["type"] == "ack"
    bench.pass_time(5000)
    view = bench.picture("ann")["view"]
    assert bench.state.phase == "over"
    assert view["ender"] == 1
    assert bench.picture("ann")["table"]["result"]["outcome"]["reason"] == "single"


def test_r23_expired_clock_loses_a_tie() -> None:
    bench = clocked_round()
    bench.pass_time(5000)
    view = bench.picture("bo")["view"]
    assert view["points"] == [0, 0]
    assert (view["ender"], view["winner"]) == (0, 1)


def test_r23_expired_clock_needs_no_bot_decision() -> None:
    bench = clocked_round()
    bench.pass_time(5000)
    run = bench.state.run
    assert run is not None
    assert run.table is not None
    assert run.table.history[-1].action == "end"
    assert not bench.jobs
