"""Live tables: seats, bots, options, hot seat, clocks, presence. No sockets, store, await or clock: all I/O is the host's.

    decide(state, session, input) -> entries, outputs        fold(state, entry) -> state

`TableState` is folded from the table's log and from nothing else. `Session` (connections, presence, jobs, rate limits) starts
empty. A `TableEngine` combines both for one process: inputs in, effects out.
"""

from fairyring.tables.create import create, import_record
from fairyring.tables.engine.dispatch import decide
from fairyring.tables.engine.effects import (
    Append,
    CancelJob,
    Close,
    DeleteTable,
    Effect,
    Publish,
    Read,
    ReportFailure,
    ReportFallback,
    Send,
    StartHintJob,
    StartJob,
    Wake,
)
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.inputs import (
    Closed,
    Failed,
    HintAnswered,
    Input,
    JobAnswered,
    Lost,
    Opened,
    PeerMessage,
    PeersReachable,
    Received,
    Rows,
    Stored,
    Tick,
)
from fairyring.tables.engine.session import Session
from fairyring.tables.log.fold import fold, fold_row
from fairyring.tables.log.load import load
from fairyring.tables.log.rows import Entry, Row
from fairyring.tables.log.state import TableState

__all__ = [
    "Append",
    "CancelJob",
    "Close",
    "Closed",
    "DeleteTable",
    "Effect",
    "Entry",
    "Failed",
    "HintAnswered",
    "Input",
    "JobAnswered",
    "Lost",
    "Opened",
    "PeerMessage",
    "PeersReachable",
    "Publish",
    "Read",
    "Received",
    "ReportFailure",
    "ReportFallback",
    "Row",
    "Rows",
    "Send",
    "Session",
    "StartHintJob",
    "StartJob",
    "Stored",
    "TableEngine",
    "TableState",
    "Tick",
    "Wake",
    "create",
    "decide",
    "fold",
    "fold_row",
    "import_record",
    "load",
]
