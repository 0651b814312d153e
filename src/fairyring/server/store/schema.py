"""Database schema of this version. `migrations` leads to it; a test compares the two."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()
VERSION_TABLE = "fairyring_version"

GAME_TABLE = sa.Table(
    "game_table",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("head", sa.Integer, nullable=False),  # seq of the last row, so that polls need not read the log
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("touched", sa.BigInteger, nullable=False),
    sa.Column("wake_at", sa.BigInteger),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("started", sa.Boolean, nullable=False),
    sa.Column("archived", sa.Boolean, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),  # JSON
    sa.Index("game_table_due", "wake_at"),
    sa.Index("game_table_touched", "touched"),
)

ROW = sa.Table(
    "row",
    METADATA,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("by", sa.String(64), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("aside", sa.Text),  # JSON; null if there is none, or all of it was deleted
    sa.Column("mark", sa.LargeBinary, nullable=False),  # random, known only to the append that wrote the row
)

PUSH = sa.Table(
    "push_subscription",
    METADATA,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("guest", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.String(64), primary_key=True),  # hash of the endpoint
    sa.Column("endpoint", sa.Text, nullable=False),  # a secret: who has it can send to this browser
    sa.Column("p256dh", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("notified", sa.Boolean, nullable=False),  # whether a notice was sent since the guest was last here
    sa.Column("at", sa.BigInteger, nullable=False),
)
