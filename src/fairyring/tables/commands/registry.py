"""Registry of commands, and their idempotency: an id is accepted once, and a resent command gets the same answer.

A game with a gesture (`core.table.gesture`) adds one command of its own name, which ends the gesture.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, make_dataclass
from functools import cache, reduce
from operator import or_
from typing import Any, Generic, TypeVar

from fairyring.core.declared.declare import UNSET, Unset, declare, tag_of
from fairyring.core.declared.decode import DecodeError, decode, exceeds_depth
from fairyring.tables.broadcast import presence
from fairyring.tables.commands import chat, gestures, guests, hints, hosting, moves, preview, reported_outcomes, seats, votes
from fairyring.tables.engine.effects import CLOSE_FLOOD, Close
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import Reply, ResendPicture, UnitOfWork
from fairyring.tables.limits import (
    COMMAND_RATE,
    MAX_COMMAND_BYTES,
    MAX_MESSAGE_DEPTH,
    MAX_OPTIONS_BYTES,
    MAX_RATE_VIOLATIONS,
    MAX_RECENT_REFUSALS,
    MAX_TRACE_BYTES,
    MESSAGE_RATE,
    WATCHERS_COMMAND_RATE,
)
from fairyring.tables.log.rows import Cause, canonical
from fairyring.tables.protocol import incoming, outgoing
from fairyring.tables.protocol.encode import encode
from fairyring.tables.refusals import Refused

JSON_TYPES: dict[type, Any] = {int: incoming.Int, str: str, bool: bool, list: list[Any], dict: dict[str, Any]}
WATCHERS = 0  # owner of the rate limit that all guests without a seat share; no guest has this number
C = TypeVar("C", bound=incoming.Command)
Answer = Mapping[str, Any] | None  # further fields of the ack


@dataclass(frozen=True, slots=True)
class Handler(Generic[C]):
    """A command: its declaration, the function that executes it, and its limits."""

    declaration: type[C]
    run: Callable[[UnitOfWork, Connection, C], Answer]
    rate: tuple[int, int] = COMMAND_RATE
    max_bytes: int = MAX_COMMAND_BYTES
    ends_stand_in: bool = True  # whether sending it ends the stand-ins of its guest


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(incoming.Sit, seats.sit),
    Handler(incoming.Stand, seats.stand),
    Handler(incoming.Rename, seats.rename),
    Handler(incoming.Leave, seats.leave),
    Handler(incoming.SeatBot, seats.bot),
    Handler(incoming.ChooseOptions, seats.options, max_bytes=MAX_OPTIONS_BYTES),
    Handler(incoming.Start, moves.start),
    Handler(incoming.PromiseShare, moves.promise_share),
    Handler(incoming.OpenShare, moves.open_share),
    Handler(incoming.Play, moves.play),
    Handler(incoming.TakeBack, moves.take_back),
    Handler(incoming.Foresee, preview.foresee),
    Handler(incoming.AskHint, hints.hint),
    Handler(incoming.ReportOutcome, reported_outcomes.report),
    Handler(incoming.ConfirmOutcome, reported_outcomes.confirm),
    Handler(incoming.LiftCurtain, hosting.here),
    Handler(incoming.LowerCurtain, hosting.away),
    Handler(incoming.StandIn, votes.stand_in, ends_stand_in=False),
    Handler(incoming.Vote, votes.vote),
    Handler(incoming.Kick, hosting.kick),
    Handler(incoming.MakeHost, hosting.host),
    Handler(incoming.Reseat, hosting.reseat),
    Handler(incoming.LinkDevice, hosting.device),
    Handler(incoming.OnlyHere, hosting.only_here),
    Handler(incoming.Forget, hosting.forget),
    Handler(incoming.Pause, votes.pause),
    Handler(incoming.Resume, votes.resume),
    Handler(incoming.Again, votes.again),
    Handler(incoming.Abandon, votes.abandon),
    Handler(incoming.Say, chat.chat),
    Handler(incoming.ShoutOut, chat.shout),
)
COMMANDS: dict[str, Handler[Any]] = {tag_of(handler.declaration): handler for handler in HANDLERS}


def command_named(work: UnitOfWork, name: Any) -> Handler[Any] | None:
    """Return the handler of a command, or of the one that ends a gesture of the running game; None if there is none."""
    if not isinstance(name, str):
        return None
    gesture: Any = gestures.gesture_of(work.state)
    return gesture_command(gesture) if gesture is not None and gesture.name == name else COMMANDS.get(name)


@cache
def gesture_command(gesture: Any) -> Handler[Any]:
    """Return the command that ends a gesture (`Hand`). Its fields are the game's, so it is declared from them."""
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = [("seat", incoming.Int), ("ask", str)]
    for name, types in gesture.fields.items():
        kinds: list[Any] = [JSON_TYPES[json_type] for json_type in types if json_type is not None]
        kind = reduce(or_, kinds)
        fields.append((name, kind | Unset, UNSET) if None in types else (name, kind))
    bare = make_dataclass("FinishGesture", fields, bases=(incoming.Command,), slots=True, unsafe_hash=True)
    return Handler(declare(tag=gesture.name, tag_field="do")(bare), gestures.finish)


