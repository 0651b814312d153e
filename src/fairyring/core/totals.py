"""Sums over many games, in exact integers, so that any split over threads or backends adds up to the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from fairyring.core.game.room import Room

WIN = 2520  # units of one win: the least common multiple of 1 to 10, so that a win shared by up to 10 seats splits evenly


@dataclass
class Totals:
    """Sums over games. Lists are by seat, or by the tallies, end reasons and kinds of action of the game."""

    games: int
    decisions: int
    tallies: list[int]
    scores: list[int]
    squares: list[int]
    wins: list[int]  # in units of WIN
    reasons: list[int]
    kinds: list[int]

    @classmethod
    def zero(cls, room: Room, players: int) -> Self:
        """Return the totals of no games."""
        schema, seats = room.schema, (0,) * players
        tallies, reasons, kinds = len(schema.tallies), 1 + len(schema.ends), len(schema.actions.kinds)
        return cls(0, 0, [0] * tallies, [*seats], [*seats], [*seats], [0] * reasons, [0] * kinds)

    def __iadd__(self, other: Totals) -> Self:
        self.games += other.games
        self.decisions += other.decisions
        for name in ("tallies", "scores", "squares", "wins", "reasons", "kinds"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, [a + b for a, b in zip(mine, theirs, strict=True)])
        return self
