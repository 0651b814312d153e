"""The protocol of a bot, and the bots that every game can have."""

from __future__ import annotations

from typing import Protocol

from fairyring.bots import backends, exact
from fairyring.bots.position import Limits, Opinion, Position
from fairyring.bots.rollout_search import search
from fairyring.core.game.bot_specs import Policy
from fairyring.core.rng import Stream


class Bot(Protocol):
    """Decides for a seat."""

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        """Return an opinion whose `action` is one of `position.legal`. Draw random numbers only from `rng`."""


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        return Opinion(position.legal[rng.below(len(position.legal))])


class PolicyBot:
    """Plays a policy of the game: a function in the rules' subset."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        return Opinion(self._policy(position.knowledge, position.seat, rng))


class SearchBot:
    """The bot `strong`: searches imagined worlds (`fairyring.bots.rollout_search`).

    With `wait`, the first search of a game waits for the compiler (some seconds; the machine code is cached on disk).
    Without, it starts interpreted, about a hundred times slower; a time limit starts the compiler in the background.
    """

    def __init__(self, wait: bool = True) -> None:
        self._wait = wait

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        if len(position.legal) > 1:
            backends.prepare(position.game.room, self._wait, limits.seconds is not None)
        return search(position, limits, rng)


class ExactBot:
    """The bot `exact`: draws from the perfect strategy where it is known, else searches as `strong`.

    With a time limit and without `wait`, a solution that is not computed yet is computed in the background.
    """

    def __init__(self, wait: bool = True) -> None:
        self._wait = wait

    def choose(self, position: Position, limits: Limits, rng: Stream) -> Opinion:
        opinion, left = exact.choose(position, limits, rng, self._wait)
        return opinion or SearchBot(self._wait).choose(position, left, rng)
