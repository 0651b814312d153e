"""Engine of one table in one process: ordering and durability around `decide`.

One row is in flight at a time; inputs wait for it, then share the next row. Messages that reveal an entry are sent only after
its row has been committed. If another process committed its row first, the row in flight is discarded with everything it would
have sent, and its inputs are decided again. Answers without an entry (refusals, welcomes) wait for a read of the store
instead, so that no process answers from an outdated table. An input that raises an unexpected error is dropped alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fairyring.tables.broadcast import presence
from fairyring.tables.broadcast.broadcaster import Broadcaster
from fairyring.tables.engine import timers
from fairyring.tables.engine.dispatch import run_input
from fairyring.tables.engine.effects import (
    CLOSE_NO_TABLE,
    CLOSE_RESTART,
    CLOSE_TOKEN,
    Append,
    Close,
    Effect,
    Read,
    ReportFailure,
    Send,
    Wake,
)
from fairyring.tables.engine.inputs import Failed, Input, Lost, Opened, Received, Rows, Stored, Tick
from fairyring.tables.engine.session import Session
from fairyring.tables.engine.unit_of_work import Output, Reply, SendWelcome
from fairyring.tables.limits import (
    FAILED_TIMER_MS,
    LAG_MS,
    MAX_WAITING_INPUTS,
    SECOND,
    STALLED_MS,
    STORE_RETRY_MS,
    STORE_TIMEOUT_MS,
    TIMER_JITTER_MS,
)
from fairyring.tables.log.fold import begin_row, end_row
from fairyring.tables.log.load import fold_next_row, load
from fairyring.tables.log.rows import Entry, Row
from fairyring.tables.log.state import TableState
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.incoming import command_id, is_command
from fairyring.tables.protocol.outgoing import Flowing, Stalled
from fairyring.tables.refusals import Refused


@dataclass
class InFlight:
    """A step that waits for the store: its row, or a read only; its inputs, and what is sent once it is settled."""

    row: Row | None
    inputs: list[Input]
    draft: TableState  # the state once the row is stored
    out: list[Output]
    causes: dict[str, str]
    before: Session  # to restore if the row is lost
    retry_at: int
    since: int
    reading: int = 0  # number of the read that will settle it


@dataclass
class TableEngine:
    """State machine: `take` an input, execute the effects it returns in order, give their answers back as inputs."""

    table: str
    session: Session
    state: TableState | None = None  # None until the log was read
    waiting: list[Input] = field(default_factory=list)
    in_flight: InFlight | None = None
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    reads: int = 0
    load_retry_at: int = 0
    stalled: bool = False
    wake: int | None = None
    timers_from: int = 0  # after a timer failed, none runs before this time

    @staticmethod
    def start(
        table: str, process: str, time: int, entropy: bytes, single_process: bool = False, peers_reachable: bool = True
    ) -> tuple[TableEngine, list[Effect]]:
        """Return an engine and its first effects, which read the log.

        `process` is an id that no other process ever had; `peers_reachable` tells whether pub/sub works now.
        """
        jitter = int.from_bytes(entropy[:4], "big") % TIMER_JITTER_MS
        engine = TableEngine(table, Session(process, time, jitter=jitter, single_process=single_process))
        engine.session.peers_reachable_since = 0 if peers_reachable else None
        out: list[Effect] = [engine._read(0)]
        engine.load_retry_at = time + STORE_TIMEOUT_MS
        return engine, [*out, *engine._schedule_wake(time)]

    # An input: take → _enqueue → _process_queue → _step → _broadcast -----------------------------

    def take(self, event: Input) -> list[Effect]:
        """Process one input and return the effects to execute, in order. Raises UnreadableLog, of rows only."""
        out: list[Effect] = []
        if self.wake is not None and event.time > self.wake + LAG_MS:
            for session in (self.session, *([self.in_flight.before] if self.in_flight else [])):
                timers.skip_downtime(session, event.time - self.wake, event.time)
            self.wake = event.time
        match event:
            case Rows():
                self._receive_rows(event, out)
            case Stored():
                if self._is_in_flight(event.seq, event.hash):
                    self._row_stored(event, out)
            case Lost():
                if self._is_in_flight(event.seq, event.hash):
                    out.append(self._read_back(event.time))
            case Failed(job=""):
                self._store_failed(event, out)
            case Tick() if self.in_flight is not None or self.state is None:
                self._retry_store(event, out)
            case _:
                self._enqueue(event)
        if self._process_queue(event, out) and not out:
            return out  # timers are as before
        if isinstance(event, Tick):
            self.wake = None  # used up
        return [*out, *self._schedule_wake(event.time)]

    def _enqueue(self, event: Input) -> None:
        if isinstance(event, Tick) and any(isinstance(other, Tick) for other in self.waiting):
            return
        if isinstance(event, Received) and len(self.waiting) >= MAX_WAITING_INPUTS:
            return  # dropped unanswered; clients resend
        self.waiting.append(event)

    def _process_queue(self, event: Input, out: list[Effect]) -> bool:
        """Return whether there was a step that changed nothing for anybody: the usual result of dropped messages."""
        idle = False
        while self.state is not None and self.in_flight is None and self.waiting:
            idle = self._step(event, out)
        return idle

    def _step(self, event: Input, out: list[Effect]) -> bool:
        """Decide all waiting inputs; append what they write as one row. Return whether they changed nothing for anybody."""
        assert self.state is not None
        inputs, self.waiting = self.waiting, []
        before, draft = self.session.copy(), begin_row(self.state)
        entries: list[Entry] = []
        outputs: list[Output] = []
        causes: dict[str, str] = {}
        for number, waiting in enumerate(inputs):
            undo = self.session.copy() if number else before
            try:
                work = run_input(draft, self.session, waiting, undo)
            except Exception as error:  # noqa: BLE001  (a bug, or an attack: it costs this input, and no other)
                self.session.restore(undo)
                outputs += self._fail(waiting, error)
                continue
            draft = work.state
            entries += work.entries
            outputs += work.out
            causes |= work.causes
        if not entries and not outputs and not self._timer_is_due(event) and self.session.same_as(before):
            return True
        outputs = [output for output in outputs if not _is_outdated(output, draft, self.session)]
        retry_at = event.time + STORE_TIMEOUT_MS
        if entries:
            at = max(self.state.at, event.time)
            row = Row.make(self.table, self.state.seq + 1, self.state.hash, entries, self.session.process, at)
            self.in_flight = InFlight(row, inputs, end_row(draft, row), outputs, causes, before, retry_at, event.time)
            out.append(Append(row))
        elif not self.session.single_process and any(_depends_on_state(output) for output in outputs):
            self.in_flight = InFlight(None, inputs, self.state, outputs, {}, before, retry_at, event.time)
            out.append(self._read_back(event.time))
        else:
            self._broadcast(self.state, None, outputs, {}, event, out)
        return False

    def _timer_is_due(self, event: Input) -> bool:
        return isinstance(event, Tick) or (self.wake is not None and event.time >= self.wake)

    def _fail(self, event: Input, error: Exception) -> list[Output]:
        """Return what is sent when an input raised an unexpected error; its changes are undone already."""
        out: list[Output] = [ReportFailure(error)]
        if isinstance(event, Opened):
            out.append(Close(event.conn, CLOSE_RESTART))
        elif isinstance(event, Received) and is_command(event.message):
            out.append(Reply(event.conn, Refused("failed").nack(command_id(event.message))))
        elif isinstance(event, Tick):
            self.timers_from = event.time + FAILED_TIMER_MS
        return out

    def _broadcast(
        self,
        state: TableState,
        row: Row | None,
        outputs: list[Output],
        causes: dict[str, str],
        event: Input,
        out: list[Effect],
    ) -> None:
        """Adopt a state that is durable, and send what it changes for every connection."""
        self.state = state
        if row is not None:
            self.session.last_row_at = event.time
        timers.track_owed_decisions(state, self.session, event.time)
        try:
            out += self.broadcaster.broadcast(state, row, self.session, outputs, causes, event)
        except Exception as error:  # noqa: BLE001  (a bug; the row is stored, so its commands are answered)
            out.append(ReportFailure(error))
            out += [Send(output.conn, output.message) for output in outputs if isinstance(output, Reply)]

    # Answers of the store -------------------------------------------------------------------------

    def _is_in_flight(self, seq: int, digest: bytes) -> bool:
        row = self.in_flight.row if self.in_flight else None
        return row is not None and (row.seq, row.hash) == (seq, digest)

    def _row_stored(self, event: Input, out: list[Effect]) -> None:
        in_flight, self.in_flight = self.in_flight, None
        assert in_flight is not None
        assert in_flight.row is not None
        self._finish_step(in_flight.row, in_flight, event, out)

    def _finish_step(self, row: Row | None, in_flight: InFlight, event: Input, out: list[Effect]) -> None:
        if self.stalled:
            self.stalled = False
            out += [Send(conn, encode(Flowing())) for conn in self.session.connections]
        self._broadcast(in_flight.draft, row, in_flight.out, in_flight.causes, event, out)

    def _receive_rows(self, event: Rows, out: list[Effect]) -> None:
        """Apply rows from the store: our own in flight, or those of other processes."""
        if self.state is None:
            self._load(event, out)
            return
        for row in event.rows:
            if row.seq <= self.state.seq:
                continue
            if row.seq > self.state.seq + 1:
                break  # a gap, which the next read fills
            if self._is_in_flight(row.seq, row.hash):
                self._row_stored(event, out)
                continue
            self._discard_in_flight()
            presence.note_row(self.session, row, event.time)
            self._broadcast(fold_next_row(self.state, row), row, [], {}, event, out)
        in_flight = self.in_flight
        if in_flight is not None and event.read and event.read == in_flight.reading:
            if in_flight.row is None:
                self.in_flight = None
                self._finish_step(None, in_flight, event, out)
            else:  # the row was not stored: append it again
                in_flight.reading, in_flight.retry_at = 0, event.time + STORE_TIMEOUT_MS
                out.append(Append(in_flight.row))

    def _load(self, event: Rows, out: list[Effect]) -> None:
        if not event.read:
            return  # found by a poll: not from the first row on
        if not event.rows:
            out += [Close(waiting.conn, CLOSE_NO_TABLE) for waiting in self.waiting if isinstance(waiting, Opened)]
            self.waiting.clear()
            return
        self.state = state = event.state or load(event.rows)
        self.session.started_at = self.session.last_row_at = event.time
        self.broadcaster.start(state, self.session.single_process)
        timers.track_owed_decisions(state, self.session, event.time)

    def _discard_in_flight(self) -> None:
        """Undo the step in flight, because another row came first; its inputs wait again."""
        in_flight, self.in_flight = self.in_flight, None
        if in_flight is not None:
            self.session.restore(in_flight.before)
            self.waiting = [*in_flight.inputs, *self.waiting]

    def _store_failed(self, event: Input, out: list[Effect]) -> None:
        """Read back later what the store did, which is unknown. Clients only get a notice that answers take a while."""
        if self.in_flight is not None:
            self.in_flight.retry_at, self.in_flight.reading = event.time + STORE_RETRY_MS, 0
            self._send_stalled(out)
        elif self.state is None:
            self.load_retry_at = event.time + STORE_RETRY_MS

    def _retry_store(self, event: Input, out: list[Effect]) -> None:
        if self.in_flight is not None and event.time >= self.in_flight.since + STALLED_MS:
            self._send_stalled(out)
        if self.in_flight is not None and event.time >= self.in_flight.retry_at:
            out.append(self._read_back(event.time))
        elif self.state is None and event.time >= self.load_retry_at:
            self.load_retry_at = event.time + STORE_TIMEOUT_MS
            out.append(self._read(0))

    def _send_stalled(self, out: list[Effect]) -> None:
        if not self.stalled:
            self.stalled = True
            out += [Send(conn, encode(Stalled())) for conn in self.session.connections]

    def _read(self, after: int) -> Read:
        self.reads += 1
        return Read(after, self.reads)

    def _read_back(self, time: int) -> Read:
        """Read the rows after the known ones, to learn what became of the step in flight."""
        assert self.in_flight is not None
        assert self.state is not None
        read = self._read(self.state.seq)
        self.in_flight.reading, self.in_flight.retry_at = read.number, time + STORE_TIMEOUT_MS
        return read

    def _schedule_wake(self, time: int) -> list[Effect]:
        if self.state is None:
            at: int | None = self.load_retry_at
        elif self.in_flight is not None:
            at = min(self.in_flight.retry_at, time + SECOND)  # each second, to notice when the process stood still
        else:
            at = timers.next_wake(self.state, self.session, time)
            at = None if at is None else max(at, self.timers_from)
        at = None if at is None else max(at, time)
        if at == self.wake and (at is None or at > time):
            return []
        self.wake = at
        return [Wake(at)]


def _depends_on_state(output: Output) -> bool:
    """Return whether an answer would be wrong if another process had changed the table meanwhile."""
    if isinstance(output, Reply):
        return output.message["type"] in ("ack", "nack")
    return isinstance(output, SendWelcome) or (isinstance(output, Close) and output.code == CLOSE_TOKEN)


def _is_outdated(output: Output, draft: TableState, session: Session) -> bool:
    """Return whether an answer refuses, as too fast, a command that was resent and accepted in the same step."""
    if not isinstance(output, Reply) or output.message.get("code") != "too-fast" or output.conn not in session.connections:
        return False
    return output.message["id"] in draft.accepted_ids.get(session.connections[output.conn].guest, {})
