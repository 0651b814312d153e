"""Gestures (`core.table.gesture`): what their owner is sent, what the audience sees of them, and the outcome they bring.

Nothing here depends on the game. The owner's client moves the gesture by itself and sends traces, which only serve the picture:
they are neither stored nor answered. Seated viewers are shown the gesture in frames of 250 ms; others see it when it is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.declared.declare import or_none
from fairyring.core.errors import CannotParse
from fairyring.core.table import seal
from fairyring.core.table.gesture import Gesture
from fairyring.core.table.table import Table
from fairyring.tables import clocks
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import chat, moves
from fairyring.tables.engine.effects import Effect, Publish, Send
from fairyring.tables.engine.session import Connection, Session, ShownGesture, Viewer, viewer_of
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import CHAT_RATE, GESTURE_FRAME_MS, GESTURE_PACE_MS, TRACE_RATE
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import BOT, TableState
from fairyring.tables.protocol import incoming, outgoing
from fairyring.tables.protocol.encode import encode
from fairyring.tables.refusals import Refused

SEED_OFFSET = 1 << 31  # keeps the seeds of a bot's gestures apart from those of its decisions
CALL_OFFSET = 3 << 30  # and those of calls apart from both


def awaited(state: TableState) -> tuple[Gesture, int] | None:
    """Return the gesture that the table waits for, and the seat of its owner."""
    table = state.playing
    gesture = table.game.gesture if table is not None else None
    if table is None or gesture is None:
        return None
    seat = table.holder
    return None if seat is None else (gesture, seat)


def gesture_number(state: TableState) -> int:
    """Return the number of the awaited gesture in the game, from 1; 0 if none is awaited."""
    waiting = awaited(state)
    return waiting[0].number(_table(state).state) if waiting else 0


def gesture_of(state: TableState) -> Gesture | None:
    """Return the gesture of the game being played, whether it is awaited now or not."""
    table = state.playing
    return table.game.gesture if table is not None else None


def owner_data(state: TableState, seat: int) -> dict[str, Any]:
    """Return what the owner of the awaited gesture is sent, under the gesture's name; nothing for other seats."""
    waiting = awaited(state)
    if waiting is None or waiting[1] != seat:
        return {}
    gesture, table = waiting[0], _table(state)
    data = gesture.owner_data(table.game, table.state, state.chance.master)
    return {gesture.name: {"ask": opaque_ids.decision_id(state, seat), **data}}


def _table(state: TableState) -> Table[Any]:
    return moves.running_game(state)[1]


# While it moves -------------------------------------------------------------------------------------


