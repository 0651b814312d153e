"""Random play against a plain simulator that shares no code with the rules, and exact counts of small trees."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from statistics import mean, stdev

import fairyring as fr
from fairyring.kit.perft import perft

FAIRIES = {4, 11, 18}


@dataclass
class Plain:
    """A standard game by a shuffled pack and a list of hands."""

    pack: list[int]
    points: list[int]
    guesses: list[list[str]] = field(default_factory=list)  # turn by turn, of those who still play
    tied: list[int] = field(default_factory=list)  # who went into the play-off
    first: list[int] = field(default_factory=list)  # who won
    why: str = "deck-out"

    def places(self) -> list[int]:
        """R16: rows of people who are compared by points among themselves only, best row first."""
        others = [name for name in self.tied if name not in self.first]
        rest = [name for name in range(len(self.points)) if name not in self.tied + self.first]
        places = dict.fromkeys(self.first, 1)
        for row in (others, rest):
            before = len(places)
            places |= {name: 1 + before + sum(self.points[name] < self.points[other] for other in row) for name in row}
        return [places[name] for name in range(len(self.points))]


def plain_game(rng: random.Random, players: int, close: bool = False) -> Plain:
    """Everybody guesses anything. In a close game the fairies come first, and most then catch in vain: ties are long."""
    guesses = ("higher", "catch", "catch", "catch") if close else ("higher", "lower", "suit", "catch")
    pack = rng.sample(range(1, 22), 21)
    game = Plain(sorted(pack, key=lambda card: close and card not in FAIRIES), [0] * players)
    fairies = FAIRIES & {game.pack[0]}
    still = list(range(players))
    for old, new in itertools.pairwise(game.pack):
        fairies = fairies | (FAIRIES & {new})
        game.guesses.append([rng.choice(guesses) for _ in still])
        right = {"higher": new > old, "lower": new < old, "suit": (new - 1) // 7 == (old - 1) // 7, "catch": new in FAIRIES}
        for name, guess in zip(still, game.guesses[-1], strict=True):
            gain = {"higher": 2, "lower": 2, "suit": 4, "catch": 7}[guess] if right[guess] else -1
            game.points[name] = max(-4, game.points[name] + gain)
        top = max(game.points[name] for name in still)
        game.first = [name for name in still if game.points[name] == top]
        ends = "tie-broken" if game.tied else "top" if top >= 24 else "third-fairy" if len(fairies) == 3 else ""
        if ends and len(game.first) == 1:
            game.why = ends
            return game
        if ends and len(game.guesses) < 20:
            game.tied, still = game.tied or game.first, game.first
    return game


def test_plain_implementation_agrees_on_scores_and_places() -> None:
    """R10–R19: the same cards and guesses give the same end, scores and places."""
    rng = random.Random(5)
    early = overtaken = 0
    for number in range(400):
        plain = plain_game(rng, 3 + number % 8, close=number % 3 > 0)
        table = fr.Table(fr.game("fairy", players=len(plain.points)), chance=[f"card {card}" for card in plain.pack])
        for guesses in plain.guesses:
            for seat, guess in zip(table.pending, guesses, strict=True):
                table.play(seat, f"guess {guess}")
        assert table.outcome == fr.Outcome(plain.why, tuple(plain.points), tuple(plain.places()))
        assert table.view().play_off == tuple(plain.tied)
        early += len(plain.tied) > len(plain.guesses[-1])
        rest = [points for name, points in enumerate(plain.points) if name not in plain.tied]
        overtaken += bool(plain.tied and rest) and min(plain.points[name] for name in plain.tied) < max(rest)
    assert early > 20  # in so many, somebody fell out of the play-off before its last turn
    assert overtaken > 20  # in so many, somebody who was in it had fewer points in the end than somebody who was not


def test_plain_implementation_agrees_on_averages() -> None:
    rng = random.Random(11)
    games = [plain_game(rng, 4) for _ in range(6000)]
    result = fr.simulate("fairy", players=4, games=200_000, seed=3)
    scores = [score for game in games for score in game.points]
    turns = [len(game.guesses) for game in games]
    assert abs(mean(scores) - mean(result.mean_score)) < 4 * stdev(scores) / 6000**0.5  # scores of one game are not independent
    assert abs(mean(turns) - result.mean_turns) < 4 * stdev(turns) / 6000**0.5
    for reason, share in result.end_reasons.items():
        frequency = sum(game.why == reason for game in games) / 6000
        assert abs(frequency - share) < 4 * (share * (1 - share) / 6000) ** 0.5 + 1e-3, reason


def test_perft_agrees_with_arithmetic() -> None:
    game = fr.game("fairy", players=2)
    assert [perft(game, depth) for depth in range(5)] == [1, 21, 21 * 4, 21 * 4 * 4, 21 * 4 * 4 * 20]


def test_normal_beats_random() -> None:
    result = fr.simulate("fairy", players=2, games=2000, seed=1, bots="normal,random")
    assert result.win_share[0] > 0.8
