"""Hello and goodbye: identify the guest of a connection by its device token, or make a new one; accept seat links.

Tokens and codes of links are stored and looked up as hashes. A connection alone writes nothing: see `guests`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.declared.decode import DecodeError, decode
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import guests, seats
from fairyring.tables.commands.guests import Identity
from fairyring.tables.engine.effects import CLOSE_FULL, CLOSE_NO_TABLE, CLOSE_RELOAD, CLOSE_TOKEN, Close
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import Reply, SendWelcome, UnitOfWork
from fairyring.tables.limits import MAX_ADDRESS_CONNECTIONS, MAX_CONNECTIONS, MAX_DEVICES, PROTOCOL_VERSION
from fairyring.tables.log.state import GATHERING, OVER, PLAYING, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.incoming import Hello
from fairyring.tables.refusals import Refused


def open_connection(work: UnitOfWork, conn: str, message: Mapping[str, Any], address: str = "") -> None:
    """Identify the guest of a connection that sent `hello` (JSON), and welcome it; or close it."""
    if message.get("proto") != PROTOCOL_VERSION:  # before decoding: another version may have other fields
        work.out += [Reply(conn, encode(outgoing.Reload())), Close(conn, CLOSE_RELOAD)]
        return
    entries, state = len(work.entries), work.state
    try:
        hello = _decoded(message)
        if len(work.session.connections) >= MAX_CONNECTIONS or _address_is_full(work, address):
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
    if work.state.archived and identity.guest in work.state.guests:
        work.write("archive", {"on": False})
    work.session.connections[conn] = Connection(conn, identity.guest, identity.token_hash, hello.visible, address=address)
    presence.touch(work, identity.guest, hello.visible)
    if hello.visible:
        presence.end_stand_ins(work, identity.guest)
    work.out.append(SendWelcome(conn, hello.since or "", identity.new_token, work.entropy))


def _address_is_full(work: UnitOfWork, address: str) -> bool:
    """Return whether watchers of one address would take the places of all others."""
    if not address or len(work.session.connections) < MAX_ADDRESS_CONNECTIONS:
        return False
    return sum(conn.address == address for conn in work.session.connections.values()) >= MAX_ADDRESS_CONNECTIONS


def _make_room(work: UnitOfWork, hello: Hello) -> None:
    """Close the newest connection of a watcher, or the guest's own oldest, for a seated guest or the host; else refuse."""
    state, connections = work.state, list(work.session.connections.values())
    identity = guests.identify(state, hello.token) if hello.token else None
    if identity is None or not _belongs(state, identity.guest):
        raise Refused("full")
    watchers = [conn.id for conn in connections if not _belongs(state, conn.guest)]
    own = [conn.id for conn in connections if conn.guest == identity.guest]
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
        if guests.is_watcher(work.state, closed.guest):
            work.session.forget_guest(closed.guest)


def _identify(work: UnitOfWork, conn: str, hello: Hello) -> Identity | None:
    """Return the identity of a connection, a new one if it has no token; None if its token is not valid."""
    identity: Identity | None = None
    if hello.token:
        identity = guests.identify(work.state, hello.token)
        if identity is None:
            return None
    if hello.take:
        return _use_seat_link(work, conn, hello.take, identity)
    return identity or guests.new_watcher(work, conn)


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
        return identity or guests.new_watcher(work, conn)
    if link.seat is not None:
        try:
            _require_may_take(work, link.seat, link.guest, identity)
        except Refused as refused:  # the link stays good
            work.out.append(Reply(conn, refused.nack()))
            return identity or guests.new_watcher(work, conn)
    work.write("link", {"guest": link.guest, "used": True, "now": work.time}, {"code": code_hash})
    if link.seat is not None:
        identity = identity or guests.new_watcher(work, conn)
        if identity.guest != link.guest:
            if identity.guest not in state.guests:
                guests.write_guest(work, identity.guest, identity.token_hash)
            seats.give_seat(work, link.seat, identity.guest)
        return identity
    token = opaque_ids.device_token(work.entropy, conn)
    token_hash = opaque_ids.hash_secret(token)
    guest = work.state.guests[link.guest]
    if len(guest.devices) >= MAX_DEVICES:
        work.write("device", {"guest": guest.number}, {"left": list(guest.devices[1 - MAX_DEVICES :])})
    work.write("guest", {"guest": guest.number}, {"token": token_hash})
    return Identity(guest.number, token_hash, token)
