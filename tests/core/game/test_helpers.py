"""Helpers of rules and bots: ranks, saturating counters, reservoir sampling."""

from __future__ import annotations

from collections import Counter
from itertools import product

from fairyring.core.game.helpers import RANK_STEP, increment, rank, replaces_tie
from fairyring.core.rng import Stream


def test_rank_orders_lexicographically() -> None:
    values = (-(RANK_STEP // 2) + 1, -1, 0, 7, RANK_STEP // 2 - 1)
    pairs = list(product((0, 1), values, values))
    assert sorted(pairs, key=lambda pair: rank(rank(pair[0], pair[1]), pair[2])) == sorted(pairs)


def test_rank_of_four_criteria_fits_64_bits() -> None:
    assert rank(rank(rank(1, RANK_STEP // 2 - 1), RANK_STEP // 2 - 1), RANK_STEP // 2 - 1) < 1 << 63


def test_increment_saturates() -> None:
    assert [increment(n, 3) for n in range(5)] == [1, 2, 3, 3, 3]


def test_replaces_tie_makes_all_candidates_equally_likely() -> None:
    rng, chosen = Stream(3), Counter[int]()
    for _ in range(3000):
        best = 0
        for candidate in range(4):
            if replaces_tie(rng, candidate + 1):
                best = candidate
        chosen[best] += 1
    assert all(650 < chosen[candidate] < 850 for candidate in range(4))
