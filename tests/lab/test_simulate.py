"""Simulation: what it refuses, and what its results hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

import fairyring as fr
from fairyring.core.errors import OptionError
from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.game import Game
from fairyring.core.game.registry import room
from fairyring.core.game.room import Room


@pytest.mark.parametrize("more", [{"players": 3}, {"variant": "fifteen"}])
def test_simulate_refuses_options_beside_a_game(more: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="has its options already"):
        fr.simulate(fr.game("fairy", players=2), games=1, backend="interpreted", **more)  # type: ignore[arg-type]


def without_tallies() -> Room:
    fairy = room("fairy")
    return replace(fairy, schema=replace(fairy.schema, tallies=Names))


def test_simulate_needs_no_tallies() -> None:
    result = fr.simulate(Game(without_tallies(), {"players": 2}), games=3, backend="interpreted")
    assert result.mean_turns == 0
    assert result.tallies == {}


def test_simulation_values_are_not_rounded() -> None:
    result = fr.simulate("fairy", players=3, games=7, backend="interpreted")
    assert all(abs(share * 7 * 2520 - round(share * 7 * 2520)) < 1e-9 for share in result.win_share)
    assert any(round(share, 6) != share for share in (*result.win_share, *result.mean_score))
    assert all(round(share, 6) == share for share in result.as_dict(rounded=True)["win_share"])
