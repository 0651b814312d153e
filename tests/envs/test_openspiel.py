"""Our games in OpenSpiel pass its random simulations, and are its own games where it has them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr
from open_spiel.python.observation import make_observation

import fairyring as fr
from fairyring import envs
from fairyring.core.errors import OptionError
from tests.envs.games import GAMES, SMALL


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_random_sim_test(name: str) -> None:
    """Cloning, serialization, masks, observations, chance, returns: OpenSpiel's test of a game's whole interface."""
    pyspiel.random_sim_test(envs.openspiel(name, **SMALL.get(name, {})), num_sims=1, serialize=True, verbose=False)


def test_openspiel_cfr_agrees_with_openspiels_leduc_poker() -> None:
    values = []
    for game in (envs.openspiel("leduc-poker", reward="score"), pyspiel.load_game("leduc_poker")):
        solver = cfr.CFRSolver(game)
        solver.evaluate_and_update_policy()
        values.append(exploitability.nash_conv(game, solver.average_policy()))
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_openspiel_mccfr_runs_on_sneaky_town() -> None:
    game = envs.openspiel("sneaky-town", size=3, match="single", turn_limit=1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    solver.iteration()
    assert solver.average_policy()


def test_openspiel_observation_has_named_parts() -> None:
    game = envs.openspiel("leduc-poker")
    state = game.new_initial_state()
    for card in (4, 1):
        state.apply_action(card)
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.dict["hand"].tolist() == [0, 0, 0, 0, 1, 0]
    observation.set_from(state, 1)
    assert observation.dict["hand"].tolist() == [0, 1, 0, 0, 0, 0]
    assert "king" in state.observation_string(0)
    assert "king" not in state.observation_string(1)


def test_openspiel_game_survives_pickling_and_names() -> None:
    game = envs.openspiel("goofspiel", cards=4)
    assert str(game) == "fairyring_goofspiel(cards=4,players=2,reward=win)"
    assert str(pyspiel.load_game(str(game))) == str(game)
    state = game.new_initial_state()
    state.apply_action(2)
    state.apply_action(1)
    again = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert again.history() == [2, 1]
    assert again.information_state_string(0) == state.information_state_string(0)


def test_openspiel_refuses_files() -> None:
    moon = Path(fr.game("fariables").room.info.folder / "boards" / "moon.txt").read_text(encoding="utf-8")
    with pytest.raises(OptionError, match="board cannot be a file"):
        envs.openspiel("fariables", board=fr.FileText.of("mine.txt", moon))
    with pytest.raises(OptionError, match="options already"):
        envs.openspiel(fr.game("fairy"), players=3)