def receive(work: UnitOfWork, conn_id: str, message: Any, size: int) -> None:
    """Process a message (JSON) of a connection that has sent `hello`."""
    conn = work.session.connections.get(conn_id)
    if conn is None or not guests.may_stay(work.state, conn):
        return
    if work.session.flood_counts.get(conn_id, 0) >= MAX_RATE_VIOLATIONS:
        return  # it is closed already
    if not _within_rate(work, conn, conn_id, "message", MESSAGE_RATE):
        return  # dropped unanswered: answering a flood would double it
    fields = message if isinstance(message, dict) else {}
    match fields.get("type"):
        case "ping":
            work.out.append(Reply(conn_id, encode(outgoing.Pong())))
        case "visible":
            if (visible := _decoded(incoming.Visible, fields)) is not None:
                presence.set_visible(work, conn, visible.on)
        case "trace":
            if size <= MAX_TRACE_BYTES and (trace := _decoded(incoming.Trace, fields)) is not None:
                gestures.receive_trace(work, conn, trace)
        case _:
            _receive_command(work, conn, fields, size)


M = TypeVar("M")


def _decoded(kind: type[M], message: Mapping[str, Any]) -> M | None:
    """Return a message that is never answered; None if it does not fit its declaration."""
    try:
        return decode(kind, message)
    except DecodeError:
        return None


def _receive_command(work: UnitOfWork, conn: Connection, message: dict[str, Any], size: int) -> None:
    """Execute a command and reply with an ack; or undo everything it did, and reply with a nack."""
    id_ = incoming.command_id(message)
    refusal = work.session.recent_refusals.get((conn.guest, id_))
    if refusal is not None and id_ not in work.state.accepted_ids.get(conn.guest, {}):
        work.out.append(Reply(conn.id, refusal))
        return
    # Since `work.before`, the message was counted, and nothing else has changed; counters are not undone.
    state, entries, session = work.state, len(work.entries), work.before or work.session.copy()
    try:
        answer = _execute(work, conn, message, id_, size)
    except Refused as refused:
        work.state, work.cause = state, None
        del work.entries[entries:]
        counted = work.session.rate_buckets, work.session.flood_counts
        work.session.restore(session)
        work.session.rate_buckets, work.session.flood_counts = counted
        if refused.code != "too-fast":
            presence.mark_active(work, conn.guest)  # a refused command shows presence, too
        _refuse(work, conn, id_, refused)
    else:
        ack = encode(outgoing.Ack(id_, **answer)) if answer else {"type": "ack", "id": id_}  # as it encodes itself
        work.out.append(Reply(conn.id, ack))


