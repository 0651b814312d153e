"""Session state of one table in one process: connections, presence, jobs, votes, rate limits.

None of it is stored; it starts empty in every process and after every crash.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairyring.core.values import value_class
from fairyring.tables.bot_jobs import Job
from fairyring.tables.limits import MINUTE, PEER_TIMEOUT_MS, TokenBucket
from fairyring.tables.log.state import PERSON, TableState

COUNTERS = ("rate_buckets", "flood_counts", "recent_refusals")  # fields that are sent to no client
CONNECTION_RATES = ("message", "trace")  # rate limits of a connection; all others are a guest's
Viewer = int | None  # the seat whose secrets are shown; None for a watcher, and behind the curtain


@value_class
class Connection:
    """A WebSocket that has sent `hello`."""

    id: str
    guest: int
    token: str  # hash of the device token
    visible: bool = True  # whether the page can be seen
    here: int | None = None  # the seat for which the curtain is lifted, of a guest with several seats
    viewer: Viewer = None  # the viewer of the last beat sent
    at: str = ""  # the cursor of the last beat sent
    fresh: bool = True  # not welcomed yet
    address: str = ""  # of the client; "" if it is not known


class Connections(dict[str, Connection]):
    """Connections by id, with an index by guest: asking for one guest must not cost a walk over all connections."""

    __slots__ = ("guests", "visible_guests")

    def __init__(self) -> None:
        super().__init__()
        self.guests: dict[int, int] = {}  # by guest: the number of connections
        self.visible_guests: dict[int, int] = {}  # by guest: the number of visible pages

    def __setitem__(self, id_: str, conn: Connection) -> None:
        before = self.get(id_)
        if before is None or before.guest != conn.guest or before.visible != conn.visible:
            self._count(before, -1)
            self._count(conn, 1)
        super().__setitem__(id_, conn)

    def note_beat(self, conn: Connection, viewer: Viewer, at: str) -> None:
        """Note the cursor and the viewer of a beat that a connection is sent."""
        noted = Connection(conn.id, conn.guest, conn.token, conn.visible, conn.here, viewer, at, conn.fresh, conn.address)
        super().__setitem__(conn.id, noted)  # the counts stay

    def remove(self, id_: str) -> Connection | None:
        """Remove a connection; return it, if there was one."""
        conn = super().pop(id_, None)
        self._count(conn, -1)
        return conn

    def copy(self) -> Connections:
        twin = Connections()
        dict.update(twin, self)
        twin.guests, twin.visible_guests = self.guests.copy(), self.visible_guests.copy()
        return twin

    def _count(self, conn: Connection | None, step: int) -> None:
        if conn is None:
            return
        for counts in (self.guests, self.visible_guests) if conn.visible else (self.guests,):
            counts[conn.guest] = counts.get(conn.guest, 0) + step
            if not counts[conn.guest]:
                del counts[conn.guest]


@value_class
class LastSeen:
    """When this process last noticed a guest, in milliseconds."""

    socket: int  # had a connection
    visible: int  # had a visible page
    active: int  # sent a command


@value_class
class OwedDecision:
    """A decision that a seat owes, since when as far as this process knows."""

    ask: str
    since: int
    spent: int = 0  # what its clock had run before; a change means that the clock was stopped and runs anew


@value_class
class RunningJob:
    """A bot's decision that a worker computes."""

    job: Job
    asked: int
    show: int  # the decision is not shown earlier
    tries: int = 1
    answer: int | None = None


@value_class
class ShownGesture:
    """What the audience is shown of a moving gesture."""

    number: int  # of the gesture in the game
    band: int | None = None  # as shown last
    now: int = 0  # as it is
    due: int | None = None  # when to show that
    bot_frame_at: int = 0  # when the last frame of a bot's gesture was due


@value_class
class PeerPresence:
    """What another process published last."""

    at: int
    guests: Mapping[int, str]
    votes: Mapping[tuple[str, int], frozenset[int]]
    watchers: Mapping[int, str] = field(default_factory=dict)  # guests who may not be in the log: hashes of their tokens


