"""Deals of the day: none is hopeless, and none is a gift."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.api import fair_deals as search
from fairyring.tables import open_deals

FIRST = {"fariables": "easy"}  # where `normal` always plays the same


@pytest.mark.parametrize("game", ["fairy", "fairy-tale", "fariables", "sneaky-town"])
def test_shipped_deals_are_neither_hopeless_nor_a_gift(game: str) -> None:
    """Some of them; half of the fair share is enough, since bots may have learned since the deals were chosen."""
    even = 1 / fr.game(game, **open_deals.daily_options(game)).players
    for number in open_deals.fair_deals(game)[::60]:
        assert (
            even / 4 <= search.wins_of_first_seat(game, number, FIRST.get(game, search.LEVEL)) / search.GAMES <= (3 + even) / 4
        ), number


def test_fair_share_lies_around_an_even_one() -> None:
    assert [wins for wins in range(21) if search.is_fair(wins, 20, 4)] == list(range(3, 13))
    assert [wins for wins in range(21) if search.is_fair(wins, 20, 2)] == list(range(5, 16))


def test_find_skips_deals_that_are_not_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = {1: 0, 2: 5, 3: 20, 4: 9}
    monkeypatch.setattr(search, "wins_of_first_seat", lambda game, number, first: wins[number])
    assert list(search.find("fairy", 2)) == [2, 4]
