"""The store as the server sees it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fairyring.server.store.appender import MAX_BATCH, Appender
from fairyring.server.store.copy import back_up
from fairyring.server.store.engine import connect_to, is_sqlite, sqlite_file, writing
from fairyring.server.store.errors import DOUBTFUL, REFUSED, StoreError
from fairyring.server.store.migrate import migrate
from fairyring.server.store.model import Card, Outcome, StoredTable, to_text
from fairyring.server.store.push import PushStore
from fairyring.server.store.schema import GAME_TABLE, PUSH, ROW
from fairyring.tables.log.stored import FIRST, StoredRow, without_person

MAX_IDS_PER_QUERY = 500
ROWS_PER_PAGE = 250
READ_RETRY_SECONDS = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0)  # pauses between tries
READ_TIMEOUT_SECONDS = 10.0
HEADS = sa.select(GAME_TABLE.c.id, GAME_TABLE.c.head).where(  # made once: every `in_` leaves a reference cycle behind
    GAME_TABLE.c.id.in_(sa.bindparam("ids", expanding=True))
)


def _aside(text: str | None) -> Any:
    """Return the aside of a row. One that is damaged comes back as text, so that only its own table cannot be decoded."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return {"": text}


def _summary(text: str) -> dict[str, Any]:
    """Return the summary of a table; empty if it is damaged, so that the tables listed beside it are found all the same."""
    try:
        summary = json.loads(text)
    except ValueError:
        return {}
    return summary if isinstance(summary, dict) else {}


