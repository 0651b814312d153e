"""What a table with people is: seats, bots, options, hot seat, clocks, presence; no sockets, store, await or clock.

    decide(durable, live, input) -> entries, effects        fold(durable, entry) -> durable

`durable` is folded from the table's log and from nothing else. `live` (sockets, presence, jobs, rates) starts empty.
A `Keeper` puts both together for one process: inputs in, effects out; whoever holds it does the input and output.
"""

from fairyring.tables.create import create, import_record
from fairyring.tables.engine.dispatch import decide
from fairyring.tables.engine.effects import Append, Ask, Cancel, Close, Consult, Effect, Forget, Read, Send, Tell, Wake
from fairyring.tables.engine.engine import Keeper
from fairyring.tables.engine.inputs import (
    Advised,
    Answered,
    Closed,
    Failed,
    Heard,
    Input,
    Lost,
    Opened,
    Rows,
    Said,
    Stored,
    Tick,
)
from fairyring.tables.engine.session import Live
from fairyring.tables.log.fold import fold, fold_row, load
from fairyring.tables.log.rows import Entry, Row
from fairyring.tables.log.state import Durable

__all__ = [
    "Advised",
    "Answered",
    "Append",
    "Ask",
    "Cancel",
    "Close",
    "Closed",
    "Consult",
    "Durable",
    "Effect",
    "Entry",
    "Failed",
    "Forget",
    "Heard",
    "Input",
    "Keeper",
    "Live",
    "Lost",
    "Opened",
    "Read",
    "Row",
    "Rows",
    "Said",
    "Send",
    "Stored",
    "Tell",
    "Tick",
    "Wake",
    "create",
    "decide",
    "fold",
    "fold_row",
    "import_record",
    "load",
]
