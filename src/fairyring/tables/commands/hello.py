"""Doors: who opens the link, and who goes. Tokens and links are looked up by their hashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.text.messages import Message
from fairyring.tables import names
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import seats
from fairyring.tables.engine.effects import NO_TABLE, RELOAD, TOKEN, Close
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk, Reply, Welcome
from fairyring.tables.limits import DEVICES, GUESTS, PROTO, SOCKETS
from fairyring.tables.log.state import Guest
from fairyring.tables.protocol.sent import Nack, Plain
from fairyring.tables.refusals import Refused


def opened(desk: Desk, conn: str, hello: Mapping[str, Any]) -> None:
    """A socket said hello: find or make its guest, and welcome it."""
    if hello.get("proto") != PROTO:
        desk.out += [Reply(conn, Plain("reload").wire()), Close(conn, RELOAD)]
        return
    entries, before = len(desk.entries), desk.durable
    try:
        if len(desk.live.conns) >= SOCKETS:
            raise Refused("full")
        found = _who(desk, conn, hello)
    except Refused as refused:
        desk.durable = before
        del desk.entries[entries:]
        desk.out += [Reply(conn, Nack("", refused.code, refused.message).wire()), Close(conn, NO_TABLE)]
        return
    if found is None:
        desk.out.append(Close(conn, TOKEN))  # unknown, foreign and revoked tokens are answered alike
        return
    guest, kept, told = found
    if desk.durable.archived:
        desk.write("archive", {"on": False})
    visible = bool(hello.get("visible", True))
    desk.live.conns[conn] = Conn(conn, guest, kept, visible)
    presence.touched(desk, guest, visible)
    if visible:
        presence.returned(desk, guest)
    since = hello.get("since")
    desk.out.append(Welcome(conn, since if isinstance(since, str) else "", told, desk.entropy))


def closed(desk: Desk, conn: str) -> None:
    """A socket is gone."""
    gone = desk.live.forget(conn)
    if gone is None:
        return
    presence.touched(desk, gone.guest, gone.visible)
    if not desk.live.conns_of(gone.guest):
        desk.live.wishes.pop(gone.guest, None)


Found = tuple[int, str, str]  # guest, the hash of the device's token, the token itself if it is new


def _who(desk: Desk, conn: str, hello: Mapping[str, Any]) -> Found | None:
    token, take = hello.get("token"), hello.get("take")
    known: Found | None = None
    if isinstance(token, str) and token:
        guest = by_token(desk.durable.guests, opaque_ids.hashed(token))
        if guest is None:
            return None
        known = (guest.number, opaque_ids.hashed(token), "")
    if isinstance(take, str) and take:
        return _take(desk, conn, take, known)
    return known or _new_guest(desk, conn)


def by_token(guests: Mapping[int, Guest], token: str) -> Guest | None:
    return next((guest for guest in guests.values() if token in guest.devices), None)


def _new_guest(desk: Desk, conn: str) -> Found:
    durable = desk.durable
    if len(durable.guests) >= GUESTS:
        _make_room(desk)
    token = opaque_ids.token(desk.entropy, conn)
    animal = names.animal("", [guest.animal for guest in desk.durable.guests.values()])
    desk.write("guest", {"guest": durable.came + 1, "animal": animal}, {"token": opaque_ids.hashed(token)})
    return durable.came + 1, opaque_ids.hashed(token), token


def _make_room(desk: Desk) -> None:
    """The guest who came first and neither sits nor is here is forgotten."""
    durable = desk.durable
    idle = [
        guest
        for guest in durable.guests.values()
        if guest.number != durable.host
        and not durable.seats_of(guest.number)
        and not desk.live.connected(guest.number, desk.time)
    ]
    if not idle:
        raise Refused("full")
    desk.write("gone", {"guest": min(idle, key=lambda guest: guest.seen).number})


def _take(desk: Desk, conn: str, code: str, known: Found | None) -> Found:
    """A seat link: adds this device to its guest, or moves one seat to whoever opens it."""
    durable, hashed = desk.durable, opaque_ids.hashed(code)
    link = durable.links.get(hashed)
    if link is None or link.until < desk.time or (link.seat is not None and link.seat not in durable.seats_of(link.guest)):
        desk.out.append(Reply(conn, Nack("", "past", Message("table.link.old")).wire()))
        return known or _new_guest(desk, conn)
    desk.write("link", {"guest": link.guest, "used": True, "now": desk.time}, {"code": hashed})
    if link.seat is not None:
        found = known or _new_guest(desk, conn)
        if found[0] != link.guest:
            seats.give(desk, link.seat, found[0])
        return found
    token = opaque_ids.token(desk.entropy, conn)
    guest = desk.durable.guests[link.guest]
    if len(guest.devices) >= DEVICES:
        desk.write("device", {"guest": guest.number}, {"left": list(guest.devices[1 - DEVICES :])})
    desk.write("guest", {"guest": guest.number}, {"token": opaque_ids.hashed(token)})
    return guest.number, opaque_ids.hashed(token), token
