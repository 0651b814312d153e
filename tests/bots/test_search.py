"""The search of the strong bot: honest, legal, in time, and the same in both hosts and on any number of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import exp, inf, log
from typing import Any

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.bots import Limits, Position, backends, beliefs, rollout_search
from fairyring.bots.rollout_search import Arm
from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Policy
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.lab import interpreted_play
from fairyring.tables.bot_jobs import Job, think

OPTIONS: dict[str, dict[str, object]] = {
    "crane": {"players": 3},
    "fairy": {"players": 3},
    "fairy-tale": {"players": 3},
    "fariables": {"players": 2},
    "sneaky-town": {"match": "lead:2"},
}
FEW = 24  # imagined games: enough to choose by


def positions(
    name: str, every: int = 7, most: int = 4, seed: int = 3, **options: Any
) -> Iterator[tuple[fr.Game[Any], Any, int]]:
    """Some positions of a game where a seat has a choice, with that seat."""
    game = fr.game(name, **(OPTIONS[name] | options))
    decisions = 0
    for number, (s, seat, _action) in enumerate(interpreted_play.steps(game, ["normal"] * game.players, seed, 0)):
        if number % every == 0 and seat != NATURE and len(game.legal(s, seat)) > 1:
            decisions += 1
            yield game, schema.copy(s), seat
        if decisions == most:
            return


@pytest.mark.parametrize("name", OPTIONS)
def test_search_chooses_legal_actions(name: str) -> None:
    for game, s, seat in positions(name):
        legal = game.legal(s, seat)
        opinion = bots.make_bot(game, "strong", wait=False).choose(
            Position.of(game, s, seat), Limits(simulations=FEW), Stream(1)
        )
        assert opinion.action in legal
        assert opinion.shares[0][0] == opinion.action
        assert {action for action, _share, _error in opinion.shares} == set(legal)
        assert all(0 <= share <= 1 for _action, share, _error in opinion.shares)
        assert opinion.simulations >= FEW // 2


def own_rollout(game: fr.Game[Any]) -> Policy:
    """What the search does unless something else is better."""
    assert game.room.bots.search.own_rollout is not None, "as Fairy has it"
    return game.room.bots.search.own_rollout


@pytest.mark.parametrize("name", OPTIONS)
def test_rollout_policies_use_only_their_seats_knowledge(name: str) -> None:
    """The rollouts get whole worlds, so that nothing has to be copied; they decide as if they were given their own part."""
    for game, s, seat in positions(name, every=3, most=12):
        for mind in filter(
            None, (game.room.bots.search.rollout or game.room.bots.policies["normal"], game.room.bots.search.own_rollout)
        ):
            assert mind(schema.copy(s), seat, Stream(5)) == mind(game.redact(s, seat), seat, Stream(5))


# What is hidden does not matter -------------------------------------------------------------------


def racks(theirs: str) -> fr.Table[Any]:
    table = fr.Table(fr.game("sneaky-town", match="single"), chance=("rack void,blue,flower,brown,void", f"rack {theirs}"))
    for move in ("cast 2,3", "cast 5,4", "cast 3,3", "cast 1,1"):
        table.play(table.pending[0], move)
    return table


def secretly(name: str, choose: Callable[[list[fr.Action]], fr.Action], players: int = 3) -> fr.Table[Any]:
    """The first choice that all make at the same time; everybody but the last one has made it."""
    table = fr.Table(fr.game(name, players=players), seed=8)
    for seat in table.pending[:-1]:
        table.play(seat, choose(list(table.legal(seat))))
    return table


@pytest.mark.parametrize(
    ("name", "players"), [("crane", 3), ("fairy", 3), ("fairy-tale", 2), ("fairy-tale", 3), ("sneaky-town", 2)]
)
def test_search_ignores_hidden_information(name: str, players: int) -> None:
    if name == "sneaky-town":
        tables = [racks("blue,brown,flower,void,void"), racks("void,void,flower,brown,blue")]
    else:
        tables = [secretly(name, lambda legal: legal[0], players), secretly(name, lambda legal: legal[-1], players)]
    seat = tables[0].pending[-1]
    assert schema.pack(tables[0].state) != schema.pack(tables[1].state)
    first, second = (
        bots.SeatedBot(table.game, "strong", seat, 4, wait=False).choose(table, Limits(simulations=60)) for table in tables
    )
    assert first == second
    assert first.simulations >= 60 - len(first.shares)


# The same whoever computes it -------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), [("fairy", {}), ("sneaky-town", {}), ("crane", {"players": 2})])
def test_search_is_the_same_in_both_backends(name: str, options: dict[str, Any]) -> None:
    for game, s, seat in positions(name, **options):
        plain = backends.interpreted(game.room)
        assert backends.compile_now(game.room)
        quick = backends.current(game.room)
        assert quick is not plain
        position = Position.of(game, s, seat)
        opinions = [rollout_search.search(position, Limits(simulations=300), Stream(2), backend) for backend in (plain, quick)]
        assert opinions[0] == opinions[1]
        if game.room.bots.search.beliefs:  # what the other one, who sees it, learns from what is done now
            redacted = game.redact(s, 1 - seat)
            assert plain.weigh(redacted, 1 - seat, seat, position.legal[0]) == quick.weigh(
                redacted, 1 - seat, seat, position.legal[0]
            )


def test_cumulative_weights_are_the_same_in_both_backends() -> None:
    """And by it do the same; few imagined games, so that plain Python can read, too."""
    table = racks("blue,brown,flower,void,void")
    game, root = table.game, table.redacted(0)
    assert backends.compile_now(game.room)
    both = backends.interpreted(game.room), backends.current(game.room)
    memory = bots.recall(game, 0, table.history)
    odds = [beliefs.cumulative_weights(game.room, backend, root, 0, memory, 20) for backend in both]
    assert odds[0] == odds[1]
    assert len(set(odds[0])) > 40  # running sums: so many racks have a weight of their own
    position = Position.at(table, 0, memory)
    opinions = [rollout_search.search(position, Limits(simulations=20), Stream(2), backend) for backend in both]
    assert opinions[0] == opinions[1]


def test_search_depends_on_its_stream_alone() -> None:
    game, s, seat = next(positions("fairy"))
    assert backends.compile_now(game.room)
    position, limits = Position.of(game, s, seat), Limits(simulations=5000)
    first, second, other = (rollout_search.search(position, limits, Stream(seed)) for seed in (2, 2, 3))
    assert first == second != other


# Time ---------------------------------------------------------------------------------------------


class Clock:
    """A clock that goes on by a fixed step whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def perf_counter(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("name", ["fairy", "fairy-tale", "fariables"])
def test_search_keeps_its_time_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreted search looks at the clock before every imagined game."""
    game, s, seat = next(positions(name, players=2))
    clock = Clock(0.001)
    monkeypatch.setattr(time, "perf_counter", clock.perf_counter)
    backend = backends.interpreted(game.room)
    legal = game.legal(s, seat)
    opinion = rollout_search.search(Position.of(game, s, seat), Limits(seconds=0.2), Stream(1), backend)
    assert clock.now <= 0.2
    assert opinion.action in legal
    assert 0 < opinion.simulations < 200


def test_search_uses_its_time_after_a_slow_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program had the processor at first: the estimate is too low by far."""
    game, s, seat = next(positions("fairy"))
    clock = Clock(0.0)
    monkeypatch.setattr(time, "perf_counter", clock.perf_counter)
    backend = backends.interpreted(game.room)
    run = backend.run

    def slow_at_first(request: Any, tree: Any = None) -> Any:
        clock.now += 0 if clock.now else 0.5
        return run(request, tree)

    monkeypatch.setattr(backend, "run", slow_at_first, raising=False)
    limits = Limits(simulations=800, seconds=1.0)
    opinion = rollout_search.search(Position.of(game, s, seat), limits, Stream(1), backend)
    assert opinion.simulations > 700


def test_search_without_time_returns_the_default_action() -> None:
    for game, s, seat in positions("fairy"):
        position = Position.of(game, s, seat)
        opinion = rollout_search.search(position, Limits(seconds=0.0), Stream(9), backends.interpreted(game.room))
        assert opinion.action == own_rollout(game)(position.knowledge, seat, Stream(9))


def test_search_keeps_the_default_action_within_z_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, s, seat in positions("fairy"):
        position = Position.of(game, s, seat)
        monkeypatch.setitem(game.room.__dict__, "bots", replace(game.room.bots, search=replace(game.room.bots.search, z=1e9)))
        opinion = rollout_search.search(position, Limits(simulations=FEW), Stream(9), backends.interpreted(game.room))
        assert opinion.action == own_rollout(game)(position.knowledge, seat, Stream(9))
        monkeypatch.undo()


# Memory -------------------------------------------------------------------------------------------


def test_recall_keeps_observations_of_the_episode() -> None:
    game = fr.game("sneaky-town", match="lead:2")
    table, recall = fr.Table(game, seed=2), bots.Recall(game, 0)
    opinions = []
    for move in ("cast 1,1", "cast 2,2", "cast 1,2", "reveal 3", "end"):
        table.play(table.pending[0], move)
        assert recall.catch_up(table.history) == bots.recall(game, 0, table.history)
        opinions.append([(observation.actor, table.game.actions[observation.action].text) for observation in recall.memory])
    first, both = [(1, "cast 2,2")], [(1, "cast 2,2"), (1, "reveal 3")]
    assert opinions == [[], first, first, both, []]
    assert bots.recall(fr.game("fairy"), 0, fr.Table(fr.game("fairy"), seed=1).history) == ()


@pytest.mark.parametrize("hurried", [True, False])
def test_cumulative_weights_favour_the_true_secret(hurried: bool) -> None:
    """On the average (a geometric mean) the true rack is likelier than one in as many as there can be.

    Who is hurried has no second thoughts.
    """
    game = fr.game("sneaky-town", match="single")
    room, results = game.room, []
    assert backends.compile_now(room)
    backend = backends.interpreted(room) if hurried else backends.current(room)
    for seed in range(12):
        table = fr.Table(game, seed=seed)
        players = bots.seat_bots(table, "normal", seed)
        while table.pending and len(table.history) < 8:  # two racks, and three actions of each
            root, memory = table.redacted(0), bots.recall(game, 0, table.history)
            players[table.pending[0]].play(table)
        odds = beliefs.cumulative_weights(room, backend, root, 0, memory, 600, 1e18 if hurried else inf)
        results.append(_times_likelier(table, root, odds))
    assert exp(sum(map(log, results)) / len(results)) > 3


def _times_likelier(table: fr.Table[Any], root: Any, odds: tuple[int, ...]) -> float:
    """How much likelier the odds make the true rack of player 2."""
    if not odds:
        return 1.0
    beliefs = table.game.room.bots.search.beliefs
    assert beliefs
    state: Any = table.state
    truth = state.tiles[1] if table.pending else state.last_tiles[1]
    supposed = {k: schema.copy(root) for k in range(len(odds))}
    can_be = [k for k, s in supposed.items() if beliefs.suppose(s, 0, k)]
    k = next(k for k in can_be if supposed[k].tiles[1] == truth)
    return (odds[k] - (odds[k - 1] if k else 0)) / odds[-1] * len(can_be)


def test_job_carries_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    table = racks("blue,brown,flower,void,void")
    memory = bots.recall(table.game, 0, table.history)
    legal = tuple(action.id for action in table.legal(0))
    state = schema.pack(table.redacted(0))
    job = Job("x", "sneaky-town", 1, dict(table.game.options), 0, "strong", state, legal, 7, 50, memory)
    assert Job.read(job.plain()) == job
    assert len(memory) == 2
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    assert think(job) in legal


def test_arm_smoothed_error_is_wide_for_few_games() -> None:
    """What is told of a choice never sounds surer than its number of imagined games allows."""
    few, many = Arm(0, 3, [3 * WIN, 3 * WIN * WIN, 0, 0]), Arm(0, 3000, [3000 * WIN, 3000 * WIN * WIN, 0, 0])
    mixed = Arm(0, 400, [200 * WIN, 200 * WIN * WIN, 0, 0])
    assert few.share == many.share == 1
    assert few.smoothed_error > 0.15
    assert many.smoothed_error < 0.001
    assert abs(mixed.smoothed_error - mixed.error(0)) < 0.001
    assert Arm(0).smoothed_error == inf
