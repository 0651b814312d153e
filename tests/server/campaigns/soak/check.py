"""Checks of a soak test: each received message is recomputed from the rows, and searched for secrets."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import SeenBy
from fairyring.core.fields.view import wire
from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.core.rng import Stream
from fairyring.server import store
from fairyring.tables import Row, records
from fairyring.tables.broadcast import opaque_ids, views
from fairyring.tables.broadcast.opaque_ids import hash_secret
from fairyring.tables.commands import gestures
from fairyring.tables.log.fold import fold_row
from fairyring.tables.log.rows import first_broken_link
from fairyring.tables.log.state import GATHERING, OVER, TableState
from fairyring.tables.log.stored import from_store
from tests.server.campaigns.soak.people import Heard, PersonLog
from tests.server.support.protocol_coverage import ProtocolCoverage

WRITES = ("start", "bot", "options", "chat", "kick", "host", "reseat", "device", "only_here", "stand")
SCHEMAS = 20  # every so manieth message of a kind is held against the game's JSON schema, which takes long
TWINS = 7  # every so manieth picture of a seat is also made in a world that this seat cannot tell from the true one


class Leak(AssertionError):
    """Somebody was told something else than what they may know."""


def read_log(database: Path, table: str) -> list[Row]:
    """The rows of a table, from the file itself."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as opened:
        rows = opened.execute(
            'SELECT table_id, seq, body, hash, "by", at, aside FROM row WHERE table_id = ? ORDER BY seq', (table,)
        ).fetchall()
    opened.close()
    return [
        from_store(store.StoredRow(t, seq, body, hash_, by, at, json.loads(aside) if aside else None))
        for t, seq, body, hash_, by, at, aside in rows
    ]


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


class Log:
    """A table's log, folded up to every row."""

    def __init__(self, rows: list[Row]) -> None:
        assert first_broken_link(rows) is None
        self.rows = rows
        self.refs: list[TableState] = [TableState()]
        for row in rows:
            self.refs.append(fold_row(self.refs[-1], row))
        self.causes = Counter((entry.cause.guest, entry.cause.id) for row in rows for entry in row.entries if entry.cause)
        assert max(self.causes.values(), default=0) <= 1, "a command has two entries"
        self._pictures: dict[tuple[int, int | None], Any] = {}
        # Names that were taken back are in the log no more; what was told of them before cannot be compared.
        self.forgotten = {str(entry.data["guest"]) for row in rows for entry in row.entries if entry.kind == "forgotten"}

    def unnamed(self, table: Any) -> Any:
        """What everybody knows of the table, without the names that were taken back."""
        guests = {
            number: {**called, "name": ""} if number in self.forgotten else called for number, called in table["guests"].items()
        }
        return {**table, "guests": guests}

    @cached_property
    def cursors(self) -> dict[str, tuple[int | None, int]]:
        seats = max(len(ref.seats) for ref in self.refs)
        return {
            opaque_ids.cursor(self.refs[-1], viewer, seq): (viewer, seq)
            for seq in range(1, len(self.refs))
            for viewer in (None, *range(seats))
        }

    def picture(self, seq: int, viewer: int | None) -> Any:
        if (seq, viewer) not in self._pictures:
            self._pictures[seq, viewer] = plain(asdict(views.picture(self.refs[seq], viewer)))
        return self._pictures[seq, viewer]

    def secrets(self, seq: int) -> Iterator[str]:
        """What nobody may be told at this row, in any spelling."""
        ref = self.refs[seq]
        yield from spelled(ref.label_key)
        yield from spelled(ref.chance.master)
        if ref.phase != OVER:
            yield from spelled(ref.chance.secret)
        for guest in ref.guests.values():
            yield from guest.devices
        yield from ref.links


def spelled(secret: bytes) -> list[str]:
    if not secret:
        return []
    return [secret.hex(), base64.b64encode(secret).decode().rstrip("="), base64.urlsafe_b64encode(secret).decode().rstrip("=")]


