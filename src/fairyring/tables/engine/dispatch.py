"""Decide: what a table does about one input."""

from __future__ import annotations

from fairyring.tables import bot_turns
from fairyring.tables.broadcast import presence
from fairyring.tables.commands import gestures, hello, hints, registry
from fairyring.tables.engine import timers
from fairyring.tables.engine.inputs import Advised, Answered, Closed, Failed, Heard, Input, Opened, Said, Tick
from fairyring.tables.engine.session import Live
from fairyring.tables.engine.unit_of_work import Desk, Output
from fairyring.tables.log.rows import Entry
from fairyring.tables.log.state import Durable


def decide(durable: Durable, live: Live, given: Input) -> tuple[list[Entry], list[Output]]:
    """What becomes so, and what goes out once that is stored. `live` is changed; `durable` is not."""
    desk = consider(durable, live, given)
    return desk.entries, desk.out


def consider(durable: Durable, live: Live, given: Input) -> Desk:
    """The same with the table as it will be."""
    desk = Desk(durable, live, given.time, given.entropy)
    match given:
        case Opened():
            hello.opened(desk, given.conn, given.hello)
        case Said():
            registry.said(desk, given.conn, given.message, given.size)
        case Closed():
            hello.closed(desk, given.conn)
        case Answered():
            bot_turns.answered(desk, given.job, given.action)
        case Advised():
            hints.advised(desk, given.conn, given.job, given.choices)
        case Failed():
            bot_turns.failed(desk, given.job)
        case Heard() if "hand" in given.told:
            gestures.heard(desk, given.told["hand"])
        case Heard():
            presence.heard(desk, given.told)
        case Tick():
            timers.perform(desk)
        case _:
            raise TypeError(f"{type(given).__name__} is for the keeper")
    return desk
