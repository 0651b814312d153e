"""A hand on a screen: one seat moves it, sealed chance says what it brings, and nobody is told before it is done.

A room that has one (`Room.table.gesture`) says whose hand it is, what its owner is given, what the others see,
and what it brought.
Where it is awaited, nature is pending and the rules' `reporters` name its owner. Everything follows from a master of 32 bytes:
that of the sealed game, or of a seed. What a page tells besides is never believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from fairyring.core.errors import CannotParse
from fairyring.core.text.messages import msg

if TYPE_CHECKING:
    from fairyring.core.game.game import Game
    from fairyring.core.game.options import Options
    from fairyring.core.record.record import Decision

Told = Mapping[str, Any]


class Hand(Protocol):
    """What a room says of its hand. `s` is always the whole state, so only what a method returns may leave the table."""

    name: str  # of the command that ends it, of what its owner is given, and of the entry in a record's line
    fields: Mapping[str, tuple[type | None, ...]]  # of that command: their types; with None, it may be left out

    def used(self, options: Options, /) -> bool:
        """Whether a game with these options has hands on screens."""

    def holder(self, game: Game[Any], s: Any, /) -> int | None:
        """Whose hand is awaited; None where none is."""

    def number(self, s: Any, /) -> int:
        """Which hand of the game this is, counted from 1: it decides what the hand will bring."""

    def given(self, game: Game[Any], s: Any, master: bytes, /) -> dict[str, Any]:
        """What its owner is given, all at once, ready for JSON."""

    def seen(self, game: Game[Any], s: Any, master: bytes, told: Told, /) -> int | None:
        """What the other seats see of a hand that moves, from what its page tells of it; None where that makes no sense."""

    def brings(self, game: Game[Any], s: Any, master: bytes, told: Told, /) -> tuple[str, dict[str, Any]]:
        """The outcome, and what the record's line says besides; a CannotParse for what cannot be done."""

    def by_bot(self, game: Game[Any], s: Any, master: bytes, stand_in: bool, /) -> dict[str, Any]:
        """What a bot, or the stand-in of a person, tells in the end. Asked again it does the same."""

    def on_the_way(self, told: Told, done: int, of: int, /) -> Told:
        """How a bot's hand that will end so is seen when `done` of `of` parts of its time have passed; for `seen`."""

    def check(self, game: Game[Any], s: Any, decision: Decision, master: bytes | None, /) -> None:
        """A RecordError where a record's line is not what this master gives; without a master only its form is looked at."""


def wrong(field: str) -> CannotParse:
    """What is told of a field that is missing or makes no sense."""
    return CannotParse(msg("error.hand", field=field))
