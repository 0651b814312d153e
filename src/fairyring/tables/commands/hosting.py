"""People: the curtain of a hot seat, the host's rights, devices and seat links."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import seats
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import LINK, SHOWN_AWAY
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import BOT, EMPTY, PERSON, SEALING
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]


def here(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """The person of this seat has the device: lift the curtain for this seat, and for no other."""
    desk.need_own(conn.guest, cmd["seat"])
    desk.live.conns[conn.id] = replace(desk.live.conns[conn.id], here=cmd["seat"])


def away(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Lower the curtain."""
    desk.live.conns[conn.id] = replace(desk.live.conns[conn.id], here=None)


def _need_guest(desk: Desk, number: int) -> None:
    if number not in desk.durable.guests:
        raise Refused("bad-form", "guest.none")


def kick(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Somebody loses the seats, and may watch only until the next game."""
    desk.need_host(conn.guest)
    _need_guest(desk, cmd["who"])
    if cmd["who"] == conn.guest:
        raise Refused("not-now")
    desk.write("guest", {"guest": cmd["who"], "barred": desk.durable.n})
    seats.vacate(desk, cmd["who"])


def host(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    desk.need_host(conn.guest)
    _need_guest(desk, cmd["who"])
    desk.write("host", {"guest": cmd["who"]})


def reseat(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Give a seat to another guest: a bot's seat at once, a person's only while they are away. Everybody sees it.

    The old owner's devices are revoked: whoever lost a token gets the seat back this way, and a found token opens nothing.
    """
    desk.need_host(conn.guest)
    _need_guest(desk, cmd["who"])
    desk.need_seat(cmd["seat"])
    if desk.durable.phase == SEALING:
        raise Refused("not-now")
    old, who = desk.durable.seats[cmd["seat"]], cmd["who"]
    if desk.durable.guests[who].barred == desk.durable.n:
        raise Refused("not-now", "seat.barred")
    if old.kind == PERSON:
        if old.guest == who:
            raise Refused("taken")
        if desk.live.absent(old.guest, desk.time) < SHOWN_AWAY:
            raise Refused("present", "guest.present")
        desk.write("device", {"guest": old.guest}, {"left": []})
    elif old.kind not in (BOT, EMPTY):  # pragma: no cover
        raise AssertionError(old.kind)
    seats.give(desk, cmd["seat"], who)


def device(desk: Desk, conn: Conn, cmd: Cmd) -> dict[str, Any]:
    """A link that adds a device, or moves one of several seats to another; once, within ten minutes."""
    seat = cmd.get("seat")
    if seat is not None:
        desk.need_own(conn.guest, seat)
    made = opaque_ids.code(desk.durable, conn.guest, cmd["id"])
    data = {"guest": conn.guest, "seat": seat, "until": desk.time + LINK, "now": desk.time}
    desk.write("link", data, {"code": opaque_ids.hashed(made)})
    return {"code": made}


def code_again(desk: Desk, conn: Conn, cmd: Cmd) -> dict[str, Any]:
    """The same code, for the same command sent again."""
    return {"code": opaque_ids.code(desk.durable, conn.guest, cmd["id"])}


def forget(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Take one's name and chat out of the log, where they stand aside of its chain; from now on the animal is shown."""
    desk.write("forgotten", {"guest": conn.guest})


def only_here(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Revoke all other devices, and links not used yet. Every process closes their sockets when it reads the row."""
    desk.write("device", {"guest": conn.guest}, {"left": [conn.token]})
