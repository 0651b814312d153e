"""Batches of games: equal in both backends and builds, independent of threads, and the games of `fr.simulate`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.core.errors import NoSuchSeat
from fairyring.core.fields import schema
from fairyring.core.fields.schema import Field
from fairyring.core.game import registry
from fairyring.games.fairy.schema import LOWEST_FLOOR
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.stepping import observation, tensor
from fairyring.kernel.stepping.batch import Batch
from fairyring.kit import noninterference
from fairyring.kit.findings import Case

GAMES = 4
STEPS = 120
PARALLEL_GAMES = 1000  # enough for three threads


def everything(batch: Batch) -> dict[str, Any]:
    """Return all that a batch gives."""
    arrays = {
        "legal": batch.legal_mask(),
        "own": batch.observe(),
        "tensor": batch.encode(),
        "redacted": batch.redact(),
        "points": batch.scores_now(),
        "states": batch.states(),
        **{f"seat {seat}": batch.observe(seat) for seat in batch.game.seats},
        **{name: getattr(batch, name) for name in ("actors", "done", "scores", "shares", "numbers")},
    }
    return {name: array.tobytes() for name, array in arrays.items()}


@pytest.mark.parametrize("name", registry.shipped())
def test_batch_is_the_same_in_both_backends_and_builds(name: str) -> None:
    game = fr.game(name)
    levels = ["random", *game.room.bots.policies]
    batches = [
        Batch(game, GAMES, seed=7, backend="interpreted"),
        Batch(game, GAMES, seed=7, checked=True),
        Batch(game, GAMES, seed=7, checked=False),
    ]
    for step in range(STEPS):
        seats = [levels[(step + seat) % len(levels)] for seat in game.seats]
        chosen = [batch.choose(seats) for batch in batches]
        results = [everything(batch) for batch in batches]
        assert results[0] == results[1] == results[2]
        assert chosen[0].tolist() == chosen[1].tolist() == chosen[2].tolist()
        for batch in batches:
            batch.step(chosen[0])
    assert batches[0].finished == batches[1].finished == batches[2].finished


@pytest.mark.parametrize("name", registry.shipped())
def test_batch_plays_the_games_of_simulate(name: str) -> None:
    """The first game of each place, and totals of all of them."""
    game = fr.game(name)
    batch, first = Batch(game, 40, seed=3), dict[int, tuple[list[int], list[int]]]()
    while len(first) < 40:
        batch.step(batch.choose("random"))
        for place in np.flatnonzero(batch.done):
            first.setdefault(int(place), (batch.scores[place].tolist(), batch.shares[place].tolist()))
            assert batch.numbers[place] % 40 == place
    totals = Kernel(game).play(0, 40, 3, ["random"] * game.players)
    assert [sum(scores[seat] for scores, _shares in first.values()) for seat in game.seats] == totals.scores
    assert [sum(shares[seat] for _scores, shares in first.values()) for seat in game.seats] == totals.wins


def test_batch_does_not_depend_on_threads() -> None:
    game = fr.game("fairy", players=3)
    one, three = (Batch(game, PARALLEL_GAMES, seed=5, threads=threads) for threads in (1, 3))
    for _ in range(60):
        for batch in (one, three):
            batch.step(batch.choose(["random", "normal", "random"]))
        assert everything(one) == everything(three)
    assert one.finished == three.finished > PARALLEL_GAMES


def test_batch_step_refuses_illegal_actions_without_effect() -> None:
    game = fr.game("sneaky-town")
    batch = Batch(game, PARALLEL_GAMES, seed=1, threads=3)
    actions = batch.choose()
    before = everything(batch)
    mask = batch.legal_mask()
    for place, action in ((0, -1), (PARALLEL_GAMES - 1, len(game.actions)), (400, int(np.argmin(mask[400])))):
        wrong = actions.copy()
        wrong[place] = action
        with pytest.raises(ValueError, match=f"game {place}: {action} is not a legal action of seat {batch.actors[place]}"):
            batch.step(wrong)
        assert everything(batch) == before
    for unfit in (actions[:-1], actions.astype(float), 3):
        with pytest.raises(ValueError, match="one integer for each of the 1000 games"):
            batch.step(unfit)
    batch.step(actions.astype(np.int32))


def test_batch_mask_and_observation_are_those_of_the_table() -> None:
    game = fr.game("fairy", players=3)
    batch = Batch(game, 2, seed=1)
    batch.step([2, 1])
    states: list[Any] = [schema.unpack(game.room.schema.state, record.tobytes()) for record in batch.states()]
    for place, s in enumerate(states):
        seat = int(batch.actors[place])
        assert game.pending(s)[0] == seat == 1
        assert np.flatnonzero(batch.legal_mask()[place]).tolist() == list(game.legal(s, seat))
    rows, places = batch.observe(0), batch.observation_slices
    assert rows.shape == (2, max(part.stop for part in places.values()))
    assert rows[:, places["seat"]].tolist() == [[0], [0]]
    assert rows[:, places["guess"]].tolist() == [[3], [2]]  # its own
    assert batch.observe(1)[:, places["guess"]].tolist() == [[0], [0]]
    assert rows[:, places["top"]].tolist() == [[s.top] for s in states]
    assert "players" not in places


def test_batch_arguments_are_checked() -> None:
    game = fr.game("fairy")
    with pytest.raises(ValueError, match="at least one game"):
        Batch(game, 0)
    with pytest.raises(ValueError, match="no backend 'fast'"):
        Batch(game, 1, backend="fast")
    batch = Batch(game, 3)
    with pytest.raises(ValueError, match="no bot 'strong' for batches; there are random, easy, normal"):
        batch.choose("strong")
    with pytest.raises(ValueError, match="2 seats need a bot each"):
        batch.choose(["random"])
    with pytest.raises(NoSuchSeat):
        batch.observe(2)
    with pytest.raises(ValueError, match="contiguous"):
        batch.legal_mask(np.zeros((3, 3), np.bool_))
    mask = np.ones((3, 4), np.bool_)
    assert batch.legal_mask(mask) is mask


@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_batch_copy_goes_on_alone(backend: str) -> None:
    batch = Batch(fr.game("crane", players=3), 5, seed=2, backend=backend)
    batch.step(batch.choose())
    twin, before = batch.copy(), everything(batch)
    for _ in range(30):
        twin.step(twin.choose())
    assert everything(batch) == before != everything(twin)
    for _ in range(30):
        batch.step(batch.choose())
    assert everything(batch) == everything(twin)


def test_kit_finds_an_observation_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden fields in an observation: non-interference tells worlds apart by it."""
    case = Case(registry.room("fairy-tale"), {}, 1)
    assert not [text for text in noninterference.worlds_do_not_interfere(case) if "observation" in text]

    def all_fields(kind: type[schema.State]) -> list[Field]:
        return [field for field in kind.fields.values() if not field.const]

    monkeypatch.setattr(observation, "observed_fields", all_fields)
    observation.observation_function.cache_clear()
    try:
        assert [text for text in noninterference.worlds_do_not_interfere(case) if text.endswith("the observation")]
    finally:
        observation.observation_function.cache_clear()


