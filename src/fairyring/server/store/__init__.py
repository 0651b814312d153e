"""The store: an append-only log of every table, in SQLite or PostgreSQL, and hints that a log has grown.

    async with await Store.open("sqlite:///tables.db") as store:
        outcome = await store.append(Row(table, seq, body, hash, by, at), Card(wake_at=…))
        rows = await store.rows(table, since=5)

It knows nothing of games: what happened at a table is bytes. `seq` counts from 1, times are milliseconds since 1970.
"""

from fairyring.server.pubsub import Bus, Heard, LocalBus, RedisBus
from fairyring.server.store.copy import restore
from fairyring.server.store.errors import NewerDatabase, StoreError
from fairyring.server.store.model import FIRST, Aside, Card, Entry, Json, Outcome, Row
from fairyring.server.store.store import Store

__all__ = [
    "FIRST", "Aside", "Bus", "Card", "Entry", "Heard", "Json", "LocalBus", "NewerDatabase", "Outcome", "RedisBus", "Row",
    "Store", "StoreError", "restore",
]  # fmt: skip
