"""Commands: what a socket may say, in which form; ids that make sending again harmless.

The hand of a game that has one (`core.hand`) is ended by a command of its own name; it is treated as any other: ids, curtain,
refusals.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.tables.broadcast import presence
from fairyring.tables.commands import chat, gestures, hints, hosting, moves, preview, reported_outcomes, seats, votes
from fairyring.tables.engine.effects import FLOOD as FLOOD_CODE
from fairyring.tables.engine.effects import Close
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk, Reply, Show
from fairyring.tables.limits import (
    COMMAND_BYTES,
    COMMAND_RATE,
    FLOOD,
    MESSAGE_RATE,
    OPTIONS_BYTES,
    REFUSALS,
    TRACE_BYTES,
)
from fairyring.tables.log.rows import Cause, canonical
from fairyring.tables.protocol.sent import Ack, Nack, Plain
from fairyring.tables.refusals import Refused

Do = Callable[[Desk, Conn, Mapping[str, Any]], Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the types of its fields (a tuple with None: may be left out), and what it does."""

    do: Do
    form: Mapping[str, tuple[type | None, ...]]
    rate: tuple[int, int] = COMMAND_RATE
    returns: bool = True  # whether saying it ends a stand-in
    most: int = COMMAND_BYTES


INT: tuple[type | None, ...] = (int,)
TEXT: tuple[type | None, ...] = (str,)
FLAG: tuple[type | None, ...] = (bool,)
MAYBE_INT: tuple[type | None, ...] = (int, None)
MAYBE_TEXT: tuple[type | None, ...] = (str, None)
MAYBE_FLAG: tuple[type | None, ...] = (bool, None)
LIST: tuple[type | None, ...] = (list,)
MAYBE_DICT: tuple[type | None, ...] = (dict, None)

COMMANDS: dict[str, Command] = {
    "sit": Command(seats.sit, {"seat": INT, "name": MAYBE_TEXT, "animal": MAYBE_TEXT}),
    "stand": Command(seats.stand, {"seat": INT}),
    "rename": Command(seats.rename, {"name": TEXT, "animal": MAYBE_TEXT}),
    "leave": Command(seats.leave, {}),
    "bot": Command(seats.bot, {"seat": INT, "level": MAYBE_TEXT}),
    "options": Command(
        seats.options,
        {
            "game": MAYBE_TEXT,
            "options": MAYBE_DICT,
            "public": MAYBE_FLAG,
            "aids": MAYBE_FLAG,
            "mute": MAYBE_FLAG,
            "clock": MAYBE_DICT,
        },
        most=OPTIONS_BYTES,
    ),
    "start": Command(moves.start, {}),
    "share": Command(moves.promise, {"n": INT, "key": TEXT}),
    "open": Command(moves.share, {"n": INT, "share": TEXT}),
    "play": Command(moves.play, {"seat": INT, "ask": TEXT, "action": (int, str, dict)}),
    "take_back": Command(moves.take_back, {"seat": INT, "ask": TEXT}),
    "foresee": Command(preview.foresee, {"seat": INT, "ask": TEXT, "actions": LIST}),
    "hint": Command(hints.hint, {"seat": INT, "ask": TEXT}),
    "report": Command(reported_outcomes.report, {"seat": INT, "ask": TEXT, "outcome": (int, str, dict)}),
    "confirm": Command(reported_outcomes.confirm, {"seat": INT, "ask": TEXT, "right": FLAG}),
    "here": Command(hosting.here, {"seat": INT}),
    "away": Command(hosting.away, {}),
    "stand_in": Command(votes.stand_in, {"seat": INT, "on": FLAG}, returns=False),
    "vote": Command(votes.vote, {"about": TEXT, "seat": MAYBE_INT}),
    "kick": Command(hosting.kick, {"who": INT}),
    "host": Command(hosting.host, {"who": INT}),
    "reseat": Command(hosting.reseat, {"seat": INT, "who": INT}),
    "device": Command(hosting.device, {"seat": MAYBE_INT}),
    "only_here": Command(hosting.only_here, {}),
    "forget": Command(hosting.forget, {}),
    "pause": Command(votes.pause, {}),
    "resume": Command(votes.resume, {}),
    "again": Command(votes.again, {}),
    "abandon": Command(votes.abandon, {}),
    "chat": Command(chat.chat, {"text": TEXT}),
    "shout": Command(chat.shout, {"n": INT}),
}


def named(desk: Desk, word: Any) -> Command | None:
    """The command of this name: one of all tables, or the one that ends the hand of the game being played."""
    if not isinstance(word, str):
        return None
    hand = gestures.kind(desk.durable)
    if hand is not None and hand.name == word:
        return Command(gestures.finish, {"seat": INT, "ask": TEXT, **hand.fields})
    return COMMANDS.get(word)


