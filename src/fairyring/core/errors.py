"""Every error a user can cause. Each message is one sentence: what was wrong and what would be right.

What a player can run into is a `Message`, so that it can be said in any language; what only somebody who writes a file, a
program or a command meets is a plain sentence.
"""

from __future__ import annotations

from fairyring.core.text.messages import ENGLISH, Message, Speaker, core_texts


class FairyringError(Exception):
    """Base of all errors below; the command line prints its message and nothing else."""

    def __init__(self, message: str | Message, speaker: Speaker | None = None) -> None:
        super().__init__(message, speaker)
        self.message = message
        self._speaker = speaker  # knows the texts of the game, where the message is one of these

    def __str__(self) -> str:
        return self.say(self._speaker or Speaker(core_texts(ENGLISH)))

    def say(self, speaker: Speaker) -> str:
        """The sentence, in the speaker's language."""
        return speaker.say(self.message) if isinstance(self.message, Message) else self.message


class ActionError(FairyringError):
    """Something is wrong with a move; nothing was changed."""


class CannotParse(ActionError):
    """The text (or id) names no action of this game."""


class NotLegal(ActionError):
    """The action exists, the seat is to move, but it is not allowed now; the message says why."""


class NotYourTurn(ActionError):
    """The seat owes no decision: others do, or the game is over."""


class NoSuchSeat(FairyringError):
    """A number that is no seat of this table."""


class OptionError(FairyringError):
    """An option, or a combination of options, that the game does not have."""


class UnknownGame(FairyringError):
    """No game of that name is registered."""


class RecordError(FairyringError):
    """A record that is truncated, edited, or written by other rules."""


class DataError(FairyringError):
    """A deck or board file that cannot be used; the message names file and line."""


class ChanceError(FairyringError):
    """Scripted chance ran out, or named an outcome that cannot happen now."""


class MissingExtra(FairyringError):
    """A feature needs an optional dependency that is not installed."""
