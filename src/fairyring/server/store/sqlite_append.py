"""Appending rows to SQLite by its driver, without SQLAlchemy: of a short transaction, that would be nine tenths of the cost.

The statements are compiled from those of SQLAlchemy, once. PostgreSQL gets whole batches in few statements instead, because
each one takes a round trip (`appender`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from fairyring.server.store.schema import GAME_TABLE, ROW
from fairyring.tables.log.stored import FIRST, StoredRow

Values = Mapping[str, object]


class Append(Protocol):
    """An append that waits: its row, and the values of the statements."""

    row: StoredRow
    mark: bytes

    def as_new_table(self) -> Values: ...
    def as_row(self) -> Values: ...
    def as_move(self) -> Values: ...


def _compiled(statement: Any, columns: Iterable[str] | None = None) -> str:
    """Return the text of a statement with named parameters; of an INSERT, for these columns."""
    dialect: Any = sqlite.dialect(paramstyle="named")
    return str(statement.compile(dialect=dialect, column_keys=None if columns is None else list(columns)))


NEW_TABLE = ("id", "head", "created", "touched", "archived", "public", "started", "summary")
INSERT_TABLE = _compiled(sqlite.insert(GAME_TABLE).on_conflict_do_nothing(), NEW_TABLE)
# A row whose table is at the row before, unless its key is taken.
HEAD = sa.select(GAME_TABLE.c.head).where(GAME_TABLE.c.id == sa.bindparam("table_id")).scalar_subquery()
NEW_ROW = sa.select(*(sa.bindparam(name, type_=column.type) for name, column in ROW.c.items()))
FITTING_ROW = NEW_ROW.where(sa.bindparam("seq", type_=ROW.c.seq.type) - sa.literal_column("1") == HEAD)
INSERT_ROW = _compiled(sqlite.insert(ROW).from_select(ROW.c.keys(), FITTING_ROW).on_conflict_do_nothing())
MARK = _compiled(sa.select(ROW.c.mark).where(ROW.c.table_id == sa.bindparam("table"), ROW.c.seq == sa.bindparam("number")))


class RowAppender:
    """Appends a batch of rows; `move_on` is the statement that updates a table's head and card."""

    def __init__(self, move_on: sa.Update) -> None:
        self._move_on = _compiled(move_on)

    def attempt(self, batch: Iterable[Append], connection: sqlite3.Connection) -> set[str]:
        """Return the tables whose row is ours, if this transaction commits."""
        return {append.row.table for append in batch if self._insert(append, connection) or _is_stored(append, connection)}

    def _insert(self, append: Append, connection: sqlite3.Connection) -> bool:
        """Insert the row, unless its key is taken or it does not follow on the head; return whether it was inserted."""
        row = append.row
        if row.seq == FIRST:
            connection.execute(INSERT_TABLE, append.as_new_table())
        if not connection.execute(INSERT_ROW, append.as_row()).rowcount:
            return False
        connection.execute(self._move_on, append.as_move())
        return True


def _is_stored(append: Append, connection: sqlite3.Connection) -> bool:
    """Return whether an earlier attempt has stored the row."""
    found = connection.execute(MARK, {"table": append.row.table, "number": append.row.seq}).fetchone()
    return found is not None and found[0] == append.mark
