"""Presence: which guests are here, hidden or away. Never stored; processes publish it to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from fairyring.core.declared.declare import UNSET
from fairyring.tables.commands import chat, guests
from fairyring.tables.commands.votes import set_stand_in
from fairyring.tables.engine.effects import Publish
from fairyring.tables.engine.session import Connection, LastSeen, PeerPresence, Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import MAX_SHOWN_WATCHERS, PEER_TIMEOUT_MS, SHOWN_AWAY_MS, SHOWN_HIDDEN_MS
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import PLAYING, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import encode

HERE: Literal["here"] = "here"
HIDDEN: Literal["hidden"] = "hidden"
AWAY: Literal["away"] = "away"


def _visibility(session: Session) -> dict[int, bool]:
    """Return the guests with connections to this process, and whether one of their pages can be seen."""
    visible = session.connections.visible_guests
    return {guest: guest in visible for guest in session.connections.guests}


def _status(session: Session, guest: int, time: int, visible: bool | None) -> outgoing.Here:
    """Return the status that others are shown; `visible` is None for a guest without a connection to this process.

    Short disconnects (< 8 s) and hidden pages (< 10 s) still count as here.
    """
    if visible:
        return HERE
    elsewhere, last = session.peer_status(guest, time), session.last(guest)
    if elsewhere == HERE:
        return HERE
    if visible is None and not elsewhere and time - session.absent_since(guest) >= SHOWN_AWAY_MS and session.peers_known(time):
        return AWAY
    return HERE if time - last.visible < SHOWN_HIDDEN_MS else HIDDEN


def next_change(session: Session, guests: Iterable[int], time: int) -> int | None:
    """Return when the status of one of these guests will change by itself; None if none will."""
    visibility, later = _visibility(session), list[int]()
    for guest in guests:
        visible = visibility.get(guest)
        now = HERE if visible else _status(session, guest, time, visible)
        if visible or now == AWAY:
            continue
        last = session.last(guest)
        times = [last.visible + SHOWN_HIDDEN_MS] if now == HERE else []
        times += [session.absent_since(guest) + SHOWN_AWAY_MS] if visible is None else []
        later += [at for at in times if at > time]
    return min(later) if later else None


def facts(state: TableState, session: Session) -> tuple[Any, ...]:
    """Return everything that the presence message depends on, besides the time; cheap to make and to compare."""
    connections = session.connections
    unseen = {guest: session.last_seen.get(guest) for guest in state.guests.keys() - connections.visible_guests.keys()}
    return (
        connections.guests.keys() - state.guests.keys(),
        connections.guests.copy(),
        connections.visible_guests.copy(),
        unseen,
        state.seats,
        session.votes.copy(),
        session.seat_requests.copy(),
        session.peers.copy(),
        session.peers_reachable_since,
    )


def valid_until(state: TableState, session: Session, time: int) -> int | None:
    """Return when presence changes by itself: a status, or a process that is not heard from any more; None if never."""
    known_from, expiries = session.peers_known_from, list[int]()
    if known_from is not None:
        expiries = [max(known_from, peer.at + PEER_TIMEOUT_MS) for peer in session.peers.values()]
    expiries = [at for at in expiries if at > time]
    change = next_change(session, state.guests, time)
    return min([*expiries, *([] if change is None else [change])], default=None)


def presence_message(state: TableState, session: Session, time: int) -> dict[str, Any]:
    """Return the presence message (JSON): guests who sit or are connected, votes, and requests for seats."""
    visibility = _visibility(session)
    connected = {guest for guest in state.guests if guest in visibility or session.peer_status(guest, time)}
    shown = connected | set(state.people)
    watchers = list(guests.watchers(state, session, time))[:MAX_SHOWN_WATCHERS]
    keys = set(session.votes) | {key for peer in session.peers.values() for key in peer.votes}
    votes: Any = [[about, seat, sorted(session.voters(about, seat, time))] for about, seat in sorted(keys)]
    message = outgoing.Presence(
        {str(guest): _status(session, guest, time, visibility.get(guest)) for guest in sorted(shown)},
        [vote for vote in votes if vote[2]],
        {str(guest): seat for guest, seat in sorted(session.seat_requests.items()) if guest in state.guests},
        {str(guest): guests.watcher_animal(guest) for guest in watchers} or UNSET,
    )
    return encode(message)


def touch(work: UnitOfWork, guest: int, visible: bool) -> None:
    """Note that a connection of the guest did something now."""
    last = work.session.last(guest)
    work.session.last_seen[guest] = LastSeen(work.time, work.time if visible else last.visible, last.active)


def mark_active(work: UnitOfWork, guest: int) -> None:
    """Note that the guest sent a command now."""
    last = work.session.last(guest)
    work.session.last_seen[guest] = replace(last, socket=work.time, active=work.time)


def note_row(session: Session, row: Row, time: int) -> None:
    """Note that the guests who caused a row of another process are active there, and connected.

    That other process may be cut off from pub/sub alone: then its rows are all that tells of its people.
    """
    for entry in row.entries:
        if entry.cause is not None:
            session.last_seen[entry.cause.guest] = replace(session.last(entry.cause.guest), socket=time, active=time)


def set_visible(work: UnitOfWork, conn: Connection, on: bool) -> None:
    """Note whether the page of a connection can be seen."""
    touch(work, conn.guest, conn.visible or on)
    work.session.connections[conn.id] = replace(work.session.connections[conn.id], visible=on)
    if on:
        end_stand_ins(work, conn.guest)


def end_stand_ins(work: UnitOfWork, guest: int) -> None:
    """End the stand-ins of a guest who returned, and the votes about them."""
    for seat in work.state.seats_of(guest):
        work.session.votes.pop(("stand-in", seat), None)
        if work.state.phase == PLAYING and work.state.seats[seat].stand_in:
            set_stand_in(work, seat, on=False)


# Between processes -------------------------------------------------------------------------------------


def peer_summary(session: Session) -> dict[str, Any]:
    """Return what this process publishes to the others."""
    statuses = {str(guest): HERE if visible else HIDDEN for guest, visible in sorted(_visibility(session).items())}
    votes = [[about, seat, sorted(voters)] for (about, seat), voters in sorted(session.votes.items())]
    watchers = {str(guest): device for guest, device in sorted(guests.watcher_devices(session).items())}
    return {"from": session.process, "guests": statuses, "votes": votes, "watchers": watchers}


def set_peers_reachable(work: UnitOfWork, reachable: bool) -> None:
    """Note that pub/sub works again, or does not. Until all processes had time to publish, absences are unknown."""
    session = work.session
    if not reachable:
        session.peers_reachable_since = None
    elif session.peers_reachable_since is None:
        session.peers_reachable_since = work.time
        work.out.append(Publish(peer_summary(session)))


def receive_peer_message(work: UnitOfWork, message: Mapping[str, Any]) -> None:
    """Take over presence and votes of another process, or pass on a shout. It is forgotten when not repeated for 15 s."""
    process = str(message.get("from", ""))
    if process == work.session.process:
        return
    if "shout" in message:
        chat.send_to_all(work, message["shout"])
        return
    statuses = {int(guest): str(status) for guest, status in message["guests"].items()}
    watchers = {int(guest): str(device) for guest, device in message.get("watchers", {}).items()}
    votes = {(str(about), int(seat)): frozenset(voters) for about, seat, voters in message["votes"]}
    before = work.session.peers.get(process)
    if before is None:
        work.out.append(Publish(peer_summary(work.session)))  # a process that has just come knows nothing of us yet
    for guest, status in statuses.items():
        if guest in work.state.guests:  # of others there is nothing to remember
            touch(work, guest, status == HERE)
    for guest in before.guests if before else ():
        if guest not in statuses and guest in work.state.guests:
            touch(work, guest, visible=False)
    work.session.peers[process] = PeerPresence(work.time, statuses, votes, watchers)
