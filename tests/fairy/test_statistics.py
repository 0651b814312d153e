"""Random play against a plain simulator that shares no code with the rules, and exact counts of small trees."""

from __future__ import annotations

import itertools
import random
from statistics import mean, stdev

import fairyring as fr
from fairyring.kit.perft import perft

FAIRIES = {4, 11, 18}


def plain_game(rng: random.Random, players: int) -> tuple[list[int], int, str]:
    """A standard game by a shuffled pack and a list of hands: scores, cards turned after the first, and why it ended."""
    pack = rng.sample(range(1, 22), 21)
    points = dict.fromkeys(range(players), 0)
    seen = FAIRIES & {pack[0]}
    still = list(points)
    tie = False
    for turn, (old, new) in enumerate(itertools.pairwise(pack), start=1):
        seen = seen | (FAIRIES & {new})
        for name in still:
            guess = rng.choice(["up", "down", "suit", "fairy"])
            right = {"up": new > old, "down": new < old, "suit": (new - 1) // 7 == (old - 1) // 7, "fairy": new in FAIRIES}
            points[name] = max(-4, points[name] + ({"up": 2, "down": 2, "suit": 4, "fairy": 7}[guess] if right[guess] else -1))
        top = max(points[name] for name in still)
        first = [name for name in still if points[name] == top]
        ends = "tie-broken" if tie else "top" if top >= 24 else "third-fairy" if len(seen) == 3 else ""
        if ends and len(first) == 1:
            return list(points.values()), turn, ends
        if ends:
            tie, still = True, first
    return list(points.values()), 20, "deck-out"


def test_random_play_agrees_with_the_plain_game() -> None:
    rng = random.Random(11)
    games = [plain_game(rng, 4) for _ in range(6000)]
    told = fr.simulate("fairy", players=4, games=200_000, seed=3)
    scores = [score for points, _, _ in games for score in points]
    turns = [turn for _, turn, _ in games]
    assert abs(mean(scores) - mean(told.mean_score)) < 4 * stdev(scores) / 6000**0.5  # scores of one game are not independent
    assert abs(mean(turns) - told.mean_turns) < 4 * stdev(turns) / 6000**0.5
    for reason, share in told.end_reasons.items():
        counted = sum(why == reason for _, _, why in games) / 6000
        assert abs(counted - share) < 4 * (share * (1 - share) / 6000) ** 0.5 + 1e-3, reason


def test_small_trees_have_the_size_that_arithmetic_says() -> None:
    game = fr.game("fairy", players=2)
    assert [perft(game, depth) for depth in range(5)] == [1, 21, 21 * 4, 21 * 4 * 4, 21 * 4 * 4 * 20]


def test_the_normal_bot_beats_the_random_one() -> None:
    told = fr.simulate("fairy", players=2, games=2000, seed=1, bots="normal,random")
    assert told.win_share[0] > 0.8
