"""What goes into the store and comes out of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
# By person and then by field: {"3": {"name": "Ann", "device": "9f…"}}. What belongs to nobody has a key of its own.
Aside: TypeAlias = Mapping[str, Mapping[str, Json]]

FIRST = 1  # the seq of a table's first row; appending it makes the table
MOST_BYTES = 4_000_000  # of one body, and of one aside
NAME = re.compile(r"[!-~]{1,64}")
NUMBERS = range(-(2**63), 2**63)


class Outcome(Enum):
    """What became of an append."""

    STORED = "stored"  # durable, once
    LOST = "lost"  # another's row has this seq, or the table is gone: read on and decide again
    UNKNOWN = "unknown"  # only while closing, when the database does not answer: neither ack nor nack


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table's log: all that one decision caused."""

    table: str
    seq: int
    body: bytes  # exact, and hash-chained
    hash: bytes  # the chain's, made by whoever made the body; the store keeps it and never computes it
    by: str  # who caused it
    at: int
    aside: Aside | None = None  # outside the chain: names, chat, hashed tokens, the sealed secret

    def check(self) -> None:
        """Refuse what a database would refuse, before it can hold up a whole batch."""
        if not NAME.fullmatch(self.table) or not NAME.fullmatch(self.by):
            raise ValueError(f"{self.table!r} and {self.by!r} must be 1 to 64 plain characters.")
        if not FIRST <= self.seq < 2**31 or self.at not in NUMBERS:
            raise ValueError(f"seq {self.seq} or time {self.at} is out of bounds.")
        if len(self.body) > MOST_BYTES or len(self.hash) > 64:
            raise ValueError(f"A body has at most {MOST_BYTES} bytes, a hash 64.")


@dataclass(frozen=True, slots=True)
class Card:
    """What is found about a table without reading its log. It follows from the log, and is replaced with each row."""

    wake_at: int | None = None  # when the table has something to do by itself
    public: bool = False
    started: bool = False  # a game has begun here once: such tables are archived, never deleted
    summary: Mapping[str, Json] = field(default_factory=dict)  # phase, game, seats: what the lobby shows

    def check(self) -> None:
        if self.wake_at is not None and self.wake_at not in NUMBERS:
            raise ValueError(f"The time {self.wake_at} is out of bounds.")


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as the store lists it."""

    table: str
    head: int  # the seq of its last row
    created: int
    touched: int  # when its last row was made, or it was opened again
    archived: bool
    card: Card


def to_text(value: Mapping[str, object] | None) -> str | None:
    """JSON in plain ASCII, the same on every database."""
    if value is None:
        return None
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    if len(text) > MOST_BYTES:
        raise ValueError(f"JSON beside a row has at most {MOST_BYTES} bytes.")
    return text