def said(desk: Desk, conn_id: str, message: Any, size: int) -> None:
    """A message from a socket that said hello before."""
    conn = desk.live.conns.get(conn_id)
    if conn is None or conn.guest not in desk.durable.guests:
        return
    if not _allowed(desk, conn, "message", MESSAGE_RATE):
        return  # dropped unanswered: an answer to each would be a flood of ours
    kind = message.get("type") if isinstance(message, dict) else None
    if kind == "ping":
        desk.out.append(Reply(conn_id, Plain("pong").wire()))
    elif kind == "visible":
        presence.visible(desk, conn, bool(message.get("on")))
    elif kind == "trace":
        if size <= TRACE_BYTES:
            gestures.trace(desk, conn, message)
    else:
        _command(desk, conn, message if isinstance(message, dict) else {}, size)


def _command(desk: Desk, conn: Conn, message: Mapping[str, Any], size: int) -> None:
    named = message.get("id")
    id_ = named if isinstance(named, str) and 0 < len(named) <= 32 else ""
    told = desk.live.refused.get((conn.guest, id_))
    if told is not None and id_ not in desk.durable.ids.get(conn.guest, {}):
        desk.out.append(Reply(conn.id, told))
        return
    before, entries, live = desk.durable, len(desk.entries), desk.live.copy()
    try:
        known = _read(desk, conn, message, id_, size)
        more = known if known is not None else _do(desk, conn, message, id_)
    except Refused as refused:
        desk.durable, desk.cause = before, None  # whatever was begun is not done
        del desk.entries[entries:]
        spared = desk.live.buckets, desk.live.floods
        desk.live.restore(live)
        desk.live.buckets, desk.live.floods = spared
        nack = Nack(id_, refused.code, refused.message).wire()
        if id_ and refused.code not in ("too-fast", "id-reused"):
            desk.live.refused[conn.guest, id_] = nack
            while len(desk.live.refused) > REFUSALS:
                del desk.live.refused[next(iter(desk.live.refused))]
        desk.out.append(Reply(conn.id, nack))
        if refused.code == "past":
            desk.out.append(Show(conn.id))
    else:
        desk.out.append(Reply(conn.id, Ack(id_, more).wire()))


def _read(desk: Desk, conn: Conn, message: Mapping[str, Any], id_: str, size: int) -> Mapping[str, Any] | None:
    """The answer to a command that was accepted before; None for a new one. Refuses what cannot be read."""
    word = message.get("do")
    command = named(desk, word)
    if size > (command.most if command else COMMAND_BYTES):
        raise Refused("too-long")
    if not id_ or message.get("type") != "cmd":
        raise Refused("bad-form", "field", field="id")
    body = _hash(message)
    known = desk.durable.ids.get(conn.guest, {}).get(id_)
    if known is not None:
        if known != body:
            raise Refused("id-reused")
        return hosting.code_again(desk, conn, message) if word == "device" else {}
    _slow(desk, conn, command.rate if command else COMMAND_RATE)
    if command is None:
        raise Refused("bad-form", "command", word=str(word)[:20])
    for field, types in command.form.items():
        value = message.get(field)
        if value is None and None in types:
            continue
        if not _fits(value, types):
            raise Refused("bad-form", "field", field=field)
    return None


def _fits(value: Any, types: tuple[type | None, ...]) -> bool:
    if isinstance(value, bool) and bool not in types:
        return False
    if isinstance(value, int) and not -(1 << 31) < value < 1 << 31:
        return False
    return isinstance(value, tuple(one for one in types if one is not None))


def _hash(message: Mapping[str, Any]) -> str:
    body = {key: value for key, value in message.items() if key != "id"}
    return hashlib.sha256(canonical(body)).hexdigest()[:16]


def _slow(desk: Desk, conn: Conn, rate: tuple[int, int]) -> None:
    if not _allowed(desk, conn, "command", rate):
        raise Refused("too-fast")


def _allowed(desk: Desk, conn: Conn, what: str, rate: tuple[int, int]) -> bool:
    """Whether the socket may say one more of these now; who was too fast too often is cut off."""
    allowed = desk.allows(conn.id, what, rate)
    if not allowed:
        desk.live.floods[conn.id] = desk.live.floods.get(conn.id, 0) + 1
        if desk.live.floods[conn.id] >= FLOOD:
            desk.out.append(Close(conn.id, FLOOD_CODE))
    return allowed


def _do(desk: Desk, conn: Conn, message: Mapping[str, Any], id_: str) -> Mapping[str, Any]:
    command = named(desk, message["do"])
    assert command is not None
    if command.returns:
        presence.returned(desk, conn.guest)
    presence.active(desk, conn.guest)
    written = len(desk.entries)
    desk.cause = Cause(conn.guest, id_, _hash(message))
    more = command.do(desk, conn, message)
    desk.cause = None
    if len(desk.entries) > written:
        desk.causes[conn.id] = id_
    return more or {}
