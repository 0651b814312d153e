"""Hosts one table's engine in this process: feeds it inputs and executes its effects in order.

Everything runs on one event loop, and `take` never waits, so inputs are processed one at a time. Effects that take time (the
store, bots) run as tasks and come back as further inputs.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import msgspec

from fairyring.core.text.messages import Message
from fairyring.server.runtime.encoding import ENCODE, MessageEncoder
from fairyring.server.runtime.message_limits import MessageLimits
from fairyring.server.runtime.row_appends import RowAppends
from fairyring.server.store import errors as store_errors
from fairyring.server.workers.pool import CANCELLED
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine import effects
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.inputs import (
    Closed,
    Failed,
    HintAnswered,
    Input,
    JobAnswered,
    Opened,
    PeerMessage,
    PeersReachable,
    Received,
    Rows,
    Tick,
)
from fairyring.tables.limits import STORE_RETRY_MS
from fairyring.tables.log.load import MALFORMED, UnreadableLog
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import KEPT_KINDS, from_store, unfinished_deletions
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.outgoing import Note, Pong

if TYPE_CHECKING:
    from fairyring.server.runtime.hub import Hub
    from fairyring.server.ws.outbox import Outbox

LOG = logging.getLogger(__name__)
DECODE = msgspec.json.Decoder().decode
PING, MAX_PING_CHARACTERS = '"ping"', 40  # pings are answered without the engine, and before anything is counted
PONG = ENCODE(encode(Pong()))
IDLE_MS = 30_000  # without any input; then a table without timers in the near future leaves memory
NEAR_FUTURE_MS = 60_000


def parse(text: str) -> Any:
    """Return the JSON value of a message; None if it is not JSON or nested too deep."""
    try:
        return DECODE(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _is_ping(message: Any) -> bool:
    return isinstance(message, dict) and message.get("type") == "ping"


class HostedTable:
    """A table in memory. Connections use `open`, `receive` and `close`; all else follows from the engine's effects."""

    def __init__(self, hub: Hub, table: str) -> None:
        self.hub, self.table = hub, table
        self.outboxes: dict[str, Outbox] = {}  # by connection
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0  # when it runs out
        self._wake_at: int | None = None  # when the engine wants a tick
        self._reading = self._loading = self._stopped = False
        self._unlisted = False  # whether the host was notified that the list has no place for this public table
        self._appends = RowAppends()
        self._message_limits = MessageLimits()
        self._reported: set[type[Exception]] = set()
        self.used_at = hub.now()
        self.engine, first_effects = TableEngine.start(
            table, hub.process, self.used_at, os.urandom(32), hub.single_process, hub.pubsub.reachable
        )
        self._execute(first_effects)

    @property
    def state(self) -> TableState | None:
        return self.engine.state

    @property
    def idle(self) -> bool:
        """Whether the table can be dropped and loaded again without anybody noticing."""
        engine, now = self.engine, self.hub.now()
        busy = (
            self.outboxes or engine.in_flight or engine.waiting or engine.session.jobs or self._reading or engine.state is None
        )
        return not busy and now - self.used_at > IDLE_MS and (engine.wake is None or engine.wake > now + NEAR_FUTURE_MS)

    def stop(self) -> None:
        """Cancel the timer and ignore all further inputs: another instance may host the table by then."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()

    # Inputs -----------------------------------------------------------------------------------

    def open(self, outbox: Outbox, hello: dict[str, Any], address: str = "") -> None:
        """Add a connection from an address that sent `hello`."""
        self.outboxes[outbox.id] = outbox
        self.take(lambda time, entropy: Opened(time, entropy, outbox.id, hello, address))

    def receive(self, outbox: Outbox, text: str) -> None:
        """Process a message of a connection, unless its guest, or the watchers together, send too many."""
        if outbox.closing is not None:
            return
        message: Any = None
        if PING in text[:MAX_PING_CHARACTERS] and (message := parse(text)) is not None and _is_ping(message):
            outbox.send(PONG)
        elif self._message_limits.allow(self.engine, outbox.id, self.hub.now()):
            message = parse(text) if message is None else message
            self.take(lambda time, entropy: Received(time, entropy, outbox.id, message, len(text)))
        else:
            self.hub.metrics.refused.labels("messages").inc()

    def close(self, outbox: Outbox) -> None:
        """Remove a connection."""
        if self.outboxes.pop(outbox.id, None) is not None:
            self.take(lambda time, entropy: Closed(time, entropy, outbox.id))

    def receive_from_peer(self, message: dict[str, Any]) -> None:
        """Process a message of another process."""
        self.take(lambda time, entropy: PeerMessage(time, entropy, message))

    def set_peers_reachable(self, reachable: bool) -> None:
        """Note that pub/sub with other processes works, or does not."""
        self.take(lambda time, entropy: PeersReachable(time, entropy, reachable))

    def head_moved(self, seq: int) -> None:
        """Read on, if a hint or the poll says that the log has grown."""
        engine = self.engine
        in_flight = engine.in_flight.row.seq if engine.in_flight and engine.in_flight.row else 0
        if engine.state is not None and seq > max(engine.state.seq, in_flight) and not self._reading:
            self._reading = True
            self.hub.run(self._read(engine.state.seq, 0))

    def take(self, make_input: Callable[[int, bytes], Input]) -> None:
        """Give the engine an input with time and entropy, and execute the effects. Raises UnreadableLog, of rows only."""
        if self._stopped:
            return
        self.used_at = self.hub.now()
        try:
            wanted = self.engine.take(make_input(self.used_at, os.urandom(32)))
        except UnreadableLog:
            raise  # the state would stay behind the log for ever
        except Exception as error:  # noqa: BLE001  (a bug around `decide`; a timer or connection must survive it)
            self._report(effects.ReportFailure(error))
        else:
            self._execute(wanted)
            if self.hub.push is not None:
                self.hub.push.note(self)

    # Effects ----------------------------------------------------------------------------------

    def _execute(self, wanted: list[Effect]) -> None:
        encoder = MessageEncoder()  # many connections share a message, or parts of it
        for effect in wanted:
            match effect:
                case effects.Send() | effects.Close():
                    self._send(effect, encoder)
                case effects.Append():
                    self._appends.append(self, effect.row)
                case effects.Read():
                    self.hub.run(self._read(effect.after, effect.number))
                case effects.Wake():
                    self._wake(effect.at)
                case effects.StartJob():
                    self.hub.run(self._run_job(effect))
                case effects.StartHintJob():
                    self.hub.run(self._run_hint_job(effect))
                case effects.CancelJob():
                    self.hub.workers.cancel(effect.job)
                case effects.Publish():
                    self.hub.pubsub.publish(self.table, effect.message)
                case effects.DeleteTable():
                    self.hub.run(self._delete())
                case effects.ReportFailure() | effects.ReportFallback():
                    self._report(effect)

    def _report(self, report: effects.Report) -> None:
        """Count it. An unexpected error is logged once for each table and kind of error, so that no attack can fill the log."""
        if isinstance(report, effects.ReportFallback):
            self.hub.metrics.fallbacks.inc()
            return
        error = report.error
        self.hub.metrics.failures.inc()
        if type(error) not in self._reported:
            self._reported.add(type(error))
            LOG.error("a table (hash %s) lost an input", opaque_ids.hash_secret(self.table)[:8], exc_info=error)

    def _send(self, effect: effects.Send | effects.Close, encoder: MessageEncoder) -> None:
        outbox = self.outboxes.get(effect.conn)
        if outbox is None:
            return
        if isinstance(effect, effects.Close):
            outbox.close(effect.code)
            return
        outbox.send(encoder.encode(effect.message))

    def _wake(self, at: int | None) -> None:
        """Tick at this time. A timer that runs out earlier is kept, and set anew then: most requests are soon replaced."""
        self._wake_at = at
        if at is None or (self._timer is not None and self._timer_at <= at):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._timer_at = self.hub.later(at - self.hub.now(), self._tick), at

    def _tick(self) -> None:
        self._timer = None
        at, self._wake_at = self._wake_at, None
        if at is not None and at > self.hub.now():
            self._wake(at)
        elif at is not None:
            used_at = self.used_at
            self.take(Tick)
            self.used_at = used_at  # its own timers do not keep a table in memory

    def note_unlisted(self, unlisted: bool) -> None:
        """Tell the host once when the public table gets no place in the list."""
        if unlisted and not self._unlisted and self.state is not None:
            message = Message("table.note.unlisted").wire()
            note = encode(Note(message["key"], message["args"]))
            self._execute([effects.Send(conn.id, note) for conn in self.engine.session.connections_of(self.state.host)])
        self._unlisted = unlisted

    async def apply_to_store(self, row: Row) -> None:
        """Apply what some entries require of the store, before their messages are sent to clients."""
        for entry in row.entries:
            if entry.kind == "archive" and entry.data["on"]:
                await self._until_done(lambda: self.hub.store.archive(self.table))
            elif entry.kind == "archive":
                await self._until_done(lambda: self.hub.store.unarchive(self.table, row.at))
            elif entry.kind == "forgotten":
                await self._forget(entry.data["guest"], row.seq)
            elif entry.kind == "device" and self.hub.push is not None:
                await self._unsubscribe(entry.data["guest"])  # devices were revoked, and whose subscription is whose is unknown

    async def _delete(self) -> None:
        await self._until_done(lambda: self.hub.store.delete(self.table))
        if not await self.exists():
            self.evict()

    async def exists(self) -> bool:
        """Return whether the table still exists; True if the store does not answer."""
        try:
            return await self.hub.find(self.table) is not None
        except store_errors.ANY:
            return True

    def evict(self) -> None:
        """Close all connections of a table that was deleted, here or by another process, and drop it."""
        self.hub.lobby.remove(self.table)
        for outbox in self.outboxes.values():
            outbox.close(effects.CLOSE_NO_TABLE)
        self.hub.drop(self)

    async def _forget(self, guest: int, until: int) -> None:
        """Delete name and chat of a guest from the asides of the rows up to `until`."""
        await self._until_done(lambda: self.hub.store.forget(self.table, str(guest), KEPT_KINDS, until))

    async def _unsubscribe(self, guest: int) -> None:
        """Delete the push subscriptions of a guest."""
        await self._until_done(lambda: self.hub.store.push.forget(self.table, guest))

    async def _until_done(self, work: Callable[[], Awaitable[object]]) -> None:
        """Retry until the store has done it: the log says that it is so."""
        while True:
            try:
                await work()
            except store_errors.ANY as error:
                LOG.warning("the store did not do what follows from a row, and is asked again: %s", type(error).__name__)
                await asyncio.sleep(STORE_RETRY_MS / 1000)
            else:
                return

    async def _read(self, after: int, number: int) -> None:
        """Read the rows after `after`; number 0: because of a hint, and not for the engine's `Read`."""
        if not after and self._loading:
            return  # the engine asks again after a while; with many tables to load, its turn comes later than that
        self._loading = not after
        try:
            stored = await (self.hub.store.rows(self.table, after + 1) if after else self.hub.loader.read(self.table))
        except store_errors.ANY:
            self._loading = False
            if number:
                self.take(Failed)
            return
        finally:
            if not number:
                self._reading = False
        for guest, until in unfinished_deletions(stored) if not after else ():
            self.hub.run(self._forget(guest, until))
        try:
            if stored and not after:
                log = await self.hub.loader.fold(stored)
                self.take(lambda time, entropy: Rows(time, entropy, log.rows, number, log.state))
            else:
                rows = tuple(from_store(row) for row in stored)
                self.take(lambda time, entropy: Rows(time, entropy, rows, number))
        except UnreadableLog as error:
            self._close_unreadable(error)
        except MALFORMED as error:  # a row by another process
            self._close_unreadable(UnreadableLog("corrupt", after + 1, type(error).__name__))
        finally:
            self._loading = False
        if self.engine.state is None and number:
            self.hub.drop(self)  # there is no such table

    def _close_unreadable(self, error: UnreadableLog) -> None:
        """Close all connections of a table that this program cannot load, and drop it."""
        self.hub.note_unreadable(self.table, error)
        for outbox in self.outboxes.values():
            outbox.close(effects.CLOSE_UNREADABLE)
        self.hub.drop(self)

    async def _run_job(self, effect: effects.StartJob) -> None:
        action = await self.hub.workers.think(effect.job, self.table, watched=bool(self.outboxes))
        if action is None:
            self.take(lambda time, entropy: Failed(time, entropy, effect.job.id))
        elif action is not CANCELLED:
            self.take(lambda time, entropy: JobAnswered(time, entropy, effect.job.id, action))

    async def _run_hint_job(self, effect: effects.StartHintJob) -> None:
        choices = await self.hub.workers.weigh(effect.job, self.table, watched=True)
        self.take(lambda time, entropy: HintAnswered(time, entropy, effect.conn, effect.job, choices))
