"""Why a guess of Fairy is best: the cards that may come, the points they bring, and the score cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons
from fairyring.core.text.messages import Message, Named, Player, msg
from fairyring.games.fairy.rules import right_guesses
from fairyring.games.fairy.schema import CARDS, Guess, State


def explain(_game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> Reasons:
    """R7–R14: how often each guess is right among the cards that the seat does not see, and how the seat stands."""
    guesses = [Guess.number(str(action.args["guess"])) for action in actions]
    cards = [card for card in range(1, CARDS + 1) if card != s.top and not (s.memory_aid and s.aid >> (card - 1) & 1)]
    right = {guess: sum(right_guesses(s, s.top, card) >> guess & 1 for card in cards) for guess in Guess}
    sums = {guess: _sum(s, seat, guess, right[guess], len(cards)) for guess in Guess}
    brings = (msg("why.guess", right=right[guess], of=len(cards), sum=sums[guess]) for guess in guesses)
    return Reasons(_position(s, seat, guesses[0], sums), tuple(brings))


def _sum(s: State, seat: int, guess: int, right: int, of: int) -> int:
    """R10, R12: the points that a guess would bring over all cards, each turned once."""
    lost = max(-s.wrong, s.floor - s.score[seat])
    return right * s.reward[guess] + (of - right) * lost


def _position(s: State, seat: int, best: int, sums: dict[int, int]) -> tuple[Message, ...]:
    """The stand against the best of the others that still play, and why the best guess follows from it."""
    rival = max((other for other in range(s.players) if other != seat and s.contenders >> other & 1), key=lambda p: s.score[p])
    ahead = s.score[seat] - s.score[rival]
    usual = max(sums, key=lambda guess: (sums[guess], guess == best))  # what brings most on average, and most people guess
    if ahead > 0:
        stand = msg("why.ahead", seat=Player(rival), points=ahead)
    elif ahead < 0:
        stand = msg("why.behind", seat=Player(rival), points=-ahead)
    else:
        stand = msg("why.level", seat=Player(rival))
    args = {"guess": Named("guess", Guess.word(best)), "usual": Named("guess", Guess.word(usual)), "seat": Player(rival)}
    if best == usual:
        return stand, Message("why.most-ahead" if ahead > 0 else "why.most", args)
    if ahead > 0:
        return stand, Message("why.rarer", args)
    if ahead == 0:
        return stand, Message("why.break", args)
    return stand, Message("why.last-chance" if s.score[rival] + s.reward[usual] >= s.goal else "why.differ", args)
