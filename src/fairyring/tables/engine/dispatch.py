"""Dispatch of an input to the function that decides it."""

from __future__ import annotations

from fairyring.tables import bot_turns
from fairyring.tables.broadcast import presence
from fairyring.tables.commands import gestures, hello, hints, registry
from fairyring.tables.engine import timers
from fairyring.tables.engine.inputs import (
    Closed,
    Failed,
    HintAnswered,
    Input,
    JobAnswered,
    Opened,
    PeerMessage,
    PeersReachable,
    Received,
    Tick,
)
from fairyring.tables.engine.session import Session
from fairyring.tables.engine.unit_of_work import Output, UnitOfWork
from fairyring.tables.log.rows import Entry
from fairyring.tables.log.state import TableState


def decide(state: TableState, session: Session, event: Input) -> tuple[list[Entry], list[Output]]:
    """Return the log entries that an input causes, and what is sent once they are stored. Changes `session`, not `state`."""
    work = run_input(state, session, event)
    return work.entries, work.out


def run_input(state: TableState, session: Session, event: Input, before: Session | None = None) -> UnitOfWork:
    """Decide an input and return its unit of work, with the state after it. `before` is a copy of the session, if known."""
    work = UnitOfWork(state, session, event.time, event.entropy, before=before)
    match event:
        case Opened():
            hello.open_connection(work, event.conn, event.hello, event.address)
        case Received():
            registry.receive(work, event.conn, event.message, event.size)
        case Closed():
            hello.close_connection(work, event.conn)
        case JobAnswered():
            bot_turns.receive_answer(work, event.job, event.action)
        case HintAnswered():
            hints.receive_hint(work, event.conn, event.job, event.choices)
        case Failed():
            bot_turns.receive_failure(work, event.job)
        case PeerMessage() if "hand" in event.message:
            gestures.receive_peer_gesture(work, event.message["hand"])
        case PeerMessage():
            presence.receive_peer_message(work, event.message)
        case PeersReachable():
            presence.set_peers_reachable(work, event.reachable)
        case Tick():
            timers.run_due(work)
        case _:
            raise TypeError(f"{type(event).__name__} is an input of the engine itself")
    return work
