"""Memory of a seat: the actions of other seats that it witnessed, read off the history of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import Memory, Observation
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Decision


class Recall:
    """The memory of one seat, updated decision by decision.

    It reads the whole history but keeps only actions that the seat witnessed, each with the seat's own knowledge before it.
    In games whose search has no beliefs it stays empty and costs nothing.
    """

    def __init__(self, game: Game[Any], seat: int) -> None:
        self._game = game
        self._seat = seat
        self._beliefs = game.room.bots.search.beliefs
        self._reset()

    def _reset(self) -> None:
        self._state: State | None = self._game.initial() if self._beliefs else None
        self._replayed: list[Decision] = []
        self._observations: list[Observation] = []
        self._episode: int | None = None

    @property
    def memory(self) -> Memory:
        """The observations of the current episode."""
        if self._beliefs is None or self._beliefs.episode(self._state) != self._episode:
            return ()
        return tuple(self._observations)

    def watch(self, actor: int, action: int) -> None:
        """Add the next decision of the game; nature's decisions must be added, too."""
        game, s, beliefs = self._game, self._state, self._beliefs
        if s is None or beliefs is None:
            return
        if beliefs.episode(s) != self._episode:
            self._episode = beliefs.episode(s)
            self._observations.clear()
        if actor not in (NATURE, self._seat) and game.rules.witness(s, actor, action, self._seat):
            self._observations.append(Observation(schema.pack(game.redact(s, self._seat)), actor, action))
        game.rules.act(s, actor, action)

    def catch_up(self, history: Sequence[Decision]) -> Memory:
        """Return the memory after these decisions; costs as much as the decisions since the last call."""
        if self._beliefs is None:
            return ()
        replayed = len(self._replayed)
        if len(history) < replayed or (replayed and history[replayed - 1] != self._replayed[-1]):
            self._reset()  # a decision was taken back
        for decision in history[len(self._replayed) :]:
            self.watch(decision.seat, self._game.action(decision.seat, decision.action).id)
            self._replayed.append(decision)
        return self.memory


def recall(game: Game[Any], seat: int, history: Sequence[Decision]) -> Memory:
    """Return the memory of a seat after a whole history."""
    return Recall(game, seat).catch_up(history)
