"""Hello and goodbye: identify the guest of a connection by its device token, or make a new guest; accept seat links.

Tokens and codes of links are stored and looked up as hashes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.tables import names
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import seats
from fairyring.tables.engine.effects import CLOSE_FULL, CLOSE_NO_TABLE, CLOSE_RELOAD, CLOSE_TOKEN, Close
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import Reply, SendWelcome, UnitOfWork
from fairyring.tables.limits import MAX_CONNECTIONS, MAX_DEVICES, MAX_GUESTS, PROTOCOL_VERSION
from fairyring.tables.log.state import GATHERING, OVER, PLAYING, Guest, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.decode import DecodeError, decode
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.incoming import Hello
from fairyring.tables.refusals import Refused


@dataclass(frozen=True, slots=True)
class Identity:
    """The guest of a connection and its device."""

    guest: int
    token_hash: str
    new_token: str = ""  # the token itself, if it was made just now


def open_connection(work: UnitOfWork, conn: str, message: Mapping[str, Any], address: str = "") -> None:
    """Identify the guest of a connection that sent `hello` (JSON), and welcome it; or close it."""
    if message.get("proto") != PROTOCOL_VERSION:  # before decoding: another version may have other fields
        work.out += [Reply(conn, encode(outgoing.Reload())), Close(conn, CLOSE_RELOAD)]
        return
    entries, state = len(work.entries), work.state
    try:
        hello = _decoded(message)
        if len(work.session.connections) >= MAX_CONNECTIONS:
            _make_room(work, hello)
        identity = _identify(work, conn, hello)
    except Refused as refused:
        work.state = state
        del work.entries[entries:]
        work.out += [Reply(conn, refused.nack()), Close(conn, CLOSE_FULL if refused.code == "full" else CLOSE_NO_TABLE)]
        return
    if identity is None:
        work.out.append(Close(conn, CLOSE_TOKEN))  # the same for unknown, foreign and revoked tokens
        return
    if work.state.archived:
        work.write("archive", {"on": False})
    work.session.connections[conn] = Connection(conn, identity.guest, identity.token_hash, hello.visible, address=address)
    presence.touch(work, identity.guest, hello.visible)
    if hello.visible:
        presence.end_stand_ins(work, identity.guest)
    work.out.append(SendWelcome(conn, hello.since or "", identity.new_token, work.entropy))


def _make_room(work: UnitOfWork, hello: Hello) -> None:
    """Close the newest connection of a watcher, or the guest's own oldest, for a seated guest or the host; else refuse."""
    state, connections = work.state, list(work.session.connections.values())
    guest = guest_by_token(state.guests, opaque_ids.hash_secret(hello.token)) if hello.token else None
    if guest is None or not _belongs(state, guest.number):
        raise Refused("full")
    watchers = [conn.id for conn in connections if not _belongs(state, conn.guest)]
    own = [conn.id for conn in connections if conn.guest == guest.number]
    if not watchers and not own:
        raise Refused("full")
    evicted = watchers[-1] if watchers else own[0]
    close_connection(work, evicted)
    work.out.append(Close(evicted, CLOSE_FULL))


def _belongs(state: TableState, guest: int) -> bool:
    return guest == state.host or bool(state.seats_of(guest))


def _decoded(message: Mapping[str, Any]) -> Hello:
    try:
        return decode(Hello, message)
    except DecodeError as error:
        raise Refused("bad-form", "field", field=error.field) from error


def close_connection(work: UnitOfWork, conn: str) -> None:
    """Forget a connection that was closed."""
    closed = work.session.forget(conn)
    if closed is None:
        return
    presence.touch(work, closed.guest, closed.visible)
    if not work.session.connected_here(closed.guest):
        work.session.seat_requests.pop(closed.guest, None)


def _identify(work: UnitOfWork, conn: str, hello: Hello) -> Identity | None:
    """Return the identity of a connection, writing a new guest if need be; None if its token is not valid."""
    identity: Identity | None = None
    if hello.token:
        token_hash = opaque_ids.hash_secret(hello.token)
        guest = guest_by_token(work.state.guests, token_hash)
        if guest is None:
            return None
        identity = Identity(guest.number, token_hash)
    if hello.take:
        return _use_seat_link(work, conn, hello.take, identity)
    return identity or _add_guest(work, conn)


def guest_by_token(guests: Mapping[int, Guest], token_hash: str) -> Guest | None:
    """Return the guest with a device of this token."""
    return next((guest for guest in guests.values() if token_hash in guest.devices), None)


def _add_guest(work: UnitOfWork, conn: str) -> Identity:
    if len(work.state.guests) >= MAX_GUESTS:
        _remove_idle_guest(work)
    number = work.state.guests_ever + 1
    token = opaque_ids.device_token(work.entropy, conn)
    token_hash = opaque_ids.hash_secret(token)
    animal = names.free_animal("", [guest.animal for guest in work.state.guests.values()])
    work.write("guest", {"guest": number, "animal": animal}, {"token": token_hash})
    return Identity(number, token_hash, token)


def _remove_idle_guest(work: UnitOfWork) -> None:
    """Remove the guest who came first, among those without a seat and without a connection."""
    state = work.state
    idle = [
        guest
        for guest in state.guests.values()
        if guest.number != state.host
        and not state.seats_of(guest.number)
        and not work.session.connected(guest.number, work.time)
    ]
    if not idle:
        raise Refused("full")
    work.write("gone", {"guest": min(idle, key=lambda guest: guest.arrival).number})


def _require_may_take(work: UnitOfWork, seat: int, owner: int, identity: Identity | None) -> None:
    """Require that a seat link may move its seat now, to the guest of this connection."""
    work.require_phase(GATHERING, PLAYING, OVER)
    if identity is not None and identity.guest != owner:
        seats.require_may_sit(work, seat, identity.guest)


def _use_seat_link(work: UnitOfWork, conn: str, code: str, identity: Identity | None) -> Identity:
    """Use a seat link once: it adds this device to its guest, or moves one seat to the guest of this connection."""
    state, code_hash = work.state, opaque_ids.hash_secret(code)
    link = state.links.get(code_hash)
    if link is None or link.until < work.time or (link.seat is not None and link.seat not in state.seats_of(link.guest)):
        work.out.append(Reply(conn, Refused("past", "link.old").nack()))
        return identity or _add_guest(work, conn)
    if link.seat is not None:
        try:
            _require_may_take(work, link.seat, link.guest, identity)
        except Refused as refused:  # the link stays good
            work.out.append(Reply(conn, refused.nack()))
            return identity or _add_guest(work, conn)
    work.write("link", {"guest": link.guest, "used": True, "now": work.time}, {"code": code_hash})
    if link.seat is not None:
        identity = identity or _add_guest(work, conn)
        if identity.guest != link.guest:
            seats.give_seat(work, link.seat, identity.guest)
        return identity
    token = opaque_ids.device_token(work.entropy, conn)
    token_hash = opaque_ids.hash_secret(token)
    guest = work.state.guests[link.guest]
    if len(guest.devices) >= MAX_DEVICES:
        work.write("device", {"guest": guest.number}, {"left": list(guest.devices[1 - MAX_DEVICES :])})
    work.write("guest", {"guest": guest.number}, {"token": token_hash})
    return Identity(guest.number, token_hash, token)
