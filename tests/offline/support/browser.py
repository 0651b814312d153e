"""Model of a browser: storage, tabs with a host each, a clock, bots, and people who play through the JSON border."""

from __future__ import annotations

import hashlib
import heapq
import json
import random
from collections.abc import Callable
from typing import Any

from fairyring.core.table import seal
from fairyring.offline import host as hosts
from fairyring.offline.host import Host
from fairyring.tables.create import create
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.log.stored import to_json, to_store

Json = dict[str, Any]
THINKING_MS = 200  # between two commands of a person; more of them would be refused


class Browser:
    """Rows by (table, seq), as texts; and the tabs that share them."""

    def __init__(self, seed: int = 1) -> None:
        self.now, self.count, self.seed = 1_000_000_000, 0, seed
        self.rows: dict[tuple[str, int], str] = {}
        self.tabs: list[Tab] = []
        self.due: list[tuple[int, int, Callable[[], None]]] = []

    def entropy(self) -> str:
        self.count += 1
        return hashlib.sha256(f"{self.seed} {self.count}".encode()).hexdigest()

    def tab(self) -> Tab:
        self.tabs.append(Tab(self, f"tab{len(self.tabs)}"))
        return self.tabs[-1]

    def lay(self, game: str, **chosen: Any) -> tuple[str, str]:
        """Create a table; return its id and the creator's token."""
        row, token = create(game, chosen, "maker", self.now, bytes.fromhex(self.entropy()))
        assert self.add(to_json(to_store(row)))
        return row.table, token

    def add(self, row: Json) -> bool:
        """Store a row under its key; False if the key is taken."""
        key = (row["table"], row["seq"])
        return self.rows.setdefault(key, json.dumps(row)) == json.dumps(row)

    def stored(self, table: str, after: int = 0) -> list[Json]:
        return [json.loads(text) for (of, seq), text in sorted(self.rows.items()) if of == table and seq > after]

    def later(self, milliseconds: int, do: Callable[[], None]) -> None:
        self.count += 1
        heapq.heappush(self.due, (self.now + max(0, milliseconds), self.count, do))

    def run(self, until: Callable[[], bool], hours: float = 2) -> None:
        """Let time pass until something is so; fail if that takes too long."""
        end = self.now + int(hours * 3_600_000)
        while not until():
            assert self.due, "nothing will happen any more"
            assert self.now < end, "it takes too long"
            at, _count, do = heapq.heappop(self.due)
            self.now = max(self.now, at)
            do()


class Tab:
    """A tab: a host, and the worker's part around it."""

    def __init__(self, browser: Browser, process: str) -> None:
        self.browser, self.host, self.alive = browser, Host(process), True
        self.people: dict[str, Player] = {}
        self.wakes: dict[str, int | None] = {}
        self.reports: list[str] = []
        self.dropped: list[str] = []
        self.lost = 0
        self.dies_at = ""  # an effect, before which the worker is killed
        self.held: list[Callable[[], None]] | None = None  # answers of the storage, as long as they are held back

    def kill(self) -> None:
        self.alive = False

    def give(self, table: str, kind: str, **fields: Any) -> None:
        if self.alive:
            effects = self.host.take(table, self.browser.now, self.browser.entropy(), kind, json.dumps(fields))
            for effect in json.loads(effects):
                self.alive = self.alive and effect["effect"] != self.dies_at
                if self.alive:
                    self._execute(table, effect)

    def _answer(self, table: str, kind: str, **fields: Any) -> None:
        def answer() -> None:
            self.give(table, kind, **fields)

        if self.held is None:
            self.browser.later(1, answer)
        else:
            self.held.append(answer)

    def _execute(self, table: str, effect: Json) -> None:
        getattr(self, f"_{effect.pop('effect')}")(table, **effect)

    def _append(self, table: str, row: Json) -> None:
        stored = self.browser.add(row)
        self.lost += not stored
        self._answer(table, "stored" if stored else "lost", seq=row["seq"], hash=row["hash"])

    def _read(self, table: str, after: int, number: int) -> None:
        self._answer(table, "rows", rows=self.browser.stored(table, after), read=number)

    def _send(self, _table: str, conn: str, message: Json) -> None:
        if conn in self.people:
            self.people[conn].receive(message)

    def _close(self, _table: str, conn: str, code: int) -> None:
        self.people[conn].closed = code

    def _start_job(self, table: str, job: Json) -> None:
        answer = json.loads(self.host.think(json.dumps(job)))
        assert answer["action"] is not None, answer
        self._answer(table, "job_answered", job=job["id"], action=answer["action"])

    def _start_hint_job(self, table: str, conn: str, job: Json) -> None:
        answer = json.loads(self.host.weigh(json.dumps(job)))
        self._answer(table, "hint_answered", conn=conn, job=job, choices=answer["choices"])

    def _cancel_job(self, _table: str, job: str) -> None:
        pass  # its answer is ignored

    def _wake(self, table: str, at: int | None) -> None:
        self.wakes[table] = at
        if at is not None:
            self.browser.later(at - self.browser.now, lambda: self._tick(table, at))

    def _tick(self, table: str, at: int) -> None:
        if self.wakes.get(table) == at:
            self.give(table, "tick")

    def _publish(self, table: str, kind: str, fields: Json) -> None:
        for tab in self.browser.tabs:
            if tab is not self:
                self.browser.later(1, lambda tab=tab: tab.give(table, kind, **fields))  # type: ignore[misc]

    def _forget(self, table: str, guest: int, until: int) -> None:
        rows = json.dumps(self.browser.stored(table))
        for row in json.loads(hosts.forget(rows, guest, until)):
            self.browser.rows[table, row["seq"]] = json.dumps(row)

    def _delete_table(self, table: str) -> None:
        self.browser.rows = {key: row for key, row in self.browser.rows.items() if key[0] != table}

    def _dropped(self, table: str) -> None:
        self.dropped.append(table)

    def _report(self, _table: str, message: str) -> None:
        self.reports.append(message)


