"""Guests and their tokens. Guests who only watch are not in the log: their token proves their number.

A guest without a row is a *watcher*: a random number of a space of its own, in a token signed with the key of the table,
so that every process knows it again. The first command of a watcher that changes anything writes the guest under that number,
with the hash of that token as a device. From then on the devices in the log count, as for every guest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fairyring.tables import names
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine.session import Connection, Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import MAX_GUESTS
from fairyring.tables.log.state import FIRST_WATCHER, Guest, TableState
from fairyring.tables.refusals import Refused


@dataclass(frozen=True, slots=True)
class Identity:
    """The guest of a connection and its device."""

    guest: int
    token_hash: str
    new_token: str = ""  # the token itself, if it was made just now


def guest_by_token(guests: Mapping[int, Guest], token_hash: str) -> Guest | None:
    """Return the guest of the log with a device of this token."""
    return next((guest for guest in guests.values() if token_hash in guest.devices), None)


def identify(state: TableState, token: str) -> Identity | None:
    """Return the guest or watcher of a token; None if it is unknown, foreign or revoked."""
    token_hash = opaque_ids.hash_secret(token)
    guest = guest_by_token(state.guests, token_hash)
    if guest is not None:
        return Identity(guest.number, token_hash)
    number = opaque_ids.watcher_number(state, token)
    return Identity(number, token_hash) if number is not None and is_watcher(state, number) else None


def is_watcher(state: TableState, number: int) -> bool:
    """Return whether a guest with this number can be new to the log."""
    return number >= FIRST_WATCHER and number not in state.guests and number not in state.gone_watchers


def may_stay(state: TableState, conn: Connection) -> bool:
    """Return whether the device of a connection was not revoked."""
    guest = state.guests.get(conn.guest)
    return is_watcher(state, conn.guest) if guest is None else conn.token in guest.devices


def new_watcher(work: UnitOfWork, conn: str) -> Identity:
    """Return a new identity for a connection without a token. Nothing is written."""
    state, session, attempt = work.state, work.session, 0
    while True:  # a number that is taken is unlikely, and another process may take it all the same: its token differs
        token = opaque_ids.watcher_token(state, work.entropy, conn, attempt)
        number = opaque_ids.watcher_number(state, token)
        assert number is not None
        if is_watcher(state, number) and number not in session.connections.guests:
            return Identity(number, opaque_ids.hash_secret(token), token)
        attempt += 1


def watchers(state: TableState, session: Session, time: int) -> dict[int, str]:
    """Return the connected watchers, here and in other processes: number → hash of the token."""
    devices = {number: device for peer in session.valid_peers(time) for number, device in peer.watchers.items()}
    devices |= watcher_devices(session)
    return {number: device for number, device in sorted(devices.items()) if is_watcher(state, number)}


def watcher_devices(session: Session) -> dict[int, str]:
    """Return the hashes of tokens of guests here who are, or began as, watchers; a guest's newest connection counts."""
    return {conn.guest: conn.token for conn in session.connections.values() if conn.guest >= FIRST_WATCHER}


def watcher_animal(number: int) -> str:
    """Return the animal of a watcher; one who sits down keeps it if it is free."""
    return names.ANIMALS[number % len(names.ANIMALS)]


def write_guest(work: UnitOfWork, number: int, token_hash: str) -> None:
    """Write a watcher into the log. Raises Refused if the table or its quota is full."""
    if work.state.archived:
        work.write("archive", {"on": False})
    if len(work.state.guests) >= MAX_GUESTS:
        _remove_idle_guest(work)
    animal = names.free_animal(watcher_animal(number), [guest.animal for guest in work.state.guests.values()])
    work.write("guest", {"guest": number, "animal": animal}, {"token": token_hash})


def require_guest(work: UnitOfWork, number: int) -> None:
    """Require that there is such a guest; write one who only watched so far."""
    if number in work.state.guests:
        return
    token_hash = watchers(work.state, work.session, work.time).get(number)
    if token_hash is None:
        raise Refused("bad-form", "guest.none")
    cause, work.cause = work.cause, None  # for the first entry of the command itself
    write_guest(work, number, token_hash)
    work.cause = cause


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
