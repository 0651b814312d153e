"""Random play by the rules against random play by a second, plain program: they must agree on average."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib import resources
from statistics import fmean, variance

import pytest

import fairyring as fr
from fairyring.bots import NO_LIMITS, Position, make_bot
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream

from .plain import PlainGame, read

GAMES = 400


def numbers(turns: int, moved: int, scores: Sequence[int], reason: str, winner: int) -> tuple[float, ...]:
    """What is compared: length, tokens moved, mean, best and squared points, ties, and who won."""
    mean = fmean(scores)
    return (turns, moved, mean, max(scores), fmean(x * x for x in scores), reason != "fourteen", winner == 0, winner == 1)


def by_the_rules(players: int, board: str, seed: int) -> tuple[float, ...]:
    game = fr.game("fariables", players=players, board=board)
    nature = Stream(seed, 0, NATURE_STREAM)
    minds = [Stream(seed, 0, BOT_STREAM + p) for p in game.seats]
    s = game.initial()
    while pending := game.rules.pending(s):
        if pending == fr.NATURE:
            game.rules.act(s, fr.NATURE, game.draw(s, nature))
        else:
            seat = pending.bit_length() - 1
            game.rules.act(s, seat, game.rules.legal_nth(s, seat, minds[seat].below(game.rules.legal_count(s, seat))))
    end = game.outcome(s)
    assert end is not None
    return numbers(game.rules.tally(s, 0), game.rules.tally(s, 2), end.scores, end.reason, end.winners[0])


def plainly(players: int, board: str, seed: int) -> tuple[float, ...]:
    folder = resources.files("fairyring.games.fariables").joinpath("boards", f"{board}.txt")
    end = PlainGame(read(folder.read_text(encoding="utf-8")), players, random.Random(seed)).play()
    return numbers(end.turns, end.moved, end.scores, end.decided, end.winner)


@pytest.mark.parametrize(("players", "board"), [(2, "meadow"), (6, "moon")])
def test_plain_implementation_agrees_on_averages(players: int, board: str) -> None:
    games = GAMES // players * 2
    ours = [by_the_rules(players, board, seed) for seed in range(games)]
    theirs = [plainly(players, board, seed) for seed in range(games)]
    for own, other in zip(zip(*ours, strict=True), zip(*theirs, strict=True), strict=True):
        error = ((variance(own) + variance(other)) / games) ** 0.5
        assert abs(fmean(own) - fmean(other)) <= 4 * error


def test_normal_beats_random() -> None:
    game = fr.game("fariables", players=3)
    wins = 0
    for seed in range(20):
        table = fr.Table(game, seed=seed)
        players = [make_bot(game, level) for level in ("random", "normal", "random")]
        rngs = [Stream(seed, 0, BOT_STREAM + p) for p in game.seats]
        while table.pending:
            seat = table.pending[0]
            table.play(seat, players[seat].choose(Position.at(table, seat), NO_LIMITS, rngs[seat]).action)
        assert table.outcome is not None
        wins += 1 in table.outcome.winners
    assert wins >= 15
