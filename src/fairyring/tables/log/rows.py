"""Rows and entries of a table's log.

A row holds everything that one step of the engine caused. Its `body` is hash-chained and can be published after the game. Its
`aside` (names, chat, hashes of tokens, the sealed secret) is not chained, so that personal data can be deleted and the chain
stays valid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from json import encoder
from typing import Any

from fairyring.core.table.seal import length_prefixed
from fairyring.core.values import value_class

FIRST_PREVIOUS_HASH = bytes(32)  # the first row is chained to this
ENTRY_FORMAT = 1  # version of the entries, noted in `created`; logs without it have version 1


@value_class
class Cause:
    """The command that caused an entry. Its id is an idempotency key: accepted once for each guest."""

    guest: int
    id: str
    body: str  # hash of the command; the same id with another body is refused

    def plain(self) -> list[Any]:
        return [self.guest, self.id, self.body]


@value_class
class Entry:
    """One change of the table."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    aside: Mapping[str, Any] = field(default_factory=dict)
    cause: Cause | None = None

    def plain(self) -> dict[str, Any]:
        """Return the chained part as JSON."""
        return {"is": self.kind, **self.data} | ({"cmd": self.cause.plain()} if self.cause else {})


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


def _chunks() -> Callable[[Any, int], Iterable[str]]:
    """Return the function that `JSONEncoder.iterencode` makes anew for each value, where Python has it in C."""
    make: Any = getattr(encoder, "c_make_encoder", None)  # not declared for type checkers
    if make is None:
        return lambda value, _level: _ENCODER.iterencode(value)
    made: Callable[[Any, int], Iterable[str]] = make(
        None, _ENCODER.default, encoder.encode_basestring, None, ":", ",", True, False, True
    )
    return made


_encode = _chunks()


def canonical(value: Any) -> bytes:
    """Return the canonical JSON encoding: sorted keys, no blanks, UTF-8. Recurses as deep as the value is nested."""
    return "".join(_encode(value, 0)).encode()


@value_class
class Row:
    """One row of the log; the store keeps it under the key (table, seq)."""

    table: str
    seq: int
    body: bytes
    aside: bytes
    hash: bytes
    by: str  # the process that wrote it
    at: int  # milliseconds; never less than in the row before
    entries: tuple[Entry, ...] = field(compare=False)

    @staticmethod
    def make(table: str, seq: int, previous: bytes, entries: Iterable[Entry], by: str, at: int) -> Row:
        """Return a new row, chained to the hash of the previous one.

        Writer and time are part of the body, so rows of two processes never have the same hash, even if only their asides
        differ (as tokens of two new guests do).
        """
        written = tuple(entries)
        body = canonical({"by": by, "at": at, "entries": [entry.plain() for entry in written]})
        asides = [dict(entry.aside) for entry in written]
        aside = canonical(asides) if any(asides) else b"[" + b",".join([b"{}"] * len(asides)) + b"]"
        return Row(table, seq, body, aside, chain_hash(previous, body), by, at, written)

    @staticmethod
    def read(table: str, seq: int, body: bytes, aside: bytes, digest: bytes, by: str, at: int) -> Row:
        """Return a row from a store, its entries decoded. The aside may have been emptied."""
        asides = json.loads(aside) if aside else []
        chained = json.loads(body)["entries"]
        asides += [{}] * (len(chained) - len(asides))
        return Row(table, seq, body, aside, digest, by, at, decoded_entries(chained, asides))


def decoded_entries(chained: Sequence[dict[str, Any]], asides: Sequence[dict[str, Any]]) -> tuple[Entry, ...]:
    """Return the entries of a row from its JSON."""
    return tuple(_entry(data, aside) for data, aside in zip(chained, asides, strict=True))


def _entry(chained: dict[str, Any], aside: dict[str, Any]) -> Entry:
    data = {key: value for key, value in chained.items() if key not in ("is", "cmd")}
    return Entry(chained["is"], data, aside, Cause(*chained["cmd"]) if "cmd" in chained else None)


def chain_hash(previous: bytes, body: bytes) -> bytes:
    """Return the hash of a row, from the hash of the previous row and its own body."""
    return hashlib.sha256(length_prefixed("fairyring/row/1") + previous + length_prefixed(body)).digest()


def first_broken_link(rows: Sequence[Row]) -> int | None:
    """Return the seq of the first row that is not chained to the one before; None if the chain is valid."""
    previous = FIRST_PREVIOUS_HASH
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq or row.hash != chain_hash(previous, row.body):
            return seq
        previous = row.hash
    return None
