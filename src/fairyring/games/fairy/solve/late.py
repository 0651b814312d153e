"""Exact solution of Fairy for two when few cards are left, by backward induction over matrix games.

Both players guess at once and know the same cards, so a turn is a zero-sum matrix game: its entries are the values of the
positions that each pair of guesses leads to, averaged over the next card. Its solution is a pair of mixed strategies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import product
from math import inf
from typing import Any

import numpy as np

from fairyring.core.errors import OptionError
from fairyring.core.fields import schema
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.games.fairy.lookup import FAIRY_CARDS
from fairyring.games.fairy.schema import CARDS, FULL_DECK, GUESS, LAST_FAIRY, Guess, Phase, State
from fairyring.games.fairy.solve.matrix import Array, Solved, matrix_game

Policy = Callable[[State, int], Array]
MAX_CARDS = 4  # solved in less than 0.1 s; each further card takes about 15 times as long
CACHE_SIZE = 50_000  # positions
BOTH_SEATS = 0b11


class TooLate(Exception):
    """The deadline passed before the position was solved."""


def position(game: Game[Any], top: int, left: set[int], scores: tuple[int, int]) -> State:
    """Return the state in which both are to guess, all cards but `left` have been turned, and `top` is the last of them.

    A shared lead after the last fairy is a play-off (R17).
    """
    s: Any = game.initial()
    s.phase, s.top, s.left = Phase.GUESS, top, len(left)
    s.deck = sum(1 << (card - 1) for card in left)
    s.fairies = min(LAST_FAIRY, (FAIRY_CARDS[s.fairy_cards] & ~s.deck).bit_count())
    s.score[:2] = list(scores)
    s.waiting = s.contenders = BOTH_SEATS
    s.play_off = BOTH_SEATS if s.fairies >= s.last_fairy or max(scores) >= s.goal else 0
    assert s.deck & ~FULL_DECK == 0
    assert 0 < len(left) < CARDS
    state: State = s
    return state


def checked_position(game: Game[Any], top: int, left: Sequence[int], scores: Sequence[int]) -> Any:
    """Return `position` for typed numbers; raises OptionError for impossible or unsolvable positions."""
    cards = set(left)
    if not {top, *cards} <= set(range(1, CARDS + 1)) or top in cards or len(cards) < len(left):
        raise OptionError(f"Cards are numbers from 1 to {CARDS}, each of them once, and the top card is not left.")
    if len(cards) > MAX_CARDS:
        raise OptionError(f"With {len(cards)} cards left it takes too long; name at most {MAX_CARDS}.")
    floor, goal = game.numbers["floor"], game.numbers["goal"]
    if len(scores) != 2 or not all(floor <= score < goal for score in scores):
        raise OptionError(f"Name two scores from {floor} to {goal - 1}.")
    s: Any = position(game, top, cards, (scores[0], scores[1]))
    if s.play_off and scores[0] != scores[1]:
        raise OptionError("All fairies were turned, and one of the two leads: the game is over.")
    return s


def solve_late(question: tuple[Game[Any], bytes]) -> Solved:
    """Return the solution of a position, packed."""
    game, packed = question
    s: Any = schema.unpack(game.state_type, packed)
    return Late(game).solved(s)


class Late:
    """Solves positions of the game for two with at most MAX_CARDS cards left; results are cached."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._solved: dict[bytes, Solved] = {}
        self._scores_after: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    def value(self, s: State, deadline: float = inf) -> float:
        """Return player 1's expected share of the win if both play perfectly; raises TooLate after the deadline."""
        if self._guessing(s):
            return self.solved(s, deadline)[0]
        if self.game.over(s):
            return self._won(s)
        outcomes = [outcome for outcome, _ in self.game.chances(s)]
        return sum(self.value(self._acted(s, (NATURE, card)), deadline) for card in outcomes) / len(outcomes)

    def solved(self, s: State, deadline: float = inf) -> Solved:
        """Return (value, strategy of player 1, strategy of player 2) of a position in which both are to guess."""
        key = _key(s)
        if key not in self._solved:
            if time.perf_counter() > deadline:
                raise TooLate
            solution = matrix_game(self.matrix(s, deadline))
            if len(self._solved) >= CACHE_SIZE:
                self._solved.clear()
            self._solved[key] = solution
        return self._solved[key]

    def matrix(self, s: State, deadline: float = inf) -> Array:
        """Return the matrix game of a turn: player 1's value by both guesses, averaged over the next card.

        Each player is paid for the own guess alone (R10), so pairs of guesses that lead to equal scores share one position.
        """
        outcomes = [outcome for outcome, _ in self.game.chances(self.guessed(s, 0, 0))]
        total = [[0.0] * len(Guess) for _ in Guess]
        for card in outcomes:
            mine, other = self._scores(s, card, 0), self._scores(s, card, 1)
            after: dict[tuple[int, int], float] = {}
            for i, j in product(Guess, Guess):
                pair = mine[i], other[j]
                if pair not in after:
                    turn = (0, GUESS.id(i)), (1, GUESS.id(j)), (NATURE, card)
                    after[pair] = self.value(self._acted(s, *turn), deadline)
                total[i][j] += after[pair]
        return np.array(total) / len(outcomes)

    def guessed(self, s: State, mine: int, other: int) -> State:
        """Return the state after both have guessed."""
        return self._acted(s, (0, GUESS.id(mine)), (1, GUESS.id(other)))

    def best_response_value(self, s: State, player: int, policy: Policy | None = None) -> float:
        """Return player 1's value if `player` plays a best response to the other player's mixed strategies.

        The other player plays perfectly, or by `policy`: (state, seat) -> probabilities of the guesses.
        """
        if not self._guessing(s):
            if self.game.over(s):
                return self._won(s)
            outcomes = [outcome for outcome, _ in self.game.chances(s)]
            each = [self.best_response_value(self._acted(s, (NATURE, card)), player, policy) for card in outcomes]
            return sum(each) / len(each)
        mixture = policy(s, 1 - player) if policy else self.solved(s)[2 - player]
        pairs = [[self.best_response_value(self.guessed(s, mine, other), player, policy) for other in Guess] for mine in Guess]
        return float((np.array(pairs) @ mixture).max() if player == 0 else (mixture @ np.array(pairs)).min())

    def _acted(self, s: State, *turn: tuple[int, int]) -> State:
        s = schema.copy(s)
        for seat, action in turn:
            self.game.rules.act(s, seat, action)
        return s

    def _scores(self, s: Any, card: int, seat: int) -> tuple[int, ...]:
        """Return the seat's score after each of its guesses, if this card comes."""
        key = (s.top, s.score[seat], card, seat)
        if key not in self._scores_after:
            turns = [((0, GUESS.id(guess)), (1, GUESS.id(guess)), (NATURE, card)) for guess in Guess]
            self._scores_after[key] = tuple(self.game.rules.score(self._acted(s, *turn), seat) for turn in turns)
        return self._scores_after[key]

    def _guessing(self, s: State) -> bool:
        return self.game.rules.pending(s) == BOTH_SEATS

    def _won(self, s: State) -> float:
        ahead = self.game.rules.standing(s, 0) - self.game.rules.standing(s, 1)
        return 0.5 if ahead == 0 else float(ahead > 0)


def _key(s: State) -> bytes:
    """Return a cache key: the packed position without fields that do not affect play."""
    plain: Any = schema.copy(s)
    plain.turns = plain.aid = 0
    plain.shown[:2] = [0, 0]
    return schema.pack(plain)
