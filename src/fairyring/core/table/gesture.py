"""Gestures: input on a touch screen that decides a chance outcome, which follows from the sealed seed.

A game that has one declares it as `TableHooks.gesture`. While a gesture is awaited, nature is pending and the rules'
`reporters` name its seat. Everything follows from a master key of 32 bytes, that of the sealed game or of a seed; other
values that a page sends are not trusted.
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

GestureInput = Mapping[str, Any]  # the fields of the command that ends a gesture


class Gesture(Protocol):
    """A gesture of a game. `s` is always the whole state, so only what a method returns may leave the table."""

    name: str  # of the command that ends it, of the data for its seat, and of the entry in a record's line
    fields: Mapping[str, tuple[type | None, ...]]  # of that command: their types; None marks an optional field

    def is_used(self, options: Options, /) -> bool:
        """Return whether games with these options have gestures."""

    def holder(self, game: Game[Any], s: Any, /) -> int | None:
        """Return the seat whose gesture is awaited, or None."""

    def number(self, s: Any, /) -> int:
        """Return the number of this gesture in the game, counted from 1; it selects the gesture's randomness."""

    def owner_data(self, game: Game[Any], s: Any, master: bytes, /) -> dict[str, Any]:
        """Return all that the seat's page needs for the gesture, ready for JSON."""

    def observe(self, game: Game[Any], s: Any, master: bytes, progress: GestureInput, /) -> int | None:
        """Return what other seats see of a gesture in progress; None where the progress makes no sense."""

    def resolve(self, game: Game[Any], s: Any, master: bytes, values: GestureInput, /) -> tuple[str, dict[str, Any]]:
        """Return the outcome, and the extra entries of the record's line. Raises CannotParse."""

    def bot_input(self, game: Game[Any], s: Any, master: bytes, stand_in: bool, /) -> dict[str, Any]:
        """Return the final input of a bot, or of a person's stand-in. Asked again, it is the same."""

    def bot_progress(self, values: GestureInput, done: int, of: int, /) -> GestureInput:
        """Return the progress of a bot's gesture after `done` of `of` parts of its time, as input of `observe`."""

    def bot_calls(self, seats: tuple[int, ...], seed: int, /) -> tuple[tuple[int, int, int], ...]:
        """Return what bots at these seats call out while a person makes the gesture: milliseconds, seat, number of a shout.

        It gets no state: a call may not depend on anything that somebody who hears it does not know.
        """

    def check(self, game: Game[Any], s: Any, decision: Decision, master: bytes | None, /) -> None:
        """Raise a RecordError unless a record's line follows from the master; without a master, check only its form."""


def wrong(field: str) -> CannotParse:
    """Return the error for a field that is missing or makes no sense."""
    return CannotParse(msg("error.hand", field=field))
