"""Types of the store: rows, cards and outcomes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from enum import Enum
from typing import TypeAlias

from fairyring.tables.values import value_class

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
# By person and then by field: {"3": {"name": "Ann", "device": "9f…"}}. Data about no person has a key of its own.
Aside: TypeAlias = Mapping[str, Mapping[str, Json]]

FIRST = 1  # seq of a table's first row; appending it creates the table
MAX_ROW_BYTES = 4_000_000  # of one body, and of one aside
TABLE_ID = re.compile(r"[!-~]{1,64}")
INT64 = range(-(2**63), 2**63)


class Outcome(Enum):
    """What became of an append."""

    STORED = "stored"  # durable, once
    LOST = "lost"  # another row has this seq, or the table was deleted: read on and decide again
    UNKNOWN = "unknown"  # only while closing, if the database does not answer: neither ack nor nack


@value_class
class StoredRow:
    """One row of a table's log."""

    table: str
    seq: int
    body: bytes  # hash-chained
    hash: bytes  # of the chain; computed by the writer, not by the store
    by: str  # process that wrote it
    at: int
    aside: Aside | None = None  # outside the chain: names, chat, hashed tokens, the sealed secret

    def check(self) -> None:
        """Raise ValueError for values that a database would refuse, so that they cannot fail a whole batch."""
        if not TABLE_ID.fullmatch(self.table) or not TABLE_ID.fullmatch(self.by):
            raise ValueError(f"{self.table!r} and {self.by!r} must be 1 to 64 plain characters.")
        if not FIRST <= self.seq < 2**31 or self.at not in INT64:
            raise ValueError(f"seq {self.seq} or time {self.at} is out of bounds.")
        if len(self.body) > MAX_ROW_BYTES or len(self.hash) > 64:
            raise ValueError(f"A body has at most {MAX_ROW_BYTES} bytes, a hash 64.")


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


def to_text(value: Mapping[str, object] | None) -> str | None:
    """Return JSON in ASCII, the same for every database; raise ValueError if it is too long."""
    if value is None:
        return None
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    if len(text) > MAX_ROW_BYTES:
        raise ValueError(f"JSON beside a row has at most {MAX_ROW_BYTES} bytes.")
    return text
