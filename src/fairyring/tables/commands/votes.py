"""Votes and their effects: stand-ins for absent people, pause, abandoning the game, a rematch."""

from __future__ import annotations

from typing import Any

from fairyring.core.declared.declare import UNSET
from fairyring.tables import clocks
from fairyring.tables.commands import moves
from fairyring.tables.commands.seats import bot_level
from fairyring.tables.engine.session import Connection, Session, owner
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import ABSENT_MS, ANYONE_MAY_DECIDE_MS, SILENT_MS
from fairyring.tables.log.state import OVER, PLAYING, TableState
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import Refused

NO_SEAT = -1  # of a vote that is not about a seat


def _add_vote(work: UnitOfWork, about: str, seat: int, guest: int) -> frozenset[int]:
    """Add a vote and return the present people who voted so."""
    work.session.votes[about, seat] = work.session.votes.get((about, seat), frozenset()) | {guest}
    people = set(work.session.present_people(work.state, work.time))
    return work.session.voters(about, seat, work.time) & people


def _clear_votes(work: UnitOfWork, about: str, seat: int) -> None:
    work.session.votes.pop((about, seat), None)


def vote(work: UnitOfWork, conn: Connection, cmd: incoming.Vote) -> None:
    """Vote for a stand-in for a seat, for a pause, or for abandoning the game."""
    match cmd.about:
        case "stand-in":
            _vote_stand_in(work, conn, cmd)
        case "pause":
            pause(work, conn)
        case "abandon":
            abandon(work, conn)
        case _:
            raise Refused("bad-form", "vote.unknown")


# Stand-ins ------------------------------------------------------------------------------------------


def set_stand_in(work: UnitOfWork, seat: int, on: bool) -> None:
    """Let a bot play for the owner of a seat, or end that."""
    spent = clocks.spent_when_stopped(work.state, work.session, work.time, (seat,)) if on else {}
    data: dict[str, Any] = {"seat": seat, "on": on} | ({"level": bot_level(work.state)} if on else {})
    work.write("stand-in", data | ({"spent": spent} if spent else {}))
    _clear_votes(work, "stand-in", seat)


def stand_in(work: UnitOfWork, conn: Connection, cmd: incoming.StandIn) -> None:
    """Set or end the stand-in of one's own seat."""
    work.require_running()
    work.require_owner(conn.guest, cmd.seat)
    if work.state.seats[cmd.seat].stand_in != cmd.on:
        set_stand_in(work, cmd.seat, cmd.on)


def overdue_ms(work: UnitOfWork, seat: int) -> int:
    """Return how long the table has waited for a seat beyond the usual patience; below 0 while it has not."""
    guest, owed = owner(work.state, seat), work.session.owed.get(seat)
    if not guest or owed is None or work.state.seats[seat].played_by_bot:
        return -1
    absent = work.session.absent_ms(guest, work.time)
    silent = work.time - max(owed.since, work.session.last(guest).active)
    return max(absent - ABSENT_MS, silent - SILENT_MS, -1)


def _vote_stand_in(work: UnitOfWork, conn: Connection, cmd: incoming.Vote) -> None:
    """Vote for a stand-in: the host alone decides, or half of the other people present; after five minutes any one."""
    work.require_running()
    work.require_seated(conn.guest)
    seat = cmd.seat
    if seat is UNSET:
        raise Refused("bad-form", "field", field="seat")
    work.require_seat(seat)
    guest = owner(work.state, seat)
    if not guest or work.state.seats[seat].stand_in or work.session.owed.get(seat) is None:
        raise Refused("not-now")
    overdue = overdue_ms(work, seat)
    if overdue < 0 or guest == conn.guest:
        raise Refused("present", "vote.present")
    votes = _add_vote(work, "stand-in", seat, conn.guest) - {guest}
    others = [person for person in work.session.present_people(work.state, work.time) if person != guest]
    is_host = conn.guest == work.state.host
    if is_host or 2 * len(votes) >= len(others) or overdue >= ANYONE_MAY_DECIDE_MS - ABSENT_MS:
        set_stand_in(work, seat, on=True)


# Pause, abandon, rematch ------------------------------------------------------------------------------


def _add_to_majority(work: UnitOfWork, about: str, guest: int) -> bool:
    """Add a vote and return whether more than half of the people present voted so."""
    votes = _add_vote(work, about, NO_SEAT, guest)
    people = work.session.present_people(work.state, work.time)
    return 2 * len(votes) > len(people)


def pause(work: UnitOfWork, conn: Connection, _cmd: incoming.Pause | None = None) -> None:
    """Stop the clocks, if the host or a majority wants it. Choices that were made stay made."""
    work.require_running()
    work.require_seated(conn.guest)
    if not work.state.settings.clock:
        raise Refused("not-now", "clock.none")
    if work.state.paused:
        return
    if conn.guest == work.state.host or _add_to_majority(work, "pause", conn.guest):
        spent = clocks.spent_when_stopped(work.state, work.session, work.time)
        work.write("pause", {"on": True} | ({"spent": spent} if spent else {}))
        _clear_votes(work, "pause", NO_SEAT)


def resume(work: UnitOfWork, conn: Connection, _cmd: incoming.Resume) -> None:
    """Let the clocks run again."""
    work.require_phase(PLAYING)
    work.require_seated(conn.guest)
    if work.state.paused:
        work.write("pause", {"on": False})


def abandon(work: UnitOfWork, conn: Connection, _cmd: incoming.Abandon | None = None) -> None:
    """Abandon the game: the host alone if no other person plays, else by majority."""
    work.require_phase(PLAYING)
    alone = conn.guest == work.state.host and set(work.state.people) <= {conn.guest}
    if not alone:
        work.require_seated(conn.guest)
    if alone or _add_to_majority(work, "abandon", conn.guest):
        moves.end_game(work, {"abandoned": True})


def again(work: UnitOfWork, conn: Connection, _cmd: incoming.Again) -> None:
    """Begin a rematch if the host wants it, or all people who are present and not silent."""
    work.require_phase(OVER)
    if conn.guest != work.state.host:
        work.require_seated(conn.guest)
        _add_vote(work, "again", NO_SEAT, conn.guest)
        due = rematch_due(work.state, work.session, work.time)
        if due is None or due > work.time:
            return
    begin_rematch(work)


def rematch_due(state: TableState, session: Session, time: int) -> int | None:
    """Return when all people present have voted for a rematch or been silent for long; None if nobody voted."""
    people = set(session.present_people(state, time)) if state.phase == OVER else set()
    voted = session.voters("again", NO_SEAT, time) & people
    silent = (max(session.over_since, session.last(guest).active) + SILENT_MS for guest in people - voted)
    return max(silent, default=session.over_since) if voted else None


def begin_rematch(work: UnitOfWork) -> None:
    """Go back to gathering for the next game at this table."""
    work.write("again")
    moves.commit_secret(work, work.state.n + 1)
    work.session.votes.clear()
