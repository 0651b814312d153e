"""Errors of the server that are not errors of its store."""

from __future__ import annotations

from fairyring.core.errors import FairyringError


class Overloaded(FairyringError):
    """The server has as many tables, or as many analyses, as it can serve. HTTP answers 503 with the code `full`."""
