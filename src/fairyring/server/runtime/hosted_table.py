"""One table in this process: its keeper, and the keeper's effects done in their order.

Everything happens on one event loop and `give` never waits, so inputs are taken one at a time; what takes time (the store,
the bots) is a task that comes back with another input.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

import msgspec

from fairyring.server.runtime import row_codec
from fairyring.server.store import Outcome
from fairyring.server.store import errors as store_errors
from fairyring.tables.engine import effects
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.engine import Keeper
from fairyring.tables.engine.inputs import (
    Advised,
    Answered,
    Closed,
    Failed,
    Heard,
    Input,
    Lost,
    Opened,
    Rows,
    Said,
    Stored,
    Tick,
)
from fairyring.tables.limits import RETRY
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import Durable

if TYPE_CHECKING:
    from fairyring.server.runtime.hub import Hub
    from fairyring.server.ws.outbox import Line

LOG = logging.getLogger(__name__)
ENCODE = msgspec.json.Encoder().encode
QUIET = 30_000  # milliseconds without any input, after which a table that waits for nothing soon leaves memory
SOON = 60_000


class Served:
    """Sockets come and go by `open`, `say` and `close`; all else the table asks for itself."""

    def __init__(self, hub: Hub, table: str) -> None:
        self.hub, self.table = hub, table
        self.lines: dict[str, Line] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._reading = False
        self._appending = asyncio.Lock()
        self.used = hub.now()
        self.keeper, begun = Keeper.start(table, hub.me, self.used, os.urandom(32), alone=hub.alone)
        self._do(begun)

    @property
    def durable(self) -> Durable | None:
        return self.keeper.durable

    @property
    def idle(self) -> bool:
        """Whether it could be dropped and read again without anybody noticing."""
        keeper, now = self.keeper, self.hub.now()
        busy = self.lines or keeper.flight or keeper.waiting or keeper.live.jobs or keeper.durable is None
        return not busy and now - self.used > QUIET and (keeper.wake is None or keeper.wake > now + SOON)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    # Inputs -----------------------------------------------------------------------------------

    def open(self, line: Line, hello: dict[str, Any]) -> None:
        self.lines[line.id] = line
        self._give(lambda time, entropy: Opened(time, entropy, line.id, hello))

    def say(self, line: Line, message: Any, size: int) -> None:
        self._give(lambda time, entropy: Said(time, entropy, line.id, message, size))

    def close(self, line: Line) -> None:
        if self.lines.pop(line.id, None) is not None:
            self._give(lambda time, entropy: Closed(time, entropy, line.id))

    def heard(self, told: dict[str, Any]) -> None:
        self._give(lambda time, entropy: Heard(time, entropy, told))

    def reached(self, seq: int) -> None:
        """A hint or the poll says how far the log has come; read on if that is news."""
        keeper = self.keeper
        flying = keeper.flight.row.seq if keeper.flight and keeper.flight.row else 0
        if keeper.durable is not None and seq > max(keeper.durable.seq, flying) and not self._reading:
            self._reading = True
            self.hub.run(self._read(keeper.durable.seq, 0))

    def _give(self, make: Callable[[int, bytes], Input]) -> None:
        self.used = self.hub.now()
        self._do(self.keeper.take(make(self.used, os.urandom(32))))

    # Effects ----------------------------------------------------------------------------------

    def _do(self, wanted: list[Effect]) -> None:
        for effect in wanted:
            match effect:
                case effects.Send() | effects.Close():
                    self._say(effect)
                case effects.Append():
                    self._spawn(self._append(effect.row))
                case effects.Read():
                    self._spawn(self._read(effect.after, effect.number))
                case effects.Wake():
                    self._wake(effect.at)
                case effects.Ask():
                    self._spawn(self._ask(effect))
                case effects.Consult():
                    self._spawn(self._consult(effect))
                case effects.Cancel():
                    self.hub.workers.cancel(effect.job)
                case effects.Tell():
                    self.hub.bus.say(self.table, effect.told)
                case effects.Forget():
                    self._spawn(self._delete())

    def _say(self, effect: effects.Send | effects.Close) -> None:
        line = self.lines.get(effect.conn)
        if line is None:
            return
        if isinstance(effect, effects.Send):
            line.send(ENCODE(effect.message))
        else:
            line.close(effect.code)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self.hub.run(work)

    def _wake(self, at: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if at is not None:
            self._timer = self.hub.later(at - self.hub.now(), self._tick)

    def _tick(self) -> None:
        self._timer = None
        used = self.used
        self._give(Tick)
        self.used = used  # waking by itself does not keep a table in memory

    async def _append(self, row: Row) -> None:
        """One at a time: a row that is asked for again, or follows on a lost one, waits for what becomes of the first."""
        async with self._appending:
            if self.keeper.flight is not None and self.keeper.flight.row is row:
                await self._append_now(row, self.keeper.flight.draft)

    async def _append_now(self, row: Row, draft: Durable) -> None:
        begun = self.hub.now()
        try:
            outcome = await self.hub.store.append(row_codec.to_store(row), row_codec.card(draft, self.hub.me, row.at))
        except store_errors.ANY:
            outcome = Outcome.UNKNOWN
        if outcome is Outcome.STORED:
            self.hub.metrics.stored(self.hub.now() - begun, row)
            self.hub.bus.tell(self.table, row.seq)
            await self._follow(row)
            self._give(lambda time, entropy: Stored(time, entropy, row.seq, row.hash))
        elif outcome is Outcome.LOST and not await self._is_there():
            self._leave()
        elif outcome is Outcome.LOST:
            self.hub.metrics.lost.inc()
            self._give(lambda time, entropy: Lost(time, entropy, row.seq, row.hash))
        else:
            self._give(Failed)

    async def _follow(self, row: Row) -> None:
        """What the store does besides for some entries; before anybody is told that they are so."""
        for entry in row.entries:
            if entry.kind == "archive" and entry.data["on"]:
                await self._surely(lambda: self.hub.store.archive(self.table))
            elif entry.kind == "archive":
                await self._surely(lambda: self.hub.store.unarchive(self.table, row.at))
            elif entry.kind == "forgotten":
                await self._forget(entry.data["guest"], row.seq)

    async def _delete(self) -> None:
        await self._surely(lambda: self.hub.store.delete(self.table))
        if not await self._is_there():
            self._leave()

    async def _is_there(self) -> bool:
        """Whether the table still exists; where nobody can say, it does."""
        try:
            return await self.hub.find(self.table) is not None
        except store_errors.ANY:
            return True

    def _leave(self) -> None:
        """The table was deleted, here or by another process: nobody can be served any more."""
        for line in self.lines.values():
            line.close(effects.NO_TABLE)
        self.hub.drop(self)

    async def _forget(self, guest: int, until: int) -> None:
        await self._surely(lambda: self.hub.store.forget(self.table, str(guest), row_codec.KEPT, until))

    async def _surely(self, work: Callable[[], Awaitable[object]]) -> None:
        """Until it is done: the log says that it is so."""
        while True:
            try:
                await work()
            except store_errors.ANY as error:
                LOG.warning("the store did not do what follows from a row, and is asked again: %s", type(error).__name__)
                await asyncio.sleep(RETRY / 1000)
            else:
                return

    async def _read(self, after: int, number: int) -> None:
        try:
            found = await self.hub.store.rows(self.table, after + 1)
        except store_errors.ANY:
            if number:
                self._give(Failed)
            return
        finally:
            if not number:
                self._reading = False
        for guest, until in row_codec.unforgotten(found) if not after else ():
            self._spawn(self._forget(guest, until))
        read = tuple(row_codec.from_store(row) for row in found)
        self._give(lambda time, entropy: Rows(time, entropy, read, number))
        if self.keeper.durable is None and number:
            self.hub.drop(self)  # there is no such table

    async def _ask(self, ask: effects.Ask) -> None:
        answer = await self.hub.workers.think(ask.job)
        if answer is None:
            self._give(lambda time, entropy: Failed(time, entropy, ask.job.id))
        else:
            self._give(lambda time, entropy: Answered(time, entropy, ask.job.id, answer))

    async def _consult(self, wish: effects.Consult) -> None:
        choices = await self.hub.workers.weigh(wish.job)
        self._give(lambda time, entropy: Advised(time, entropy, wish.conn, wish.job, choices))
