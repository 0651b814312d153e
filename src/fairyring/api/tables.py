"""Tables as their states tell: lookup of a game, turn, catalogue, and what may be exported to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fairyring.api.errors import NO_TABLE, RequestError
from fairyring.core.record.record import Record
from fairyring.tables import records, rules_versions
from fairyring.tables.commands import guests
from fairyring.tables.log.load import load, load_game
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import OVER, TableState
from fairyring.tables.refusals import Refused

BEARER = "Bearer "
NO_GAME = "There was no such game at this table."


def load_table(rows: Sequence[Row], game: int = 0) -> TableState:
    """Return the state of a table, now or at the end of its n-th game. Raises RequestError, UnreadableLog."""
    if not rows:
        raise RequestError(404, "none", NO_TABLE)
    state = load(rows)
    if game in (0, state.n):
        return state
    earlier = load_game(rows, game)
    if earlier is None:
        raise RequestError(404, "none", NO_GAME)
    return earlier


def turn(state: TableState) -> dict[str, Any]:
    """Return whose turn it is, for the list of a browser's own games."""
    waiting = list(state.run.pending) if state.run is not None else []
    return {"phase": state.phase, "n": state.n, "waiting": waiting}


def catalogue(state: TableState) -> dict[str, Any]:
    """Return the catalogue of the table's game with its options, such as a deck or board of its own."""
    run = state.run
    if run is not None and run.table is not None:
        return run.table.game.catalogue()
    room = rules_versions.room_of_version(run.name, run.rules) if run is not None else rules_versions.newest_room(state.game)
    if room is None:
        raise RequestError(409, "not-now", "The rules of this game are not here any more.")
    return rules_versions.configured_game(room, state.options).catalogue()


def guest_of(state: TableState, authorization: str) -> int:
    """Return the guest of a bearer token; 0 without a token. Raises RequestError for one that is not valid."""
    if not authorization:
        return 0
    bearer = authorization.startswith(BEARER)
    identity = guests.identify(state, authorization.removeprefix(BEARER)) if bearer else None
    if identity is None:
        raise RequestError(401, "token", "This token opens nothing here.")
    return identity.guest


def is_recorded(state: TableState) -> bool:
    """Return whether the game is over and its rules are installed, so that there is a full record."""
    return state.run is not None and state.run.table is not None and state.phase == OVER


def record_file_name(state: TableState) -> str:
    """Return the name under which the full record is saved."""
    return f"{state.game}-{state.table}-{state.n}.jsonl"


def partial_record(state: TableState, guest: int) -> dict[str, Any]:
    """Return what a guest may look up while a game is played. Raises Refused.

    A guest with several seats gets what everybody sees, because the person at the device is not known.
    """
    seats = state.seats_of(guest)
    return records.partial_record(state, seats[0] if len(seats) == 1 else None)


def finished_record(state: TableState) -> Record:
    """Return the record of a game that is over, without weights. Raises Refused."""
    if state.phase != OVER:
        raise Refused("not-now")
    return records.bare_record(state)
