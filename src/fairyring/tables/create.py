"""A new table: its first row. It is stored before anybody hears of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.record.record import Record
from fairyring.core.table.seal import length_prefixed
from fairyring.tables import names, tutorial
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import moves, seats
from fairyring.tables.engine.session import Live
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import IMPORT_BYTES
from fairyring.tables.log.rows import FIRST, Row
from fairyring.tables.log.state import BOT, Durable, Settings
from fairyring.tables.refusals import Refused


def _desk(me: str, time: int, entropy: bytes) -> Desk:
    table = opaque_ids.table_id(entropy)
    desk = Desk(Durable(), Live(me, time), time, entropy)
    key = hashlib.sha256(length_prefixed("fairyring/key/1") + entropy).hexdigest()
    desk.write("created", {"table": table}, {"key": key})
    return desk


def _host(desk: Desk) -> str:
    token = opaque_ids.token(desk.entropy, "creator")
    desk.write("guest", {"guest": 1, "animal": names.animal("", ())}, {"token": opaque_ids.hashed(token)})
    desk.write("host", {"guest": 1})
    return token


def _row(desk: Desk) -> Row:
    return Row.make(desk.durable.table, 1, FIRST, desk.entries, desk.live.me, desk.time)


def create(game: str, chosen: Mapping[str, Any], me: str, time: int, entropy: bytes) -> tuple[Row, str]:
    """The first row, and the creator's token. `chosen` is as in the command `options`; raises Refused."""
    desk = _desk(me, time, entropy)
    lesson = bool(chosen.get("guided"))
    wanted = tutorial.asked(game) if lesson else chosen
    found = seats.choose(game, wanted.get("options") or {})
    desk.write("options", seats.told(found, seats.settings(Settings(guided=lesson), wanted)))
    token = _host(desk)
    moves.commit(desk, 1)
    if lesson:
        tutorial.prepare(desk)
    return _row(desk), token


def import_record(text: str, me: str, time: int, entropy: bytes) -> tuple[Row, str]:
    """A table from a record: over, or to be played on with fresh chance. Raises Refused, naming the line."""
    if len(text.encode()) > IMPORT_BYTES:
        raise Refused("too-long", "record.long", most=IMPORT_BYTES)
    try:
        record = Record.loads(text)
        record.verify()
        game = record.game()
    except FairyringError as error:
        raise Refused("not-legal", "record.wrong", why=error.message) from error
    desk = _desk(me, time, entropy)
    desk.write("options", seats.told(game, Settings()))
    token = _host(desk)
    moves.commit(desk, 1)
    for seat in range(game.players):
        desk.write("seat", {"seat": seat, "kind": BOT, "level": seats.level_for(desk.durable)})
    desk.write("imported", {"guest": 1, "record": record.renamed().dumps()}, {"names": list(record.names)})
    moves.go_on(desk)
    return _row(desk), token
