"""A person who has read the rules once can beat `easy` in each game, more often than not."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import SeatedBot
from fairyring.core.game.contract import NATURE
from fairyring.core.table.table import Table
from tests.bots.plain import PLAYERS, Plain

GAMES = {"crane": 1500, "fairy": 600, "fairy-tale": 60, "fariables": 160, "sneaky-town": 300}
OPTIONS: dict[str, dict[str, Any]] = {"sneaky-town": {"match": "single"}}


def won(game: fr.Game[Any], plain: Plain, seat: int, seed: int) -> float:
    """One game of a plain player against `easy`: the share of the win."""
    table: Table[Any] = Table(game, seed=seed)
    easy = SeatedBot(game, "easy", 1 - seat, seed)
    while pending := table.pending:
        assert pending != (NATURE,), "nobody's hand is needed"
        if seat in pending:
            table.play(seat, plain(game, table.view(seat), table.legal(seat)))
        else:
            easy.play(table)
    assert table.outcome is not None
    winners = table.outcome.winners
    return (seat in winners) / len(winners)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_plain_player_beats_easy(name: str) -> None:
    """In both seats in turn; beyond what chance explains in one of a hundred such tests."""
    game, games = fr.game(name, players=2, **OPTIONS.get(name, {})), GAMES[name]
    share = sum(won(game, PLAYERS[name], number % 2, number) for number in range(games)) / games
    assert share - 2.33 * sqrt(share * (1 - share) / games) > 0.5
