"""Winners of a finished game. `Game.winners` is the same for programs; the kit compares both."""

from __future__ import annotations

from typing import Any

from fairyring.core.totals import WIN
from fairyring.kernel.game_functions import PlayFunctions, SearchFunctions


def find_winners(g: PlayFunctions | SearchFunctions, s: Any) -> int:
    """Return a bit for each seat with the highest standing."""
    winners = 0
    best = 0
    for seat in range(s.players):
        rank = g.standing(s, seat)
        if winners == 0 or rank > best:
            best = rank
            winners = 0
        if rank == best:
            winners |= 1 << seat
    return winners


def split_win(winners: int, seat: int) -> int:
    """Return the seat's part of the win, in units of WIN."""
    if not winners >> seat & 1:
        return 0
    sharing = 0
    while winners:
        sharing += winners & 1
        winners >>= 1
    return WIN // sharing
