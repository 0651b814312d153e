"""The end of a game of Fairy for two, solved exactly: when few cards are left, every way in which it can go on is looked at.

Both guess at once and know the same, so a turn is a matrix game: what each pair of guesses is worth, by all cards that may
come and by the turns after them. Its solution is a mixture of guesses that wins its share whatever the other one does.
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
from fairyring.games.fairy.lookup import IS_FAIRY
from fairyring.games.fairy.rules import LAST_FAIRY, LOWEST, TOP_SCORE
from fairyring.games.fairy.schema import CARDS, FAIRIES, FULL_DECK, GUESS, Guess, Phase, State
from fairyring.games.fairy.solve.matrix import Array, Solved, matrix_game

Policy = Callable[[State, int], Array]
MOST_CARDS = 4  # take less than a tenth of a second; each card more takes some fifteen times as long
KEPT = 50_000  # positions
BOTH = 0b11  # seats


class TooLate(Exception):
    """There was no time to look at everything."""


def position(game: Game[Any], top: int, left: set[int], scores: tuple[int, int]) -> State:
    """Both are to guess; all cards but these were turned, `top` at last. A shared lead at the end is a play-off (R17)."""
    s: Any = game.initial()
    s.phase, s.top, s.left = Phase.GUESS, top, len(left)
    s.deck = sum(1 << (card - 1) for card in left)
    s.fairies = len(FAIRIES) - sum(IS_FAIRY[card] for card in left)
    s.score[:2] = list(scores)
    s.waiting = s.contenders = BOTH
    s.play_off = BOTH if s.fairies == LAST_FAIRY or max(scores) >= TOP_SCORE else 0
    assert s.deck & ~FULL_DECK == 0
    assert 0 < len(left) < CARDS
    found: State = s
    return found


def checked_position(game: Game[Any], top: int, left: Sequence[int], scores: Sequence[int]) -> Any:
    """The same for what people type."""
    cards = set(left)
    if not {top, *cards} <= set(range(1, CARDS + 1)) or top in cards or len(cards) < len(left):
        raise OptionError(f"Cards are numbers from 1 to {CARDS}, each of them once, and the top card is not left.")
    if len(cards) > MOST_CARDS:
        raise OptionError(f"With {len(cards)} cards left it takes too long; name at most {MOST_CARDS}.")
    if len(scores) != 2 or not all(LOWEST <= score < TOP_SCORE for score in scores):
        raise OptionError(f"Name two scores from {LOWEST} to {TOP_SCORE - 1}.")
    s: Any = position(game, top, cards, (scores[0], scores[1]))
    if s.play_off and scores[0] != scores[1]:
        raise OptionError("All fairies were turned, and one of the two leads: the game is over.")
    return s


class Late:
    """Values and mixtures of positions; what was worked out once is kept, until it is much."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._known: dict[bytes, Solved] = {}
        self._earned: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    def worth(self, s: State, deadline: float = inf) -> float:
        """What player 1 has of the win if both play it out perfectly."""
        if self._guessing(s):
            return self.solved(s, deadline)[0]
        if self.game.over(s):
            return self._won(s)
        outcomes = [outcome for outcome, _ in self.game.chances(s)]
        return sum(self.worth(self._acted(s, (NATURE, card)), deadline) for card in outcomes) / len(outcomes)

    def solved(self, s: State, deadline: float = inf) -> Solved:
        """The same where both are to guess, with the chances of the four guesses for each."""
        key = _key(s)
        if key not in self._known:
            if time.perf_counter() > deadline:
                raise TooLate
            found = matrix_game(self.matrix(s, deadline))
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = found
        return self._known[key]

    def matrix(self, s: State, deadline: float = inf) -> Array:
        """What each pair of guesses is worth to player 1: the mean over the cards that may come.

        A turn pays everybody for their own guess alone (R10), so guesses that earn the same with a card lead to the same.
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
                    after[pair] = self.worth(self._acted(s, *turn), deadline)
                total[i][j] += after[pair]
        return np.array(total) / len(outcomes)

    def guessed(self, s: State, mine: int, other: int) -> State:
        """After both have guessed."""
        return self._acted(s, (0, GUESS.id(mine)), (1, GUESS.id(other)))

    def best_answer(self, s: State, player: int, policy: Policy | None = None) -> float:
        """What player 1 has of the win if this player knows the other's mixtures and answers each as well as it can.

        The other one plays perfectly, or by a policy that says the chances of its guesses.
        """
        if not self._guessing(s):
            if self.game.over(s):
                return self._won(s)
            outcomes = [outcome for outcome, _ in self.game.chances(s)]
            each = [self.best_answer(self._acted(s, (NATURE, card)), player, policy) for card in outcomes]
            return sum(each) / len(each)
        mixture = policy(s, 1 - player) if policy else self.solved(s)[2 - player]
        pairs = [[self.best_answer(self.guessed(s, mine, other), player, policy) for other in Guess] for mine in Guess]
        return float((np.array(pairs) @ mixture).max() if player == 0 else (mixture @ np.array(pairs)).min())

    def _acted(self, s: State, *turn: tuple[int, int]) -> State:
        s = schema.copy(s)
        for seat, action in turn:
            self.game.rules.act(s, seat, action)
        return s

    def _scores(self, s: Any, card: int, seat: int) -> tuple[int, ...]:
        """What a seat has after each of its guesses, if this card comes."""
        key = (s.top, s.score[seat], card, seat)
        if key not in self._earned:
            turns = [((0, GUESS.id(guess)), (1, GUESS.id(guess)), (NATURE, card)) for guess in Guess]
            self._earned[key] = tuple(self.game.rules.score(self._acted(s, *turn), seat) for turn in turns)
        return self._earned[key]

    def _guessing(self, s: State) -> bool:
        return self.game.rules.pending(s) == BOTH

    def _won(self, s: State) -> float:
        ahead = self.game.rules.standing(s, 0) - self.game.rules.standing(s, 1)
        return 0.5 if ahead == 0 else float(ahead > 0)


def _key(s: State) -> bytes:
    """A position, without what is only told or counted."""
    plain: Any = schema.copy(s)
    plain.turns = plain.aid = 0
    plain.shown[:2] = [0, 0]
    return schema.pack(plain)
