"""The host's commands, the curtain of shared devices (hot seat), devices and seat links."""

from __future__ import annotations

from typing import Any

from fairyring.core.declared.declare import or_none
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import seats
from fairyring.tables.commands.guests import require_guest
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import ABSENT_MS, SEAT_LINK_MS, SHOWN_AWAY_MS
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import PERSON, PLAYING
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import Refused


def here(work: UnitOfWork, conn: Connection, cmd: incoming.LiftCurtain) -> None:
    """Lift the curtain of this connection for one seat, and lower it for all others."""
    work.require_owner(conn.guest, cmd.seat)
    work.session.connections[conn.id] = replace(work.session.connections[conn.id], here=cmd.seat)


def away(work: UnitOfWork, conn: Connection, _cmd: incoming.LowerCurtain) -> None:
    """Lower the curtain."""
    work.session.connections[conn.id] = replace(work.session.connections[conn.id], here=None)


def kick(work: UnitOfWork, conn: Connection, cmd: incoming.Kick) -> None:
    """Take all seats of a guest, who may only watch until the next game.

    Guests who come later from one of their addresses may not sit either, as long as this process serves the table.
    """
    work.require_host(conn.guest)
    require_guest(work, cmd.who)
    if cmd.who == conn.guest:
        raise Refused("not-now")
    work.write("guest", {"guest": cmd.who, "barred": work.state.n})
    addresses = [other.address for other in work.session.connections_of(cmd.who) if other.address]
    known = frozenset(work.state.guests).union(work.session.connections.guests)
    known = known.union(*(peer.guests for peer in work.session.valid_peers(work.time)))
    work.session.barred |= dict.fromkeys(addresses, (work.state.n, known))
    seats.vacate_seats(work, cmd.who)


def host(work: UnitOfWork, conn: Connection, cmd: incoming.MakeHost) -> None:
    """Make another guest the host."""
    work.require_host(conn.guest)
    require_guest(work, cmd.who)
    if cmd.who != conn.guest:
        work.write("host", {"guest": cmd.who})


def reseat(work: UnitOfWork, conn: Connection, cmd: incoming.Reseat) -> None:
    """Give a seat to another guest: a bot's seat at once, a person's seat only while that person is away.

    While a game is played, away means as long as for a stand-in.

    The devices of the old owner are revoked. A guest who lost the token gets the seat back this way, and a found token is
    worth nothing. All clients see it.
    """
    work.require_host(conn.guest)
    require_guest(work, cmd.who)
    work.require_seat(cmd.seat)
    seats.require_may_sit(work, cmd.seat, cmd.who)
    seat = work.state.seats[cmd.seat]
    if seat.kind == PERSON:
        if seat.guest == cmd.who:
            raise Refused("taken")
        patience = ABSENT_MS if work.state.phase == PLAYING else SHOWN_AWAY_MS
        if work.session.absent_ms(seat.guest, work.time) < patience:
            raise Refused("present", "guest.present")
        work.write("device", {"guest": seat.guest}, {"left": []})
    seats.give_seat(work, cmd.seat, cmd.who)


def device(work: UnitOfWork, conn: Connection, cmd: incoming.LinkDevice) -> dict[str, Any]:
    """Make a seat link that adds a device, or moves one of several seats: for one use within ten minutes."""
    seat = or_none(cmd.seat)
    if seat is not None:
        work.require_owner(conn.guest, seat)
    answer = device_code(work, conn, cmd.id)
    data = {"guest": conn.guest, "seat": seat, "until": work.time + SEAT_LINK_MS, "now": work.time}
    work.write("link", data, {"code": opaque_ids.hash_secret(answer["code"])})
    return answer


def device_code(work: UnitOfWork, conn: Connection, command_id: str) -> dict[str, str]:
    """Return the ack of `device`: the same code when the command is resent."""
    return {"code": opaque_ids.seat_link_code(work.state, conn.guest, command_id)}


def forget(work: UnitOfWork, conn: Connection, _cmd: incoming.Forget) -> None:
    """Delete the guest's name and chat from the asides of the log; from now on the animal is shown."""
    work.write("forgotten", {"guest": conn.guest})


def only_here(work: UnitOfWork, conn: Connection, _cmd: incoming.OnlyHere) -> None:
    """Revoke the guest's other devices and unused links. Every process closes their connections when it reads the row."""
    work.write("device", {"guest": conn.guest}, {"left": [conn.token]})
