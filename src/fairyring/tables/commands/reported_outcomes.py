"""Outcomes of a real deck at a table of people: one seat reports what was drawn, another one confirms it.

Where a bot plays the seat that should report, any person at the table may report instead. Where no person is left to confirm,
a bot confirms.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE
from fairyring.core.table.table import Table
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands.moves import legal_action, resolve_chance, running_game
from fairyring.tables.engine.session import Connection, Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import BOT_PACE_MS
from fairyring.tables.log.state import PERSON, TableState
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import Refused


def _people(state: TableState) -> list[int]:
    return [p for p, seat in enumerate(state.seats) if seat.kind == PERSON and not seat.stand_in]


def reporting_seats(state: TableState) -> tuple[int, ...]:
    """Return the seats that may report now; none while a gesture is awaited, which reports itself.

    Where bots stand in for all people, each of these people may report (a bot cannot see the deck), and so returns.
    """
    table = state.playing
    if table is None or table.pending != (NATURE,) or table.reported is not None or table.holder is not None:
        return ()
    if not table.reporters:
        return ()
    people = _people(state) or [p for p, seat in enumerate(state.seats) if seat.kind == PERSON]
    return tuple([p for p in table.reporters if p in people] or people)


def confirming_seats(state: TableState) -> tuple[int, ...]:
    """Return the seats of people of which one has to confirm the report; the reporter is not among them."""
    table = state.playing
    if table is None or table.reported is None or state.run is None:
        return ()
    return tuple(p for p in table.confirmers if p in _people(state) and p != state.run.substitute)


def awaited_seats(state: TableState) -> tuple[int, ...]:
    """Return the seats that the table waits for."""
    table = state.playing
    if table is None or table.pending != (NATURE,) or table.holder is not None:
        return ()
    return table.reporters if table.reported is None else confirming_seats(state)


def _require_outcome(work: UnitOfWork, conn: Connection, cmd: incoming.ReportOutcome | incoming.ConfirmOutcome) -> Table[Any]:
    """Require that the command is about the outcome that the table waits for."""
    work.require_running()
    work.require_curtain_lifted(conn, cmd.seat)
    if work.state.paused:
        raise Refused("paused")
    if cmd.ask != opaque_ids.outcome_id(work.state):
        raise Refused("past")
    return running_game(work.state)[1]


def report(work: UnitOfWork, conn: Connection, cmd: incoming.ReportOutcome) -> None:
    """Report an outcome."""
    table = _require_outcome(work, conn, cmd)
    allowed = reporting_seats(work.state)
    if not allowed:
        raise Refused("past")
    if cmd.seat not in allowed:
        raise Refused("not-yours")
    action = legal_action(table, NATURE, cmd.outcome)
    own = cmd.seat in table.reporters
    data = {"seat": cmd.seat if own else table.reporters[0], "outcome": action.text}
    work.write("report", data if own else {**data, "stead": cmd.seat})
    resolve_chance(work)


def confirm(work: UnitOfWork, conn: Connection, cmd: incoming.ConfirmOutcome) -> None:
    """Confirm or reject the reported outcome."""
    table = _require_outcome(work, conn, cmd)
    if table.reported is None:
        raise Refused("past")
    if cmd.seat not in confirming_seats(work.state):
        raise Refused("not-yours")
    work.write("confirm", {"seat": cmd.seat, "right": cmd.right})
    resolve_chance(work)


def bot_due(state: TableState, session: Session, time: int) -> int | None:
    """Return when a bot confirms because no person can; None if it does not."""
    table = state.playing
    if table is None or table.reported is None or state.paused or confirming_seats(state):
        return None
    return session.last_row_at + (BOT_PACE_MS[0] if session.watched(time) else 0)


def confirm_by_bot(work: UnitOfWork) -> None:
    """Confirm the reported outcome in the place of a bot."""
    table = running_game(work.state)[1]
    seats = [p for p in table.confirmers if work.state.seats[p].played_by_bot] or list(table.confirmers)
    work.write("confirm", {"seat": seats[0], "right": True, "how": "bot"})
    resolve_chance(work)
