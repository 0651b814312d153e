"""Our games in OpenSpiel pass its random simulations, and are its own games where it has them."""

from __future__ import annotations

import pickle
import unittest
from pathlib import Path

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, external_sampling_mccfr
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
    """After the same iterations, value and NashConv are equal."""
    measured = []
    for game in (envs.openspiel("leduc-poker", reward="score"), pyspiel.load_game("leduc_poker")):
        solver = cfr.CFRSolver(game)
        for _ in range(2):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
        measured.append((value, exploitability.nash_conv(game, policy)))
    assert measured[0] == pytest.approx(measured[1], abs=1e-9)


@pytest.mark.parametrize("recall", [3, 10])
def test_openspiel_information_tensors_are_leduc_pokers(recall: int) -> None:
    """Two histories have the same tensor for a player exactly if they have the same one in OpenSpiel's own game."""
    pairs = set()
    stack = [
        (envs.openspiel("leduc-poker", recall=recall).new_initial_state(), pyspiel.load_game("leduc_poker").new_initial_state())
    ]
    while stack:
        ours, theirs = stack.pop()
        if not theirs.is_chance_node() and not theirs.is_terminal():
            player = theirs.current_player()
            digests = [hash(tuple(state.information_state_tensor(player))) for state in (ours, theirs)]
            pairs.add((player, ours.information_state_string(), *digests))
        stack += [(ours.child(action), theirs.child(action)) for action in theirs.legal_actions()]
    assert (
        len(pairs) == len({pair[1] for pair in pairs}) == len({pair[2] for pair in pairs}) == len({pair[3] for pair in pairs})
    )
    assert len(pairs) == 936


def test_openspiel_information_tensor_has_named_parts() -> None:
    game = envs.openspiel("leduc-poker", recall=4)
    state = game.new_initial_state()
    for move in (4, 1, 2):  # two cards; player 0 raises
        state.apply_action(move)
    memory = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    memory.set_from(state, 0)
    assert memory.dict["hand"].tolist() == [0, 0, 0, 0, 1, 0]
    assert memory.dict["recall.action"].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert memory.dict["recall.knowledge"].any(axis=1).tolist() == [True, True, True, False]
    assert not memory.dict["recall.digest"].any()
    assert memory.tensor.max() == 1
    memory.set_from(state, 1)
    assert not memory.dict["recall.action"].any()
    with pytest.raises(OptionError, match="0 or more"):
        envs.openspiel("leduc-poker", recall=-1)


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
    assert str(game) == "fairyring_goofspiel(cards=4,players=2,recall=32,reward=win)"
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


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_api_test(name: str) -> None:
    """OpenSpiel's own tests of what every game has to answer, on up to 400 states of the game."""
    game = envs.openspiel(name, **SMALL.get(name, {}))
    case = type("Partial", (api_test.EnforceAPIOnPartialTreeBase,), {"game": game, "game_name": game.get_type().short_name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.skipped
    assert not [text for _test, text in (*result.failures, *result.errors)]


def test_openspiel_public_observation_has_nothing_that_a_seat_knows_alone() -> None:
    kind = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    game = envs.openspiel("leduc-poker")
    public = make_observation(game, kind)
    state = game.new_initial_state()
    texts = set()
    for card in state.legal_actions():
        dealt = state.child(card)
        texts |= {public.string_from(dealt, seat) for seat in range(2)}
    assert len(state.legal_actions()) > 1
    assert len(texts) == 1