def test_kit_finds_a_tensor_that_leaks(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(fr.game("fairy").room, {"players": 3}, 1)
    assert not [text for text in noninterference.worlds_do_not_interfere(case) if "tensor" in text]
    # A field of seats that only owners know, as if everybody knew it.
    monkeypatch.setattr(tensor, "SeenBy", type("Blind", (), {"OWNER": None}))
    caches = (tensor.tensor_function, tensor.tensor_parts)
    try:
        for cached in caches:
            cached.cache_clear()
        assert [text for text in noninterference.worlds_do_not_interfere(case) if text.endswith("the tensor")]
    finally:
        for cached in caches:
            cached.cache_clear()


def test_tensor_parts_describe_a_row() -> None:
    game = fr.game("fairy", players=3)
    batch = Batch(game, 8, seed=2)
    batch.step(batch.choose("normal"))
    rows, parts = batch.encode(1), {part.name: part for part in batch.tensor_parts}
    states = batch.redact(1)
    assert parts["deck"].place.stop <= rows.shape[1] == batch.tensor_parts[-1].place.stop
    for row, state in zip(rows, states, strict=True):
        assert row[parts["seat"].place].tolist() == [0, 1, 0]
        top = row[parts["top"].place]
        assert top.sum() == 1
        assert top[state["top"] - 1] == 1  # one-hot; words count from 1
        assert row[parts["score"].place].tolist() == [
            state["score"][seat] - LOWEST_FLOOR for seat in (1, 2, 0)
        ]  # the own seat first
        assert row[parts["waiting"].place].tolist() == [state["waiting"] >> seat & 1 for seat in (1, 2, 0)]
        assert sum(bit << k for k, bit in enumerate(row[parts["deck"].place].tolist())) == state["deck"]
    assert (rows * batch.tensor_scale <= 1).all()


def test_batch_with_bots_inside_plays_the_games_of_simulate() -> None:
    game = fr.game("fairy", players=3)
    inside = Batch(game, 20, seed=3, bots=[None, "normal", "random"])
    outside = Batch(game, 20, seed=3)
    results: list[dict[int, list[int]]] = [{}, {}]
    for batch, levels, first in ((inside, ["random"] * 3, results[0]), (outside, ["random", "normal", "random"], results[1])):
        while len(first) < 20:
            batch.step(batch.choose(levels))
            for place in np.flatnonzero(batch.done):
                first.setdefault(int(place), batch.scores[place].tolist())
    assert (inside.actors == 0).all()
    assert results[0] == results[1]


@pytest.mark.parametrize("backend", ["compiled", "interpreted"])
def test_batch_seeds_are_of_places(backend: str) -> None:
    """A place plays the games of its own seed, whatever is beside it."""
    game = fr.game("fairy", players=2)
    seeds = [2**64 - 1, 5, 7]
    three = Batch(game, 3, backend=backend, seeds=seeds)
    for place, seed in enumerate(seeds):
        alone = Batch(game, 1, seed=seed)
        again = three.copy()
        for _ in range(70):  # more than one game
            assert again.states()[place].tobytes() == alone.states()[0].tobytes()
            assert again.numbers[place] == alone.numbers[0]
            again.step(again.choose("normal"))
            alone.step(alone.choose("normal"))


def test_batch_without_restart_waits_for_a_reset() -> None:
    game = fr.game("fairy", players=2)
    batch, other = Batch(game, 4, seed=1, restart=False), Batch(game, 4, seed=1)
    while not batch.over.all():
        ended = batch.over.copy()
        batch.step(batch.choose("random"))
        assert not (batch.done & ended).any()  # a game ends once
        assert not batch.legal_mask()[batch.over].any()
    assert batch.finished == 4
    before = batch.states()
    batch.reset([1, 3])
    assert batch.over.tolist() == [True, False, True, False]
    assert batch.numbers.tolist() == [4, 5, 6, 7]
    other.reset()
    for place in (1, 3):
        assert batch.states()[place] == other.states()[place]
    assert batch.states()[0] == before[0]
    running = batch.states()
    batch.reset(which=[0], seeds=[9])
    assert (batch.states()[1:] == running[1:]).all()  # those that run keep still
    assert batch.states()[0] == Batch(game, 1, seed=9).states()[0]


def test_batch_needs_a_seat_to_decide() -> None:
    with pytest.raises(ValueError, match="None for at least one"):
        Batch(fr.game("fairy", players=2), 1, bots=["random", "random"])