class Check:
    """One table."""

    def __init__(self, rows: list[Row], people: list[PersonLog]) -> None:
        self.log, self.people, self.seen = Log(rows), people, ProtocolCoverage()
        self.counts: Counter[str] = Counter()
        self.hasty: Counter[tuple[str, str]] = Counter()

    def run(self) -> Counter[str]:
        for person in self.people:
            pos = 1
            for heard in person.heard:
                pos = self._connection(person, heard, pos)
            for text in person.records:
                self._record(person, text)
        self._ends()
        return self.counts

    # Connections ----------------------------------------------------------------------------------

    def _connection(self, person: PersonLog, heard: Heard, pos: int) -> int:
        foreign = [token for other in self.people if other is not person for token in (*other.tokens, *other.codes)]
        foreign = [token for token in foreign if token not in person.tokens and token not in person.codes]
        guest, at = 0, heard.since
        for text, here in heard.texts:
            message = json.loads(text)
            kind = message["type"]
            self.counts[kind] += 1
            room = registry.room(self.log.refs[pos].game)
            self.seen.from_server(text, room if self.counts[kind] % SCHEMAS == 1 else None, sizes=False)
            guest = message["you"]["guest"] if kind == "welcome" else guest
            beat = message.get("beat", message)
            if beat["type"] == "beat":
                pos = self._beat(beat, guest, here, pos, at, welcome=kind == "welcome")
                at = beat["at"]
            elif kind == "band" and not self._may_see(message, guest, here, pos):
                raise Leak(f"guest {guest} is shown how thick a stack is, at row {pos}: {text}")
            elif kind in ("ack", "nack") and message["id"]:
                self._answer(person, guest, message)
            for secret in (*self.log.secrets(pos), *foreign):
                if secret in text:
                    raise Leak(f"a {kind} to guest {guest} at row {pos} holds a secret: {text[:300]}")
        return pos

    def _may_see(self, band: Any, guest: int, here: tuple[int, ...], seq: int) -> bool:
        """A stack that a hand holds: while it moves it is for the other seats, and when it is counted for everybody."""
        entries = [entry for row in self.log.rows[:seq] for entry in row.entries if entry.kind == "hand"]
        if any(entry.data.get("shown") == [band["c"], band["b"]] for entry in entries):
            return True
        gesture = gestures.awaited(self.log.refs[seq])
        eyes = [seat for seat in self._viewers(seq, guest, here) if seat is not None]
        return (
            gesture is not None
            and gestures.gesture_number(self.log.refs[seq]) == band["c"]
            and any(seat != gesture[1] for seat in eyes)
        )

    def _viewers(self, seq: int, guest: int, here: tuple[int, ...]) -> list[int | None]:
        """As whom this connection may be shown the table at that row."""
        seats = self.log.refs[seq].seats_of(guest)
        return [seats[0]] if len(seats) == 1 else [None, *(p for p in seats if p in here)]

    def _beat(self, beat: Any, guest: int, here: tuple[int, ...], pos: int, before: str, welcome: bool) -> int:
        viewer, seq = self.log.cursors.get(beat["at"], (None, 0))
        exact = not welcome and seq and beat["after"] != beat["at"]
        for candidate in [seq] if exact else range(pos, len(self.log.refs)):
            for eyes in self._viewers(candidate, guest, here):
                if self._same(beat, candidate, eyes) and (not exact or eyes == viewer):
                    self._events(beat, candidate, eyes, bool(exact))
                    if exact and beat["after"] != before:
                        raise Leak(f"guest {guest} is sent a beat that follows on another")
                    self._shown(beat, candidate, eyes)
                    return candidate
        raise Leak(f"guest {guest} is sent something else than its picture after row {pos}: {json.dumps(beat)[:600]}")

    def _same(self, beat: Any, seq: int, eyes: int | None) -> bool:
        picture = self.log.picture(seq, eyes)
        if any(beat[key] != picture[key] for key in ("view", "prompt", "seats")):
            return False
        return "table" not in beat or self.log.unnamed(beat["table"]) == self.log.unnamed(picture["table"])

    def _events(self, beat: Any, seq: int, eyes: int | None, exact: bool) -> None:
        ref = self.log.refs[seq]
        if exact:
            right = beat["events"] == plain(views.events_for(ref.news, eyes))
        else:
            lasting = plain(views.lasting_events(ref, eyes))
            right = all(beat["events"].count(event) <= lasting.count(event) for event in beat["events"])
        if not right:
            raise Leak(f"events at row {seq} for {eyes}: {beat['events']}")

    def _shown(self, beat: Any, seq: int, eyes: int | None) -> None:
        """Without asking what makes pictures: the schema's own word, and a world that differs in all that is hidden."""
        run, view = self.log.refs[seq].run, beat["view"]
        if view is None or run is None or run.table is None:
            return
        game = run.table.game
        for name, value in view.items():
            if name == "seat":
                continue
            field = game.room.schema.state.fields[name]
            if field.visibility.shown is SeenBy.NOBODY:
                raise Leak(f"{name} is for nobody")
            if (
                field.seats
                and field.visibility.shown is SeenBy.OWNER
                and any(v is not None for p, v in enumerate(value) if p != eyes)
            ):
                raise Leak(f"{name} of another seat is shown to {eyes}")
            self.counts["fields"] += 1
        self.counts["beats"] += 1
        if self.counts["beats"] % TWINS == 0 and game.outcome(run.table.state) is None:
            self._twin(beat, seq, eyes)

    def _twin(self, beat: Any, seq: int, eyes: int | None) -> None:
        ref = self.log.refs[seq]
        assert ref.run is not None
        assert ref.run.table is not None
        table, viewer = ref.run.table, 0 if eyes is None else eyes
        game = table.game
        world = game.imagine(table.redacted(viewer), viewer, Stream(seq))
        if plain(wire(game.view(world, eyes))) != beat["view"]:
            raise Leak(f"the view of {eyes} at row {seq} depends on what is hidden from it")
        own = beat["seats"].get(str(eyes), {})
        if (
            eyes in game.pending(world)
            and "legal" in own
            and list(game.legal(world, viewer)) != [a["id"] for a in own["legal"]]
        ):
            raise Leak(f"what seat {eyes} may do at row {seq} depends on what is hidden from it")
        self.counts["twins"] += 1
        self.counts["twins that differ"] += schema.pack(world) != schema.pack(table.state)

    # Answers and records ----------------------------------------------------------------------------

    def _answer(self, person: PersonLog, guest: int, message: Any) -> None:
        entries = self.log.causes[guest, message["id"]]
        command = person.commands.get(message["id"], {})
        if message["type"] == "nack" and entries and message["code"] != "id-reused" and not self._hurried(person, message):
            raise Leak(f"{command} is refused ({message['code']}) and is in the log")
        if message["type"] == "ack" and command.get("do") in WRITES and not entries:
            raise Leak(f"{command} is acked and is not in the log")
        self.counts[f"nack {message['code']}" if message["type"] == "nack" else f"ack {command.get('do')}"] += 1

    def _hurried(self, person: PersonLog, message: Any) -> bool:
        """Whether this copy was not even looked at for haste, and another one may be what is in the log."""
        if message["code"] != "too-fast":
            return False
        self.hasty[person.name, message["id"]] += 1
        return self.hasty[person.name, message["id"]] < person.said[message["id"]]

    def _record(self, person: PersonLog, text: str) -> None:
        """What HTTP gave during the game: one row's story for one seat, or the whole of a game that is over."""
        self.counts["records"] += 1
        if not text.startswith('{"partial":true'):
            Record.loads(text).verify()
            return
        record = json.loads(text)
        for ref in self.log.refs:
            if ref.run is None or ref.phase == GATHERING:
                continue
            mine = {
                seats[0] if len(seats) == 1 else None
                for number in ref.guests
                for seats in [ref.seats_of(number)]
                if self._is(person, ref, number)
            }
            expected = plain(records.partial_record(ref, record["seat"]))
            if record["seat"] in mine | {None} and (
                expected == record or (self.log.forgotten and expected["view"] == record["view"])
            ):
                return
        raise Leak(f"a record is given that no row explains: {text[:500]}")

    def _is(self, person: PersonLog, ref: TableState, number: int) -> bool:
        return any(hash_secret(token) in ref.guests[number].devices for token in person.tokens)

    def _ends(self) -> None:
        for before, ref in zip(self.log.refs, self.log.refs[1:], strict=False):
            if ref.phase == OVER and before.phase != OVER:
                Record.loads(records.full_record(ref).dumps()).verify()
                assert ref.run is not None
                assert ref.run.over is not None
                self.counts["games abandoned" if ref.run.over.get("abandoned") else "games"] += 1


def check(database: Path, table: str, people: list[PersonLog]) -> dict[str, int]:
    """Check one table; how much of what was seen. Raises at the first thing that is wrong."""
    return dict(Check(read_log(database, table), people).run())
