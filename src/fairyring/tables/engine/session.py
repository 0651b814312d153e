"""What is live: sockets, presence, jobs, votes, rates. It starts empty in every process and after every crash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.tables.bot_jobs import Job
from fairyring.tables.limits import DEAF, Bucket
from fairyring.tables.log.state import PERSON, Durable

Viewer = int | None  # the seat whose secrets are shown; None for a watcher, and behind the curtain


@dataclass(frozen=True, slots=True)
class Conn:
    """A socket."""

    id: str
    guest: int
    token: str  # the hash of the device's token
    visible: bool = True
    here: int | None = None  # the seat that is lifted from behind the curtain, where a guest has several
    viewer: Viewer = None  # whose beats were sent last
    at: str = ""  # the cursor that was sent last
    fresh: bool = True  # not welcomed yet


@dataclass(frozen=True, slots=True)
class Seen:
    """When a guest was last noticed here."""

    socket: int  # last had a socket
    visible: int  # last had a visible page
    active: int  # last said something


@dataclass(frozen=True, slots=True)
class Owed:
    """A decision that a seat owes: its name, and since when as far as this process knows."""

    ask: str
    since: int
    spent: int = 0  # what its clock had run before: when that changes, the clock was stopped, and runs anew


@dataclass(frozen=True, slots=True)
class Thinking:
    """A job under way."""

    job: Job
    asked: int
    show: int  # not shown earlier
    tries: int = 1
    answer: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the audience is shown of a hand that moves on a screen."""

    number: int  # which hand of the game
    band: int | None = None  # as it was shown last
    now: int = 0  # as it is
    due: int | None = None  # when to show that
    seen: int = 0  # when the hand of a bot was looked at last


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another process told last."""

    at: int
    guests: Mapping[int, str]
    votes: Mapping[tuple[str, int], frozenset[int]]


@dataclass
class Live:
    """One process's own knowledge of one table."""

    me: str
    since: int
    jitter: int = 0
    alone: bool = False  # nobody else can write this table: an offline page, a single process
    conns: dict[str, Conn] = field(default_factory=dict)
    seen: dict[int, Seen] = field(default_factory=dict)
    owed: dict[int, Owed] = field(default_factory=dict)
    jobs: dict[str, Thinking] = field(default_factory=dict)
    votes: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict)
    wishes: dict[int, int] = field(default_factory=dict)  # guests who ask for a bot's seat
    heard: dict[str, Elsewhere] = field(default_factory=dict)
    buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    floods: dict[str, int] = field(default_factory=dict)
    refused: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)  # the newest refusals, by guest and id
    shown: dict[str, Any] = field(default_factory=dict)  # the presence that was sent last
    shown_hand: Shown | None = None
    hint: tuple[str, dict[str, Any]] | None = None  # the last one: its `ask`, and what was said
    retell: int = 0
    sealing: int = 0  # since when this process knows of the sealing
    over: int = 0  # and of the end of the game
    pulse: int = 0  # while a clock runs, this process wakes each second, to notice when it stood still
    moved: int = 0  # when this process learned of the newest row

    def copy(self) -> Live:
        """What to go back to when a row is lost; the values inside are never changed."""
        twin = Live.__new__(Live)
        vars(twin).update({name: dict(value) if type(value) is dict else value for name, value in vars(self).items()})
        return twin

    def restore(self, other: Live) -> None:
        vars(self).update(vars(other.copy()))

    def forget(self, conn: str) -> Conn | None:
        """A socket is gone, and all that was counted of it."""
        self.buckets = {key: bucket for key, bucket in self.buckets.items() if key[0] != conn}
        self.floods.pop(conn, None)
        return self.conns.pop(conn, None)

    # Who is there ---------------------------------------------------------------------------

    def conns_of(self, guest: int) -> list[Conn]:
        return [conn for conn in self.conns.values() if conn.guest == guest]

    def elsewhere(self, guest: int, time: int) -> str:
        """What another process knows of the guest: here, hidden, or nothing."""
        if not self.heard:
            return ""
        found = {told.guests.get(guest, "") for told in self.heard.values() if time - told.at < DEAF}
        return "here" if "here" in found else "hidden" if "hidden" in found else ""

    def last(self, guest: int) -> Seen:
        return self.seen.get(guest) or Seen(self.since, self.since, self.since)

    def connected(self, guest: int, time: int) -> bool:
        return bool(self.conns_of(guest)) or bool(self.elsewhere(guest, time))

    def absent(self, guest: int, time: int) -> int:
        """For how long the guest has had no socket anywhere."""
        return 0 if self.connected(guest, time) else max(0, time - self.last(guest).socket)

    def voted(self, about: str, seat: int, time: int) -> frozenset[int]:
        """Who voted, here and in other processes."""
        found = self.votes.get((about, seat), frozenset())
        for told in self.heard.values():
            if time - told.at < DEAF:
                found |= told.votes.get((about, seat), frozenset())
        return found

    def present_people(self, durable: Durable, time: int) -> list[int]:
        """Seated people with a socket."""
        return [guest for guest in durable.people if self.connected(guest, time)]

    def watched(self, time: int) -> bool:
        return bool(self.conns) or any(told.guests and time - told.at < DEAF for told in self.heard.values())


def viewer_of(durable: Durable, conn: Conn) -> Viewer:
    """Whose secrets this socket may be sent: its guest's only seat, or the one that is here."""
    seats = durable.seats_of(conn.guest)
    if len(seats) == 1:
        return seats[0]
    return conn.here if conn.here in seats else None


def owner(durable: Durable, seat: int) -> int:
    """The guest who owns the seat; 0 for nobody."""
    found = durable.seats[seat]
    return found.guest if found.kind == PERSON else 0
