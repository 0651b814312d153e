"""The batched environment."""

from __future__ import annotations

import numpy as np
import pytest

import fairyring as fr
from fairyring import envs
from fairyring.core.errors import OptionError
from fairyring.kernel.stepping.batch import Batch
from tests.envs.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_batched_rewards_and_masks(name: str) -> None:
    env = envs.batched(name, games=64, seed=5)
    rows, mask = env.reset()
    rng, ended = np.random.default_rng(1), 0
    for _ in range(60):
        actions = (mask * rng.random(mask.shape)).argmax(axis=1)
        rows, mask, rewards, done = env.step(actions)
        assert mask.any(axis=1).all()
        assert (rows == env.batch.encode()).all()
        assert not rewards[~done].any()
        assert np.allclose(rewards.sum(axis=1), 0, atol=1e-6)
        assert (np.abs(rewards) <= 1).all()
        ended += int(done.sum())
    assert ended == env.batch.finished


def test_batched_scores_are_points() -> None:
    env = envs.batched("leduc-poker", games=256, reward="score", scaled=True)
    rows, _mask = env.reset()
    assert rows.dtype == np.float32
    seen = set()
    for _ in range(30):
        rows, _mask, rewards, done = env.step(env.batch.choose("random"))
        assert (rows >= 0).all()
        assert (rows <= 1).all()
        assert (rewards[done] == env.batch.scores[done]).all()
        seen |= set(rewards[done][:, 0].tolist())
    assert {-13.0, 13.0} <= seen


def test_batched_recall_holds_own_decisions() -> None:
    """The newest first; what others did is not in it; a new game begins with nothing."""
    env = envs.batched("goofspiel", games=3, players=2, cards=4, recall=2, seed=2)
    width = len(env.batch.tensor_scale)
    assert len(env.scale) == width + 2 * (width + 1)
    rows, mask = env.reset()
    past: dict[tuple[int, int], list[tuple[list[int], int]]] = {(game, seat): [] for game in range(3) for seat in range(2)}
    for _ in range(18):
        for game, seat in enumerate(env.seats):
            memory = rows[game, width:].reshape(2, width + 1)
            for place in range(2):
                known = past[game, seat][-1 - place] if place < len(past[game, seat]) else ([0] * width, -1)
                assert (memory[place, :width].tolist(), memory[place, width] - 1) == known
        actions = mask.argmax(axis=1)
        for game, seat in enumerate(env.seats):
            past[game, seat].append((rows[game, :width].tolist(), int(actions[game])))
        rows, mask, _rewards, done = env.step(actions)
        for game in np.flatnonzero(done).tolist():
            past[game, 0], past[game, 1] = [], []


def test_batched_games_are_those_of_their_seeds() -> None:
    first, second = (envs.batched("fairy", games=n, seeds=seeds) for n, seeds in ((3, [1, 2, 3]), (2, [3, 1])))
    assert (first.reset(seeds=[7, 8, 9])[0][2] == second.reset(seeds=[9, 7])[0][0]).all()
    assert (first.reset(which=[1], seeds=[7])[0][1] == Batch(fr.game("fairy"), 1, seed=7).encode()[0]).all()


def test_batched_refuses_what_it_cannot_do() -> None:
    with pytest.raises(OptionError, match="win or score"):
        envs.batched("fairy", reward="points")
    with pytest.raises(OptionError, match="0 or more"):
        envs.batched("fairy", recall=-1)
    with pytest.raises(OptionError, match="options already"):
        envs.batched(fr.game("fairy"), players=3)
    env = envs.batched("fairy", games=2)
    with pytest.raises(ValueError, match="game 1: 99 is not a legal action"):
        env.step([0, 99])
