"""Presence: who is here, hidden or away. Never stored; processes tell each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fairyring.tables.commands import chat
from fairyring.tables.commands.votes import set_stand_in
from fairyring.tables.engine.session import Conn, Elsewhere, Live, Seen
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import SHOWN_AWAY, SHOWN_HIDDEN
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import PLAYING, Durable

HERE, HIDDEN, AWAY = "here", "hidden", "away"


def _visible(live: Live) -> dict[int, bool]:
    """The guests who have sockets here, and whether one of those can be seen."""
    found: dict[int, bool] = {}
    for conn in live.conns.values():
        found[conn.guest] = conn.visible or found.get(conn.guest, False)
    return found


def _status(live: Live, guest: int, time: int, visible: bool | None) -> str:
    """What the others are shown: a phone that flaps is here. `visible` is None for who has no socket in this process."""
    if visible:
        return HERE
    told, last = live.elsewhere(guest, time), live.last(guest)
    if told == HERE:
        return HERE
    if visible is None and not told and time - last.socket >= SHOWN_AWAY:
        return AWAY
    return HERE if time - last.visible < SHOWN_HIDDEN else HIDDEN


def next_change(live: Live, guests: Iterable[int], time: int) -> int | None:
    """When one of these guests will be shown otherwise if nothing happens."""
    sockets, later = _visible(live), list[int]()
    for guest in guests:
        visible = sockets.get(guest)
        now = HERE if visible else _status(live, guest, time, visible)
        if visible or now == AWAY:
            continue
        last = live.last(guest)
        times = [last.visible + SHOWN_HIDDEN] if now == HERE else []
        times += [last.socket + SHOWN_AWAY] if visible is None else []
        later += [at for at in times if at > time]
    return min(later) if later else None


def shown(durable: Durable, live: Live, time: int) -> dict[str, Any]:
    """The presence message: those who sit or are connected, what is voted and wished."""
    sockets = _visible(live)
    guests = {guest for guest in durable.guests if guest in sockets or live.elsewhere(guest, time)} | set(durable.people)
    keys = set(live.votes) | {key for told in live.heard.values() for key in told.votes}
    votes = [[about, seat, sorted(live.voted(about, seat, time))] for about, seat in sorted(keys)]
    return {
        "guests": {str(guest): _status(live, guest, time, sockets.get(guest)) for guest in sorted(guests)},
        "votes": [vote for vote in votes if vote[2]],
        "wishes": {str(guest): seat for guest, seat in sorted(live.wishes.items()) if guest in durable.guests},
    }


def touched(desk: Desk, guest: int, visible: bool) -> None:
    """The guest's socket did something just now."""
    last = desk.live.last(guest)
    desk.live.seen[guest] = Seen(desk.time, desk.time if visible else last.visible, last.active)


def active(desk: Desk, guest: int) -> None:
    last = desk.live.last(guest)
    desk.live.seen[guest] = replace(last, socket=desk.time, active=desk.time)


def wrote(live: Live, row: Row, time: int) -> None:
    """A row of another process: whoever caused it is awake there."""
    for entry in row.entries:
        if entry.cause is not None:
            live.seen[entry.cause.guest] = replace(live.last(entry.cause.guest), active=time)


def visible(desk: Desk, conn: Conn, on: bool) -> None:
    """A page says whether it can be seen."""
    touched(desk, conn.guest, conn.visible or on)
    desk.live.conns[conn.id] = replace(desk.live.conns[conn.id], visible=on)
    if on:
        returned(desk, conn.guest)


def returned(desk: Desk, guest: int) -> None:
    """The owner is back: stand-ins for the owner's seats end, votes about them are void."""
    for seat in desk.durable.seats_of(guest):
        desk.live.votes.pop(("stand-in", seat), None)
        if desk.durable.phase == PLAYING and desk.durable.seats[seat].stand_in:
            set_stand_in(desk, seat, on=False)


# Between processes -------------------------------------------------------------------------------------


def tell(live: Live) -> dict[str, Any]:
    """What this process tells the others."""
    guests = sorted({conn.guest for conn in live.conns.values()})
    here = {str(guest): HERE if any(conn.visible for conn in live.conns_of(guest)) else HIDDEN for guest in guests}
    votes = [[about, seat, sorted(who)] for (about, seat), who in sorted(live.votes.items())]
    return {"from": live.me, "guests": here, "votes": votes}


def heard(desk: Desk, told: Mapping[str, Any]) -> None:
    """What another process told. Its own word counts for a while, then it is forgotten."""
    who = str(told.get("from", ""))
    if who == desk.live.me:
        return
    if "shout" in told:
        chat.spread(desk, told["shout"])
        return
    guests = {int(guest): str(how) for guest, how in told["guests"].items()}
    votes = {(str(about), int(seat)): frozenset(people) for about, seat, people in told["votes"]}
    before = desk.live.heard.get(who)
    for guest, how in guests.items():
        touched(desk, guest, how == HERE)
    for guest in before.guests if before else ():
        if guest not in guests:
            touched(desk, guest, visible=False)
    desk.live.heard[who] = Elsewhere(desk.time, guests, votes)
