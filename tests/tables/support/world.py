"""Simulated world: real engines, with a simulated store, network, pub/sub, workers and clock."""

from __future__ import annotations

import hashlib
import heapq
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fairyring.tables import (
    Append,
    CancelJob,
    Close,
    Closed,
    DeleteTable,
    Failed,
    HintAnswered,
    JobAnswered,
    Lost,
    Opened,
    PeerMessage,
    PeersReachable,
    Publish,
    Read,
    Received,
    ReportFailure,
    ReportFallback,
    Row,
    Rows,
    Send,
    StartHintJob,
    StartJob,
    Stored,
    TableEngine,
    Tick,
    Wake,
    create,
)
from fairyring.tables.bot_jobs import Job, think
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.inputs import Input
from tests.tables.support.checks import Checks
from tests.tables.support.log_checks import Broken
from tests.tables.support.pages import Page
from tests.tables.support.people import Person
from tests.tables.support.plan import Plan, Step, dice, entropy

START = 1_000_000_000
EVENTS = 60_000  # some times what the longest of plans needs
FINISH = 600_000  # after all faults, honest people have so long to bring the game on


@dataclass
class Process:
    """A server process with one table; its name is new each time it starts."""

    number: int
    name: str
    engine: TableEngine
    alive: bool = True
    offset: int = 0  # of its clock
    stalled: int = 0  # until when it stands still
    silent_until: int = 0  # the same, also after all faults were ended
    inputs: int = 0
    wake: int | None = None
    wakes: int = 0
    inbox: list[tuple[type[Input], tuple[Any, ...]]] = field(default_factory=list)
    draining: bool = False
    seq: int = 0  # before its last input
    sockets: dict[str, Page] = field(default_factory=dict)


