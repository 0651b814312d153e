"""Votes and what they bring: stand-ins for who is absent, pause, giving up, another game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.tables import clocks
from fairyring.tables.commands import moves
from fairyring.tables.commands.seats import level_for
from fairyring.tables.engine.session import Conn, Live, owner
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import ABSENT, ANYBODY, SILENT
from fairyring.tables.log.state import OVER, PLAYING, Durable
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]
NO_SEAT = -1


def _add(desk: Desk, about: str, seat: int, guest: int) -> frozenset[int]:
    desk.live.votes[about, seat] = desk.live.votes.get((about, seat), frozenset()) | {guest}
    people = set(desk.live.present_people(desk.durable, desk.time))
    return desk.live.voted(about, seat, desk.time) & people


def _done(desk: Desk, about: str, seat: int) -> None:
    desk.live.votes.pop((about, seat), None)


def vote(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """About a stand-in for a seat, a pause, or giving up."""
    match cmd["about"]:
        case "stand-in":
            _vote_stand_in(desk, conn, cmd)
        case "pause":
            pause(desk, conn, cmd)
        case "abandon":
            abandon(desk, conn, cmd)
        case _:
            raise Refused("bad-form", "vote.unknown")


# Stand-ins ------------------------------------------------------------------------------------------


def set_stand_in(desk: Desk, seat: int, on: bool) -> None:
    spent = clocks.stopped(desk.durable, desk.live, desk.time, (seat,)) if on else {}
    data: dict[str, Any] = {"seat": seat, "on": on} | ({"level": level_for(desk.durable)} if on else {})
    desk.write("stand-in", data | ({"spent": spent} if spent else {}))
    _done(desk, "stand-in", seat)


def stand_in(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """The owner lets a bot play, or plays again."""
    desk.need_running()
    desk.need_own(conn.guest, cmd["seat"])
    if desk.durable.seats[cmd["seat"]].stand_in != cmd["on"]:
        set_stand_in(desk, cmd["seat"], cmd["on"])


def waited(desk: Desk, seat: int) -> int:
    """For how long the table has waited for this seat beyond what is polite; below 0 while it has not."""
    guest, owed = owner(desk.durable, seat), desk.live.owed.get(seat)
    if not guest or owed is None or desk.durable.seats[seat].played_by_bot:
        return -1
    absent = desk.live.absent(guest, desk.time)
    silent = desk.time - max(owed.since, desk.live.last(guest).active)
    return max(absent - ABSENT, silent - SILENT, -1)


def _vote_stand_in(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """The host alone, or half of the other people present; after five minutes anybody seated."""
    desk.need_running()
    desk.need_seated(conn.guest)
    seat = cmd.get("seat")
    if seat is None:
        raise Refused("bad-form", "field", field="seat")
    desk.need_seat(seat)
    guest = owner(desk.durable, seat)
    if not guest or desk.durable.seats[seat].stand_in or desk.live.owed.get(seat) is None:
        raise Refused("not-now")
    long = waited(desk, seat)
    if long < 0 or guest == conn.guest:
        raise Refused("present", "vote.present")
    votes = _add(desk, "stand-in", seat, conn.guest) - {guest}
    others = [one for one in desk.live.present_people(desk.durable, desk.time) if one != guest]
    enough = 2 * len(votes) >= len(others) or conn.guest == desk.durable.host or long >= ANYBODY - ABSENT
    if enough:
        set_stand_in(desk, seat, on=True)


# Pause, giving up, again ------------------------------------------------------------------------------


def _majority(desk: Desk, about: str, guest: int) -> bool:
    votes = _add(desk, about, NO_SEAT, guest)
    people = desk.live.present_people(desk.durable, desk.time)
    return 2 * len(votes) > len(people)


def pause(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Stop the clocks; choices that were made stay made."""
    desk.need_running()
    desk.need_seated(conn.guest)
    if not desk.durable.settings.clock:
        raise Refused("not-now", "clock.none")
    if desk.durable.paused:
        return
    if conn.guest == desk.durable.host or _majority(desk, "pause", conn.guest):
        spent = clocks.stopped(desk.durable, desk.live, desk.time)
        desk.write("pause", {"on": True} | ({"spent": spent} if spent else {}))
        _done(desk, "pause", NO_SEAT)


def resume(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    desk.need_phase(PLAYING)
    desk.need_seated(conn.guest)
    if desk.durable.paused:
        desk.write("pause", {"on": False})


def abandon(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Give the game up: the host if nobody else plays, else by majority."""
    desk.need_phase(PLAYING)
    people = desk.durable.people
    alone = conn.guest == desk.durable.host and set(people) <= {conn.guest}
    if not alone:
        desk.need_seated(conn.guest)
    if alone or _majority(desk, "abandon", conn.guest):
        moves.finish(desk, {"abandoned": True})


def again(desk: Desk, conn: Conn, _cmd: Cmd) -> None:
    """Another game with the same people: when the host says so, or all who are here and awake."""
    desk.need_phase(OVER)
    if conn.guest != desk.durable.host:
        desk.need_seated(conn.guest)
        _add(desk, "again", NO_SEAT, conn.guest)
        due = again_due(desk.durable, desk.live, desk.time)
        if due is None or due > desk.time:
            return
    go_again(desk)


def again_due(durable: Durable, live: Live, time: int) -> int | None:
    """When those who want another game need wait no more: all others left, or were silent for long, as phones are."""
    people = set(live.present_people(durable, time)) if durable.phase == OVER else set()
    voted = live.voted("again", NO_SEAT, time) & people
    silent = (max(live.over, live.last(guest).active) + SILENT for guest in people - voted)
    return max(silent, default=live.over) if voted else None


def go_again(desk: Desk) -> None:
    desk.write("again")
    moves.commit(desk, desk.durable.n + 1)
    desk.live.votes.clear()
