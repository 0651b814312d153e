"""Whole games between policies, with the result of each: the games of `play_games`, which adds them up."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE, OVER, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import copy_state, lowest_bit
from fairyring.kernel.templates.outcome import find_winners, split_win
from fairyring.kernel.templates.play import choose, start_streams


def play_rows(
    g: PlayFunctions, box: Any, first: int, count: int, seed: int, bots: Any, streams: Any, tallies: int, rows: Any
) -> None:
    """Play games number first … first+count-1, and write a row for each.

    box: as of `play_games`. A row: decisions, end reason; score, place and share of the win of each seat; tallies.
    """
    players = box[0].players
    at = 0
    for game in range(first, first + count):
        start_streams(streams, players, seed, game)
        copy_state(box, 1, box, 0)
        s = box[1]
        decisions = 0
        while True:
            waiting = g.pending(s)
            if waiting == OVER:
                break
            if waiting == NATURE:
                seat = NATURE
                action = g.chance_nth(s, below(streams[0], g.chance_count(s)))
            else:
                seat = lowest_bit(waiting)
                action = choose(g, box, seat, bots[seat], streams)
                decisions += 1
            g.act(s, seat, action)
        rows[at] = decisions
        rows[at + 1] = g.reason(s)
        at += 2
        winners = find_winners(g, s)
        for player in range(players):
            rows[at] = g.score(s, player)
            rows[at + 1] = place_of(g, s, player)
            rows[at + 2] = split_win(winners, player)
            at += 3
        for k in range(tallies):
            rows[at] = g.tally(s, k)
            at += 1


def place_of(g: PlayFunctions, s: Any, seat: int) -> int:
    """Return the place of a seat: 1 for winners; equals share a place, as in 1, 1, 3."""
    place = 1
    for other in range(s.players):
        if g.standing(s, other) > g.standing(s, seat):
            place += 1
    return place
