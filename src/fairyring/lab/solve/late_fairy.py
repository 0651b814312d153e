"""The end of a game of Fairy for two, solved exactly: when few cards are left, every way in which it can go on is looked at.

Both guess at once and know the same, so a turn is a matrix game: what each pair of guesses is worth, by all cards that may
come and by the turns after them. Its solution is a mixture of guesses that wins its share whatever the other one does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairyring.core import schema
from fairyring.core.errors import OptionError
from fairyring.core.game import Game
from fairyring.core.rules import NATURE
from fairyring.games.fairy.rules import LAST_FAIRY, LOWEST, TOP_SCORE
from fairyring.games.fairy.schema import CARDS, FAIRIES, FULL_DECK, GUESS, Guess, Phase, State
from fairyring.games.fairy.tables import IS_FAIRY

Array = NDArray[Any]
Policy = Callable[[State, int], Array]
MOST_CARDS = 4  # in seconds; each card more takes some twenty times as long
CLOSE = 1e-9


def position(game: Game[Any], top: int, left: set[int], scores: tuple[int, int]) -> State:
    """Both are to guess; all cards but these were turned, `top` at last. A shared lead at the end is a play-off (R17)."""
    s: Any = game.initial()
    s.phase, s.top, s.left = Phase.GUESS, top, len(left)
    s.deck = sum(1 << (card - 1) for card in left)
    s.fairies = len(FAIRIES) - sum(IS_FAIRY[card] for card in left)
    s.score[:2] = list(scores)
    s.waiting = s.contenders = 0b11
    s.play_off = 0b11 if s.fairies == LAST_FAIRY or max(scores) >= TOP_SCORE else 0
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
    """Values and mixtures of positions; what was worked out once is kept."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._known: dict[bytes, tuple[float, Array, Array]] = {}

    def worth(self, s: State) -> float:
        """What player 1 has of the win if both play it out perfectly."""
        return self.solved(s)[0] if self._guessing(s) else self._after(s, self.worth)

    def solved(self, s: State) -> tuple[float, Array, Array]:
        """The same where both are to guess, with the chances of the four guesses for each."""
        key = _key(s)
        if key not in self._known:
            self._known[key] = matrix_game(self.matrix(s))
        return self._known[key]

    def matrix(self, s: State) -> Array:
        """What each pair of guesses is worth to player 1."""
        return np.array([[self.worth(self.guessed(s, mine, other)) for other in Guess] for mine in Guess])

    def guessed(self, s: State, mine: int, other: int) -> State:
        """After both have guessed."""
        s = schema.copy(s)
        self.game.rules.act(s, 0, GUESS.id(mine))
        self.game.rules.act(s, 1, GUESS.id(other))
        return s

    def best_answer(self, s: State, player: int, policy: Policy | None = None) -> float:
        """What player 1 has of the win if this player knows the other's mixtures and answers each as well as it can.

        The other one plays perfectly, or by a policy that says the chances of its guesses.
        """
        if not self._guessing(s):
            return self._after(s, lambda after: self.best_answer(after, player, policy))
        mixture = policy(s, 1 - player) if policy else self.solved(s)[2 - player]
        pairs = [[self.best_answer(self.guessed(s, mine, other), player, policy) for other in Guess] for mine in Guess]
        return float((np.array(pairs) @ mixture).max() if player == 0 else (mixture @ np.array(pairs)).min())

    def _guessing(self, s: State) -> bool:
        return self.game.pending(s) == (0, 1)

    def _after(self, s: State, worth: Any) -> float:
        """The mean over the cards that may come; or what it is, if the game is over."""
        rules = self.game.rules
        if not self.game.pending(s):
            winners = [seat for seat in self.game.seats if self.game.place(s, seat) == 1]
            return 1 / len(winners) if 0 in winners else 0.0
        total, cards = 0.0, rules.chance_count(s)
        for k in range(cards):
            after = schema.copy(s)
            rules.act(after, NATURE, rules.chance_nth(s, k))
            total += worth(after)
        return total / cards


def _key(s: State) -> bytes:
    """A position, without what is only told or counted."""
    plain: Any = schema.copy(s)
    plain.turns = plain.aid = 0
    plain.shown[:2] = [0, 0]
    return schema.pack(plain)


def matrix_game(pays: Array) -> tuple[float, Array, Array]:
    """The value of a matrix game and a best mixture for each side: some square part of it says both (Shapley and Snow)."""
    rows, columns = pays.shape
    for size in range(1, min(rows, columns) + 1):
        for mine in combinations(range(rows), size):
            for other in combinations(range(columns), size):
                found = _equalised(pays, mine, other)
                if found is not None:
                    return found
    raise ArithmeticError("every matrix game has a solution")


def _equalised(pays: Array, mine: tuple[int, ...], other: tuple[int, ...]) -> tuple[float, Array, Array] | None:
    """Mixtures of these rows and columns to which no other row or column is a better answer, if there are such."""
    size = len(mine)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = pays[np.ix_(mine, other)]
    system[:size, size], system[size, :size] = -1, 1
    if abs(np.linalg.det(system)) < CLOSE:
        return None
    one = np.eye(size + 1)[size]
    columns, rows = np.linalg.solve(system, one), np.linalg.solve(_turned(system), one)
    p, q, worth = np.zeros(pays.shape[0]), np.zeros(pays.shape[1]), float(columns[size])
    p[list(mine)], q[list(other)] = rows[:size], columns[:size]
    fair = min(p.min(), q.min()) >= -CLOSE and (p @ pays).min() >= worth - CLOSE and (pays @ q).max() <= worth + CLOSE
    return (worth, p.clip(0), q.clip(0)) if fair else None


def _turned(system: Array) -> Array:
    """The same system for the other side: the payoffs transposed."""
    turned = system.copy()
    turned[:-1, :-1] = system[:-1, :-1].T
    return turned
