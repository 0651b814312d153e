"""Test bench: engines, a store and connections under full control of a test."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from fairyring.core.table import seal
from fairyring.tables import (
    Append,
    CancelJob,
    Close,
    Closed,
    DeleteTable,
    Effect,
    HintAnswered,
    Input,
    JobAnswered,
    Lost,
    Opened,
    PeerMessage,
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
    TableState,
    Tick,
    Wake,
    create,
    load,
)
from fairyring.tables.bot_jobs import Job, think, weigh
from fairyring.tables.limits import PROTOCOL_VERSION

Message = dict[str, Any]


class Bench:
    """One table; by default one process that is not alone, and a store that answers at once."""

    def __init__(self, game: str = "fairy", players: int = 2, first: Row | None = None, token: str = "", **chosen: Any) -> None:
        self.now = 1_000_000
        self.count = 0
        if first is None:
            options = {"players": players, **chosen.pop("options", {})}
            first, token = create(game, {"options": options, **chosen}, "maker", self.now, self.entropy())
        self.token = token
        self.rows = [first]
        self.engines: dict[str, TableEngine] = {}
        self.where: dict[str, str] = {}  # by socket, its process
        self.sent: dict[str, list[Message]] = defaultdict(list)
        self.closed: dict[str, int] = {}
        self.jobs: list[Job] = []
        self.cancelled: list[str] = []
        self.wakes: dict[str, int | None] = {}
        self.held: list[tuple[str, Append]] | None = None  # appends that wait for `answer`
        self.thinking = True  # whether workers answer at once
        self.forgotten = False
        self.bus = False  # whether processes hear each other
        self.tolerant = False  # whether unexpected errors are collected instead of raised
        self.failures: list[Exception] = []
        self.fallbacks = 0
        self.inbox: list[tuple[str, type[Input], tuple[Any, ...]]] = []
        self.busy = False
        self.start("a")

    def entropy(self) -> bytes:
        self.count += 1
        return seal.promise("bench", 1, 1, self.count.to_bytes(4, "big"))

    # Processes and the store ----------------------------------------------------------------

    def start(self, name: str, alone: bool = False) -> None:
        engine, effects = TableEngine.start(self.rows[0].table, name, self.now, self.entropy(), alone)
        self.engines[name] = engine
        self.busy = True
        self.effects(name, effects)
        self.busy = False
        self.give("", Tick)

    def crash(self, name: str = "a") -> None:
        del self.engines[name]
        self.where = {conn: process for conn, process in self.where.items() if process != name}
        self.wakes.pop(name, None)

    def give(self, name: str, kind: type[Input], *args: Any) -> None:
        """An input. All effects of the one before are done first, as a server does them."""
        self.inbox.append((name, kind, args))
        if self.busy:
            return
        self.busy = True
        while self.inbox:
            target, input_type, values = self.inbox.pop(0)
            if target in self.engines:
                self.effects(target, self.engines[target].take(input_type(self.now, self.entropy(), *values)))
        self.busy = False

    def effects(self, name: str, effects: list[Effect]) -> None:  # noqa: C901, PLR0912  (one case for each)
        for effect in effects:
            match effect:
                case Append():
                    if self.held is not None:
                        self.held.append((name, effect))
                    else:
                        self.append(name, effect.row)
                case Read():
                    self.give(name, Rows, tuple(self.rows[effect.after :]), effect.number)
                case Send():
                    self.sent[effect.conn].append(json.loads(json.dumps(effect.message)))
                case Close():
                    self.closed[effect.conn] = effect.code
                    self.give(self.where.pop(effect.conn, ""), Closed, effect.conn)
                case StartJob():
                    self.jobs.append(effect.job)
                    if self.thinking:
                        self.give(name, JobAnswered, effect.job.id, think(effect.job))
                case StartHintJob():
                    self.jobs.append(effect.job)
                    if self.thinking:
                        self.give(name, HintAnswered, effect.conn, effect.job, weigh(effect.job))
                case Publish() if self.bus:
                    for other in self.engines:
                        if other != name:
                            self.give(other, PeerMessage, effect.message)
                case CancelJob():
                    self.cancelled.append(effect.job)
                case Wake():
                    self.wakes[name] = effect.at
                case DeleteTable():
                    self.forgotten = True
                case ReportFallback():
                    self.fallbacks += 1
                case ReportFailure():
                    if not self.tolerant:
                        raise effect.error
                    self.failures.append(effect.error)

    def append(self, name: str, row: Row, answer: bool = True) -> None:
        if row.seq <= len(self.rows):
            mine = self.rows[row.seq - 1].hash == row.hash
            self.give(name, Stored if mine else Lost, row.seq, row.hash)
            return
        self.rows.append(Row.read(row.table, row.seq, row.body, row.aside, row.hash, row.by, row.at))
        if answer:
            self.give(name, Stored, row.seq, row.hash)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        messages, self.held = self.held or [], None
        for name, effect in messages:
            self.append(name, effect.row)

    def sync(self) -> None:
        """Every process reads what is new."""
        for name, engine in self.engines.items():
            if engine.state is not None:
                self.give(name, Rows, tuple(self.rows[engine.state.seq :]))

    def pass_time(self, milliseconds: int) -> None:
        """Time goes by; processes are woken when they wanted."""
        end = self.now + milliseconds
        while True:
            due = [(at, name) for name, at in self.wakes.items() if at is not None and at <= end]
            if not due:
                break
            at, name = min(due)
            self.now = max(self.now, at)
            self.wakes[name] = None
            self.give(name, Tick)
        self.now = end

    @property
    def state(self) -> TableState:
        """The table as the log tells it."""
        return load(self.rows)

    # People ---------------------------------------------------------------------------------

    def join(self, conn: str, token: str = "", process: str = "a", **more: Any) -> Message:
        """Open a socket; its welcome, or nothing."""
        self.where[conn] = process
        before = len(self.sent[conn])
        hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": self.rows[0].table, "visible": True, **more}
        hello |= {"token": token} if token else {}
        self.give(process, Opened, conn, hello)
        return next((m for m in self.sent[conn][before:] if m["type"] == "welcome"), {})

    def guest(self, conn: str) -> int:
        """The number of the guest at a socket, as its last welcome said."""
        return next(int(m["you"]["guest"]) for m in reversed(self.sent[conn]) if m["type"] == "welcome")

    def leave(self, conn: str) -> None:
        self.give(self.where.pop(conn), Closed, conn)

    def say(self, conn: str, message: Message) -> None:
        self.give(self.where[conn], Received, conn, message, len(json.dumps(message)))

    def do(self, conn: str, do: str, id: str = "", **fields: Any) -> Message:
        """A command; its answer, or nothing while it waits."""
        id_ = id or f"id{self.count}"
        before = len(self.sent[conn])
        self.say(conn, {"type": "cmd", "id": id_, "do": do, **fields})
        answers = [m for m in self.sent[conn][before:] if m["type"] in ("ack", "nack") and m["id"] == id_]
        return answers[-1] if answers else {}

    def beats(self, conn: str) -> list[Message]:
        return [m["beat"] if m["type"] == "welcome" else m for m in self.sent[conn] if m["type"] in ("beat", "welcome")]

    def picture(self, conn: str) -> Message:
        """What the page at this socket shows: the newest picture, with the newest table."""
        picture: Message = {}
        for beat in self.beats(conn):
            picture |= beat
        return picture

    def own(self, conn: str) -> Message:
        """What the shown seat is told alone."""
        seats: Mapping[str, Message] = self.picture(conn)["seats"]
        return next(iter(seats.values()), {})

    def ask(self, conn: str) -> str:
        return str(self.own(conn).get("ask", ""))

    def play(self, conn: str, seat: int, action: Any = 0, **more: Any) -> Message:
        return self.do(conn, "play", seat=seat, ask=more.pop("ask", self.ask(conn)), action=action, **more)

    # Usual beginnings -----------------------------------------------------------------------

    def two(self, start: bool = True) -> Bench:
        """Ann is host and sits on seat 0; Bo on seat 1; the game begins."""
        self.tokens = {"ann": self.token}
        self.join("ann", self.token)
        self.tokens["bo"] = self.join("bo")["you"]["token"]
        assert self.do("ann", "sit", seat=0, name="Ann")["type"] == "ack"
        assert self.do("bo", "sit", seat=1, name="Bo")["type"] == "ack"
        if start:
            assert self.do("ann", "start")["type"] == "ack"
        return self

    def with_bots(self) -> Bench:
        """Ann plays against bots."""
        self.join("ann", self.token)
        self.do("ann", "sit", seat=0, name="Ann")
        for seat in range(1, len(self.state.seats)):
            self.do("ann", "bot", seat=seat)
        assert self.do("ann", "start")["type"] == "ack"
        return self

    def finish(self) -> None:
        """Play the first legal action of every seat that owes one, until the game is over."""
        while self.state.phase == "playing":
            for conn in [conn for conn in self.where if self.ask(conn) and "chosen" not in self.own(conn)]:
                if self.state.phase == "playing" and self.ask(conn):
                    seat, own = next(iter(self.picture(conn)["seats"].items()))
                    assert self.play(conn, int(seat), own["legal"][0]["id"])["type"] == "ack"
            self.pass_time(2000)
