"""Stored rows: how a store keeps a row of a log, and what is left of it when a guest is forgotten.

The aside of a stored row is grouped by guest and then by kind, so that one person's name and chat can be deleted. The server
keeps these rows in a database, the page in the browser's storage; `to_json` and `from_json` are the form of the latter, and of
exported files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from fairyring.core.values import value_class
from fairyring.tables.log.rows import Entry, Row, canonical, decoded_entries

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
# By guest and then by kind: {"3": {"name": {"0": "Ann"}}}. Data about no person has the key NO_GUEST.
Aside: TypeAlias = Mapping[str, Mapping[str, Json]]

FIRST = 1  # seq of a table's first row; appending it creates the table
MAX_ROW_BYTES = 4_000_000  # of one body, and of one aside
MAX_HASH_BYTES = 64
TABLE_ID = re.compile(r"[!-~]{1,64}")
INT64 = range(-(2**63), 2**63)
NO_GUEST = ""
GUEST_ENTRIES = ("guest", "chat", "device", "link", "imported")  # entries whose aside is about their guest
FORGOTTEN = b'"forgotten"'  # is in the body of a row that asks for a deletion
KEPT_KINDS = ("token", "code", "left")  # kept when a guest is forgotten: hashes, without which the guest could not play on
JSON_FIELDS = {"table": str, "seq": int, "body": str, "hash": str, "by": str, "at": int, "aside": dict | None}


@value_class
class StoredRow:
    """One row of a table's log."""

    table: str
    seq: int
    body: bytes  # hash-chained
    hash: bytes  # of the chain; computed by the writer, not by the store
    by: str  # process that wrote it
    at: int
    aside: Aside | None = None  # outside the chain: names, chat, hashed tokens, the sealed secret

    def check(self) -> None:
        """Raise ValueError for values that a database would refuse, so that they cannot fail a whole batch."""
        if not TABLE_ID.fullmatch(self.table) or not TABLE_ID.fullmatch(self.by):
            raise ValueError(f"{self.table!r} and {self.by!r} must be 1 to 64 plain characters.")
        if not FIRST <= self.seq < 2**31 or self.at not in INT64:
            raise ValueError(f"seq {self.seq} or time {self.at} is out of bounds.")
        if len(self.body) > MAX_ROW_BYTES or len(self.hash) > MAX_HASH_BYTES:
            raise ValueError(f"A body has at most {MAX_ROW_BYTES} bytes, a hash {MAX_HASH_BYTES}.")


def _guest_of(entry: Entry) -> str:
    return str(entry.data["guest"]) if entry.kind in GUEST_ENTRIES else NO_GUEST


def to_store(row: Row) -> StoredRow:
    """Return a row as a store keeps it; its aside is {guest: {kind: {index of the entry: value}}}."""
    aside: dict[str, dict[str, dict[str, Any]]] = {}
    for number, entry in enumerate(row.entries):
        for kind, value in entry.aside.items():
            aside.setdefault(_guest_of(entry), {}).setdefault(kind, {})[str(number)] = value
    return StoredRow(row.table, row.seq, row.body, row.hash, row.by, row.at, aside or None)


def from_store(row: StoredRow) -> Row:
    """Return a row of a table from the form of a store. Raises one of `log.load.MALFORMED` if it is damaged."""
    chained = json.loads(row.body)["entries"]
    asides: list[dict[str, Any]] = [{} for _ in chained]
    for kinds in (row.aside or {}).values():
        for kind, values in kinds.items():
            assert isinstance(values, Mapping)
            for number, value in values.items():
                asides[int(number)][kind] = value
    return Row(row.table, row.seq, row.body, canonical(asides), row.hash, row.by, row.at, decoded_entries(chained, asides))


def unfinished_deletions(rows: Sequence[StoredRow]) -> Iterator[tuple[int, int]]:
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


def without_person(aside: Aside | None, person: str, keep: Sequence[str] = KEPT_KINDS) -> Aside | None:
    """Return an aside without the data of a person, except the kinds in `keep`; None if nothing is left."""
    left = {kind: value for kind, value in (aside or {}).get(person, {}).items() if kind in keep}
    rest = {name: kinds for name, kinds in (aside or {}).items() if name != person}
    return (rest | ({person: left} if left else {})) or None


# As JSON -----------------------------------------------------------------------------------------


def to_json(row: StoredRow) -> dict[str, Any]:
    """Return a stored row as a JSON object. Its body is text, and has to be kept to the letter."""
    aside = None if row.aside is None else dict(row.aside)
    return {
        "table": row.table,
        "seq": row.seq,
        "body": row.body.decode(),
        "hash": row.hash.hex(),
        "by": row.by,
        "at": row.at,
        "aside": aside,
    }


def from_json(fields: Any) -> StoredRow:
    """Return a stored row from a JSON object. Raises ValueError for anything that `to_json` does not return."""
    if not isinstance(fields, dict) or set(fields) != set(JSON_FIELDS):
        raise ValueError("A row has other fields than it should have.")
    for name, kind in JSON_FIELDS.items():
        if not isinstance(fields[name], kind) or isinstance(fields[name], bool):
            raise ValueError(f"The field {name} of a row has a wrong type.")
    aside = fields["aside"]
    grouped = all(isinstance(of, dict) for kinds in (aside or {}).values() for of in (kinds, *_values(kinds)))
    if not grouped:
        raise ValueError("The aside of a row has a wrong shape.")
    row = StoredRow(**(fields | {"body": fields["body"].encode(), "hash": bytes.fromhex(fields["hash"])}))
    row.check()
    return row


def _values(kinds: Any) -> Sequence[Any]:
    return tuple(kinds.values()) if isinstance(kinds, dict) else ()
