"""What no bot may do: break a rule, think longer than it was given, or fill the machine's memory."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.bots import Limits, Position, backends, rollout_search
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.tree_arrays import Tree
from fairyring.lab import interpreted_play

GAMES = registry.shipped()
CASES = [(name, number) for name in GAMES for number in range(len(registry.room(name).checks.variants))]
BUDGET = 0.1
MORE = 1.2  # times the budget are too much
COMPILED = ("fairy", "sneaky-town")  # other tests compile these anyway; in memory each further game takes some 6 MB


class Clock:
    """A clock that goes on by a fixed step whenever somebody looks at it, and when it is told to."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


def odd_positions(game: fr.Game[Any], every: int, most: int) -> Iterator[tuple[State, int]]:
    """Where a seat has a choice, in games of bots that do anything: few sensible players ever get there."""
    decisions = 0
    for seed in range(20):
        for number, (s, seat, _action) in enumerate(interpreted_play.steps(game, ["random"] * game.players, seed, 0)):
            if number % every == seed % every and seat != NATURE and len(game.legal(s, seat)) > 1:
                decisions += 1
                yield schema.copy(s), seat
            if decisions == most:
                return


@pytest.mark.parametrize(("name", "number"), CASES)
def test_bots_of_all_levels_choose_legal_actions(name: str, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level, in every game, with all the options and numbers of seats that the kit tries."""
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    monkeypatch.setattr(time, "perf_counter", Clock(0.001).perf_counter)  # time for a few imagined games only
    game = fr.game(name, **registry.room(name).checks.variants[number])
    for s, seat in odd_positions(game, every=7, most=5):
        legal, redacted = game.legal(s, seat), game.redact(s, seat)
        for level in bots.levels(game):
            before = schema.pack(redacted)
            position = Position(game, seat, redacted, legal)
            opinion = bots.make_bot(game, level, wait=False).choose(position, Limits(seconds=0.012), Stream(number, seat))
            assert opinion.action in legal
            assert {action for action, _share, _error in opinion.shares} <= set(legal)
            assert schema.pack(redacted) == before  # nor does it change what it was shown


# Time ---------------------------------------------------------------------------------------------


class Timed:
    """A backend as fast as it is said to be: it plays nothing, but the clock goes on."""

    max_chunk, calibration_worlds, is_compiled = 64, 8, True  # as the compiled one

    def __init__(self, clock: Clock, seconds_a_game: float) -> None:
        self._clock, self._seconds = clock, seconds_a_game

    def tree(self, depth: int) -> Any:
        return ()

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        self._clock.now += self._seconds * request.count * len(request.actions)
        return request.count, [0] * (4 * len(request.actions))

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        return (1,) * 60


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("games_a_second", [5_000, 50_000, 1_000_000])
def test_search_keeps_its_time_limit_at_any_speed(name: str, games_a_second: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Down to a tenth of the speed at which Fariables is imagined on one core; and the time it has is used."""
    game = fr.game(name)
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock.perf_counter)
    for s, seat in odd_positions(game, every=3, most=5):
        begun, position = clock.now, Position.of(game, s, seat)
        opinion = rollout_search.search(position, Limits(BUDGET, 10**9), Stream(1), Timed(clock, 1 / games_a_second))
        assert BUDGET / 2 < clock.now - begun <= MORE * BUDGET
        assert opinion.simulations > 0


@pytest.mark.parametrize("games_a_second", [5_000, 50_000, 1_000_000])
@pytest.mark.parametrize("observations", [1, 20])
def test_rollout_likelihoods_leave_time_to_search(
    observations: int, games_a_second: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much was seen that has not been read yet."""
    table = fr.Table(fr.game("sneaky-town", match="single"), seed=1)
    for number in range(observations):
        for point in ("1,1", "2,2"):
            table.play(table.pending[0], f"{'recover' if number % 2 else 'cast'} {point}")
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", clock.perf_counter)
    memory = bots.recall(table.game, 0, table.history)
    assert len(memory) == observations
    backend = Timed(clock, 1 / games_a_second)
    opinion = rollout_search.search(Position.at(table, 0, memory), Limits(BUDGET), Stream(1), backend)
    assert clock.now <= MORE * BUDGET
    assert opinion.simulations >= 0.3 * BUDGET * games_a_second or opinion.simulations >= 1000


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_search_keeps_its_time_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the time that this thread computes: what others do on the machine does not count."""
    game = fr.game(name)
    assert backends.compile_now(game.room)
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    for s, seat in odd_positions(game, every=3, most=4):
        begun = time.thread_time()
        opinion = rollout_search.search(Position.of(game, s, seat), Limits(BUDGET, 10**9), Stream(1))
        assert time.thread_time() - begun <= MORE * BUDGET
        assert opinion.simulations > 0


# Memory -------------------------------------------------------------------------------------------

THINK = """
import sys
from pathlib import Path
import fairyring as fr
from fairyring import bots
from fairyring.bots import backends
from fairyring.core.game import registry
for name in sys.argv[1:]:
    assert backends.compile_now(registry.room(name))
    table = fr.Table(fr.game(name, players=registry.room(name).schema.state.seats[1]), seed=1)
    for _ in range(3):
        bots.SeatedBot(table.game, "strong", table.pending[0], 1).play(table, bots.Limits(seconds=0.1))
print(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is told by Linux alone")
def test_search_needs_less_than_200_mb() -> None:
    """What was compiled before is only loaded by those that think."""
    for name in COMPILED:
        assert backends.compile_now(registry.room(name))
    process = subprocess.run([sys.executable, "-c", THINK, *COMPILED], check=True, capture_output=True, text=True)
    assert int(process.stdout) / 1024 < 200 - 6 * (len(GAMES) - len(COMPILED))
