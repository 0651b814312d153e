"""Types of the store: rows, cards and outcomes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from fairyring.core.values import value_class
from fairyring.tables.log.stored import INT64, MAX_ROW_BYTES, Json


class Outcome(Enum):
    """What became of an append."""

    STORED = "stored"  # durable, once
    LOST = "lost"  # another row has this seq, or the table was deleted: read on and decide again
    UNKNOWN = "unknown"  # only while closing, if the database does not answer: neither ack nor nack


class Summary(dict[str, Json]):
    """The summary of a card. It is never changed, so that its JSON is made once."""

    __slots__ = ("text",)
    text: str  # set by `summary_text`


@value_class
class Card:
    """What can be queried about a table without reading its log. Derived from the log, and replaced with each row."""

    wake_at: int | None = None  # when the next timer is due
    public: bool = False
    started: bool = False  # whether a game was ever started: such tables are archived, never deleted
    summary: Mapping[str, Json] = field(default_factory=dict)  # for the list of public tables

    def check(self) -> None:
        """Raise ValueError for values that a database would refuse."""
        if self.wake_at is not None and self.wake_at not in INT64:
            raise ValueError(f"The time {self.wake_at} is out of bounds.")


@value_class
class StoredTable:
    """A table without its log."""

    table: str
    head: int  # seq of the last row
    created: int
    touched: int  # time of the last row, or when an archived table was opened again
    archived: bool
    card: Card


def summary_text(summary: Mapping[str, Json]) -> str | None:
    """Return a summary as JSON; a `Summary` remembers it."""
    if not isinstance(summary, Summary):
        return to_text(summary)
    try:
        return summary.text
    except AttributeError:
        summary.text = to_text(summary) or ""
        return summary.text


def to_text(value: Mapping[str, object] | None) -> str | None:
    """Return JSON in ASCII, the same for every database; raise ValueError if it is too long."""
    if value is None:
        return None
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    if len(text) > MAX_ROW_BYTES:
        raise ValueError(f"JSON beside a row has at most {MAX_ROW_BYTES} bytes.")
    return text
