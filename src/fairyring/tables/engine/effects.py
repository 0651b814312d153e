"""Side effects requested by the table engine; the host process executes them in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.values import value_class
from fairyring.tables.bot_jobs import Job
from fairyring.tables.log.rows import Row

# Close codes of the WebSocket.
CLOSE_RESTART, CLOSE_RELOAD, CLOSE_NO_TABLE, CLOSE_TOKEN, CLOSE_FLOOD, CLOSE_FULL = 4000, 4001, 4002, 4003, 4004, 4005
CLOSE_UNREADABLE = 4009  # the log of the table is damaged, or of a newer version


@value_class
class Append:
    """Store the row under its key. Answer: `Stored`, `Lost` (the key is taken) or `Failed` (outcome unknown)."""

    row: Row


@value_class
class Read:
    """Read the rows after this seq, consistently with appends. Answer: `Rows` with this number, or `Failed`."""

    after: int
    number: int


@value_class
class Send:
    """Send a message (JSON) to a connection."""

    conn: str
    message: Mapping[str, Any]


@value_class
class Close:
    """Close a connection, after everything sent before."""

    conn: str
    code: int


@value_class
class StartJob:
    """Let a worker decide for a bot. Answer: `JobAnswered` or `Failed`."""

    job: Job


@value_class
class StartHintJob:
    """Let a worker weigh choices for a hint to this connection. Answer: `HintAnswered`, which may be lost."""

    conn: str
    job: Job


@value_class
class CancelJob:
    """The answer to this job is not needed any more."""

    job: str


@value_class
class Wake:
    """Give a `Tick` at this time, instead of any time requested before; None: not at all."""

    at: int | None


@value_class
class Publish:
    """Publish to the other processes of the table, which receive a `PeerMessage`; it may be lost."""

    message: Mapping[str, Any]


@value_class
class DeleteTable:
    """Delete the table: no game was ever started, and it was not used for two days."""


@value_class
class ReportFailure:
    """An input, or what had to be sent after a row, raised an unexpected error: log and count it."""

    error: Exception


@value_class
class ReportFallback:
    """No worker answered in time, so that a bot decided without search: count it."""


Report = ReportFailure | ReportFallback
Effect = Append | Read | Send | Close | StartJob | StartHintJob | CancelJob | Wake | Publish | DeleteTable | Report
