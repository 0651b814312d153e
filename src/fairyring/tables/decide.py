"""Decide: what a table does about one input."""

from __future__ import annotations

from fairyring.tables import bots, commands, doors, duties, hands, hints, presence
from fairyring.tables.desk import Desk, Output
from fairyring.tables.durable import Durable
from fairyring.tables.entries import Entry
from fairyring.tables.inputs import Advised, Answered, Closed, Failed, Heard, Input, Opened, Said, Tick
from fairyring.tables.live import Live


def decide(durable: Durable, live: Live, given: Input) -> tuple[list[Entry], list[Output]]:
    """What becomes so, and what goes out once that is stored. `live` is changed; `durable` is not."""
    desk = consider(durable, live, given)
    return desk.entries, desk.out


def consider(durable: Durable, live: Live, given: Input) -> Desk:
    """The same with the table as it will be."""
    desk = Desk(durable, live, given.time, given.entropy)
    match given:
        case Opened():
            doors.opened(desk, given.conn, given.hello)
        case Said():
            commands.said(desk, given.conn, given.message, given.size)
        case Closed():
            doors.closed(desk, given.conn)
        case Answered():
            bots.answered(desk, given.job, given.action)
        case Advised():
            hints.advised(desk, given.conn, given.job, given.choices)
        case Failed():
            bots.failed(desk, given.job)
        case Heard() if "hand" in given.told:
            hands.heard(desk, given.told["hand"])
        case Heard():
            presence.heard(desk, given.told)
        case Tick():
            duties.perform(desk)
        case _:
            raise TypeError(f"{type(given).__name__} is for the keeper")
    return desk
