"""Every error a user can cause. Each message is one sentence: what was wrong and what would be right."""


class FairyringError(Exception):
    """Base of all errors below; the command line prints its message and nothing else."""


class ActionError(FairyringError):
    """Something is wrong with a move; nothing was changed."""


class CannotParse(ActionError):
    """The text (or id) names no action of this game."""


class NotLegal(ActionError):
    """The action exists, the seat is to move, but it is not allowed now; the message says why."""


class NotYourTurn(ActionError):
    """The seat owes no decision: others do, or the game is over."""


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