class Player:
    """A page at a table, and the person in front: sits on some seats, starts, and decides at random until the game is over."""

    def __init__(self, tab: Tab, table: str, token: str = "", seed: int = 1) -> None:
        self.tab, self.table, self.token = tab, table, token
        self.random = random.Random(seed)
        self.conn = f"{id(self)}/{len(tab.people)}"
        tab.people[self.conn] = self
        self.guest, self.count, self.closed = 0, 0, 0
        self.public: Json = {}
        self.picture: Json = {}
        self.answers: dict[str, Json] = {}
        self.got: list[Json] = []
        hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": table, "visible": True}
        tab.give(table, "opened", conn=self.conn, hello=hello | ({"token": token} if token else {}))

    @property
    def seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.public.get("seats", ())) if seat.get("guest") == self.guest]

    @property
    def phase(self) -> str:
        return str(self.public.get("phase", ""))

    def receive(self, message: Json) -> None:
        self.got.append(message)
        match message["type"]:
            case "welcome":
                self.guest, self.token = message["you"]["guest"], message["you"].get("token", self.token)
                self._beat(message["beat"])
            case "beat":
                self._beat(message)
            case "ack" | "nack":
                self.answers[message["id"]] = message

    def _beat(self, beat: Json) -> None:
        self.picture |= {key: beat[key] for key in ("view", "prompt", "seats")}
        self.public = beat.get("table", self.public)
        self._open_share()

    def _open_share(self) -> None:
        n, chance = self.public["n"], self.public["chance"]
        share = hashlib.sha256(f"{self.guest} {n}".encode()).digest()
        key = seal.promise(self.table, n, self.guest, share).hex()
        if self.phase == "gathering" and self.seats and str(self.guest) not in chance["promises"]:
            self.send("share", n=n, key=key)
        if self.phase == "sealing" and chance["keys"].get(str(self.guest)) == key and str(self.guest) not in chance["opened"]:
            self.send("open", n=n, share=share.hex())

    def send(self, do: str, /, **fields: Any) -> str:
        """Send a command a moment later; return its id."""
        self.count += 1
        id_ = f"{self.guest}-{self.count}-{self.tab.host.process}"
        message = {"type": "cmd", "id": id_, "do": do, **fields}
        self.tab.browser.later(2, lambda: self.tab.give(self.table, "received", conn=self.conn, message=message))
        return id_

    def do(self, do: str, /, **fields: Any) -> Json:
        """Send a command and wait for its answer."""
        id_ = self.send(do, **fields)
        self.tab.browser.run(lambda: id_ in self.answers)
        return self.answers[id_]

    def begin(self, seats: int = 1, level: str = "normal") -> None:
        """Sit down on the first seats, put bots on the others, start."""
        self.tab.browser.run(lambda: bool(self.public))
        for number in range(len(self.public["seats"])):
            if number < seats:
                assert self.do("sit", seat=number, name="Ann")["type"] == "ack"
            else:
                assert self.do("bot", seat=number, level=level)["type"] == "ack"
        assert self.do("start")["type"] == "ack"

    def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """Decide whenever it is asked, until the game is over, or until something else is so."""
        browser = self.tab.browser
        while not (self.phase == "over" or until()):
            self._decide()
            at = browser.now + THINKING_MS
            browser.later(THINKING_MS, lambda: None)
            browser.run(lambda at=at: browser.now >= at)  # type: ignore[misc]

    def _decide(self) -> None:
        for seat, own in self.picture["seats"].items():
            if "riffle" in own:
                ticks = self.random.randrange(1, 20)
                self.do("riffle", seat=int(seat), ask=own["riffle"]["ask"], n=ticks, tries=1, by="drag", trace=[300] * ticks)
                return
            if own.get("legal") and own.get("chosen") is None:
                action = self.random.choice(own["legal"])["id"]
                self.do("play", seat=int(seat), ask=own["ask"], action=action)
                return
        if len(self.seats) > 1:  # one device: lift the curtain for somebody who is asked
            waiting = (self.picture["view"] or {}).get("waiting", self.seats)
            self.do("here", seat=self.random.choice([seat for seat in self.seats if seat in waiting] or self.seats))
