"""Errors of the server that are not errors of its store, and the HTTP status and sentence of every error that has one."""

from __future__ import annotations

from fairyring.core.errors import FairyringError
from fairyring.core.text.messages import Speaker
from fairyring.tables.log.load import UnreadableLog
from fairyring.tables.refusals import Refused, texts

UNPROCESSABLE = 422  # well-formed, but not possible; 400 is for what cannot be read
STATUS_BY_CODE = {"not-now": 409, "full": 503, "too-long": 413, "past": 409}
UNREADABLE = {  # by the reason of an UnreadableLog
    "corrupt": "The log of this table is damaged, so it cannot be opened; please tell whoever runs this server.",
    "newer": "This table was written by a newer version of this server, so it cannot be opened here.",
    "rules": "The rules of this game have changed since it began; please tell whoever runs this server.",
}
INTERNAL_ERROR = "Something went wrong on our side; nothing was changed. Please try again."


class Overloaded(FairyringError):
    """The server has as many tables, analyses or heavy jobs as it can serve. HTTP answers 503 with the code `full`."""


class TooMany(FairyringError):
    """An address asks for too much at once. HTTP answers 429 with the code `too-fast`."""


def status_and_sentence(error: FairyringError | Refused) -> tuple[int, str, str]:
    """Return the HTTP status, the code for programs and the sentence for people."""
    if isinstance(error, Refused):
        sentence = error.text or Speaker(texts()).say(error.message)
        return STATUS_BY_CODE.get(error.code, UNPROCESSABLE), error.code, sentence
    if isinstance(error, Overloaded):
        return 503, "full", str(error)
    if isinstance(error, TooMany):
        return 429, "too-fast", str(error)
    if isinstance(error, UnreadableLog):
        return 500, "unreadable", UNREADABLE.get(error.reason, UNREADABLE["corrupt"])
    return UNPROCESSABLE, "bad-form", str(error)
