"""Rows of a table as the store keeps them, and back; and the card by which a table is found without its log.

What stands aside of a row is sorted by guest and then by kind, so that one person's name and chat can be taken out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fairyring.server import store
from fairyring.tables.engine import timers
from fairyring.tables.engine.session import Live
from fairyring.tables.log.rows import Entry, Row, canonical
from fairyring.tables.log.state import BOT, PERSON, Durable

NOBODY = ""
OWNED = ("guest", "chat", "device", "link", "imported")  # entries whose aside is about their guest
KEPT = ("token", "code", "left")  # hashes: without them a guest who took the name back could not play on


def _person(entry: Entry) -> str:
    return str(entry.data["guest"]) if entry.kind in OWNED else NOBODY


def to_store(row: Row) -> store.Row:
    """{guest: {kind: {number of the entry: value}}}"""
    aside: dict[str, dict[str, dict[str, Any]]] = {}
    for number, entry in enumerate(row.entries):
        for kind, value in entry.aside.items():
            aside.setdefault(_person(entry), {}).setdefault(kind, {})[str(number)] = value
    return store.Row(row.table, row.seq, row.body, row.hash, row.by, row.at, aside or None)


def from_store(row: store.Row) -> Row:
    asides: list[dict[str, Any]] = [{} for _ in json.loads(row.body)["entries"]]
    for kinds in (row.aside or {}).values():
        for kind, values in kinds.items():
            assert isinstance(values, Mapping)
            for number, value in values.items():
                asides[int(number)][kind] = value
    return Row.read(row.table, row.seq, row.body, canonical(asides), row.hash, row.by, row.at)


def unforgotten(rows: Sequence[store.Row]) -> Iterator[tuple[int, int]]:
    """Guests whose wish to be forgotten is in the log, and the row that has it, where something about them still stands aside.

    The wish is stored first; a process may die before what it wishes for is done.
    """
    left: set[str] = set()
    for row in rows:
        left |= {person for person, kinds in (row.aside or {}).items() if set(kinds) - set(KEPT)}
        for entry in json.loads(row.body)["entries"]:
            if entry["is"] == "forgotten" and str(entry["guest"]) in left:
                left.remove(str(entry["guest"]))
                yield entry["guest"], row.seq


def card(durable: Durable, me: str, time: int) -> store.Card:
    """When the table wants to be woken even if nobody comes, and what the lobby shows of it. No name is in it."""
    empty = Live(me, time, moved=time, sealing=time)
    timers.notice(durable, empty, time)
    return store.Card(
        wake_at=timers.wake_at(durable, empty, time),
        public=durable.settings.public,
        started=durable.started,
        summary=summary(durable),
    )


def summary(durable: Durable) -> dict[str, Any]:
    """A table in the list of tables."""
    kinds = [seat.kind for seat in durable.seats]
    host = durable.guests.get(durable.host)
    return {
        "game": durable.game,
        "phase": durable.phase,
        "seats": len(kinds),
        "people": kinds.count(PERSON),
        "bots": kinds.count(BOT),
        "animal": host.animal if host else "",
        "clock": dict(durable.settings.clock),
    }
