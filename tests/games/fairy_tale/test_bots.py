"""Temperaments of the level `normal`: tastes among choices that are about equal, not habits that lose."""

from __future__ import annotations

import pytest

import fairyring as fr


@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4])
def test_normal_has_no_losing_taste_in_the_simplified_game(players: int) -> None:
    """Estimates of the simplified deck tie often; a temperament that decided every tie won 18 % of the games for four."""
    played = fr.simulate("fairy-tale", players=players, simplified="yes", games=6_000, bots="normal", seed=3)
    assert all(abs(share - 1 / players) < 0.02 for share in played.win_share)
