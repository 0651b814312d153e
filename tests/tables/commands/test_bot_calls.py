"""Calls of bots while a person makes a gesture: when, how many, and that they tell nothing."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from fairyring.games.crane.riffle import calls
from fairyring.games.crane.riffle.calls import CALLS, FIRST_MS, MAX_CALLS, NEXT_MS, draw_calls
from tests.tables.support.bench import Bench
from tests.tables.support.riffling import bet, finish, table, three

WHOLE = FIRST_MS[1] + NEXT_MS[1] + 1_000  # milliseconds in which all calls of a grab have come


def shouts(bench: Bench, conn: str = "ann") -> list[dict[str, Any]]:
    return [message for message in bench.sent[conn] if message["type"] == "shout"]


def grabbing(**options: Any) -> Bench:
    """Ann grabs, and two bots have bet."""
    bench = table(**options).with_bots()
    bench.pass_time(3_000)
    assert "riffle" in bench.own("ann")
    return bench


def test_bot_calls_are_few_and_take_their_time() -> None:
    bench = grabbing()
    bench.join("wu")
    assert shouts(bench) == []
    bench.pass_time(WHOLE)
    heard = shouts(bench)
    assert 1 <= len(heard) <= MAX_CALLS
    assert all(message["guest"] == 0 and message["seat"] in (1, 2) and message["n"] in CALLS for message in heard)
    assert shouts(bench, "wu") == heard
    bench.pass_time(10 * WHOLE)
    assert shouts(bench) == heard, "once for each grab"


def test_bot_calls_end_with_the_grab() -> None:
    bench = grabbing()
    assert finish(bench)["type"] == "ack"
    bench.pass_time(1_000)
    assert shouts(bench) == []


def test_bot_calls_are_not_made_to_a_bot_nor_by_people_or_when_paused() -> None:
    bench = table(options={"first": "2"}).with_bots()
    bench.pass_time(1_300)
    bench.play("ann", 0, "bet low")
    bench.pass_time(3_000)
    assert shouts(bench) == []
    alone = bet(three())
    alone.pass_time(WHOLE)
    assert shouts(alone) == []
    paused = grabbing(clock={"per": 600_000})
    assert paused.do("ann", "pause")["type"] == "ack"
    paused.pass_time(WHOLE)
    assert shouts(paused) == []


def test_bot_calls_do_not_depend_on_bets_or_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Same seed, other bets and another progress of the hand: the same calls at the same times."""
    given: list[tuple[Any, ...]] = []

    def noted(*arguments: Any) -> tuple[tuple[int, int, int], ...]:
        given.append(arguments)
        return draw_calls(*arguments)

    monkeypatch.setattr("fairyring.games.crane.riffle.gesture.draw_calls", noted)
    grabbing().pass_time(WHOLE)
    assert given
    assert {seats for seats, _seed in given} == {(1, 2)}
    assert len({seed for _seats, seed in given}) == 1, "asked again, it is the same"
    assert all(isinstance(seed, int) for _seats, seed in given), "no state, no deck and no bets are at hand"


def test_draw_calls_are_spread_evenly() -> None:
    rng, counts, seats = random.Random(1), Counter[int](), Counter[int]()
    for _ in range(4_000):
        drawn = draw_calls((0, 2, 3), rng.getrandbits(64))
        assert 1 <= len(drawn) <= calls.MAX_CALLS
        assert FIRST_MS[0] <= drawn[0][0] < FIRST_MS[1]
        assert all(low[0] < high[0] for low, high in itertools.pairwise(drawn))
        counts.update(n for _at, _seat, n in drawn)
        seats.update(seat for _at, seat, _n in drawn)
    assert set(counts) == set(CALLS)
    assert set(seats) == {0, 2, 3}
    assert max(counts.values()) < 1.2 * min(counts.values())
    assert draw_calls((), 5) == ()
