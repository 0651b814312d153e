"""Random play agrees with a second, plain implementation; and the bot is better than chance."""

from __future__ import annotations

import random
from collections import Counter
from statistics import mean, variance

import pytest

import fairyring as fr
from fairyring.core.fields.schema import unpack
from fairyring.games.fairy_tale.deck import shipped_deck
from fairyring.games.fairy_tale.schema import State
from fairyring.kernel.compiled import Kernel
from fairyring.lab import interpreted_play

from .plain import COPIES, Seat, play_game, totals

GAMES = 400
MANY = 20_000


def test_r1_the_plain_deck_is_the_same() -> None:
    assert {card.slug: card.copies for card in shipped_deck().cards} == COPIES


@pytest.mark.parametrize("players", [2, 3, 5])
def test_plain_implementation_agrees_on_averages(players: int) -> None:
    rng = random.Random(players)
    scores: list[int] = []
    closed: list[int] = []
    for _ in range(GAMES):
        seats = play_game(players, Counter(COPIES), rng.choice, rng.choice)
        scores.append(sum(totals(seats)))
        closed.append(sum(not is_open for seat in seats for _, is_open, _ in seat.row))
    engine = Kernel(fr.game("fairy-tale", players=players)).play(0, MANY, 1, ["random"] * players)
    for numbers, there in ((scores, sum(engine.scores) / MANY), (closed, engine.tallies[2] / MANY)):
        assert abs(mean(numbers) - there) < 4 * (variance(numbers) / GAMES) ** 0.5 + 0.05


def test_r25_every_final_table_is_counted_the_same() -> None:
    """The plain counting on a few hundred final positions of the engine."""
    slugs = shipped_deck().slugs
    for players in (2, 4):
        kernel = Kernel(fr.game("fairy-tale", players=players))
        for record in kernel.finals(150, 3, ["normal"] * players):
            s = unpack(State, record.tobytes())
            rows = [[slugs[k] for k in range(40) for _ in range(s.open[p][k])] for p in range(players)]
            assert totals([Seat([[name, True, 0] for name in row]) for row in rows]) == list(s.total[:players])


def test_normal_beats_random() -> None:
    game = fr.game("fairy-tale", players=4)
    sums = Kernel(game).play(0, 400, 1, ["normal", "random", "random", "random"])
    assert sums.wins[0] / 2520 > 0.7 * 400


def test_backends_play_the_same_games() -> None:
    for players, options in ((2, {}), (4, {"simplified": "yes"}), (5, {})):
        game = fr.game("fairy-tale", players=players, **options)
        for bots in (["random"] * players, ["normal"] * players):
            assert Kernel(game).play(0, 4, 9, bots) == interpreted_play.play(game, 0, 4, 9, bots)