@dataclass
class Session:
    """What one process knows of one table besides its log. Times are milliseconds."""

    process: str  # unique id of the process
    started_at: int
    jitter: int = 0
    single_process: bool = False  # no other process can write this table: an embedded database, an offline page
    connections: Connections = field(default_factory=Connections)
    last_seen: dict[int, LastSeen] = field(default_factory=dict)  # by guest
    owed: dict[int, OwedDecision] = field(default_factory=dict)  # by seat
    jobs: dict[str, RunningJob] = field(default_factory=dict)  # by decision id
    votes: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict)  # by subject and seat: guests
    seat_requests: dict[int, int] = field(default_factory=dict)  # by guest: the bot's seat asked for
    peers: dict[str, PeerPresence] = field(default_factory=dict)  # by process
    peers_reachable_since: int | None = 0  # when pub/sub began to work; None while it does not
    rate_buckets: dict[tuple[str, str], TokenBucket] = field(default_factory=dict)
    flood_counts: dict[str, int] = field(default_factory=dict)  # by connection: violations of rate limits
    recent_refusals: dict[tuple[int, str], dict[str, Any]] = field(default_factory=dict)  # by guest and command id
    written: dict[str, tuple[int, int, int]] = field(default_factory=dict)  # by who: the day, and entries and bytes on it
    barred: dict[str, tuple[int, frozenset[int]]] = field(default_factory=dict)  # by address: the game, and earlier guests
    sent_presence: dict[str, Any] = field(default_factory=dict)
    gesture: ShownGesture | None = None
    called_until: int = 0  # calls of bots up to this time were sent
    last_hint: tuple[str, dict[str, Any]] | None = None  # decision id and message
    noted_at: int = -MINUTE  # when people were last notified that bots play below their level
    published_at: int = 0  # when presence was last published to other processes
    sealing_since: int = 0  # as far as this process knows; 0: not sealing
    over_since: int = 0  # likewise
    pulse: int = 0  # while a clock runs, the engine wakes each second, to notice when the process stood still
    last_row_at: int = 0  # when this process learned of the newest row

    @staticmethod
    def without_connections(process: str, time: int) -> Session:
        """Return a session that knows nothing, to ask timers with: cheap, since its empty dicts are not its own."""
        session = Session.__new__(Session)
        vars(session).update(EMPTY_SESSION)
        session.process, session.started_at, session.last_row_at, session.sealing_since = process, time, time, time
        return session

    def copy(self) -> Session:
        """Return a copy to restore when a row is lost. Shallow: the values inside are never changed in place."""
        twin = Session.__new__(Session)
        values = vars(twin)
        values.update(vars(self))
        for name in DICTS:
            values[name] = values[name].copy()
        return twin

    def restore(self, other: Session) -> None:
        """Take over everything from a copy made earlier."""
        vars(self).update(vars(other.copy()))

    def same_as(self, other: Session) -> bool:
        """Return whether nothing differs but counters of rate limits and remembered refusals."""
        mine, theirs = vars(self), vars(other)
        return all(value is theirs[name] or value == theirs[name] for name, value in mine.items() if name not in COUNTERS)

    def forget(self, conn: str) -> Connection | None:
        """Remove a connection and its counters; return it, if there was one."""
        for kind in CONNECTION_RATES:
            self.rate_buckets.pop((conn, kind), None)
        self.flood_counts.pop(conn, None)
        return self.connections.remove(conn)

    def forget_guest(self, guest: int) -> None:
        """Forget a guest of whom the log knows nothing and who has gone."""
        self.last_seen.pop(guest, None)
        owner = f"guest {guest}"
        for key in [key for key in self.rate_buckets if key[0] == owner]:
            del self.rate_buckets[key]

    # Presence -------------------------------------------------------------------------------

    def connections_of(self, guest: int) -> list[Connection]:
        """Return the guest's connections to this process. Costs a walk over all connections: not for every message."""
        return [conn for conn in self.connections.values() if conn.guest == guest]

    def connected_here(self, guest: int) -> bool:
        """Return whether the guest has a connection to this process."""
        return guest in self.connections.guests

    @property
    def peers_known_from(self) -> int | None:
        """When it is known who is connected to other processes: all had time to publish it. None while pub/sub is down."""
        if self.single_process or self.peers_reachable_since == 0:
            return 0
        return None if self.peers_reachable_since is None else self.peers_reachable_since + PEER_TIMEOUT_MS

    def peers_known(self, time: int) -> bool:
        """Return whether a guest who is connected nowhere we know of is really absent, and not just unknown to us."""
        known_from = self.peers_known_from
        return known_from is not None and time >= known_from

    def valid_peers(self, time: int) -> list[PeerPresence]:
        """Return the processes that were heard lately; while pub/sub is down, what was heard last remains valid."""
        if not self.peers:
            return []
        known = self.peers_known(time)
        return [peer for peer in self.peers.values() if not known or time - peer.at < PEER_TIMEOUT_MS]

    def peer_status(self, guest: int, time: int) -> str:
        """Return the guest's status in other processes: "here", "hidden", or "" without a connection there."""
        statuses = {peer.guests.get(guest, "") for peer in self.valid_peers(time)}
        return "here" if "here" in statuses else "hidden" if "hidden" in statuses else ""

    def last(self, guest: int) -> LastSeen:
        """Return when the guest was last noticed; before that, the time when this process began to serve the table."""
        return self.last_seen.get(guest) or LastSeen(self.started_at, self.started_at, self.started_at)

    def connected(self, guest: int, time: int) -> bool:
        """Return whether the guest has a connection, here or in another process.

        What is unknown counts as connected: nothing is taken from a person because processes cannot hear each other.
        """
        return self.connected_here(guest) or not self.peers_known(time) or bool(self.peer_status(guest, time))

    def absent_since(self, guest: int) -> int:
        """Return since when the guest has no connection, if there is none; at the earliest since that is known."""
        return max(self.last(guest).socket, self.peers_known_from or 0)

    def absent_ms(self, guest: int, time: int) -> int:
        """Return for how long the guest has had no connection in any process."""
        return 0 if self.connected(guest, time) else max(0, time - self.absent_since(guest))

    def voters(self, about: str, seat: int, time: int) -> frozenset[int]:
        """Return the guests who voted, here and in other processes."""
        guests = self.votes.get((about, seat), frozenset())
        for peer in self.valid_peers(time):
            guests |= peer.votes.get((about, seat), frozenset())
        return guests

    def present_people(self, state: TableState, time: int) -> list[int]:
        """Return the seated people who are connected, as far as is known, in the order in which they sat down."""
        return [guest for guest in state.people if self.connected(guest, time)]

    def watched(self, time: int) -> bool:
        """Return whether anybody is connected, here or in another process."""
        return bool(self.connections) or any(peer.guests for peer in self.valid_peers(time))


EMPTY_SESSION = vars(Session("", 0))
DICTS = tuple(name for name, value in EMPTY_SESSION.items() if isinstance(value, dict))  # fields that `copy` copies


def viewer_of(state: TableState, conn: Connection) -> Viewer:
    """Return the seat whose secrets a connection may be sent: its guest's only seat, or the one with a lifted curtain."""
    guest, here = conn.guest, conn.here
    own, count = None, 0
    for number, seat in enumerate(state.seats):
        if seat.guest == guest and seat.kind == PERSON:
            if number == here:
                return here
            own, count = number, count + 1
    return own if count == 1 else None


def owner(state: TableState, seat: int) -> int:
    """Return the guest who owns the seat; 0 if it is empty or a bot's."""
    sitting = state.seats[seat]
    return sitting.guest if sitting.kind == PERSON else 0
