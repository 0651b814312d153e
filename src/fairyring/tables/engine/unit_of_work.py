"""Unit of work for one input: collects log entries and outgoing messages; `write` also applies the entry to the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.core.values import value_class
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.session import Connection, Session
from fairyring.tables.limits import DAY, GUEST_QUOTA, NEWCOMER_QUOTA, TABLE_QUOTA, TokenBucket
from fairyring.tables.log.fold import fold
from fairyring.tables.log.rows import Cause, Entry, canonical
from fairyring.tables.log.state import PLAYING, TableState
from fairyring.tables.refusals import Refused


@value_class
class SendWelcome:
    """Send `welcome` to a connection, with the table as it is when this goes out."""

    conn: str
    since: str
    token: str
    entropy: bytes


@value_class
class ResendPicture:
    """Send a connection its whole picture again, because its command was stale."""

    conn: str


@value_class
class Reply:
    """The answer to a command (JSON). It is sent after the beats of its row."""

    conn: str
    message: dict[str, Any]


Output = Effect | SendWelcome | ResendPicture | Reply


# Entries that only commands and hellos of guests write, and that no game needs to go on.
QUOTA_KINDS = frozenset({"guest", "options", "chat", "link", "device", "forgotten"})


@dataclass
class UnitOfWork:
    """The state (which grows with every entry), the entries written, and what is sent once they are stored."""

    state: TableState
    session: Session
    time: int
    entropy: bytes
    entries: list[Entry] = field(default_factory=list)
    out: list[Output] = field(default_factory=list)
    causes: dict[str, str] = field(default_factory=dict)  # by connection: the id of the command that caused entries
    cause: Cause | None = None  # of the running command; its first entry carries it
    before: Session | None = None  # a copy of the session from before the input, if there is one already

    def write(self, kind: str, data: dict[str, Any] | None = None, aside: dict[str, Any] | None = None) -> None:
        """Write an entry and fold it into the state."""
        entry = Entry(kind, data or {}, aside or {}, self.cause)
        if kind in QUOTA_KINDS:
            self._charge(entry)
        self.cause = None
        self.state = fold(self.state, entry)
        self.entries.append(entry)

    def _charge(self, entry: Entry) -> None:
        """Count an entry against the quotas of the day; raise Refused if one is used up."""
        size = len(canonical(dict(entry.data))) + len(canonical(dict(entry.aside)))
        guest = f"guest {entry.data.get('guest', self.state.host)}"
        newcomer = entry.kind == "guest" and entry.data["guest"] not in self.state.guests
        quotas = {"newcomers": NEWCOMER_QUOTA} if newcomer else {"table": TABLE_QUOTA, guest: GUEST_QUOTA}
        for owner, (max_entries, max_bytes) in quotas.items():
            day, entries, written = self.session.written.get(owner, (0, 0, 0))
            if day != self.time // DAY:
                entries, written = 0, 0
            if entries >= max_entries or written + size > max_bytes:
                raise Refused("full", "quota")
            self.session.written[owner] = (self.time // DAY, entries + 1, written + size)

    # Checks that commands share ---------------------------------------------------------------

    def allow(self, owner: str, kind: str, rate: tuple[int, int]) -> bool:
        """Return whether a connection or guest is within this rate limit, and count it."""
        bucket = self.session.rate_buckets.get((owner, kind)) or TokenBucket.full(rate[1], self.time)
        allowed, self.session.rate_buckets[owner, kind] = bucket.take(self.time, *rate)
        return allowed

    def require_rate(self, guest: int, kind: str, rate: tuple[int, int]) -> None:
        if not self.allow(f"guest {guest}", kind, rate):
            raise Refused("too-fast")

    def require_phase(self, *phases: str) -> None:
        if self.state.phase not in phases:
            raise Refused("not-now")

    def require_host(self, guest: int) -> None:
        if self.state.host != guest:
            raise Refused("not-host")

    def require_seat(self, seat: int) -> None:
        """Require that the table has this seat."""
        if not 0 <= seat < len(self.state.seats):
            raise Refused("bad-form", "seat.none", seat=seat)

    def require_owner(self, guest: int, seat: int) -> None:
        self.require_seat(seat)
        if seat not in self.state.seats_of(guest):
            raise Refused("not-yours")

    def require_curtain_lifted(self, conn: Connection, seat: int) -> None:
        """Require that the guest owns the seat, and with several seats has lifted the curtain for this one."""
        self.require_seat(seat)
        own = self.state.seats_of(conn.guest)
        if seat not in own:
            raise Refused("not-yours")
        if len(own) > 1 and self.session.connections[conn.id].here != seat:
            raise Refused("not-here")

    def require_seated(self, guest: int) -> None:
        if not self.state.seats_of(guest):
            raise Refused("not-yours")

    def require_running(self) -> None:
        """Require a game that is being played, by a version of the rules that this process has."""
        self.require_phase(PLAYING)
        run = self.state.run
        if run is None or run.table is None:
            raise Refused("not-now", "rules.missing", version=run.rules if run else 0)
