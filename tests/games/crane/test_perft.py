"""Path counts: how many games there are down to a depth, against numbers found by hand."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.games.crane import ROOM
from fairyring.kit.perft import perft


def test_perft_three_seats() -> None:
    """A first challenger, one of 68 kinds, two bets, then every grab that a novice can make, or opened eyes."""
    game: Game[Any] = Game(ROOM, {"players": 3})
    reaches = [2 + number // 2 for number in range(4, 21)]
    grabs = sum(4 * (2 * reach - 1 + 1) for reach in reaches)
    assert [perft(game, depth) for depth in range(1, 5)] == [3, 3 * 68, 3 * 68 * 3, 3 * 68 * 9]
    fixed: Game[Any] = Game(ROOM, {"players": 3, "first": "2"})
    assert perft(fixed, 4) == 9 * grabs == 9 * 1056


def test_perft_two_seats_with_a_real_deck() -> None:
    """One kind of card (t = 2) in a box of 9, jackpot 1: any grab from 1 to what is there, or opened eyes.

    The deck after a grab of g from 8: 1 → to the jackpot; 2 → taken, with the jackpot, which is refilled; more →
    two go back. A third card before a seat (`bundle` 2) puts two back.
    """
    constants = {"copies": [[0] * 4, [9, 0, 0, 0]], "size": 9, "bank": 1, "bundle": 2}
    game: Game[Any] = Game(ROOM, {"players": 2, "first": "1", "grab": "real"}, constants)
    deck_after = {"eyes": 8, 1: 7, 2: 8 - 2 - 1 + 2, 3: 7, 4: 6, 5: 5, 6: 4, 7: 3, 8: 2}
    assert perft(game, 1) == 1
    assert perft(game, 2) == 3
    assert perft(game, 3) == perft(game, 4) == 3 * 9
    assert perft(game, 5) == 3 * 9 * 3
    assert perft(game, 6) == 3 * 3 * sum(deck + 1 for deck in deck_after.values())
