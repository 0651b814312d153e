"""How many different games there are on tiny tables, counted again by the plain implementation."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import Any

import pytest

from fairyring.core.game.game import Game
from fairyring.core.game.registry import room
from fairyring.kit.perft import perft

from .helpers import kind
from .plain import play_game


class EndOfCount(Exception):
    """As many decisions as are counted have been made."""


def count(depth: int, players: int, deck: dict[str, int], hand_size: int, plays: int, rounds: int) -> int:
    """All sequences of so many decisions of the plain game, by playing every one of them from the start."""
    path: list[int] = []
    count = 0
    while True:
        sizes: list[int] = []

        def pick(options: list[str], sizes: list[int] = sizes) -> str:
            some = list(dict.fromkeys(options))
            if len(sizes) == depth:
                raise EndOfCount
            sizes.append(len(some))
            if len(path) < len(sizes):
                path.append(0)
            return some[path[len(sizes) - 1]]

        with contextlib.suppress(EndOfCount):
            play_game(players, Counter(deck), pick, pick, hand_size, plays, rounds)
        count += 1
        del path[len(sizes) :]
        while path and path[-1] + 1 == sizes[len(path) - 1]:
            path.pop()
        if not path:
            return count
        path[-1] += 1


def tiny(players: int, deck: dict[str, int], hand_size: int, plays: int, rounds: int) -> Game[Any]:
    copies = [0] * 40
    for name, number in deck.items():
        copies[kind(name)] = number
    sizes = {"hand_size": hand_size, "plays": plays, "rounds": rounds, "copies": tuple(copies)}
    return Game(room("fairy-tale"), {"players": players}, sizes)


def test_r6_r7_r9_by_hand() -> None:
    """Two seats, hands of two, one card to play, of two kinds with plenty of copies: every number has its reason."""
    game = tiny(2, {"bard": 4, "elven-warrior": 4}, 2, 1, 1)
    assert perft(game, 1) == 2  # who deals
    assert perft(game, 5) == 2 * 2**4  # four cards of two kinds
    # A seat with two alike has one choice, else two: over the four deals of a hand 1 + 2 + 2 + 1 = 6.
    assert perft(game, 7) == 2 * 6 * 6


@pytest.mark.parametrize(
    ("players", "deck", "hand_size", "plays", "rounds", "depth", "number"),
    [
        (2, {"bard": 2, "elven-warrior": 3}, 2, 1, 1, 9, 128),
        (2, {"fairy-ring": 2, "vampire": 2, "elven-warrior": 1}, 2, 2, 1, 20, 696),
        (2, {"fairy-ring": 2, "vampire": 1, "elven-warrior": 1}, 1, 1, 2, 20, 30),
        (2, {"spirit-of-the-spring": 1, "fairy-ring": 3, "the-fairy-queen": 1, "dark-angel": 1}, 3, 3, 1, 11, 4032),
        (3, {"castle": 3, "demon": 2, "bard": 1}, 2, 2, 1, 16, 4608),
        (2, {"castle": 2, "dark-angel": 1, "elven-warrior": 1, "magic-circle-of-chaos": 1}, 1, 1, 2, 12, 144),
        (2, {"castle": 3, "dark-angel": 2, "magic-circle-of-chaos": 1}, 1, 1, 3, 15, 176),
        (2, {"fairy-ring": 3, "elven-warrior": 2, "vampire": 1}, 1, 1, 3, 20, 244),  # with the choice between two copies (R21)
    ],
)
def test_perft(players: int, deck: dict[str, int], hand_size: int, plays: int, rounds: int, depth: int, number: int) -> None:
    counts = perft(tiny(players, deck, hand_size, plays, rounds), depth)
    assert counts == number
    assert counts == count(depth, players, deck, hand_size, plays, rounds)
