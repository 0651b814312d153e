"""Minds that see only what their seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from fairyring.core.errors import OptionError
from fairyring.core.game import Game
from fairyring.core.rng import Stream
from fairyring.core.room import Mind, Room
from fairyring.core.schema import State


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


def bot(game: Game, level: str, seat: int) -> Bot:
    """A bot of that level for that seat."""
    if level not in levels(game.room):
        raise OptionError(f"{game.room.title} has no bot “{level}”; it has {', '.join(levels(game.room))}.")
    return Random() if level == "random" else Minded(game.room.bots[level], seat)


def line_up(game: Game, given: str | Sequence[str]) -> tuple[str, ...]:
    """The level for each seat: one name for all, or one each, as a list or with commas."""
    chosen = tuple(given.split(",") if isinstance(given, str) else given)
    if len(chosen) == 1:
        chosen *= game.players
    if len(chosen) != game.players:
        raise OptionError(f"{len(chosen)} bots were named for {game.players} seats; name one, or one for each seat.")
    for seat, level in enumerate(chosen):
        bot(game, level, seat)
    return chosen