class World:
    """Runs one plan."""

    def __init__(self, setting: Plan) -> None:
        self.plan = setting
        self.now = 0
        self.heap: list[tuple[int, int, Callable[[], None]]] = []
        self.order = 0
        self.trace = hashlib.sha256()
        self.lines = 0
        self.hits: Counter[str] = Counter()
        self.rows: list[Row] = []
        self.times: dict[int, int] = {}
        self.full_until = -1
        self.bus_down = False
        self.healed = False
        self.counts: Counter[str] = Counter()
        self.plays = 0
        self.up = 0  # milliseconds during which some process served the table
        self.up_at = 0
        chosen = {"options": dict(setting.options), "clock": dict(setting.clock), "public": setting.public}
        row, token = create(setting.game, chosen, "p0", START, entropy("world", setting.seed))
        self.table = row.table
        self.processes: list[Process] = []
        self.checks = Checks(self)
        self._insert(row)
        self.pages = [Person(self, number, kind) for number, kind in enumerate(setting.pages)]
        self.pages[0].token = token
        self.processes = [self._start(number) for number in range(setting.processes)]

    # Time -----------------------------------------------------------------------------------

    def later(self, delay: int, do: Callable[[], None]) -> None:
        self.order += 1
        heapq.heappush(self.heap, (self.now + max(0, delay), self.order, do))

    def log(self, *words: Any) -> None:
        self.lines += 1
        self.trace.update(repr((self.now, *words)).encode())

    def run(self, finish: bool = True) -> World:
        """The steps of the plan; then no more faults, and time for the game to go on."""
        for step in self.plan.steps:
            self.later(step.at, lambda step=step: self._step(step))  # type: ignore[misc]
        self.later(1000, self._poll)
        self._plan_outage()
        end = self.plan.steps[-1].at + 1000 if self.plan.steps else 1000
        self.until(end)
        if not finish:
            return self
        self.heal()
        self.checks.progress_begins()
        for second in range(1, FINISH // 1000):
            for page in self.pages:
                if page.kind not in ("hostile", "sleeper"):
                    page.step(dice("finish", self.plan.seed, second, page.number).randrange(1 << 30), calm=True)
            self.until(end + second * 1000)
            if self.checks.enough_progress():
                break
        self.settle(self._quiet, 20)
        self.checks.at_the_end()
        return self

    def settle(self, done: Callable[[], bool], most: int) -> None:
        """Some seconds; more, up to so many, as long as something is still on its way."""
        end = self.now + most * 1000
        self.until(self.now + 5000)
        while self.now < end and not done():
            self.until(self.now + 700)

    def _quiet(self) -> bool:
        """Whether all processes live and know all, no page waits for an answer, and what was told has arrived."""
        if self.now - self.times[len(self.rows)] < 200:
            return False
        states = (process.alive and process.engine.in_flight is None and process.engine.state for process in self.processes)
        return all(state and state.seq == len(self.rows) for state in states) and not any(page.unacked for page in self.pages)

    def until(self, end: int) -> None:
        while self.heap and self.heap[0][0] <= end:
            at, _order, do = heapq.heappop(self.heap)
            self.counts["events"] += 1
            if self.counts["events"] > EVENTS:
                raise Broken(15, "the world runs in circles")
            self._count_up(at)
            self.now = at
            do()
        self._count_up(end)
        self.now = max(self.now, end)

    def _count_up(self, at: int) -> None:
        if at == self.up_at:
            return
        for process in self.processes:
            if process.alive and process.stalled <= self.now and process.engine.state is not None:
                self.up += at - self.up_at
                break
        self.up_at = at

    def _step(self, step: Step) -> None:
        if step.kind == "page":
            self.pages[step.target].step(step.dice)
            return
        self.hits[f"fault {step.kind}"] += 1
        process = self.processes[step.target % len(self.processes)]
        match step.kind:
            case "drop":
                self.pages[step.target % len(self.pages)].lose()
            case "half-open":
                self.pages[step.target % len(self.pages)].lose(half=True)
            case "store-full":
                self.full_until = self.now + step.dice % 8000
            case "kill":
                self.kill(process, step.dice % 12_000)
            case "stall":
                process.stalled = self.now + step.dice % 40_000
                process.silent_until = process.stalled
            case "jump":
                process.offset += step.dice % 60_000

    def _plan_outage(self) -> None:
        """Half of the worlds that lose messages between processes lose all of them for a while."""
        rng = dice("outage", self.plan.seed)
        when = self.plan.outage
        if when is None and "bus" in self.plan.faults and rng.random() < 0.5:
            when = rng.randrange(1000, 20_000), rng.randrange(5000, 200_000)
        if when is not None and len(self.processes) > 1:
            self.later(when[0], lambda: self._cut(when[1]))

    def _cut(self, duration: int) -> None:
        """Processes notice within five seconds that they hear nobody."""
        if self.healed:
            return
        self.hits["bus down"] += 1
        self.bus_down = True
        for process in self.processes:
            self.later(5000, lambda process=process: self._tell_reachable(process))  # type: ignore[misc]
        self.later(duration, self._mend)

    def _mend(self) -> None:
        self.bus_down = False
        for process in self.processes:
            self._tell_reachable(process)

    def _tell_reachable(self, process: Process) -> None:
        self.give(process, PeersReachable, not self.bus_down)

    def heal(self) -> None:
        """No more faults."""
        self.healed = True
        if self.bus_down:
            self._mend()
        self.full_until = -1
        for process in self.processes:
            process.stalled = 0
            self._drain(process)

    def on(self, fault: str, *names: Any, chance: float = 0.15) -> bool:
        """Whether a fault strikes here."""
        if self.healed or fault not in self.plan.faults:
            return False
        self.counts[fault] += 1
        struck = dice(fault, self.plan.seed, self.counts[fault], *names).random() < chance
        self.hits[f"fault {fault}"] += struck
        return struck

    # Processes ------------------------------------------------------------------------------

    def _start(self, number: int) -> Process:
        self.counts["starts"] += 1
        name = f"p{number}.{self.counts['starts']}"
        time = START + self.now
        seed = entropy("start", self.plan.seed, name)
        engine, effects = TableEngine.start(self.table, name, time, seed, self.plan.alone, not self.bus_down)
        process = Process(number, name, engine)
        self.later(0, lambda: self._effects(process, effects))
        return process

    def kill(self, process: Process, down: int) -> None:
        if not process.alive:
            return
        self.log("kill", process.name)
        process.alive = False
        for conn, page in list(process.sockets.items()):
            page.dropped(conn)
        process.sockets.clear()

        def again() -> None:
            self.processes[process.number] = self._start(process.number)

        self.later(down, again)

    def give(self, process: Process, kind: type[Input], *args: Any) -> None:
        """An input for a process, after its stall if it stands still."""
        if not process.alive:
            return
        if process.stalled > self.now or (process.inbox and not process.draining):
            process.inbox.append((kind, args))
            self.later(process.stalled - self.now, lambda: self._drain(process))
            return
        process.inputs += 1
        item = kind(START + self.now + process.offset, entropy(self.plan.seed, process.name, process.inputs), *args)
        self.log(process.name, kind.__name__, *(_brief(arg) for arg in args))
        in_flight, rows = process.engine.in_flight, len(self.rows)
        process.seq = process.engine.state.seq if process.engine.state else 0
        effects = process.engine.take(item)
        self.checks.after(process, item, effects, in_flight, rows)
        self._effects(process, effects)

    def _drain(self, process: Process) -> None:
        """After a stall everything comes at once, in its order."""
        process.draining = True
        while process.inbox and process.stalled <= self.now:
            kind, args = process.inbox.pop(0)
            self.give(process, kind, *args)
        process.draining = False

    def _effects(self, process: Process, effects: list[Effect]) -> None:
        for effect in effects:
            if not process.alive:
                return
            if self.on("kill", chance=0.002):
                self.hits["killed between effects"] += 1
                self.kill(process, 3000)
                return
            self.log(process.name, type(effect).__name__)
            text = json.dumps(effect.message, ensure_ascii=False) if isinstance(effect, Send) else ""
            self.checks.effect(process, effect, text)
            self._effect(process, effect, text)

    def _effect(self, process: Process, effect: Effect, text: str) -> None:  # noqa: C901, PLR0912  (one case for each)
        match effect:
            case Append():
                self._store(process, lambda: self._append(process, effect.row))
            case Read():
                self._store(process, lambda: self._read(process, effect))
            case Send():
                page = process.sockets.get(effect.conn)
                if page is not None:
                    page.sent(effect.conn, text)
            case Close():
                page = process.sockets.pop(effect.conn, None)
                if page is not None:
                    self.later(0, lambda: self.give(process, Closed, effect.conn))
                    page.closed(effect.conn, effect.code)
            case StartJob():
                self._think(process, effect.job)
            case StartHintJob():
                self._weigh(process, effect)
            case CancelJob():
                self.hits["job cancelled"] += 1
            case Wake():
                self._wake(process, effect.at)
            case Publish():
                for other in self.processes:
                    if other is not process and not self.bus_down and not self.on("bus", chance=0.4):
                        self.later(2, lambda other=other: self.give(other, PeerMessage, effect.message))  # type: ignore[misc]
            case DeleteTable():
                self.hits["forgotten"] += 1
            case ReportFallback():
                self.hits["bot without a worker"] += 1
            case ReportFailure():
                raise effect.error

    def _wake(self, process: Process, at: int | None) -> None:
        process.wake = at
        process.wakes += 1
        mine = process.wakes

        def ring() -> None:
            if process.wakes != mine or process.wake is None:
                return
            wait = process.wake - (START + self.now + process.offset)
            if wait > 0:
                self.later(wait, ring)
            else:
                process.wake = None
                self.give(process, Tick)

        if at is not None:
            self.later(at - (START + self.now + process.offset), ring)

    # Store ----------------------------------------------------------------------------------

    def _store(self, process: Process, do: Callable[[], None]) -> None:
        if self.plan.alone and not self.plan.faults:
            self.later(0, do)
            return
        self.counts["store"] += 1
        slow = self.on("store-slow")
        self.later(dice("store", self.plan.seed, self.counts["store"]).randrange(1, 6) + 4000 * slow, do)

    def _insert(self, row: Row) -> None:
        restored = Row.read(row.table, row.seq, row.body, row.aside, row.hash, row.by, row.at)
        self.rows.append(restored)
        self.times[row.seq] = self.now
        self.checks.stored(restored)

    def _append(self, process: Process, row: Row) -> None:
        if self.now < self.full_until or self.on("store-error", "append"):
            self.hits["append failed"] += 1
            self._answer(process, Failed)
        elif row.seq <= len(self.rows):
            mine = self.rows[row.seq - 1].hash == row.hash
            self.hits["append twice" if mine else "append lost"] += 1
            self._answer(process, Stored if mine else Lost, row.seq, row.hash)
        elif row.seq == len(self.rows) + 1:
            self._insert(row)
            self._hint(process)
            if self.on("store-unknown"):
                self._answer(process, Failed)
            else:
                self._answer(process, Stored, row.seq, row.hash)
        else:
            raise AssertionError("a row was written beyond the log")

    def _read(self, process: Process, effect: Read) -> None:
        if self.on("store-error", "read"):
            self._answer(process, Failed)
        else:
            self._answer(process, Rows, tuple(self.rows[effect.after :]), effect.number)

    def _answer(self, process: Process, kind: type[Input], *args: Any) -> None:
        delay = 0 if self.plan.alone and not self.plan.faults else 1
        self.later(delay, lambda: self.give(process, kind, *args))

    def _hint(self, writer: Process) -> None:
        for other in self.processes:
            if other is not writer and other.alive and not self.bus_down and not self.on("bus"):
                self.later(2, lambda other=other: self._catch_up(other))  # type: ignore[misc]

    def _catch_up(self, process: Process) -> None:
        state = process.engine.state
        if process.alive and state is not None and state.seq < len(self.rows):
            self.give(process, Rows, tuple(self.rows[state.seq :]))

    def _poll(self) -> None:
        if len(self.processes) > 1:
            for process in self.processes:
                self._catch_up(process)
            self.later(1000, self._poll)

    # Bots -----------------------------------------------------------------------------------

    def _think(self, process: Process, job: Job) -> None:
        self.counts["jobs"] += 1
        if self.on("worker", chance=0.3):
            kind = dice("worker", self.plan.seed, self.counts["jobs"]).randrange(4)
            self.hits[f"worker {('crash', 'nonsense', 'late', 'never')[kind]}"] += 1
            if kind == 0:
                self.later(20, lambda: self.give(process, Failed, job.id))
            elif kind == 1:
                self.later(20, lambda: self.give(process, JobAnswered, job.id, 9999))
            elif kind == 2:
                self.later(5000, lambda: self.give(process, JobAnswered, job.id, think(job)))
            return
        copied = Job.read(json.loads(json.dumps(job.plain())))
        self.later(30, lambda: self.give(process, JobAnswered, job.id, think(copied)))

    def _weigh(self, process: Process, wish: StartHintJob) -> None:
        """What a worker says does not matter here, only who is told, and when."""
        fails = self.on("worker", "weigh", chance=0.3)
        choices = () if fails else ((wish.job.legal[0], 0.5, 0.1),)
        self.later(4000 if fails else 30, lambda: self.give(process, HintAnswered, wish.conn, wish.job, choices))

    # Network --------------------------------------------------------------------------------

    def open(self, page: Page, conn: str, hello: dict[str, Any]) -> None:
        """A page opens a socket, to any process that lives."""
        living = [process for process in self.processes if process.alive]
        if not living:
            page.dropped(conn)
            return
        process = living[dice("route", self.plan.seed, conn).randrange(len(living))]
        process.sockets[conn] = page
        page.process = process
        if page.conn != conn:  # it was gone before it came
            self.later(45_000, lambda: self.hang_up(page, conn))
        self.give(process, Opened, conn, hello)

    def deliver(self, page: Page, conn: str, message: dict[str, Any], size: int) -> None:
        process = page.process
        if process is not None and conn in process.sockets:
            self.give(process, Received, conn, message, size)

    def hang_up(self, page: Page, conn: str) -> None:
        """The server notices that a socket is gone."""
        process = page.process
        for candidate in (process, *self.processes):
            if candidate is not None and conn in candidate.sockets:
                del candidate.sockets[conn]
                self.give(candidate, Closed, conn)
                return


def _brief(value: Any) -> Any:
    """Of rows, their numbers: that their bytes are the same is seen when they are written."""
    return [row.seq if isinstance(row, Row) else row for row in value] if isinstance(value, tuple) else value
