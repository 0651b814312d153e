"""What a bot thinks of a position, and what it remembers of how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import Memory, Observation
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Decision


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a bot would do, and why: from what its seat may know."""

    action: int
    # (action, estimated share of the win from 0 to 1, standard error): the chosen one first, then the best of those that were
    # compared to the end, then those that were dropped early, with wider errors; empty for bots that do not search.
    shares: tuple[tuple[int, float, float], ...] = ()
    simulations: int = 0
    # (action, how often it is done), the most frequent first, where perfect play is known: then the shares are no estimates.
    mixture: tuple[tuple[int, float], ...] = ()


class Recall:
    """A seat's memory of a game: what the others did in its sight, as far as it can still mean something.

    It is read off a table's history, whose secrets are left out: only actions that the seat witnessed are kept, each with what
    the seat itself knew before it.
    """

    def __init__(self, game: Game[Any], seat: int) -> None:
        self._game = game
        self._seat = seat
        self._beliefs = game.room.bots.search.beliefs
        self._begin()

    def _begin(self) -> None:
        self._state: State | None = self._game.initial() if self._beliefs else None
        self._done: list[Decision] = []
        self._seen: list[Observation] = []
        self._page: int | None = None

    @property
    def memory(self) -> Memory:
        """What it remembers now."""
        if self._beliefs is None or self._beliefs.episode(self._state) != self._page:
            return ()
        return tuple(self._seen)

    def watch(self, actor: int, action: int) -> None:
        """The next decision of the game, nature's included."""
        game, s, beliefs = self._game, self._state, self._beliefs
        if s is None or beliefs is None:
            return
        if beliefs.episode(s) != self._page:
            self._page = beliefs.episode(s)
            self._seen.clear()
        if actor not in (NATURE, self._seat) and game.rules.witness(s, actor, action, self._seat):
            self._seen.append(Observation(schema.pack(game.redact(s, self._seat)), actor, action))
        game.rules.act(s, actor, action)

    def catch_up(self, history: Sequence[Decision]) -> Memory:
        """The memory after these decisions; costs as much as came since the last time."""
        if self._beliefs is None:
            return ()
        if len(history) < len(self._done) or (self._done and history[len(self._done) - 1] != self._done[-1]):
            self._begin()  # something was taken back
        for decision in history[len(self._done) :]:
            self.watch(decision.seat, self._game.action(decision.seat, decision.action).id)
            self._done.append(decision)
        return self.memory


def recall(game: Game[Any], seat: int, history: Sequence[Decision]) -> Memory:
    """What the seat remembers of a whole history."""
    return Recall(game, seat).catch_up(history)
