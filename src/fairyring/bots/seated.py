"""Bots in seats: level, random stream and memory together, playing at a `Table`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fairyring.bots.levels import assign_levels, make_bot, uses_search
from fairyring.bots.memory import Recall
from fairyring.bots.position import NO_LIMITS, Limits, Opinion, Position
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.table.table import MoveResult, Table


class SeatedBot:
    """A bot of some level in a seat, with a random stream (of `seed` and game number `index`) and a memory of its own.

    `wait`: a searching bot waits for the compiler at its first decision, see `SearchBot`.
    """

    def __init__(self, game: Game[Any], level: str, seat: int, seed: int, index: int = 0, wait: bool = True) -> None:
        self.game = game
        self.level = level
        self.seat = seat
        self.bot = make_bot(game, level, wait)
        self.stream = Stream(seed, index, BOT_STREAM + seat)
        self.recall = Recall(game, seat)
        self.last_opinion: Opinion | None = None  # of the last `play`; None after a gesture

    def play(self, table: Table[Any], limits: Limits = NO_LIMITS) -> MoveResult:
        """Decide and move; where the seat's gesture is awaited, make that."""
        if table.pending == (NATURE,):
            self.last_opinion = None
            return table.finish_gesture_by_bot(self.seat)
        self.last_opinion = self.choose(table, limits)
        return table.play(self.seat, self.last_opinion.action)

    def choose(self, table: Table[Any], limits: Limits = NO_LIMITS) -> Opinion:
        """Return the opinion on the decision that the seat owes at the table, without moving."""
        memory = self.recall.catch_up(table.history) if uses_search(self.level) else ()
        return self.bot.choose(Position.at(table, self.seat, memory), limits, self.stream)

    def choose_in(self, s: State, limits: Limits = NO_LIMITS) -> Opinion:
        """Return the opinion on a decision in a whole state, without a table; the caller keeps `recall` up to date."""
        return self.bot.choose(Position.of(self.game, s, self.seat, self.recall.memory), limits, self.stream)


def seat_bots(
    table: Table[Any], levels: str | Sequence[str], seed: int, people: Sequence[int] = (), wait: bool = True
) -> dict[int, SeatedBot]:
    """Return a bot for every seat without a person. `levels` as for `assign_levels`."""
    game, named = table.game, assign_levels(table.game, levels, people)
    return {seat: SeatedBot(game, named[seat], seat, seed, wait=wait) for seat in game.seats if seat not in people}


def play_out(table: Table[Any], seated: Mapping[int, SeatedBot], limits: Limits = NO_LIMITS) -> None:
    """Let the bots play until the game is over or another seat has to decide."""
    while pending := table.pending:
        waiting = [seat for seat in (*pending, table.holder) if seat is not None and seat in seated]
        if not waiting:
            return
        seated[waiting[0]].play(table, limits)