def _refuse(work: UnitOfWork, conn: Connection, id_: str, refused: Refused) -> None:
    nack = refused.nack(id_)
    if id_ and refused.code not in ("too-fast", "id-reused"):
        work.session.recent_refusals[conn.guest, id_] = nack
        while len(work.session.recent_refusals) > MAX_RECENT_REFUSALS:
            del work.session.recent_refusals[next(iter(work.session.recent_refusals))]
    work.out.append(Reply(conn.id, nack))
    if refused.code == "past":
        work.out.append(ResendPicture(conn.id))


def _execute(work: UnitOfWork, conn: Connection, message: dict[str, Any], id_: str, size: int) -> Mapping[str, Any]:
    """Return the further fields of the ack. Raise Refused; a command that was accepted before is not executed again."""
    name = message.get("do")
    handler = command_named(work, name)
    if size > (handler.max_bytes if handler else MAX_COMMAND_BYTES):
        raise Refused("too-long")
    if not id_ or message.get("type") != "cmd":
        raise Refused("bad-form", "field", field="id")
    body = _body_hash(message)
    accepted = work.state.accepted_ids.get(conn.guest, {}).get(id_)
    if accepted is not None:
        if accepted != body:
            raise Refused("id-reused")
        return hosting.device_code(work, conn, id_) if name == tag_of(incoming.LinkDevice) else {}
    if not _within_rate(work, conn, f"guest {conn.guest}", "command", handler.rate if handler else COMMAND_RATE):
        raise Refused("too-fast")
    if not (work.state.host == conn.guest or work.state.seats_of(conn.guest)):
        work.require_rate(WATCHERS, "command", WATCHERS_COMMAND_RATE)
    if handler is None:
        raise Refused("bad-form", "command", word=str(name)[:20])
    try:
        command = decode(handler.declaration, message)
    except DecodeError as error:
        raise Refused("bad-form", "field", field=error.field) from error
    if handler.ends_stand_in:
        presence.end_stand_ins(work, conn.guest)
    presence.mark_active(work, conn.guest)
    entries = len(work.entries)
    work.cause = Cause(conn.guest, id_, body)
    answer = _run_as_guest(work, conn, handler, command)
    work.cause = None
    if len(work.entries) > entries:
        work.causes[conn.id] = id_
    return answer or {}


def _run_as_guest(work: UnitOfWork, conn: Connection, handler: Handler[C], command: C) -> Answer:
    """Run a command. A watcher becomes a guest of the log if anything is written, or a seat asked for; else not."""
    if conn.guest in work.state.guests:
        return handler.run(work, conn, command)
    before, entries, written = work.state, len(work.entries), work.session.written.copy()
    cause, work.cause = work.cause, None
    guests.write_guest(work, conn.guest, conn.token)
    work.cause, needed = cause, len(work.entries)
    answer = handler.run(work, conn, command)
    if len(work.entries) == needed and conn.guest not in work.session.seat_requests:
        work.state, work.session.written = before, written
        del work.entries[entries:]
    return answer


def _body_hash(message: dict[str, Any]) -> str:
    """Return a hash of the command without its id, which distinguishes a reused id from a resent command.

    Encoding nested values recurses, so deep ones are refused first.
    """
    for field, value in message.items():
        if isinstance(value, dict | list) and exceeds_depth(value, MAX_MESSAGE_DEPTH):
            raise Refused("bad-form", "field", field=field)
    body = {field: value for field, value in message.items() if field != "id"}
    return hashlib.sha256(canonical(body)).hexdigest()[:16]


def _within_rate(work: UnitOfWork, conn: Connection, owner: str, kind: str, rate: tuple[int, int]) -> bool:
    """Return whether the owner of a bucket is within a rate limit; close the connection after too many violations."""
    allowed = work.allow(owner, kind, rate)
    if not allowed:
        work.session.flood_counts[conn.id] = work.session.flood_counts.get(conn.id, 0) + 1
        if work.session.flood_counts[conn.id] >= MAX_RATE_VIOLATIONS:
            work.out.append(Close(conn.id, CLOSE_FLOOD))
    return allowed
