"""An instance of Crane small enough for brute force: three seats, twelve cards of two kinds, one challenge each."""

from fairyring.core.game.room import SmallInstance
from fairyring.games.crane.rules import bets_left
from fairyring.games.crane.schema import BET, State


def prior(s: State, seat: int, action: int) -> int:
    """R2, R29: as many ways as there are such bet cards; a jackpot is one gesture."""
    return bets_left(s, seat, BET.bet(action)) if BET.has(action) else 1


SMALL = SmallInstance(
    {"players": 3, "first": "1"},
    {
        "copies": [[0, 0, 0, 0], [3, 0, 0, 0], [0, 9, 0, 0]],
        "size": 12,
        "bank": 1,
        "bundle": 2,
        "challenges": 1,
    },
    depth=8,
    prior=prior,
)
