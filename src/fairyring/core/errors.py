"""Errors that users can cause. Each message is one sentence: what was wrong and what would be right.

Errors for players hold a `Message`, so that they can be translated; errors for authors of files, programs and commands hold
plain English.
"""

from __future__ import annotations

from fairyring.core.text.messages import ENGLISH, Message, Speaker, core_texts


class FairyringError(Exception):
    """Base of all errors; the command line prints its message and nothing else."""

    def __init__(self, message: str | Message, speaker: Speaker | None = None) -> None:
        super().__init__(message, speaker)
        self.message = message
        self._speaker = speaker  # for messages of a game

    def __str__(self) -> str:
        return self.say(self._speaker or Speaker(core_texts(ENGLISH)))

    def say(self, speaker: Speaker) -> str:
        """Return the message in the language of the speaker."""
        return speaker.say(self.message) if isinstance(self.message, Message) else self.message


class ActionError(FairyringError):
    """An invalid move; nothing has changed."""


class CannotParse(ActionError):
    """A notation or id that is no action of the game."""


class NotLegal(ActionError):
    """An action that is not legal now; the message tells why."""


class NotYourTurn(ActionError):
    """A seat that owes no decision: others do, or the game is over."""


class NoSuchSeat(FairyringError):
    """A number that is no seat of the table."""


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


class ImpossibleKnowledge(FairyringError):
    """A redacted state that no world agrees with, so that nothing can be imagined from it."""


class MissingExtra(FairyringError):
    """A feature needs an optional dependency that is not installed."""
