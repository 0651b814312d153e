"""The keeper: one table in one process. It puts order and durability around `decide`.

One row is in flight at a time; inputs wait for it, then share the next. What tells of an entry goes out when its row is stored.
A row that another process was faster with is dropped with all that it would have told; its inputs are decided again.
Answers without an entry (refusals, welcomes) wait for a read instead, so that no process answers from an old table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fairyring.tables.broadcast import presence
from fairyring.tables.broadcast.broadcaster import Teller
from fairyring.tables.engine import timers
from fairyring.tables.engine.dispatch import consider
from fairyring.tables.engine.effects import NO_TABLE, TOKEN, Append, Close, Effect, Read, Send, Wake
from fairyring.tables.engine.inputs import Failed, Input, Lost, Opened, Rows, Said, Stored, Tick
from fairyring.tables.engine.session import Live
from fairyring.tables.engine.unit_of_work import Output, Reply, Welcome
from fairyring.tables.limits import JITTER, LAG, RETRY, SECOND, WAITING
from fairyring.tables.log.fold import begin_row, end_row, fold_row
from fairyring.tables.log.rows import Entry, Row
from fairyring.tables.log.state import Durable
from fairyring.tables.protocol.sent import Plain

PATIENCE = 10 * SECOND  # with a store that does not answer at all
SLOW = 3 * SECOND  # after which people are told that it takes time


@dataclass
class Flight:
    """A step under way: its row, or nothing but a read; what it came from, and what will be told of it."""

    row: Row | None
    inputs: list[Input]
    draft: Durable
    out: list[Output]
    causes: dict[str, str]
    before: Live
    again: int  # when to ask the store again
    since: int  # when it was asked first
    reading: int = 0


@dataclass
class Keeper:
    """Inputs in, effects out."""

    table: str
    live: Live
    durable: Durable | None = None
    waiting: list[Input] = field(default_factory=list)
    flight: Flight | None = None
    teller: Teller = field(default_factory=Teller)
    reads: int = 0
    loading: int = 0  # when to ask the store again while nothing is known yet
    stalled: bool = False
    wake: int | None = None

    @staticmethod
    def start(table: str, me: str, time: int, entropy: bytes, alone: bool = False) -> tuple[Keeper, list[Effect]]:
        """Begin to serve a table: it has to be read first. `me` names this process and no other, ever."""
        live = Live(me, time, jitter=int.from_bytes(entropy[:4], "big") % JITTER, alone=alone)
        keeper = Keeper(table, live)
        out: list[Effect] = [keeper._read(0)]
        keeper.loading = time + PATIENCE
        return keeper, [*out, *keeper._waken(time)]

    def take(self, given: Input) -> list[Effect]:
        """One input; what is to be done about it, in this order."""
        out: list[Effect] = []
        if self.wake is not None and given.time > self.wake + LAG:
            for live in (self.live, *([self.flight.before] if self.flight else [])):
                timers.stood_still(live, given.time - self.wake)
            self.wake = given.time
        match given:
            case Rows():
                self._rows(given, out)
            case Stored():
                if self._flies(given.seq, given.hash):
                    self._landed(given, out)
            case Lost():
                if self._flies(given.seq, given.hash):
                    out.append(self._reread(given.time))
            case Failed(job=""):
                self._failed(given, out)
            case Tick() if self.flight is not None or self.durable is None:
                self._ask_again(given, out)
            case _:
                self._queue(given)
        self._go(given, out)
        if isinstance(given, Tick):
            self.wake = None  # that wish is used up
        return [*out, *self._waken(given.time)]

    def _queue(self, given: Input) -> None:
        if isinstance(given, Tick) and any(isinstance(one, Tick) for one in self.waiting):
            return
        if isinstance(given, Said) and len(self.waiting) >= WAITING:
            return  # dropped unseen, so nothing false is said of it; pages send again
        self.waiting.append(given)

    # The store ------------------------------------------------------------------------------

    def _flies(self, seq: int, digest: bytes) -> bool:
        row = self.flight.row if self.flight else None
        return row is not None and (row.seq, row.hash) == (seq, digest)

    def _read(self, after: int) -> Read:
        self.reads += 1
        return Read(after, self.reads)

    def _reread(self, time: int) -> Read:
        assert self.flight is not None
        assert self.durable is not None
        wish = self._read(self.durable.seq)
        self.flight.reading, self.flight.again = wish.number, time + PATIENCE
        return wish

    def _failed(self, given: Input, out: list[Effect]) -> None:
        """Nobody knows what the store did: look, a little later. Nothing is told meanwhile but that it takes time."""
        if self.flight is not None:
            self.flight.again, self.flight.reading = given.time + RETRY, 0
        elif self.durable is None:
            self.loading = given.time + RETRY
        if self.flight is not None:
            self._stall(out)

    def _stall(self, out: list[Effect]) -> None:
        if not self.stalled:
            self.stalled = True
            out += [Send(conn, Plain("stalled").wire()) for conn in self.live.conns]

    def _ask_again(self, given: Input, out: list[Effect]) -> None:
        if self.flight is not None and given.time >= self.flight.since + SLOW:
            self._stall(out)
        if self.flight is not None and given.time >= self.flight.again:
            out.append(self._reread(given.time))
        elif self.durable is None and given.time >= self.loading:
            self.loading = given.time + PATIENCE
            out.append(self._read(0))

    def _rows(self, given: Rows, out: list[Effect]) -> None:
        if self.durable is None:
            self._load(given, out)
            return
        for row in given.rows:
            if row.seq <= self.durable.seq:
                continue
            if row.seq > self.durable.seq + 1:
                break  # a gap: the next read fills it
            if self._flies(row.seq, row.hash):
                self._landed(given, out)
                continue
            self._drop()
            presence.wrote(self.live, row, given.time)
            self._follow(fold_row(self.durable, row), row, [], {}, given, out)
        flight = self.flight
        if flight is not None and given.read and given.read == flight.reading:
            if flight.row is None:
                self.flight = None
                self._settled(None, flight, given, out)
            else:  # the row is not there
                flight.reading, flight.again = 0, given.time + PATIENCE
                out.append(Append(flight.row))

    def _load(self, given: Rows, out: list[Effect]) -> None:
        if not given.read:
            return  # not from the beginning
        if not given.rows:
            out += [Close(one.conn, NO_TABLE) for one in self.waiting if isinstance(one, Opened)]
            self.waiting.clear()
            return
        durable = Durable()
        for row in given.rows:
            durable = fold_row(durable, row)
        self.durable = durable
        self.live.since = self.live.moved = given.time
        self.teller.begin(durable)
        timers.notice(durable, self.live, given.time)

    def _drop(self) -> None:
        """Another row came first: what was decided meanwhile never was."""
        flight, self.flight = self.flight, None
        if flight is not None:
            self.live.restore(flight.before)
            self.waiting = [*flight.inputs, *self.waiting]

    def _landed(self, given: Input, out: list[Effect]) -> None:
        flight, self.flight = self.flight, None
        assert flight is not None
        assert flight.row is not None
        self._settled(flight.row, flight, given, out)

    def _settled(self, row: Row | None, flight: Flight, given: Input, out: list[Effect]) -> None:
        if self.stalled:
            self.stalled = False
            out += [Send(conn, Plain("flowing").wire()) for conn in self.live.conns]
        self._follow(flight.draft, row, flight.out, flight.causes, given, out)

    # Deciding -------------------------------------------------------------------------------

    def _go(self, given: Input, out: list[Effect]) -> None:
        while self.durable is not None and self.flight is None and self.waiting:
            self._step(given, out)

    def _step(self, given: Input, out: list[Effect]) -> None:
        """Decide all that waits; if it wrote anything, that is one row."""
        assert self.durable is not None
        inputs, self.waiting = self.waiting, []
        before, draft = self.live.copy(), begin_row(self.durable)
        entries: list[Entry] = []
        told: list[Output] = []
        causes: dict[str, str] = {}
        for one in inputs:
            desk = consider(draft, self.live, one)
            draft = desk.durable
            entries += desk.entries
            told += desk.out
            causes |= desk.causes
        told = [one for one in told if not _outdated(one, draft, self.live)]
        again = given.time + PATIENCE
        if entries:
            at = max(self.durable.at, given.time)
            row = Row.make(self.table, self.durable.seq + 1, self.durable.hash, entries, self.live.me, at)
            self.flight = Flight(row, inputs, end_row(draft, row), told, causes, before, again, given.time)
            out.append(Append(row))
        elif not self.live.alone and any(_answers(one) for one in told):
            self.flight = Flight(None, inputs, self.durable, told, {}, before, again, given.time)
            out.append(self._reread(given.time))
        else:
            self._follow(self.durable, None, told, {}, given, out)

    def _follow(
        self, durable: Durable, row: Row | None, told: list[Output], causes: dict[str, str], given: Input, out: list[Effect]
    ) -> None:
        """The table is so now: tell it."""
        self.durable = durable
        if row is not None:
            self.live.moved = given.time
        timers.notice(durable, self.live, given.time)
        out += self.teller.tell(durable, row, self.live, told, causes, given)

    def _waken(self, time: int) -> list[Effect]:
        if self.durable is None:
            at: int | None = self.loading
        elif self.flight is not None:
            at = min(self.flight.again, time + SECOND)  # and notices when the process stands still meanwhile
        else:
            at = timers.wake_at(self.durable, self.live, time)
        at = None if at is None else max(at, time)
        if at == self.wake and (at is None or at > time):
            return []
        self.wake = at
        return [Wake(at)]


def _answers(one: Output) -> bool:
    """Whether this says something that would be wrong if the table has moved on unnoticed."""
    if isinstance(one, Reply):
        return one.message["type"] in ("ack", "nack")
    return isinstance(one, Welcome) or (isinstance(one, Close) and one.code == TOKEN)


def _outdated(one: Output, draft: Durable, live: Live) -> bool:
    """Whether this refuses a command for haste that was sent again and is accepted by now: its ack says all that is true."""
    if not isinstance(one, Reply) or one.message.get("code") != "too-fast" or one.conn not in live.conns:
        return False
    return one.message["id"] in draft.ids.get(live.conns[one.conn].guest, {})
