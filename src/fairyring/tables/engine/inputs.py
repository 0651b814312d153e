"""Inputs: everything that reaches a table. Each carries its time (milliseconds) and 32 bytes of entropy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.tables.bot_jobs import Job, Weighed
from fairyring.tables.log.rows import Row


@dataclass(frozen=True, slots=True)
class Input:
    """Base: when, and randomness for whatever has to be random."""

    time: int
    entropy: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Opened(Input):
    """A socket was opened and said `hello`."""

    conn: str
    hello: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said(Input):
    """A message from a socket; `size` is how many bytes it had."""

    conn: str
    message: Any
    size: int = 0


@dataclass(frozen=True, slots=True)
class Closed(Input):
    """A socket is gone."""

    conn: str


@dataclass(frozen=True, slots=True)
class Rows(Input):
    """Rows from the store, in order: what a `Read` asked for (then with its number), or what a hint or poll found."""

    rows: tuple[Row, ...]
    read: int = 0


@dataclass(frozen=True, slots=True)
class Stored(Input):
    """The row is durable."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Lost(Input):
    """Another row has this key."""

    seq: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Answered(Input):
    """A bot has decided."""

    job: str
    action: int


@dataclass(frozen=True, slots=True)
class Advised(Input):
    """What a worker thinks of the choices that a socket asked about; nothing, where it failed."""

    conn: str
    job: Job
    choices: Weighed


@dataclass(frozen=True, slots=True)
class Failed(Input):
    """A job came to nothing; or, with no job, the store did not answer, or said that it cannot: nobody knows what it did."""

    job: str = ""


@dataclass(frozen=True, slots=True)
class Heard(Input):
    """Another process told who is there, what they voted, what they shouted. It may be lost; nothing depends on it."""

    told: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tick(Input):
    """The time that `Wake` asked for has come."""
