"""Invariants of the log, checked at every row of a simulated world. The reference is the log, folded from its bytes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from fairyring.core.errors import RecordError
from fairyring.core.record.record import Record
from fairyring.tables import Row
from fairyring.tables.broadcast import views
from fairyring.tables.limits import HOST_SILENT_MS
from fairyring.tables.log.fold import fold_row
from fairyring.tables.log.rows import FIRST_PREVIOUS_HASH, chain_hash
from fairyring.tables.log.state import (
    EMPTY,
    GATHERING,
    OVER,
    PLAYING,
    TableState,
)
from fairyring.tables.records import full_record

if TYPE_CHECKING:
    from tests.tables.support.world import Process, World

SETTLED = 30_000  # a connection of this age is known to all processes, also if many messages between them are lost


class Broken(AssertionError):
    """An invariant does not hold; its number in the plan comes first."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"invariant {number}: {why}")
        self.number = number


class LogChecks:
    """Folds every row that a world stores, and checks it against the state before."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.refs: list[TableState] = [TableState()]  # after each row
        self.causes: Counter[tuple[int, str]] = Counter()
        self.ups: list[int] = [0]  # how long the table had been served at each row
        self.acked: list[tuple[int, str]] = []
        self.texts: dict[str, dict[str, Any]] = {}  # commands by id
        self.progress: tuple[int, int, int] = (0, 0, 0)
        self.swapped: tuple[int, int, int] | None = None
        self.finished = 0
        self.pictures: dict[tuple[int, Any], Any] = {}
        self.essences: dict[int, Any] = {}  # of the newest references
        self.jobs: list[tuple[int, int, bytes, Any]] = []
        self.since: dict[tuple[str, str], int] = {}  # by process and connection: when it was opened

    @property
    def ref(self) -> TableState:
        return self.refs[-1]

    def stored(self, row: Row) -> None:
        before = self.ref
        if row.seq != len(self.refs) or row.hash != chain_hash(before.hash or FIRST_PREVIOUS_HASH, row.body):
            raise Broken(3, f"row {row.seq} does not follow")
        if before.chance.secret and before.chance.secret.hex().encode() in row.body and not self._opens(row):
            raise Broken(21, "the secret is in a row before the end")
        after = fold_row(before, row)  # an illegal decision (6) or a resolved one taken back (13) raises here
        self.refs.append(after)
        self.ups.append(self.world.up + self.world.now - self.world.up_at)
        for entry in row.entries:
            self.world.hits[f"entry {entry.kind}"] += 1
            if entry.cause:
                key = (entry.cause.guest, entry.cause.id)
                self.causes[key] += 1
                if self.causes[key] > 1:
                    raise Broken(2, f"{key} has two entries")
        self._resolved(before, after)
        self._clock(before, row)
        self._taken(before, row)
        self._newcomers(before, row)
        if after.phase == OVER and before.phase != OVER:
            self._verify(after)
        if row.seq % 7 == 0:
            self._watcher(after)

    def _newcomers(self, before: TableState, row: Row) -> None:
        """A guest is written with the first entry that concerns them, or to ask for a seat; never for a connection alone."""
        new = {entry.data["guest"] for entry in row.entries if entry.kind == "guest"} - before.guests.keys()
        for number in new if row.seq > 1 else ():
            concerned = [e for e in row.entries if number in (e.data.get("guest"), e.cause.guest if e.cause else 0)]
            self.world.hits["watcher becomes a guest"] += 1
            if len(concerned) < 2 and before.phase != PLAYING:
                raise Broken(23, f"row {row.seq} was written for a watcher")

    def _taken(self, before: TableState, row: Row) -> None:
        """No timer takes the host's role, or a turn, from a guest who is connected to some process for some time."""
        if any(entry.cause for entry in row.entries):
            return  # somebody's command
        for entry in row.entries:
            if entry.kind == "host":
                loser = before.host
            elif entry.kind == "stand-in" and entry.data["on"]:
                loser = before.seats[entry.data["seat"]].guest
            else:
                continue
            self.world.hits[f"{entry.kind} by a timer"] += 1
            for process in self.world.processes:
                quiet_since = self.world.now - max(process.silent_until, 0)
                for conn in process.engine.session.connections.values() if process.alive and quiet_since > SETTLED else ():
                    if entry.kind == "host" and self._keeps_waiting(before, row, process):
                        continue
                    if conn.guest == loser and self.world.now - self.since.get((process.name, conn.id), 1 << 60) > SETTLED:
                        raise Broken(22, f"{entry.kind}: guest {loser} is connected to {process.name}")

    def _keeps_waiting(self, state: TableState, row: Row, process: Process) -> bool:
        """Whether a full table waits for its host, who did nothing for long in the process that wrote the row."""
        full = state.phase == GATHERING and all(seat.kind != EMPTY for seat in state.seats)
        silent = row.at - process.engine.session.last(state.host).active
        self.world.hits["silent host"] += full and silent >= HOST_SILENT_MS
        return row.by == process.name and full and silent >= HOST_SILENT_MS

    def _opens(self, row: Row) -> bool:
        return any(entry.kind == "opened" for entry in row.entries)

    def _resolved(self, before: TableState, after: TableState) -> None:
        old, new = before.run, after.run
        if old is None or new is None or old.table is None or new.table is None or before.n != after.n:
            return
        fixed = old.table.history[: len(old.table.history) - len(old.chosen)]
        if new.table.history[: len(fixed)] != fixed:
            raise Broken(13, "something resolved was changed")

    def _clock(self, before: TableState, row: Row) -> None:
        """Nobody is charged more than the table was served since the row before the decision was owed."""
        run = before.run
        if run is None or not before.settings.clock:
            return
        for entry in row.entries:
            charged = entry.data.get("charge", 0) if entry.kind in ("decision", "hand") else 0
            if entry.kind == "clock":
                charged = before.settings.clock.get("per", 0)
            if charged:
                seat = entry.data["seat"]
                owed = self._owed_since(seat)
                hosted = self.ups[-1] - self.ups[owed]
                if charged > hosted + 1700:  # a process that stands still notices within a second
                    raise Broken(18, f"seat {seat} is charged {charged} of {hosted}")

    def _owed_since(self, seat: int) -> int:
        """The row since which the seat owes this decision."""
        index = len(self.refs) - 2
        ref = self.refs[index]
        while index > 1:
            earlier = self.refs[index - 1]
            if earlier.run is None or ref.run is None or earlier.n != ref.n:
                break
            if seat not in earlier.run.pending and seat not in earlier.run.chosen:
                break
            if earlier.run.turns[seat] != self.refs[-2].run.turns[seat]:  # type: ignore[union-attr]
                break
            index, ref = index - 1, earlier
        return index

    def _verify(self, state: TableState) -> None:
        """Chance is what was derived; the verifier accepts, and refuses after any change."""
        self.finished += 1
        record = full_record(state)
        text = record.dumps()
        try:
            Record.loads(text).verify()
        except RecordError as error:
            raise Broken(16, str(error)) from error
        lines = text.splitlines()
        secret = state.chance.secret.hex()
        flipped = secret[:-1] + format(int(secret[-1], 16) ^ 1, "x")
        try:
            Record.loads("\n".join([*lines[:-1], lines[-1].replace(secret, flipped)])).verify()
        except RecordError:
            return
        raise Broken(16, "a flipped bit of the secret is accepted")

    def _watcher(self, state: TableState) -> None:
        view = views.picture(state, None).view
        if view is None or state.run is None or state.run.table is None:
            return
        for seat in state.run.table.game.seats:
            if not _within(view, views.picture(state, seat).view):
                raise Broken(9, f"a watcher knows more than seat {seat}")


def _within(less: Any, more: Any) -> bool:
    """Whether everything known in the first is known in the second."""
    if less is None:
        return True
    if isinstance(less, dict):
        return isinstance(more, dict) and all(key == "seat" or _within(value, more.get(key)) for key, value in less.items())
    if isinstance(less, list):
        return isinstance(more, list) and len(less) == len(more) and all(map(_within, less, more))
    return bool(less == more)
