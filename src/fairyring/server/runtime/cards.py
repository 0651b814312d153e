"""Cards of tables: by them the store finds a table, and lists the public ones, without its log."""

from __future__ import annotations

from typing import Any

from fairyring.server import store
from fairyring.tables.engine import timers
from fairyring.tables.engine.session import Session
from fairyring.tables.log.state import BOT, PERSON, TableState


def card_of(state: TableState, process: str, time: int) -> store.Card:
    """Return the card of a table: when its next timer is due without connections, and its summary. Holds no names."""
    session = Session.without_connections(process, time)
    if state.settings.clock or state.playing is None or state.playing.holder is not None:
        timers.track_owed_decisions(state, session, time)  # else no timer depends on it
    return store.Card(
        wake_at=timers.next_wake(state, session, time),
        public=state.settings.public,
        started=state.started,
        summary=summary(state),
    )


def summary(state: TableState) -> dict[str, Any]:
    """Return what the list of public tables shows."""
    kinds = [seat.kind for seat in state.seats]
    host = state.guests.get(state.host)
    return {
        "game": state.game,
        "phase": state.phase,
        "seats": len(kinds),
        "people": kinds.count(PERSON),
        "bots": kinds.count(BOT),
        "animal": host.animal if host else "",
        "clock": dict(state.settings.clock),
    }
