"""Timers: everything that happens without a command. One list says when each is due, and what it does.

The process that wrote the last row owns the timers; other processes run them later (2 s + jitter), if no row came meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from fairyring.tables import bot_turns, clocks
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import gestures, moves, reported_outcomes, votes
from fairyring.tables.engine.effects import DeleteTable, Publish
from fairyring.tables.engine.session import OwedDecision, Session, owner
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import (
    ABSENT_MS,
    ARCHIVE_UNTOUCHED_MS,
    DELETE_UNSTARTED_MS,
    HOST_ABSENT_MS,
    HOST_ABSENT_PLAYING_MS,
    HOST_SILENT_MS,
    PRESENCE_INTERVAL_MS,
    PUBLIC_STAND_IN_MS,
    SEALING_MS,
    SECOND,
    TIMER_TAKEOVER_MS,
)
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import EMPTY, GATHERING, OVER, PERSON, PLAYING, SEALING, TableState

Timer = tuple[int, Callable[[UnitOfWork], None]]  # when it is due (milliseconds), and what it does
MAX_RUNS = 64  # timers run for one tick; a bound against timers that stay due


def run_due(work: UnitOfWork) -> None:
    """Run the timers that are due. Each may change which others are, so they are listed anew every time."""
    for _ in range(MAX_RUNS):
        due = [run for at, run in pending_timers(work.state, work.session, work.time) if at <= work.time]
        if not due:
            return
        due[0](work)


def next_wake(state: TableState, session: Session, time: int) -> int | None:
    """Return when the next timer is due; None if there is none."""
    return min([at for at, _run in pending_timers(state, session, time)], default=None)


def pending_timers(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    """Yield all timers."""
    is_owner = state.writer == session.process or session.single_process
    delay = 0 if is_owner else TIMER_TAKEOVER_MS + session.jitter
    for at, run in _writing_timers(state, session, time):
        yield max(at, session.last_row_at) + delay, run
    yield from _local_timers(state, session, time)


def _writing_timers(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    """Yield timers that write to the log or start a job: one process should run them.

    Asked after every row, so that what cannot have a timer is left out first.
    """
    if state.phase == PLAYING:
        yield from _bots(state, session, time)
        if state.settings.clock:
            yield from _clocks(state, session)
        if state.settings.public:
            yield from _stand_ins(state, session, time)
    elif state.phase == SEALING and moves.has_agreed_rules(state):
        yield session.sealing_since + SEALING_MS, moves.deal
    if (state.phase == GATHERING or not session.connected_here(state.host)) and session.watched(time):
        yield from _host(state, session, time)
    rematch = votes.rematch_due(state, session, time) if state.phase == OVER else None
    if rematch is not None:
        yield rematch, votes.begin_rematch
    if not state.archived and not session.connections:
        if state.started:
            yield state.at + ARCHIVE_UNTOUCHED_MS, lambda work: work.write("archive", {"on": True})
        elif time >= state.at + DELETE_UNSTARTED_MS:
            yield state.at + DELETE_UNSTARTED_MS, _delete
        else:
            yield state.at + DELETE_UNSTARTED_MS, lambda work: None


def _delete(work: UnitOfWork) -> None:
    work.out.append(DeleteTable())
    work.write("archive", {"on": True})


def _bots(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    confirm_at = reported_outcomes.bot_due(state, session, time)
    if confirm_at is not None:
        yield confirm_at, reported_outcomes.confirm_by_bot
    for decision, seat in bot_turns.owed_by_bots(state):
        if gestures.awaited(state) is not None:
            # No job: a gesture needs no search, and a worker need not know what its owner hears.
            at = gestures.bot_due(state, session, seat, time)
            if at is not None:
                yield at, partial(gestures.finish_by_bot, seat)
        elif decision in session.jobs:
            yield bot_turns.job_due(session.jobs[decision]), partial(_attend_job, decision)
        else:
            yield session.last_row_at, partial(_start_job, decision, seat)


def _attend_job(decision: str, work: UnitOfWork) -> None:
    bot_turns.attend_job(work, decision)


def _start_job(decision: str, seat: int, work: UnitOfWork) -> None:
    bot_turns.start_job(work, decision, seat)


def _clocks(state: TableState, session: Session) -> Iterator[Timer]:
    for seat in session.owed:
        end = clocks.deadline(state, session, seat)
        if end is not None:
            yield end + 1, partial(_expire, seat)


def _expire(seat: int, work: UnitOfWork) -> None:
    """Apply an expired clock: the action that `TableHooks.out_of_time` of the game forces, else one decision of a bot."""
    _run, table = moves.running_game(work.state)
    out_of_time = table.game.room.table.out_of_time
    action = out_of_time(table.state, seat) if out_of_time is not None else None
    work.write("clock", {"seat": seat})
    if action is not None:
        moves.write_decision(work, seat, table.game.actions[action].text, "clock", clocks.limit(work.state, seat))


def _stand_ins(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    """Yield stand-ins at public tables, where no vote is needed; only while anybody is connected."""
    if not session.watched(time):
        return
    for seat in session.owed:
        guest = owner(state, seat)
        if guest and not state.seats[seat].stand_in and not session.connected(guest, time):
            at = max(session.absent_since(guest), session.owed[seat].since) + max(PUBLIC_STAND_IN_MS, ABSENT_MS)
            yield at, partial(_set_stand_in, seat)


def _set_stand_in(seat: int, work: UnitOfWork) -> None:
    votes.set_stand_in(work, seat, on=True)


def _host(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    """Yield the succession of a host who is absent, or keeps a full table waiting, by the present person who sat down first."""
    if session.connected_here(state.host):
        # Unless the host may be active elsewhere.
        if state.phase == GATHERING and session.peers_known(time) and not session.peer_status(state.host, time):
            yield from _silent_host(state, session, _heirs(state, session, time))
    elif not session.connected(state.host, time) and (heirs := _heirs(state, session, time)):
        limit = HOST_ABSENT_PLAYING_MS if state.phase in (PLAYING, SEALING) else HOST_ABSENT_MS
        yield session.absent_since(state.host) + limit, partial(_hand_over, heirs[0])


def _heirs(state: TableState, session: Session, time: int) -> list[int]:
    return [guest for guest in session.present_people(state, time) if guest != state.host]


def _silent_host(state: TableState, session: Session, heirs: list[int]) -> Iterator[Timer]:
    """Yield the succession of a host who is connected and does nothing, though only the start is missing.

    An heir must have done something since the host did, so that the role does not go round among silent people.
    """
    if any(seat.kind == EMPTY for seat in state.seats):
        return
    active = session.last(state.host).active
    heir = next((guest for guest in heirs if session.last(guest).active > active), None)
    if heir is not None:
        yield max(active, session.last_row_at) + HOST_SILENT_MS, partial(_hand_over, heir)


def _hand_over(guest: int, work: UnitOfWork) -> None:
    work.write("host", {"guest": guest})


def _local_timers(state: TableState, session: Session, time: int) -> Iterator[Timer]:
    """Yield timers that concern only the connections of this process."""
    if session.connections:
        visible = session.connections.visible_guests  # their status does not change by itself
        guests = session.last_seen.keys() - visible.keys() & state.guests.keys()
        guests |= {seat.guest for seat in state.seats if seat.guest not in visible and seat.kind == PERSON}
        change = presence.next_change(session, guests, time) if guests else None
        if change is not None:
            yield change, lambda work: None
    shown_at = gestures.audience_due(state, session)
    if shown_at is not None:
        yield shown_at, gestures.show_audience
    if session.connections and gestures.awaited(state) is not None:
        frame_at = gestures.bot_frame_due(state, session, time)
        if frame_at is not None:
            yield frame_at, gestures.show_bot_frame
        call_at = gestures.bot_call_due(state, session)
        if call_at is not None:
            yield call_at, gestures.call_out
    if state.settings.clock and any(clocks.runs(state, seat) for seat in session.owed):
        yield session.pulse + SECOND, _pulse
    if not session.single_process and session.connections:
        yield session.published_at + PRESENCE_INTERVAL_MS, _publish_presence


def _pulse(work: UnitOfWork) -> None:
    work.session.pulse = work.time


def _publish_presence(work: UnitOfWork) -> None:
    work.session.published_at = work.time
    work.out.append(Publish(presence.peer_summary(work.session)))


def skip_downtime(session: Session, missed: int, time: int) -> None:
    """Shift owed decisions by the milliseconds that this process slept or its clock jumped: no clock ran meanwhile.

    It heard no other process in that time either, so that it does not know who is absent.
    """
    session.owed = {seat: replace(owed, since=owed.since + missed) for seat, owed in session.owed.items()}
    if session.peers_reachable_since is not None and not session.single_process:
        session.peers_reachable_since = time


def track_owed_decisions(state: TableState, session: Session, time: int) -> None:
    """Update, after a row, which seat owes a decision since when; likewise sealing, the end of the game, and votes."""
    run = state.run
    pending = run.pending if run is not None and state.phase == PLAYING else ()
    owed: dict[int, OwedDecision] = {}
    for seat in (*pending, *reported_outcomes.awaited_seats(state)):
        ask = opaque_ids.decision_id(state, seat) + ("" if clocks.runs(state, seat) else " stopped")
        before, spent = session.owed.get(seat), clocks.spent_before(state, seat)
        same = before is not None and (before.ask, before.spent) == (ask, spent)
        owed[seat] = before if before is not None and same else OwedDecision(ask, time, spent)
    session.owed = owed
    if session.gesture is not None and session.gesture.number != gestures.gesture_number(state):
        session.gesture = None
    session.sealing_since = (session.sealing_since or time) if state.phase == SEALING else 0
    session.over_since = (session.over_since or time) if state.phase == OVER else 0
    if state.phase == OVER or not owed:
        session.votes = {key: guests for key, guests in session.votes.items() if key[0] == "again"}
