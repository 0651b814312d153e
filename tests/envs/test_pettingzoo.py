"""PettingZoo environments pass PettingZoo's tests; warnings are errors (pyproject.toml)."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from fairyring import envs
from fairyring.envs.pettingzoo_envs import SeatsParallel
from tests.envs.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_aec_passes_api_and_seed_tests(name: str) -> None:
    api_test(envs.aec(name), num_cycles=40)
    seed_test(lambda: envs.aec(name), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_passes_api_and_seed_tests(name: str) -> None:
    parallel_api_test(envs.parallel(name), num_cycles=40)
    parallel_seed_test(lambda: envs.parallel(name), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_passes_max_cycles_test(name: str) -> None:
    """The test takes actions at random; the seed is one with which no game ends within its four cycles (Leduc poker may)."""

    def parallel_env(max_cycles: int) -> SeatsParallel:
        env = envs.parallel(name, max_cycles=max_cycles)
        for seat, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(1 + seat)
        return env

    max_cycles_test(
        SimpleNamespace(parallel_env=parallel_env, env=lambda max_cycles: parallel_to_aec(parallel_env(max_cycles)))
    )


@pytest.mark.parametrize("name", GAMES)
def test_aec_and_parallel_play_the_same_games(name: str) -> None:
    aec, parallel = envs.aec(name), envs.parallel(name)
    aec.reset(seed=5)
    parallel.reset(seed=5)
    rng, rewards = np.random.default_rng(1), dict[str, float]()
    for _ in range(40):
        actions = {agent: int(rng.integers(len(aec.one.game.actions))) for agent in aec.possible_agents}
        pending = parallel.one.pending()
        rows, rewards, ends, *_ = parallel.step(actions)
        for seat in pending:
            assert aec.agent_selection == f"seat_{seat}"
            aec.step(actions[aec.agent_selection])
        for agent, row in rows.items():
            assert (row == aec.observe(agent)).all()
        if any(ends.values()):
            break
    assert rewards == aec.rewards


def test_aec_truncates_and_renders() -> None:
    env = envs.aec("fairy", max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.infos[env.agent_selection]["action_mask"].argmax()))
    assert all(env.truncations.values())
    assert "Player 2" in env.render()
