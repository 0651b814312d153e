"""Invariants of the simulation, checked while a world runs: its processes, its pages and its end."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fairyring.bots import Position
from fairyring.bots.advice import hint_position
from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.tables import Append, Send, StartHintJob, StartJob
from fairyring.tables.broadcast import views
from fairyring.tables.commands import guests
from fairyring.tables.engine.effects import Effect
from fairyring.tables.engine.inputs import Input
from fairyring.tables.engine.session import viewer_of
from fairyring.tables.log.state import (
    BOT,
    EMPTY,
    OVER,
    PERSON,
    PLAYING,
    TableState,
    comparable_state,
    without_own_choice,
)
from tests.tables.support.log_checks import Broken, LogChecks

if TYPE_CHECKING:
    from tests.tables.support.pages import Page
    from tests.tables.support.world import Process

SIZES = {"band": 60, "ack": 200, "presence": 2500, "beat": 16_000, "welcome": 48_000}
# Commands that are entries when they are accepted as new, unless they change nothing.
WRITE = (
    "start",
    "bot",
    "options",
    "chat",
    "kick",
    "host",
    "reseat",
    "device",
    "only_here",
    "take",
    "stand",
    "riffle",
    "report",
    "confirm",
)


def _has(state: TableState, command: dict[str, Any]) -> bool:
    """Whether a state is as the command wants it: then it is acked without an entry."""
    if command["do"] == "bot" and command["seat"] < len(state.seats):
        seat, level = state.seats[command["seat"]], command.get("level")
        return seat.kind == (EMPTY if level == "" else BOT) and level in (None, "", seat.level)
    if command["do"] == "host":
        return bool(state.host == command["who"])
    if command["do"] == "options":
        chosen = (command.get("options") or {}).items()
        return command.get("game") in (None, state.game) and all(state.options.get(name) == value for name, value in chosen)
    return False


class Checks(LogChecks):
    """Watches a world."""

    # Processes ------------------------------------------------------------------------------

    def after(self, process: Process, item: Input, effects: list[Effect], in_flight: Any, rows: int) -> None:
        """After each input."""
        engine = process.engine
        for conn in engine.session.connections:
            self.since.setdefault((process.name, conn), self.world.now)
        if engine.state is None:
            return
        seq = engine.state.seq
        if seq >= len(self.refs):
            raise Broken(5, f"{process.name} is ahead of the store")
        if engine.state is not getattr(process, "compared", None):
            if comparable_state(engine.state) != self._essence(seq):
                raise Broken(4, f"{process.name} differs from the log at {seq}")
            process.compared = engine.state  # type: ignore[attr-defined]
        if in_flight is not None and in_flight.row is not None and engine.in_flight is not in_flight:
            if any(isinstance(effect, Append) for effect in effects) and type(item).__name__ == "Rows":
                self.world.hits["decided again"] += 1
            if type(item).__name__ == "Rows" and seq >= in_flight.row.seq:
                mine = self.refs[in_flight.row.seq].hash == in_flight.row.hash
                self.world.hits["read back own row" if mine else "lost to another row"] += 1

    def _essence(self, seq: int) -> Any:
        """Up to three processes are compared with the same reference."""
        if seq not in self.essences:
            self.essences[seq] = comparable_state(self.refs[seq])
            if len(self.essences) > 8:
                del self.essences[next(iter(self.essences))]
        return self.essences[seq]

    def effect(self, process: Process, effect: Effect, text: str) -> None:
        if isinstance(effect, Send):
            self._send(process, effect, text)
        elif isinstance(effect, StartJob):
            self._ask(process, effect)
        elif isinstance(effect, StartHintJob):
            self._consult(process, effect)

    def _send(self, process: Process, effect: Send, text: str) -> None:
        message = effect.message
        state = process.engine.state
        if state is None:
            return
        ref = self.refs[min(state.seq, len(self.refs) - 1)]
        if ref.phase != OVER and ref.chance.secret and ref.chance.secret.hex() in text:
            raise Broken(21, f"the secret is sent in a {message['type']}")
        if ref.label_key and ref.label_key.hex() in text:
            raise Broken(21, "the table's key is sent")
        most = 48_000 if "legal" in message else SIZES.get(message["type"], 48_000)  # what was foreseen is a picture
        if len(text) > most:
            raise Broken(7, f"a {message['type']} has {len(text)} bytes")
        beat = message["beat"] if message["type"] == "welcome" else message
        conn = process.engine.session.connections.get(effect.conn)
        if beat["type"] == "beat" and conn is not None:
            self._beat(process, ref, beat, conn)
        if message["type"] == "welcome" and beat["view"]:
            lasting = views.lasting_events(ref, beat["view"]["seat"])
            if any(event not in lasting for event in beat["events"]):
                raise Broken(8, "who comes is told of something that cannot be looked up any more")
        if conn is not None:
            self._to_guest(process, ref, effect, conn)
        if message["type"] == "band" and conn is not None:
            self._band(ref, message, viewer_of(ref, conn))
        if ref.chance.master and ref.chance.master.hex() in text:
            raise Broken(21, f"what all chance follows from is sent in a {message['type']}")

    def _band(self, ref: TableState, message: Any, viewer: Any) -> None:
        """Of a hand that is still moving, only the seated audience sees something, and only roughly."""
        table = ref.playing
        if table is None or table.holder is None or table.game.gesture is None:
            return
        if message["c"] < table.game.gesture.number(table.state):
            return  # that one is done
        if viewer is None:
            raise Broken(10, "a watcher, or a device behind the curtain, is shown the hand")
        if viewer == table.holder:
            raise Broken(7, "the challenger is shown what the audience sees")
        if not 0 <= message["b"] < 48:
            raise Broken(7, f"{message} is more than a band")

    def _picture(self, ref: TableState, viewer: Any) -> Any:
        key = (ref.seq, viewer)
        if key not in self.pictures:
            self.pictures[key] = views.picture(ref, viewer)
        return self.pictures[key]

    def _to_guest(self, process: Process, ref: TableState, effect: Send, conn: Any) -> None:
        message = effect.message
        if message["type"] == "nack" and message["code"] != "id-reused" and self.causes[conn.guest, message["id"]]:
            raise Broken(19, f"{message['id']} is refused ({message['code']}) and is in the log")
        if message["type"] in ("beat", "welcome", "chat", "presence"):
            page = process.sockets.get(effect.conn)
            token = page.used if page is not None and page.conn == effect.conn else ""
            if page and token and conn and page.guest == conn.guest:
                guest = guests.identify(ref, token)
                if guest is None or guest.guest != conn.guest:
                    raise Broken(14, "a revoked token is sent something")

    def _beat(self, process: Process, ref: TableState, beat: Any, conn: Any) -> None:
        """The picture is that of the stored table, for a viewer that this socket may be."""
        viewer = beat["view"]["seat"] if beat["view"] else None
        # Several rows that came at once are told one after another.
        refs = self.refs[process.seq : ref.seq + 1]
        if viewer is not None and not any(viewer in ref.seats_of(conn.guest) for ref in refs):
            raise Broken(7, f"guest {conn.guest} is sent the view of seat {viewer}")
        pictures = (self._picture(ref, viewer) for ref in reversed(refs))
        if not re.fullmatch(r"[\w-]{12}", beat["at"]) or beat["at"].isdecimal():
            raise Broken(8, f"the cursor {beat['at']} tells something")
        if not any(all(beat[key] == getattr(picture, key) for key in ("view", "prompt", "seats")) for picture in pictures):
            raise Broken(5, f"{process.name} sends another picture than the stored one")

    def _ask(self, process: Process, effect: StartJob) -> None:
        state = process.engine.state
        assert state is not None
        ref, job = self.refs[state.seq], effect.job
        assert ref.run is not None
        assert ref.run.table is not None
        tables = [
            state.run.table for state in self.refs[process.seq : ref.seq + 1] if state.run is not None and state.run.table
        ]
        first = self.world.counts[f"job {job.id} {process.name}"] == 0
        self.world.counts[f"job {job.id} {process.name}"] += 1
        self.world.hits["job asked again"] += not first
        if first and not any(job.state == schema.pack(table.redacted(job.seat)) for table in tables):
            raise Broken(17, "a job holds something else than what its seat knows")
        self.jobs.append((self.world.now, job.seat, job.state, (job.legal, job.level, job.budget)))
        self.world.hits["job"] += 1

    def _consult(self, process: Process, effect: StartHintJob) -> None:
        """Only what the one person at the table knows is thought about, and without what it chose and can still change."""
        state, seat = process.engine.state, effect.job.seat
        assert state is not None
        refs = [ref for ref in self.refs[process.seq : state.seq + 1] if ref.playing is not None]
        alone = (
            state for state in refs if [p for p, seat_state in enumerate(state.seats) if seat_state.kind == PERSON] == [seat]
        )
        tables = (without_own_choice(state.playing, seat) for state in alone if state.playing is not None)
        knowledge = (hint_position(Position.at(table, seat))[0].knowledge for table in tables)
        if not any(effect.job.state == schema.pack(state) for state in knowledge):
            raise Broken(17, "a hint is thought about with something else than what the only person knows")
        self.world.hits["hint"] += 1

    # Pages ----------------------------------------------------------------------------------

    def note_command(self, page: Page, message: dict[str, Any]) -> None:
        if isinstance(message.get("id"), str):
            self.texts[message["id"]] = message

    def received(self, page: Page, message: dict[str, Any]) -> None:
        beat = message["beat"] if message["type"] == "welcome" else message
        if message["type"] == "welcome":
            page.guest = message["you"]["guest"]
        if beat["type"] == "beat":
            if beat["after"] is not None and beat["after"] not in page.ats:
                raise Broken(11, "a beat follows on one that was never sent")
            self._curtain(page, beat)
        elif beat["type"] == "ack" and page.guest:
            self._ack(page, beat)

    def _curtain(self, page: Page, beat: dict[str, Any]) -> None:
        table = beat.get("table") or page.table
        mine = [p for p, seat in enumerate(table["seats"]) if seat.get("guest") == page.guest]
        viewer = beat["view"]["seat"] if beat["view"] else None
        if len(mine) > 1 and viewer is not None and viewer not in page.heres:
            raise Broken(10, f"seat {viewer} is shown to a device where nobody said to be here")

    def _ack(self, page: Page, message: dict[str, Any]) -> None:
        command = self.texts.get(message["id"], {})
        entries = self.causes[page.guest, message["id"]]
        if command.get("do") in WRITE and not entries and not any(_has(ref, command) for ref in self.refs[-40:]):
            raise Broken(1, f"{command['do']} is acked and not in the log")
        stood = entries or command.get("do") != "play" or any(self._stands(ref, command) for ref in self.refs[-40:])
        if not stood and not self._passed(command):
            raise Broken(1, "a play is acked, not in the log, and not what stands")
        if entries:
            self.acked.append((page.guest, message["id"]))

    def _stands(self, ref: TableState, command: dict[str, Any]) -> bool:
        if ref.run is None or ref.run.table is None or command["seat"] not in ref.run.chosen:
            return False
        return ref.run.chosen[command["seat"]].action == _text(ref.run.table.game, command)

    def _passed(self, command: dict[str, Any]) -> bool:
        """Whether it stood for a moment within one row: between two others, or resolved in the same row."""
        entries = [entry for row in self.world.rows[-40:] for entry in row.entries if entry.kind == "decision"]
        own = [entry.data for entry in entries if entry.data["seat"] == command["seat"]]
        games = {ref.run.table.game for ref in self.refs[-40:] if ref.run is not None and ref.run.table is not None}
        texts = {_text(game, command) for game in games}
        return any(data.get("instead") or data["plays"] in texts for data in own)

    # The end --------------------------------------------------------------------------------

    def _where(self) -> tuple[int, int, int]:
        run = self.ref.run
        return self.ref.n, ("gathering", "sealing", "playing", "over").index(self.ref.phase), len(run.decisions) if run else 0

    def progress_begins(self) -> None:
        self.progress = self._where()

    def enough_progress(self) -> bool:
        """A short life needs to go on at all; in a long one a game is played to its end."""
        if self.world.plan.short:
            return self._where() > self.progress
        return self._where()[0] > self.progress[0] + 1 or (self.finished > 0 and self._where() > self.progress)

    def at_the_end(self) -> None:
        """Everybody is back and nothing fails: did it go on, do all see the same?"""
        world = self.world
        people = [page for page in world.pages if page.kind not in ("hostile", "sleeper") and page.conn and page.seats]
        if people and self._where() <= self.progress and self.ref.phase in (PLAYING, OVER):
            raise Broken(15, f"nothing happened in ten minutes ({self.ref.phase})")
        for guest, id_ in self.acked:
            if self.causes[guest, id_] != 1:
                raise Broken(1, "something acked is not in the log")
        for process in world.processes:
            if process.engine.state is None or process.engine.state.seq != self.ref.seq:
                raise Broken(4, f"{process.name} did not catch up")
        for page in world.pages:
            self._final(page)
        self._memory()

    def _final(self, page: Page) -> None:
        if not page.conn or page.process is None or not page.table:
            return
        conn = page.process.engine.session.connections.get(page.conn)
        if conn is None:
            return
        expected = asdict(views.picture(self.ref, viewer_of(self.ref, conn)))
        picture = {**page.picture, "table": page.table}
        if picture != _plain(expected):
            wrong = [key for key in expected if picture[key] != _plain(expected[key])]
            raise Broken(12, f"page {page.number} shows another {', '.join(wrong)} than the table has")

    def _memory(self) -> None:
        world = self.world
        for page in world.pages:
            page.sleeping = 1 << 60  # who just lost a socket does not come again
            if page.conn:
                conn, page.conn = page.conn, ""
                world.hang_up(page, conn)
        world.settle(lambda: not any(process.sockets for process in world.processes), 60)
        for process in world.processes:
            session = process.engine.session
            size = (
                len(session.connections) + len(session.flood_counts) + len(process.engine.waiting) + len(session.seat_requests)
            )
            size += sum(not key[0].startswith("guest") for key in session.rate_buckets)
            size += sum(guest not in self.ref.guests for guest in session.last_seen)
            if size or len(session.jobs) > len(self.ref.seats):
                raise Broken(20, f"{process.name} keeps {size} things of people who left")


def _text(game: Game[Any], command: dict[str, Any]) -> str:
    """What a play says, as the log has it."""
    action = command["action"]
    if isinstance(action, dict):
        action = game.actions.read(action["kind"], action["args"])
    return game.action(command["seat"], action).text


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))
