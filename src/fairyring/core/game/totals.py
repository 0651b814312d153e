"""What came of many games, in exact integers, so that any split over threads or hosts adds up to the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

WIN = 2520  # a win is this many shares, so that any shared win of 2 to 10 splits into whole shares


@dataclass
class Totals:
    """Sums over games; lists are by seat, or by the tallies, end reasons and kinds of action of the game."""

    games: int
    decisions: int
    tallies: list[int]
    scores: list[int]
    squares: list[int]
    wins: list[int]  # in shares of WIN
    reasons: list[int]
    kinds: list[int]

    def __iadd__(self, other: Totals) -> Self:
        self.games += other.games
        self.decisions += other.decisions
        for name in ("tallies", "scores", "squares", "wins", "reasons", "kinds"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, [a + b for a, b in zip(mine, theirs, strict=True)])
        return self