def receive_trace(work: UnitOfWork, conn: Connection, trace: incoming.Trace) -> None:
    """Note how far the owner's gesture is. Traces of others, and traces above the rate limit, are dropped unanswered."""
    allowed = work.allow(conn.id, "trace", TRACE_RATE)
    waiting = awaited(work.state)
    if not allowed or waiting is None or work.state.paused:
        return
    gesture, holder = waiting
    table = _table(work.state)
    number = gesture.number(table.state)
    if trace.c != number or viewer_of(work.state, conn) != holder or work.state.seats[holder].stand_in:
        return
    band = gesture.observe(table.game, table.state, work.state.chance.master, encode(trace))
    if band is None:
        return
    presence.mark_active(work, conn.guest)
    shown = work.session.gesture
    if shown is None or shown.number != number:
        shown = ShownGesture(number)
    due = (work.time // GESTURE_FRAME_MS + 1) * GESTURE_FRAME_MS if shown.due is None else shown.due
    work.session.gesture = replace(shown, now=band, due=due if band != shown.band else None)


def audience_due(state: TableState, session: Session) -> int | None:
    """Return when the audience is to be shown the gesture again."""
    shown = session.gesture
    return shown.due if shown is not None and shown.number == gesture_number(state) else None


def show_audience(work: UnitOfWork) -> None:
    """Show the seated audience how the gesture looks now, here and in other processes."""
    shown = work.session.gesture
    if shown is None:
        return
    work.session.gesture = replace(shown, band=shown.now, due=None)
    _send_to_audience(work)
    work.out.append(Publish({"from": work.session.process, "hand": [shown.number, shown.now]}))


def receive_peer_gesture(work: UnitOfWork, message: Any) -> None:
    """Show a gesture whose owner is connected to another process."""
    number, band = message
    if number == gesture_number(work.state):
        work.session.gesture = ShownGesture(number, band, band)
        _send_to_audience(work)


def _send_to_audience(work: UnitOfWork) -> None:
    for conn in work.session.connections.values():
        work.out += messages_to_audience(work.state, work.session, conn, viewer_of(work.state, conn))


def messages_to_audience(state: TableState, session: Session, conn: Connection, viewer: Viewer) -> list[Effect]:
    """Return what a connection is sent of the moving gesture: nothing for its owner, watchers, and behind the curtain."""
    shown, waiting = session.gesture, awaited(state)
    if shown is None or waiting is None or shown.band is None or shown.number != gesture_number(state):
        return []
    if conn.fresh or viewer is None or viewer == waiting[1]:
        return []
    return [Send(conn.id, encode(outgoing.Band(shown.number, shown.band)))]


def messages_when_finished(row: Row, session: Session) -> list[Effect]:
    """Return messages to all connections about how gestures that a row finished looked in the end."""
    finished = [entry.data["shown"] for entry in row.entries if entry.kind == "hand" and entry.data.get("shown")]
    connections = [conn for conn in session.connections.values() if not conn.fresh] if finished else []
    return [Send(conn.id, encode(outgoing.Band(*shown))) for shown in finished for conn in connections]


# Calls of bots ------------------------------------------------------------------------------------------


def _bot_calls(state: TableState, session: Session) -> list[tuple[int, int, int]]:
    """Return what bots call out while a person makes the awaited gesture: time, seat and shout, the earliest first."""
    waiting = awaited(state)
    if waiting is None or state.paused or state.settings.guided or state.seats[waiting[1]].played_by_bot:
        return []
    gesture, holder = waiting
    owed = session.owed.get(holder)
    bots = tuple(seat for seat, sitting in enumerate(state.seats) if sitting.kind == BOT)
    if owed is None or not bots:
        return []
    seed = seal.bot_seed(state.chance.master, holder, CALL_OFFSET + gesture_number(state))
    return sorted((owed.since + after, seat, n) for after, seat, n in gesture.bot_calls(bots, seed))


def bot_call_due(state: TableState, session: Session) -> int | None:
    """Return when a bot calls out next; None if none will."""
    return next((at for at, _seat, _n in _bot_calls(state, session) if at > session.called_until), None)


def call_out(work: UnitOfWork) -> None:
    """Send what bots call out now. Each process does so for its own connections, within the rate of one person's shouts."""
    since, work.session.called_until = work.session.called_until, work.time
    for at, seat, n in _bot_calls(work.state, work.session):
        if since < at <= work.time and work.allow("guest 0", "chat", CHAT_RATE):
            chat.send_to_all(work, encode(outgoing.Shout(0, n, seat)))


# The end ----------------------------------------------------------------------------------------------


def finish(work: UnitOfWork, conn: Connection, cmd: Any) -> None:
    """Finish the gesture. `cmd` has `seat`, `ask` and the fields that the gesture declares. It cannot be taken back."""
    moves.require_decision(work, conn, cmd)
    waiting = awaited(work.state)
    if waiting is None or waiting[1] != cmd.seat:
        raise Refused("past")
    charge = clocks.charge(work.state, work.session, cmd.seat, work.time)
    fields = {name: or_none(getattr(cmd, name)) for name in waiting[0].fields}
    _write_outcome(work, waiting[0], cmd.seat, fields, "", charge)


def finish_by_bot(seat: int, work: UnitOfWork) -> None:
    """Finish the gesture of a bot or of a stand-in."""
    waiting = awaited(work.state)
    if waiting is None or waiting[1] != seat:
        return
    run, table = moves.running_game(work.state)
    sitting = work.state.seats[seat]
    stands_in = sitting.stand_in or seat in run.expired
    fields = waiting[0].bot_input(table.game, table.state, work.state.chance.master, stands_in)
    how = "clock" if seat in run.expired else "stand-in" if sitting.stand_in else "bot"
    _write_outcome(work, waiting[0], seat, fields, how)


def bot_due(state: TableState, session: Session, seat: int, time: int) -> int | None:
    """Return when a bot's gesture is done: seeded, as the pace of its decisions. None until the session tracks it."""
    owed = session.owed.get(seat)
    if owed is None or not owed.ask.startswith(opaque_ids.decision_id(state, seat)):
        return None
    low, high = GESTURE_PACE_MS
    seed = seal.bot_seed(state.chance.master, seat, SEED_OFFSET + gesture_number(state))
    return owed.since + (low + seed % (high - low) if session.watched(time) else 0)


def bot_frame_due(state: TableState, session: Session, time: int) -> int | None:
    """Return when the audience is to see the next frame of a bot's gesture; None if there is none before its end."""
    waiting = awaited(state)
    if waiting is None or state.paused or not session.connections or not state.seats[waiting[1]].played_by_bot:
        return None
    done = bot_due(state, session, waiting[1], time)
    shown = session.gesture
    last = shown.bot_frame_at if shown is not None and shown.number == gesture_number(state) else 0
    if done is None:
        return None
    at = (max(last, session.owed[waiting[1]].since) // GESTURE_FRAME_MS + 1) * GESTURE_FRAME_MS
    return at if at < done else None


def show_bot_frame(work: UnitOfWork) -> None:
    """Show a bot's gesture, which moves evenly to its end. Each process does so for its own connections."""
    waiting = awaited(work.state)
    done = bot_due(work.state, work.session, waiting[1], work.time) if waiting is not None else None
    if waiting is None or done is None:
        return
    gesture, seat = waiting
    table, master = _table(work.state), work.state.chance.master
    final = gesture.bot_input(table.game, table.state, master, work.state.seats[seat].stand_in)
    since = work.session.owed[seat].since
    number = gesture.number(table.state)
    band = gesture.observe(table.game, table.state, master, gesture.bot_progress(final, work.time - since, done - since))
    before = work.session.gesture
    same = before is not None and before.number == number and before.band == band
    work.session.gesture = ShownGesture(number, band, band or 0, None, work.time)
    if not same:
        _send_to_audience(work)


def _write_outcome(work: UnitOfWork, gesture: Gesture, seat: int, fields: Mapping[str, Any], how: str, charge: int = 0) -> None:
    """Write the outcome that a finished gesture brings, and all that follows."""
    table, master = _table(work.state), work.state.chance.master
    try:
        outcome, extra = gesture.resolve(table.game, table.state, master, fields)
    except CannotParse as error:
        raise Refused.by_game("bad-form", error) from error
    data: dict[str, Any] = {"seat": seat, "plays": outcome, "told": extra}
    band = gesture.observe(table.game, table.state, master, fields)
    data |= {"shown": [gesture.number(table.state), band]} if band is not None else {}
    data |= ({"how": how} if how else {}) | ({"charge": charge} if charge else {})
    work.write("hand", data)
    moves.resolve_chance(work)
