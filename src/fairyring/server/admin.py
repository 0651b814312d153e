"""Administration of a server's database: backup, restore, and deletion of one guest's name and chat."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

from fairyring.core.errors import OptionError
from fairyring.server.serve import lock_data_folder
from fairyring.server.settings import DATABASE_FILE, Settings


def _require_database(settings: Settings) -> None:
    """Raise OptionError if the embedded database does not exist: opening it would create it."""
    if settings.embedded and not settings.database and not (settings.folder / DATABASE_FILE).is_file():
        raise OptionError(f"There are no tables in {settings.folder}; say with --data or --database where they are kept.")


async def backup(settings: Settings, file: Path) -> None:
    """Write all tables to one SQLite file. A server may run on the database meanwhile. Raises OptionError, StoreError."""
    from fairyring.server.store import Store  # noqa: PLC0415  (heavy)

    _require_database(settings)
    if not file.parent.is_dir():
        raise OptionError(f"There is no folder {file.parent}.")
    async with await Store.open(settings.url) as store:
        await store.backup(file)


async def restore(settings: Settings, file: Path) -> None:
    """Copy the tables of a backup into an empty database. Raises OptionError, StoreError."""
    from fairyring.server.store import restore as copy_backup  # noqa: PLC0415  (heavy)

    with lock_data_folder(settings):
        await copy_backup(file, settings.url)


async def forget(settings: Settings, table: str, guest: int) -> None:
    """Delete the name and the chat of one guest of a table. Raises OptionError if there is no such guest.

    A server may run on the same PostgreSQL database meanwhile; an embedded database must not be in use.
    """
    from fairyring.server.runtime.cards import card_of  # noqa: PLC0415  (heavy)
    from fairyring.server.store import Outcome, Store  # noqa: PLC0415
    from fairyring.tables import Entry, Row, fold_row, load  # noqa: PLC0415
    from fairyring.tables.log.stored import KEPT_KINDS, from_store, to_store  # noqa: PLC0415

    _require_database(settings)
    with lock_data_folder(settings):
        async with await Store.open(settings.url) as store:
            outcome = Outcome.LOST
            while outcome is Outcome.LOST:  # a server on the same database appended a row first
                state = load(from_store(row) for row in await store.rows(table))
                if guest not in state.guests:
                    raise OptionError(f"There is no guest {guest} at a table “{table}”.")
                process, now = secrets.token_hex(8), max(state.at, int(time.time() * 1000))
                entry = Entry("forgotten", {"guest": guest}, {})
                row = Row.make(table, state.seq + 1, state.hash, [entry], process, now)
                outcome = await store.append(to_store(row), card_of(fold_row(state, row), process, now))
            await store.forget(table, str(guest), KEPT_KINDS, row.seq)