class Store:
    """The log of all tables. Several processes may use one database. All times come from the caller."""

    def __init__(self, engine: AsyncEngine, appender: Appender) -> None:
        self._engine, self._appender = engine, appender
        self.push = PushStore(engine, appender.turn)

    @classmethod
    async def open(cls, url: str, timeout: float = 5.0, max_batch: int = MAX_BATCH) -> Self:
        """Connect, and migrate the database to this version; raise StoreError.

        After `timeout` seconds the outcome of an append over the network counts as unknown: it is looked up and retried.
        """
        engine = connect_to(url)
        try:
            if is_sqlite(engine):
                sqlite_file(engine).touch(mode=0o600)  # it holds sealed secrets and hashed tokens
            await migrate(engine)
        except DOUBTFUL as error:
            await engine.dispose()
            why = str(error.__cause__ or error).splitlines()[0].rstrip(".")
            raise StoreError(f"The database {engine.url.render_as_string()} cannot be opened: {why}.") from error
        except StoreError:
            await engine.dispose()
            raise
        return cls(engine, Appender(engine, timeout, max_batch))

    async def close(self, deadline: float = 10.0) -> None:
        """Finish waiting appends, for at most `deadline` seconds, then disconnect."""
        await self._appender.close(deadline)
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # Writing the log

    async def append(self, row: StoredRow, card: Card) -> Outcome:
        """Append a row and replace the table's card in one transaction. The first row creates the table.

        Returns only when the outcome is final. One append at a time for each table.
        """
        return await asyncio.shield(self.begin_append(row, card))

    def begin_append(self, row: StoredRow, card: Card) -> asyncio.Future[Outcome]:
        """Begin to append a row, as `append` does, and return the future outcome. Must not be cancelled. Raises StoreError."""
        return self._appender.append(row, card)

    @property
    def stalled(self) -> bool:
        """Whether the database takes no rows at present (full, locked, unreachable); appends wait."""
        return self._appender.stalled

    @property
    def running(self) -> bool:
        """Whether rows are being appended at all; False once the task that does it has ended."""
        return self._appender.running

    @property
    def commits(self) -> int:
        """The number of transactions that stored rows."""
        return self._appender.commits

    # Reading

    async def rows(self, table: str, since: int = FIRST) -> list[StoredRow]:
        """Return the rows of a table from seq `since` on, in order; none if there is no such table."""
        rows: list[StoredRow] = []
        while True:  # in pages, so that a long log does not block the event loop
            query = sa.select(ROW).where(ROW.c.table_id == table, ROW.c.seq >= since + len(rows))
            page = await self._query(query.order_by(ROW.c.seq).limit(ROWS_PER_PAGE))
            rows += [StoredRow(row.table_id, row.seq, row.body, row.hash, row.by, row.at, _aside(row.aside)) for row in page]
            if len(page) < ROWS_PER_PAGE:
                return rows

    async def find(self, table: str) -> StoredTable | None:
        """Return a table's head and card; None if there is no such table."""
        tables = await self._stored_tables(sa.select(GAME_TABLE).where(GAME_TABLE.c.id == table))
        return tables[0] if tables else None

    async def with_prefix(self, prefix: str, since: int) -> list[str]:
        """Return the ids of at most two tables that begin with `prefix` and were changed after `since`; archived ones not."""
        # A range lets both databases use the primary key; ids have small letters and digits, so "z" is last in every collation.
        near = GAME_TABLE.c.id.between(prefix, prefix + "z" * 64)
        found = sa.select(GAME_TABLE.c.id).where(near, GAME_TABLE.c.touched > since, ~GAME_TABLE.c.archived).limit(2)
        return [row.id for row in await self._query(found)]

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Return the newest seq of each of these tables; deleted ones are left out. Every process polls this each second."""
        names, heads = sorted(tables), dict[str, int]()
        for start in range(0, len(names), MAX_IDS_PER_QUERY):
            heads |= dict(await self._query(HEADS, {"ids": names[start : start + MAX_IDS_PER_QUERY]}))
        return heads

    async def public(self, limit: int = 100) -> list[StoredTable]:
        """Return public tables that are not archived, the last changed first."""
        query = sa.select(GAME_TABLE).where(GAME_TABLE.c.public, ~GAME_TABLE.c.archived)
        return await self._stored_tables(query.order_by(GAME_TABLE.c.touched.desc(), GAME_TABLE.c.id).limit(limit))

    async def due(self, now: int, limit: int = 100) -> list[StoredTable]:
        """Return tables with timers due by now, the longest overdue first; archived ones are left out."""
        query = sa.select(GAME_TABLE).where(GAME_TABLE.c.wake_at <= now, ~GAME_TABLE.c.archived)
        return await self._stored_tables(query.order_by(GAME_TABLE.c.wake_at, GAME_TABLE.c.id).limit(limit))

    async def _stored_tables(self, query: sa.Select[*tuple[Any, ...]]) -> list[StoredTable]:
        return [
            StoredTable(
                t.id, t.head, t.created, t.touched, t.archived, Card(t.wake_at, t.public, t.started, _summary(t.summary))
            )
            for t in await self._query(query)
        ]

    async def _query(
        self, query: sa.Select[*tuple[Any, ...]], values: dict[str, Any] | None = None
    ) -> Sequence[sa.Row[*tuple[Any, ...]]]:
        """Execute a query; retry while the connection is lost."""
        pauses = iter(READ_RETRY_SECONDS)
        while True:
            try:
                async with asyncio.timeout(READ_TIMEOUT_SECONDS), self._engine.connect() as connection:
                    return (await connection.execute(query, values)).all()
            except DOUBTFUL as error:
                pause = None if isinstance(error, REFUSED) else next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    # Maintenance

    async def archive(self, table: str) -> None:
        """Archive a table: it is neither listed nor woken."""
        await self._change(sa.update(GAME_TABLE).where(GAME_TABLE.c.id == table).values(archived=True))

    async def unarchive(self, table: str, at: int) -> None:
        """Undo `archive`, when the link is opened."""
        await self._change(sa.update(GAME_TABLE).where(GAME_TABLE.c.id == table).values(archived=False, touched=at))

    async def archive_untouched(self, before: int) -> list[str]:
        """Archive tables unchanged since then, at most 500 at once; return their ids."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.touched < before, ~GAME_TABLE.c.archived)
        return await self._change_selected(which, sa.update(GAME_TABLE).values(archived=True))

    async def delete_unstarted(self, before: int) -> list[str]:
        """Delete tables without a started game and unchanged since then, at most 500 at once; return their ids."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.touched < before, ~GAME_TABLE.c.started)
        return await self._change_selected(which, sa.delete(GAME_TABLE), sa.delete(ROW), sa.delete(PUSH))

    async def delete_untouched(self, before: int) -> list[str]:
        """Delete tables unchanged since then, played or not, at most 500 at once; return their ids."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.touched < before)
        return await self._change_selected(which, sa.delete(GAME_TABLE), sa.delete(ROW), sa.delete(PUSH))

    async def purge(self, table: str) -> None:
        """Delete a table with its log, whatever was played there."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.id == table)
        await self._change_selected(which, sa.delete(GAME_TABLE), sa.delete(ROW), sa.delete(PUSH))

    async def delete(self, table: str) -> None:
        """Delete a table if no game was ever started there."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.id == table, ~GAME_TABLE.c.started)
        await self._change_selected(which, sa.delete(GAME_TABLE), sa.delete(ROW), sa.delete(PUSH))

    async def forget(self, table: str, person: str, keep: Iterable[str] = (), until: int = 2**31 - 1) -> int:
        """Delete a person's fields from the asides, except those in `keep`; return the number of rows changed.

        `until` is the last row to change: what the person wrote after the request stays. The hash chain stays valid. Cards
        are not changed: the row with the request brings a card without the name. The guest's push subscriptions go, too.
        """
        kept_fields, changed = tuple(keep), []
        query = sa.select(ROW.c.seq, ROW.c.aside).where(ROW.c.table_id == table, ROW.c.aside.is_not(None), ROW.c.seq <= until)
        async with self._appender.turn, writing(self._engine) as connection:
            for seq, text in (await connection.execute(query.with_for_update())).all():
                aside = json.loads(text)
                if (rest := without_person(aside, person, kept_fields)) != aside:
                    changed.append({"this": seq, "rest": to_text(rest)})
            if changed:  # in one statement, under the lock of the appender
                emptied = sa.update(ROW).where(ROW.c.table_id == table, ROW.c.seq == sa.bindparam("this"))
                await connection.execute(emptied.values(aside=sa.bindparam("rest")), changed)
            if person.isdecimal():
                await connection.execute(sa.delete(PUSH).where(PUSH.c.table_id == table, PUSH.c.guest == int(person)))
        return len(changed)

    async def _change(self, statement: sa.Update) -> None:
        async with self._appender.turn, writing(self._engine) as connection:
            await connection.execute(statement)

    async def _change_selected(self, which: sa.Select[str], *statements: sa.Update | sa.Delete) -> list[str]:
        """Lock the selected tables, except those being written to at present, and change them."""
        async with self._appender.turn, writing(self._engine) as connection:
            query = which.order_by(GAME_TABLE.c.id).limit(MAX_IDS_PER_QUERY).with_for_update(skip_locked=True)
            names = list((await connection.execute(query)).scalars())
            for statement in statements if names else ():
                key = GAME_TABLE.c.id if statement.table is GAME_TABLE else statement.table.c.table_id
                await connection.execute(statement.where(key.in_(names)))
        return names

    async def backup(self, path: Path) -> None:
        """Write everything to one SQLite file, during operation. `restore` copies it into either kind of database."""
        await back_up(self._engine, path)
