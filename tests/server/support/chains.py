"""Hash-chained rows for tests of the store, and invariants of a log."""

from __future__ import annotations

import asyncio
import hashlib
import uuid
from collections.abc import Iterable

from fairyring.server.store import FIRST, Aside, Card, Outcome, Store, StoredRow
from fairyring.server.store.errors import ANY

CARD = Card(public=True, summary={"phase": "gathering"})


def link(previous: bytes, body: bytes) -> bytes:
    parts = (b"fairyring/row/1", previous, body)
    return hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()


def row(
    table: str, after: StoredRow | None = None, text: str = "", by: str = "1", at: int = 1000, aside: Aside | None = None
) -> StoredRow:
    """The next row of a table, different from every other."""
    body = (text or uuid.uuid4().hex).encode()
    seq, previous = (after.seq + 1, after.hash) if after else (FIRST, b"")
    return StoredRow(table, seq, body, link(previous, body), by, at, aside)


async def write(store: Store, table: str, count: int, card: Card = CARD, at: int = 1000) -> list[StoredRow]:
    rows: list[StoredRow] = []
    for _ in range(count):
        rows.append(row(table, rows[-1] if rows else None, at=at))
        assert await store.append(rows[-1], card) is Outcome.STORED
    return rows


async def read(store: Store, table: str, since: int = FIRST) -> list[StoredRow]:
    """The rows of a table, asked for until the database answers: reading raises while it restarts."""
    while True:
        try:
            return await store.rows(table, since)
        except ANY:
            await asyncio.sleep(0.01)


async def write_on(store: Store, table: str, count: int) -> list[StoredRow]:
    """Append whatever else goes on at this table, as a server does; the rows that were acknowledged."""
    rows, acked = await read(store, table), list[StoredRow]()
    while len(acked) < count:
        mine = row(table, rows[-1] if rows else None)
        outcome = await store.append(mine, CARD)
        if outcome is Outcome.STORED:
            rows.append(mine)
            acked.append(mine)
        else:
            assert outcome is Outcome.LOST
            newer = await read(store, table, mine.seq)
            assert newer, "lost to nobody"
            assert mine.hash not in {other.hash for other in newer}, "lost to myself"
            rows += newer
    return acked


async def check_logs(store: Store, tables: Iterable[str], acked: Iterable[tuple[str, int, bytes]]) -> int:
    """Every acknowledged row is there, once; seqs are gapless; chains are valid; heads are true. The number of rows."""
    names = sorted(tables)
    logs = dict(zip(names, await asyncio.gather(*map(store.rows, names)), strict=True))
    heads = await store.heads(names)
    for table, log in logs.items():
        assert [entry.seq for entry in log] == list(range(FIRST, FIRST + len(log)))
        assert heads.get(table, 0) == len(log)
        previous = b""
        for entry in log:
            previous = link(previous, entry.body)
            assert entry.hash == previous
    there = {(entry.table, entry.seq, entry.hash) for log in logs.values() for entry in log}
    bodies = [entry.body for log in logs.values() for entry in log]
    assert len(bodies) == len(set(bodies))
    missing = set(acked) - there
    assert not missing, f"{len(missing)} acknowledged rows are lost, for example {next(iter(missing))}"
    return len(there)


def keys(rows: Iterable[StoredRow]) -> list[tuple[str, int, bytes]]:
    return [(entry.table, entry.seq, entry.hash) for entry in rows]
