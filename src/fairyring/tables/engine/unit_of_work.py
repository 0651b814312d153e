"""The desk: one input being decided. Commands write entries on it and say what is to be sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.session import Conn, Live
from fairyring.tables.limits import Bucket
from fairyring.tables.log.fold import fold
from fairyring.tables.log.rows import Cause, Entry
from fairyring.tables.log.state import PLAYING, Durable
from fairyring.tables.refusals import Refused


@dataclass(frozen=True, slots=True)
class Welcome:
    """Greet a socket with the table as it is when this is sent."""

    conn: str
    since: str
    token: str
    entropy: bytes


@dataclass(frozen=True, slots=True)
class Show:
    """Send a socket the whole picture again: it asked for something that is past."""

    conn: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to a command; it goes out after the beats of its row."""

    conn: str
    message: dict[str, Any]


Output = Effect | Welcome | Show | Reply


@dataclass
class Desk:
    """What is known (`durable` grows with every entry), what is written, what goes out once that is stored."""

    durable: Durable
    live: Live
    time: int
    entropy: bytes
    entries: list[Entry] = field(default_factory=list)
    out: list[Output] = field(default_factory=list)
    causes: dict[str, str] = field(default_factory=dict)  # by socket, the command that caused entries
    cause: Cause | None = None  # of the command being done; its first entry carries it

    def write(self, kind: str, data: dict[str, Any] | None = None, aside: dict[str, Any] | None = None) -> None:
        """Write an entry; from here on it is so, on this desk."""
        entry = Entry(kind, data or {}, aside or {}, self.cause)
        self.cause = None
        self.durable = fold(self.durable, entry)
        self.entries.append(entry)

    # What commands ask again and again ------------------------------------------------------

    def allows(self, who: str, what: str, rate: tuple[int, int]) -> bool:
        """Whether a socket or a guest may do that once more now; it is counted."""
        bucket = self.live.buckets.get((who, what)) or Bucket.full(rate[1], self.time)
        allowed, self.live.buckets[who, what] = bucket.take(self.time, *rate)
        return allowed

    def need_patience(self, guest: int, what: str, rate: tuple[int, int]) -> None:
        if not self.allows(f"guest {guest}", what, rate):
            raise Refused("too-fast")

    def need_phase(self, *phases: str) -> None:
        if self.durable.phase not in phases:
            raise Refused("not-now")

    def need_host(self, guest: int) -> None:
        if self.durable.host != guest:
            raise Refused("not-host")

    def need_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.durable.seats):
            raise Refused("bad-form", "seat.none", seat=seat)

    def need_own(self, guest: int, seat: int) -> None:
        self.need_seat(seat)
        if seat not in self.durable.seats_of(guest):
            raise Refused("not-yours")

    def need_here(self, conn: Conn, seat: int) -> None:
        """Behind the curtain nobody plays: a guest with several seats says first who is here."""
        self.need_own(conn.guest, seat)
        if len(self.durable.seats_of(conn.guest)) > 1 and self.live.conns[conn.id].here != seat:
            raise Refused("not-here")

    def need_seated(self, guest: int) -> None:
        if not self.durable.seats_of(guest):
            raise Refused("not-yours")

    def need_running(self) -> None:
        """A game that is being played, by rules that are here."""
        self.need_phase(PLAYING)
        run = self.durable.run
        if run is None or run.table is None:
            raise Refused("not-now", "rules.missing", version=run.rules if run else 0)
