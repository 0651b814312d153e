"""Entries and rows: what a table's log holds.

A row is all that one step caused. Its `body` is chained by hashes and can be published after the game; its `aside` (names,
chat, hashes of tokens, the sealed secret) is not chained, so that a name can be taken out and the chain stays valid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.table.seal import length_prefixed

FIRST = bytes(32)  # what the first row's hash follows on


@dataclass(frozen=True, slots=True)
class Cause:
    """The command that caused an entry: an id is accepted once."""

    guest: int
    id: str
    body: str  # a hash of the command: the same id with another body is refused

    def plain(self) -> list[Any]:
        return [self.guest, self.id, self.body]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that became so."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    aside: Mapping[str, Any] = field(default_factory=dict)
    cause: Cause | None = None

    def plain(self) -> dict[str, Any]:
        """What is chained, as JSON has it."""
        return {"is": self.kind, **self.data} | ({"cmd": self.cause.plain()} if self.cause else {})


def canonical(value: Any) -> bytes:
    """The one way to write a value as JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the log, as the store keeps it under the key (table, seq)."""

    table: str
    seq: int
    body: bytes
    aside: bytes
    hash: bytes
    by: str  # the process that wrote it
    at: int  # when, in milliseconds; never less than the row before
    entries: tuple[Entry, ...] = field(compare=False)

    @staticmethod
    def make(table: str, seq: int, previous: bytes, entries: Iterable[Entry], by: str, at: int) -> Row:
        kept = tuple(entries)
        # Writer and time are in the body: rows of two processes never have one hash, even where their entries are alike
        # and only their asides (two tokens for two new guests) differ.
        body = canonical({"by": by, "at": at, "entries": [entry.plain() for entry in kept]})
        aside = canonical([dict(entry.aside) for entry in kept])
        return Row(table, seq, body, aside, chained(previous, body), by, at, kept)

    @staticmethod
    def read(table: str, seq: int, body: bytes, aside: bytes, digest: bytes, by: str, at: int) -> Row:
        """A row from a store; entries are read from their bytes. An aside that was emptied is no error."""
        asides = json.loads(aside) if aside else []
        lines = json.loads(body)["entries"]
        asides += [{}] * (len(lines) - len(asides))
        entries = tuple(_entry(line, more) for line, more in zip(lines, asides, strict=True))
        return Row(table, seq, body, aside, digest, by, at, entries)


def _entry(line: dict[str, Any], aside: dict[str, Any]) -> Entry:
    data = {key: value for key, value in line.items() if key not in ("is", "cmd")}
    return Entry(line["is"], data, aside, Cause(*line["cmd"]) if "cmd" in line else None)


def chained(previous: bytes, body: bytes) -> bytes:
    return hashlib.sha256(length_prefixed("fairyring/row/1") + previous + length_prefixed(body)).digest()


def chain_breaks(rows: Sequence[Row]) -> int | None:
    """The seq of the first row that does not follow on the one before; None if all do."""
    previous = FIRST
    for seq, row in enumerate(rows, start=1):
        if row.seq != seq or row.hash != chained(previous, row.body):
            return seq
        previous = row.hash
    return None
