"""Creation of a table: its first row, which is stored before the table is announced to anybody."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import FairyringError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.record.puzzle import puzzles
from fairyring.core.record.record import Record
from fairyring.core.table.seal import length_prefixed
from fairyring.tables import names, open_deals, tutorial
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import moves, seats
from fairyring.tables.engine.session import Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import MAX_IMPORT_BYTES, MAX_IMPORT_DECISIONS
from fairyring.tables.log.rows import ENTRY_FORMAT, FIRST_PREVIOUS_HASH, Row
from fairyring.tables.log.state import BOT, PERSON, TableSettings, TableState
from fairyring.tables.refusals import Refused


def _begin(process: str, time: int, entropy: bytes) -> UnitOfWork:
    work = UnitOfWork(TableState(), Session(process, time), time, entropy)
    key = hashlib.sha256(length_prefixed("fairyring/key/1") + entropy).hexdigest()
    work.write("created", {"table": opaque_ids.table_id(entropy), "format": ENTRY_FORMAT}, {"key": key})
    return work


def _add_host(work: UnitOfWork) -> str:
    """Write the creator as guest 1 and host; return the device token."""
    token = opaque_ids.device_token(work.entropy, "creator")
    work.write("guest", {"guest": 1, "animal": names.free_animal("", ())}, {"token": opaque_ids.hash_secret(token)})
    work.write("host", {"guest": 1})
    return token


def _first_row(work: UnitOfWork) -> Row:
    return Row.make(work.state.table, 1, FIRST_PREVIOUS_HASH, work.entries, work.session.process, work.time)


def create(game: str, chosen: Mapping[str, Any], process: str, time: int, entropy: bytes) -> tuple[Row, str]:
    """Return the first row of a new table, and the creator's token; raise Refused.

    `chosen` has the fields of the command `options`, and perhaps `guided` for a tutorial, `deal` for an open deal or `puzzle`
    for a position to solve, whose options are their own. A puzzle takes some milliseconds.
    """
    if chosen.get("puzzle"):
        return create_puzzle(game, chosen["puzzle"], process, time, entropy)
    work = _begin(process, time, entropy)
    guided, deal = bool(chosen.get("guided")), str(chosen.get("deal") or "")
    if guided:
        options, settings = tutorial.tutorial_options(game), TableSettings(guided=True)
    elif deal:
        options, deal = open_deals.options_and_deal(game, chosen.get("options") or {}, deal, time)
        settings = TableSettings(deal=deal)
    else:
        options = chosen.get("options") or {}
        settings = seats.changed_settings(
            TableSettings(), chosen.get("public"), chosen.get("aids"), chosen.get("mute"), chosen.get("clock")
        )
    work.write("options", seats.options_entry(seats.game_with_options(game, options), settings))
    token = _add_host(work)
    moves.commit_secret(work, 1)
    if guided or deal:
        tutorial.seat_bots(work)
    return _first_row(work), token


def check_record_size(text: str) -> None:
    """Raise Refused if a record is too long to be read: what it costs follows from its bytes and from its lines."""
    if len(text) > MAX_IMPORT_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_IMPORT_BYTES:
        raise Refused("too-long", "record.long", most=MAX_IMPORT_BYTES)
    if text.count("\n") > MAX_IMPORT_DECISIONS + 2:  # the first and the last line are no decisions
        raise Refused("too-long", "record.decisions", most=MAX_IMPORT_DECISIONS)


def import_record(text: str, process: str, time: int, entropy: bytes) -> tuple[Row, str]:
    """Return the first row of a table made from a record, and the creator's token; raise Refused, naming the line.

    A finished game can be looked at; an unfinished one goes on with fresh chance. Verifies the whole record.
    """
    check_record_size(text)
    try:
        record = Record.loads(text)
        record.verify()
        game = record.game()
    except FairyringError as error:
        raise Refused("not-legal", "record.wrong", why=error.message) from error
    return _continue_record(record, game, TableSettings(), process, time, entropy)


def create_puzzle(game: str, number: str, process: str, time: int, entropy: bytes) -> tuple[Row, str]:
    """Return the first row of a table that begins in the position of a puzzle, and the creator's token; raise Refused.

    The creator has the seat that decides, bots have the others; the game goes on with fresh chance.
    """
    room = registry.room(game)
    puzzle = puzzles(room).get(int(number)) if number.isascii() and number.isdecimal() else None
    if puzzle is None:
        raise Refused("bad-form", "puzzle.none")
    record = puzzle.record(room)
    return _continue_record(record, record.game(), TableSettings(puzzle=puzzle.id), process, time, entropy, puzzle.seat)


def _continue_record(
    record: Record,
    game: Game[Any],
    settings: TableSettings,
    process: str,
    time: int,
    entropy: bytes,
    own_seat: int | None = None,
) -> tuple[Row, str]:
    """Return the first row of a table that continues a record: bots on all seats but the creator's, if there is one."""
    work = _begin(process, time, entropy)
    work.write("options", seats.options_entry(game, settings))
    token = _add_host(work)
    moves.commit_secret(work, 1)
    for seat in range(game.players):
        if seat == own_seat:
            work.write("seat", {"seat": seat, "kind": PERSON, "guest": 1})
        else:
            work.write("seat", {"seat": seat, "kind": BOT, "level": seats.bot_level(work.state)})
    work.write("imported", {"guest": 1, "record": record.renamed().dumps()}, {"names": list(record.names)})
    moves.resolve_chance(work)
    return _first_row(work), token
