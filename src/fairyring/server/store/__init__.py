"""The store: an append-only log of every table, in SQLite or PostgreSQL.

    async with await Store.open("sqlite:///tables.db") as store:
        outcome = await store.append(StoredRow(table, seq, body, hash, by, at), Card(wake_at=…))
        rows = await store.rows(table, since=5)

It knows nothing of games: bodies of rows are bytes. `seq` counts from 1; times are milliseconds since 1970.
"""

from fairyring.server.store.copy import restore
from fairyring.server.store.errors import NewerDatabase, StoreError
from fairyring.server.store.model import Card, Outcome, StoredTable, Summary
from fairyring.server.store.store import Store
from fairyring.tables.log.stored import FIRST, Aside, Json, StoredRow

__all__ = [
    "FIRST",
    "Aside",
    "Card",
    "Json",
    "NewerDatabase",
    "Outcome",
    "Store",
    "StoreError",
    "StoredRow",
    "StoredTable",
    "Summary",
    "restore",
]
