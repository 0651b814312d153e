"""Row codec: rows of a table to and from the store's form; and the card by which the store finds a table without its log.

The aside of a stored row is grouped by guest and then by kind, so that one person's name and chat can be deleted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fairyring.server import store
from fairyring.tables.engine import timers
from fairyring.tables.engine.session import Session
from fairyring.tables.log.rows import Entry, Row, canonical, decoded_entries
from fairyring.tables.log.state import BOT, PERSON, TableState

NO_GUEST = ""
GUEST_ENTRIES = ("guest", "chat", "device", "link", "imported")  # entries whose aside is about their guest
FORGOTTEN = b'"forgotten"'  # is in the body of a row that asks for a deletion
KEPT_KINDS = ("token", "code", "left")  # kept when a guest is forgotten: hashes, without which the guest could not play on


def _guest_of(entry: Entry) -> str:
    return str(entry.data["guest"]) if entry.kind in GUEST_ENTRIES else NO_GUEST


def to_store(row: Row) -> store.StoredRow:
    """Return a row as the store keeps it; its aside is {guest: {kind: {index of the entry: value}}}."""
    aside: dict[str, dict[str, dict[str, Any]]] = {}
    for number, entry in enumerate(row.entries):
        for kind, value in entry.aside.items():
            aside.setdefault(_guest_of(entry), {}).setdefault(kind, {})[str(number)] = value
    return store.StoredRow(row.table, row.seq, row.body, row.hash, row.by, row.at, aside or None)


def from_store(row: store.StoredRow) -> Row:
    """Return a row of a table from the store's form."""
    chained = json.loads(row.body)["entries"]
    asides: list[dict[str, Any]] = [{} for _ in chained]
    for kinds in (row.aside or {}).values():
        for kind, values in kinds.items():
            assert isinstance(values, Mapping)
            for number, value in values.items():
                asides[int(number)][kind] = value
    return Row(row.table, row.seq, row.body, canonical(asides), row.hash, row.by, row.at, decoded_entries(chained, asides))


def unfinished_deletions(rows: Sequence[store.StoredRow]) -> Iterator[tuple[int, int]]:
    """Yield guests who asked to be forgotten but still have personal data in asides, with the seq of the request.

    The request is stored before the data is deleted, so a crash may fall between.
    """
    with_data: set[str] = set()
    for row in rows:
        with_data |= {guest for guest, kinds in (row.aside or {}).items() if set(kinds) - set(KEPT_KINDS)}
        for entry in json.loads(row.body)["entries"] if FORGOTTEN in row.body else ():
            if entry["is"] == "forgotten" and str(entry["guest"]) in with_data:
                with_data.remove(str(entry["guest"]))
                yield entry["guest"], row.seq


def card(state: TableState, process: str, time: int) -> store.Card:
    """Return the card of a table: when its next timer is due without connections, and its summary. Holds no names."""
    session = Session.without_connections(process, time)
    if state.settings.clock or state.playing is None or state.playing.holder is not None:
        timers.track_owed_decisions(state, session, time)  # else no timer depends on it
    return store.Card(
        wake_at=timers.next_wake(state, session, time),
        public=state.settings.public,
        started=state.started,
        summary=summary(state),
    )


def summary(state: TableState) -> dict[str, Any]:
    """Return what the list of public tables shows."""
    kinds = [seat.kind for seat in state.seats]
    host = state.guests.get(state.host)
    return {
        "game": state.game,
        "phase": state.phase,
        "seats": len(kinds),
        "people": kinds.count(PERSON),
        "bots": kinds.count(BOT),
        "animal": host.animal if host else "",
        "clock": dict(state.settings.clock),
    }
