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

from fairyring.server.store.appender import MOST, Appender
from fairyring.server.store.copy import back_up
from fairyring.server.store.engine import connect_to, is_sqlite, sqlite_file, writing
from fairyring.server.store.errors import DOUBTFUL, REFUSED, StoreError
from fairyring.server.store.migrate import migrate
from fairyring.server.store.model import FIRST, Card, Entry, Outcome, Row, to_text
from fairyring.server.store.schema import GAME_TABLE, ROW

AT_ONCE = 500  # names in one question
READ_AGAIN = (0.05, 0.2, 0.5, 1.0, 2.0, 4.0)  # seconds between tries
READ_PATIENCE = 10.0  # seconds for an answer


class Store:
    """Any number of processes may have one on the same database. Times come from the caller, never from a clock here."""

    def __init__(self, engine: AsyncEngine, appender: Appender) -> None:
        self._engine, self._appender = engine, appender

    @classmethod
    async def open(cls, url: str, patience: float = 5.0, most: int = MOST) -> Self:
        """Connect, and migrate the database to this version. A StoreError says in one sentence why that cannot be.

        `patience`: seconds after which an append over the network counts as unknown, and is looked up and made again.
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
        return cls(engine, Appender(engine, patience, most))

    async def close(self, deadline: float = 10.0) -> None:
        """Settle all appends that wait, then let go of the database."""
        await self._appender.close(deadline)
        await self._engine.dispose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # Writing the log

    async def append(self, row: Row, card: Card) -> Outcome:
        """Append a row and replace the table's card, in one. Its first row makes the table.

        Returns only when the outcome is known, and then for good. One append at a time for each table.
        """
        return await self._appender.append(row, card)

    @property
    def stalled(self) -> bool:
        """The database does not take rows just now (full, locked, gone); appends wait and will go on."""
        return self._appender.stalled

    @property
    def commits(self) -> int:
        """How many transactions with rows there were."""
        return self._appender.commits

    # Reading

    async def rows(self, table: str, since: int = FIRST) -> list[Row]:
        """The rows of a table from `since` on, in order; none if there is no such table."""
        query = sa.select(ROW).where(ROW.c.table_id == table, ROW.c.seq >= since).order_by(ROW.c.seq)
        return [
            Row(row.table_id, row.seq, row.body, row.hash, row.by, row.at, json.loads(row.aside) if row.aside else None)
            for row in await self._ask(query)
        ]

    async def find(self, table: str) -> Entry | None:
        """The table as it is listed; None if there is none."""
        found = await self._entries(sa.select(GAME_TABLE).where(GAME_TABLE.c.id == table))
        return found[0] if found else None

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """How far each of these tables has come: what a poll each second asks. Tables that are gone are left out."""
        names, heads = sorted(tables), dict[str, int]()
        for start in range(0, len(names), AT_ONCE):
            query = sa.select(GAME_TABLE.c.id, GAME_TABLE.c.head).where(GAME_TABLE.c.id.in_(names[start : start + AT_ONCE]))
            heads |= dict(await self._ask(query))
        return heads

    async def public(self, limit: int = 100) -> list[Entry]:
        """Public tables that are not archived, those touched last first."""
        query = sa.select(GAME_TABLE).where(GAME_TABLE.c.public, ~GAME_TABLE.c.archived)
        return await self._entries(query.order_by(GAME_TABLE.c.touched.desc(), GAME_TABLE.c.id).limit(limit))

    async def due(self, now: int, limit: int = 100) -> list[Entry]:
        """Tables that wanted to be woken by now, the longest waiting first. Archived ones sleep on."""
        query = sa.select(GAME_TABLE).where(GAME_TABLE.c.wake_at <= now, ~GAME_TABLE.c.archived)
        return await self._entries(query.order_by(GAME_TABLE.c.wake_at, GAME_TABLE.c.id).limit(limit))

    async def _entries(self, query: sa.Select[*tuple[Any, ...]]) -> list[Entry]:
        return [
            Entry(t.id, t.head, t.created, t.touched, t.archived, Card(t.wake_at, t.public, t.started, json.loads(t.summary)))
            for t in await self._ask(query)
        ]

    async def _ask(self, query: sa.Select[*tuple[Any, ...]]) -> Sequence[sa.Row[*tuple[Any, ...]]]:
        """Reading can always be done again: a lost connection is no reason to fail at once."""
        pauses = iter(READ_AGAIN)
        while True:
            try:
                async with asyncio.timeout(READ_PATIENCE), self._engine.connect() as connection:
                    return (await connection.execute(query)).all()
            except DOUBTFUL as error:
                pause = None if isinstance(error, REFUSED) else next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    # Keeping house

    async def archive(self, table: str) -> None:
        """The table sleeps: not listed, not woken. Nothing else changes."""
        await self._change(sa.update(GAME_TABLE).where(GAME_TABLE.c.id == table).values(archived=True))

    async def unarchive(self, table: str, at: int) -> None:
        """Somebody opened its link."""
        await self._change(sa.update(GAME_TABLE).where(GAME_TABLE.c.id == table).values(archived=False, touched=at))

    async def archive_untouched(self, before: int) -> list[str]:
        """Archive tables that nobody touched since, at most 500 at once; their names."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.touched < before, ~GAME_TABLE.c.archived)
        return await self._change_those(which, sa.update(GAME_TABLE).values(archived=True))

    async def delete_unstarted(self, before: int) -> list[str]:
        """Delete tables where no game began and that nobody touched since, at most 500 at once; their names."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.touched < before, ~GAME_TABLE.c.started)
        return await self._change_those(which, sa.delete(GAME_TABLE), sa.delete(ROW))

    async def delete(self, table: str) -> None:
        """Delete a table where no game ever began; any other stays."""
        which = sa.select(GAME_TABLE.c.id).where(GAME_TABLE.c.id == table, ~GAME_TABLE.c.started)
        await self._change_those(which, sa.delete(GAME_TABLE), sa.delete(ROW))

    async def forget(self, table: str, person: str, keep: Iterable[str] = (), until: int = 2**31 - 1) -> int:
        """Empty what stands aside about a person, but for the fields to keep; in how many rows. The chain stays valid.

        `until` is the last row that is searched: what somebody said after the wish stays.
        Cards are not searched: let the row that tells of the wish bring a card without the name.
        """
        kept, changed = set(keep), []
        query = sa.select(ROW.c.seq, ROW.c.aside).where(ROW.c.table_id == table, ROW.c.aside.is_not(None), ROW.c.seq <= until)
        async with self._appender.turn, writing(self._engine) as connection:
            for seq, text in (await connection.execute(query.with_for_update())).all():
                aside = json.loads(text)
                left = {name: value for name, value in aside.get(person, {}).items() if name in kept}
                if left != aside.get(person, {}):
                    rest = {name: value for name, value in aside.items() if name != person} | ({person: left} if left else {})
                    changed.append({"this": seq, "rest": to_text(rest or None)})
            if changed:  # all at once: nobody else writes meanwhile
                emptied = sa.update(ROW).where(ROW.c.table_id == table, ROW.c.seq == sa.bindparam("this"))
                await connection.execute(emptied.values(aside=sa.bindparam("rest")), changed)
        return len(changed)

    async def _change(self, statement: sa.Update) -> None:
        async with self._appender.turn, writing(self._engine) as connection:
            await connection.execute(statement)

    async def _change_those(self, which: sa.Select[str], *statements: sa.Update | sa.Delete) -> list[str]:
        """Lock those that nobody is writing to just now (they would no longer be untouched), then do it."""
        async with self._appender.turn, writing(self._engine) as connection:
            query = which.order_by(GAME_TABLE.c.id).limit(AT_ONCE).with_for_update(skip_locked=True)
            names = list((await connection.execute(query)).scalars())
            for statement in statements if names else ():
                key = ROW.c.table_id if statement.table is ROW else GAME_TABLE.c.id
                await connection.execute(statement.where(key.in_(names)))
        return names

    async def backup(self, path: Path) -> None:
        """Write all of it to one SQLite file, while tables go on. `restore` puts it into either kind of database."""
        await back_up(self._engine, path)
