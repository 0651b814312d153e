"""Effects: everything that a table wants done. Whoever holds it does it, in this order, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.tables.bot_jobs import Job
from fairyring.tables.log.rows import Row


@dataclass(frozen=True, slots=True)
class Append:
    """Store the row under its key; answer by `Stored`, `Lost` (the key is taken) or `Failed` (who knows)."""

    row: Row


@dataclass(frozen=True, slots=True)
class Read:
    """Read the rows after this seq from where appends go; answer by `Rows` with this number, or `Failed`."""

    after: int
    number: int


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message to a socket."""

    conn: str
    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Close:
    """Close a socket."""

    conn: str
    code: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Let a worker think; answer by `Answered` or `Failed`."""

    job: Job


@dataclass(frozen=True, slots=True)
class Consult:
    """Let a worker weigh somebody's choices, for this socket; answer by `Advised`. It may be lost."""

    conn: str
    job: Job


@dataclass(frozen=True, slots=True)
class Cancel:
    """Nobody needs the answer any more."""

    job: str


@dataclass(frozen=True, slots=True)
class Wake:
    """Send a `Tick` at this time, and forget earlier wishes; None: there is nothing to wait for."""

    at: int | None


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the table's other processes; they get it as `Heard`, or not."""

    told: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Forget:
    """The table was never played and nobody comes any more: delete it."""


Effect = Append | Read | Send | Close | Ask | Consult | Cancel | Wake | Tell | Forget

RESTART, RELOAD, NO_TABLE, TOKEN, FLOOD = 4000, 4001, 4002, 4003, 4004  # close codes
