"""Jumps of a clock: of a process that runs, and between two that run one after the other. Nobody loses time or a game by it."""

from __future__ import annotations

import pytest

from tests.tables.support.bench import Bench

HOUR = 3_600_000


def jumped(bench: Bench, jump: int, restarted: bool) -> tuple[str, str]:
    """Let the clock of the process, or of the one after it, jump; return the sockets of both people."""
    if restarted:
        bench.crash()
    bench.now += jump
    if not restarted:
        return "ann", "bo"
    bench.start("b")
    for conn, token in bench.tokens.items():
        bench.join(f"{conn}2", token, "b")
    return "ann2", "bo2"


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@pytest.mark.parametrize("clock", [{"bank": 20_000, "add": 1000}, {"per": 10_000}])
def test_clock_jump_charges_nobody_and_the_game_goes_on(clock: dict[str, int], jump: int, restarted: bool) -> None:
    bench = Bench(clock=clock).two()
    bench.play("ann", 0)
    bench.pass_time(3000)
    _ann, bo = jumped(bench, jump, restarted)
    bench.pass_time(1000)
    assert bench.play(bo, 1)["type"] == "ack"
    run = bench.state.run
    assert run is not None
    assert all(15_000 < bank <= 21_000 for bank in run.banks) or "bank" not in clock
    bench.finish()
    assert bench.state.phase == "over"
    assert not [entry for row in bench.rows for entry in row.entries if "how" in entry.data or entry.kind == "clock"]
    times = [row.at for row in bench.rows]
    assert times == sorted(times)  # a log never goes back in time


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_clock_jump_makes_nobody_absent(jump: int, restarted: bool) -> None:
    """No stand-in comes, and the host stays the host, though nobody was heard of for an hour by the clock."""
    bench = Bench(public=True).two()
    jumped(bench, jump, restarted)
    bench.pass_time(30_000)
    assert bench.state.host == 1
    assert not any(seat.stand_in for seat in bench.state.seats)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_clock_jump_refills_no_rate_limit_twice_and_blocks_nobody(jump: int) -> None:
    bench = Bench().two()
    for number in range(5):
        assert bench.do("ann", "chat", text=f"{number}")["type"] == "ack"
    bench.now += jump
    answers = [bench.do("ann", "chat", text=f"again {number}").get("type") for number in range(8)]
    assert answers.count("ack") <= 5  # a burst, and not one for each second of the hour
    bench.pass_time(10_000)
    assert bench.do("ann", "chat", text="later")["type"] == "ack"
