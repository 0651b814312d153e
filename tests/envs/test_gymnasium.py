"""Gymnasium environments pass Gymnasium's checks; warnings are errors (pyproject.toml)."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from fairyring import envs
from fairyring.envs.gymnasium_envs import SeatEnv
from tests.envs.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_gym_passes_check_env(name: str) -> None:
    env = gymnasium.make("fairyring/Seat-v0", game=name, bots="normal", render_mode="ansi")
    assert isinstance(env.unwrapped, SeatEnv)
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", GAMES)
def test_gym_vector_plays_as_single_games(name: str) -> None:
    """Observations, rewards and ends of every place are those of a single environment with its seed."""
    places = 5
    vector, singles = envs.gym_vector(name, num_envs=places), [envs.gym(name) for _ in range(places)]
    rows, info = vector.reset(seed=4)
    assert rows in vector.observation_space
    for place, single in enumerate(singles):
        row, mask = single.reset(seed=4 + place)
        assert (row == rows[place]).all()
        assert (mask["action_mask"] == info["action_mask"][place]).all()
    rng, ended = np.random.default_rng(1), np.zeros(places, np.bool_)
    for _ in range(30):
        actions = rng.integers(len(vector.env.game.actions), size=places)
        rows, rewards, terminated, truncated, info = vector.step(actions)
        assert rows in vector.observation_space
        assert not truncated.any()
        for place in np.flatnonzero(~ended).tolist():
            row, reward, end, _, one = singles[place].step(actions[place])
            assert (row == rows[place]).all()
            assert (reward, end, one["illegal"]) == (rewards[place], terminated[place], info["illegal"][place])
        ended |= terminated


def test_gym_vector_begins_anew_in_the_next_step() -> None:
    vector = envs.gym_vector("leduc-poker", num_envs=8)
    vector.reset(seed=1)
    before = np.zeros(8, np.bool_)
    for _ in range(20):
        _rows, rewards, terminated, _, info = vector.step(info_actions(vector.action_masks()))
        assert not rewards[before].any()
        assert not terminated[before].any()
        assert (info["action_mask"].any(axis=1) == ~terminated).all()
        before = terminated


def info_actions(masks: np.ndarray) -> np.ndarray:
    actions: np.ndarray = masks.argmax(axis=1)
    return actions


def test_gym_illegal_action_counts_as_the_first_legal_one() -> None:
    first, second = (envs.gym("leduc-poker") for _ in range(2))
    first.reset(seed=3)
    second.reset(seed=3)
    assert first.action_masks().tolist() == [False, True, True]  # nothing to fold against
    row, *_, info = first.step(0)
    other, *_, legal = second.step(1)
    assert (row == other).all()
    assert (info["illegal"], legal["illegal"]) == (True, False)


def test_gym_learner_wins_more_against_weaker_bots() -> None:
    """The seat is the learner's, and rewards are its own: `normal` in our hands beats `random` bots."""
    env = envs.gym_vector("connect-four", num_envs=64, bots="random")
    env.reset(seed=1)
    total, games = 0.0, 0
    while games < 200:
        _rows, rewards, terminated, *_ = env.step(env.env.batch.choose("normal"))
        total, games = total + float(rewards.sum()), games + int(terminated.sum())
    assert total / games > 0.6
