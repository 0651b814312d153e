"""How the search of Fairy plays on for the seat that thinks."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.registry import room
from fairyring.core.rng import Stream
from fairyring.games.fairy.bots import deviate_unless_leading, normal
from fairyring.kernel.game_functions import search_functions
from fairyring.kernel.templates.search import next_action


@pytest.mark.parametrize(
    ("players", "card", "scores", "guess"),
    [
        (3, 3, (0, 0, 0), "suit"),  # level with others, which is no lead: otherwise than they
        (3, 3, (1, 0, 0), "higher"),  # who leads goes with them
        (3, 3, (1, 0, 2), "suit"),  # the best of the others counts
        (3, 1, (0, 0, 0), "higher"),  # everything else would be too dear
        (2, 3, (0, 0), "higher"),  # of two, who is level is not behind
        (2, 3, (-1, 0), "suit"),
    ],
)
def test_deviate_unless_leading(players: int, card: int, scores: tuple[int, ...], guess: str) -> None:
    table = fr.Table(fr.game("fairy", players=players), chance=(f"card {card}",))
    s: Any = table.redacted(0)
    s.score[:players] = scores
    assert table.game.actions[deviate_unless_leading(s, 0, Stream(1))].text == f"guess {guess}"


def test_lead_ignores_seats_out_of_the_play_off() -> None:
    table = fr.Table(fr.game("fairy", players=3), chance=("card 3",))
    s: Any = table.redacted(0)
    s.score[:3] = (2, 1, 5)
    s.contenders = 0b011
    assert table.game.actions[deviate_unless_leading(s, 0, Stream(1))].text == "guess higher"


def test_search_deviates_for_the_own_seat_only() -> None:
    """In the imagined games of seat 0, the others are taken to play as `normal` does."""
    s: Any = fr.Table(fr.game("fairy", players=3), chance=("card 3",)).redacted(0)
    g = search_functions(room("fairy"))
    own = next_action(g, s, 0, 0, Stream(1))
    assert own == deviate_unless_leading(s, 0, Stream(1)) != normal(s, 1, Stream(1)) == next_action(g, s, 1, 0, Stream(1))
