"""Spread of what bots reach with the deal of a day."""

from __future__ import annotations

import pytest

from fairyring.api.day_spread import GAMES, day_spread


@pytest.mark.parametrize("game", ["fairy", "fairy-tale", "fariables", "sneaky-town"])
def test_day_spread_is_the_same_whenever_it_is_computed(game: str) -> None:
    deal = f"day/20778/{game}"
    spread = day_spread(game, deal)
    assert spread == day_spread(game, deal)
    assert len(spread["scores"]) == GAMES
    assert spread["scores"] == sorted(spread["scores"])
    assert 0 < spread["wins"] < GAMES
    assert len(set(spread["scores"])) > 2, "nothing to compare with"
