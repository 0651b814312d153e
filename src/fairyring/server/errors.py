"""Errors of a server that has too much to do, and the HTTP status and sentence of every error that has one."""

from __future__ import annotations

from fairyring.api import errors
from fairyring.api.errors import RequestError
from fairyring.core.errors import FairyringError
from fairyring.tables.refusals import Refused


class Overloaded(FairyringError):
    """The server has as many tables, analyses or heavy jobs as it can serve. HTTP answers 503 with the code `full`."""


class TooMany(FairyringError):
    """An address asks for too much at once. HTTP answers 429 with the code `too-fast`."""


def status_and_sentence(error: FairyringError | Refused | RequestError) -> tuple[int, str, str]:
    """Return the HTTP status, the code for programs and the sentence for people."""
    if isinstance(error, Overloaded):
        return 503, "full", str(error)
    if isinstance(error, TooMany):
        return 429, "too-fast", str(error)
    return errors.status_and_sentence(error)
