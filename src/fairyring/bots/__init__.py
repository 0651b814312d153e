"""Minds that see only what their seat sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from fairyring.core.errors import OptionError
from fairyring.core.game import Game
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.room import Mind, Room
from fairyring.core.rules import NATURE
from fairyring.core.schema import State
from fairyring.core.table import Happened, Table


class Bot(Protocol):
    """Decides for one seat. `budget` is how many seconds it may think; simple bots ignore it."""

    def decide(self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None) -> int:
        """One of the legal action ids."""


class Random:
    """Any legal action, all equally likely."""

    def decide(self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None) -> int:
        return legal[rng.below(len(legal))]


class Minded:
    """A room's own bot: a function in the rules' subset, so that it runs in both hosts."""

    def __init__(self, mind: Mind, seat: int) -> None:
        self._mind = mind
        self._seat = seat

    def decide(self, redacted: State, legal: Sequence[int], rng: Stream, budget: float | None = None) -> int:
        return self._mind(redacted, self._seat, rng)


def levels(room: Room) -> tuple[str, ...]:
    """The names of the bots a game has."""
    return ("random", *room.bots)


def bot(game: Game[Any], level: str, seat: int) -> Bot:
    """A bot of that level for that seat."""
    if level not in levels(game.room):
        raise OptionError(f"{game.room.title} has no bot “{level}”; it has {', '.join(levels(game.room))}.")
    return Random() if level == "random" else Minded(game.room.bots[level], seat)


def line_up(game: Game[Any], given: str | Sequence[str]) -> tuple[str, ...]:
    """The level for each seat: one name for all, or one each, as a list or with commas."""
    chosen = tuple(given.split(",") if isinstance(given, str) else given)
    if len(chosen) == 1:
        chosen *= game.players
    if len(chosen) != game.players:
        raise OptionError(f"{len(chosen)} bots were named for {game.players} seats; name one, or one for each seat.")
    for seat, level in enumerate(chosen):
        bot(game, level, seat)
    return chosen


class Seated:
    """A bot in its seat: the level, and a random stream of its own. `play` makes its move at a table."""

    def __init__(self, game: Game[Any], level: str, seat: int, seed: int, index: int = 0) -> None:
        self.seat = seat
        self.level = level
        self.bot = bot(game, level, seat)
        self.stream = Stream(seed, index, BOT_STREAM + seat)

    def play(self, table: Table[Any], budget: float | None = None) -> Happened:
        """Decide from what the seat knows, and do it; or move its hand on the screen."""
        if table.pending == (NATURE,):
            return table.hold_by_bot(self.seat)
        legal = [action.id for action in table.legal(self.seat)]
        return table.play(self.seat, self.bot.decide(table.redacted(self.seat), legal, self.stream, budget))


def seat_bots(table: Table[Any], levels: str | Sequence[str], seed: int, people: Sequence[int] = ()) -> dict[int, Seated]:
    """A bot for every seat where no person sits."""
    chosen = line_up(table.game, levels)
    return {p: Seated(table.game, chosen[p], p, seed) for p in table.game.seats if p not in people}


def play_out(table: Table[Any], seated: Mapping[int, Seated]) -> None:
    """Let the bots play until the game is over, or somebody else is to decide."""
    while pending := table.pending:
        waiting = [seat for seat in (*pending, table.holder) if seat is not None and seat in seated]
        if not waiting:
            return
        seated[waiting[0]].play(table)
