"""Inputs of the table engine. Each carries its time (milliseconds) and 32 bytes of entropy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from fairyring.core.values import value_class
from fairyring.tables.bot_jobs import Job, Weights
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import TableState


@value_class
class Input:
    """Base class: the time, and randomness for everything that has to be random."""

    time: int
    entropy: bytes = field(repr=False)


@value_class
class Opened(Input):
    """A connection was opened and sent `hello` (JSON, not decoded yet)."""

    conn: str
    hello: Mapping[str, Any]
    address: str = ""  # of the client, as far as the process knows it; never stored


@value_class
class Received(Input):
    """A connection sent a message (JSON, not decoded yet); `size` is its length in bytes."""

    conn: str
    message: Any
    size: int = 0


@value_class
class Closed(Input):
    """A connection was closed."""

    conn: str


@value_class
class Rows(Input):
    """Rows from the store in order: the answer to a `Read` (with its number), or found by a hint or poll (number 0)."""

    rows: tuple[Row, ...]
    read: int = 0
    state: TableState | None = None  # after these rows, if the host has folded the whole log already


@value_class
class Stored(Input):
    """The row is durable."""

    seq: int
    hash: bytes


@value_class
class Lost(Input):
    """Another process stored a row under this seq first."""

    seq: int
    hash: bytes


@value_class
class JobAnswered(Input):
    """A bot has decided."""

    job: str
    action: int


@value_class
class HintAnswered(Input):
    """A worker has weighed the choices for a hint; empty if it failed."""

    conn: str
    job: Job
    choices: Weights


@value_class
class Failed(Input):
    """A job failed; or, without a job, the store failed or did not answer: whether it stored the row is unknown."""

    job: str = ""


@value_class
class PeerMessage(Input):
    """Another process published presence, votes, a shout or a gesture. Delivery is not guaranteed."""

    message: Mapping[str, Any]


@value_class
class PeersReachable(Input):
    """Pub/sub with the other processes of the table works, or does not."""

    reachable: bool


@value_class
class Tick(Input):
    """The time requested by `Wake` has come."""
