"""Clocks: a limit for each decision, or a bank with an increment. A clock runs only while a person could decide.

All values are milliseconds.
"""

from __future__ import annotations

from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine.session import Session
from fairyring.tables.limits import LAG_MS
from fairyring.tables.log.state import PERSON, PLAYING, TableState


def runs(state: TableState, seat: int) -> bool:
    """Return whether the seat's clock runs: not while sealing, paused, or behind a stand-in."""
    run = state.run
    if run is None or not state.settings.clock or state.phase != PLAYING or state.paused or seat in run.expired:
        return False
    sitting = state.seats[seat]
    return sitting.kind == PERSON and not sitting.stand_in and seat in run.pending


def limit(state: TableState, seat: int) -> int:
    """Return how long the seat's decision may take."""
    assert state.run is not None
    clock = state.settings.clock
    return clock["per"] if "per" in clock else state.run.banks[seat]


def _running_since(state: TableState, session: Session, seat: int) -> int | None:
    """Return since when the clock runs.

    None within a row after which the seat owes another decision, or its clock was stopped and runs again: the session does
    not track that yet, and what was spent is written already.
    """
    owed = session.owed.get(seat)
    if owed is None or not runs(state, seat) or owed.ask != opaque_ids.decision_id(state, seat):
        return None
    return owed.since if owed.spent == spent_before(state, seat) else None


def spent_before(state: TableState, seat: int) -> int:
    """Return what the decision had taken when its clock was stopped last."""
    return 0 if state.run is None else state.run.spent.get(seat, 0)


def spent(state: TableState, session: Session, seat: int, time: int) -> int:
    """Return what the decision has taken so far, as far as this process saw it: downtime is never charged."""
    since = _running_since(state, session, seat)
    return spent_before(state, seat) + (0 if since is None else max(0, time - since))


def charge(state: TableState, session: Session, seat: int, time: int) -> int:
    """Return what a decision that arrives now costs, less the allowance for lag."""
    if not runs(state, seat):
        return 0
    return max(0, spent(state, session, seat, time) - LAG_MS)


def deadline(state: TableState, session: Session, seat: int) -> int | None:
    """Return when the seat's clock runs out, with the allowance for lag; None while it does not run."""
    since = _running_since(state, session, seat)
    if since is None:
        return None
    return since + max(0, limit(state, seat) - spent_before(state, seat)) + LAG_MS


def overdue(state: TableState, session: Session, seat: int, time: int) -> bool:
    """Return whether the seat's clock has run out."""
    end = deadline(state, session, seat)
    return end is not None and time > end


def spent_when_stopped(state: TableState, session: Session, time: int, seats: tuple[int, ...] | None = None) -> dict[str, int]:
    """Return by seat (as text) what running clocks have spent, to be written when they are stopped now."""
    stopped = range(len(state.seats)) if seats is None else seats
    return {str(p): spent(state, session, p, time) for p in stopped if runs(state, p)}
