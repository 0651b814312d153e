"""`fairyring backup`, `restore` and `forget`: what whoever runs a server does to its tables from outside."""

from __future__ import annotations

import argparse
import asyncio
import secrets
import time
from collections.abc import Callable
from pathlib import Path

from fairyring.cli.streams import say
from fairyring.core.errors import OptionError
from fairyring.server.serve import alone
from fairyring.server.settings import FILE, Settings, from_environment

EXAMPLES = {
    "backup": "fairyring backup tables-monday.db",
    "restore": "fairyring restore tables-monday.db --data NEW-FOLDER",
    "forget": "fairyring forget k3m9q2x7v5t6w4z2 3",
}


def configure(name: str, parser: argparse.ArgumentParser) -> None:
    if name == "forget":
        parser.add_argument("table", metavar="TABLE", help="the last part of the table's link")
        parser.add_argument("guest", metavar="GUEST", type=int, help="the number of the guest, as /api/tables/TABLE has it")
    else:
        parser.add_argument("file", metavar="FILE", type=Path, help="the backup: one file, whatever the database is")
    parser.add_argument("--data", metavar="FOLDER", type=Path, help="where the tables are kept (default: your data folder)")
    parser.add_argument("--database", metavar="URL", help="postgresql://USER@HOST/NAME instead of a file in that folder")


def _settings(args: argparse.Namespace) -> Settings:
    given = from_environment() | {name: getattr(args, name) for name in ("data", "database") if getattr(args, name) is not None}
    return Settings(**given)  # type: ignore[arg-type]


def _need_tables(settings: Settings) -> None:
    """Opening an embedded database would make it."""
    if settings.embedded and not settings.database and not (settings.folder / FILE).is_file():
        raise OptionError(f"There are no tables in {settings.folder}; say with --data or --database where they are kept.")


def backup(args: argparse.Namespace) -> int:
    """All tables into one file; the server may go on meanwhile."""
    from fairyring.server.store import Store  # noqa: PLC0415  (a quick start for every other command)

    settings = _settings(args)
    _need_tables(settings)
    if not args.file.parent.is_dir():
        raise OptionError(f"There is no folder {args.file.parent}.")

    async def copy() -> None:
        async with await Store.open(settings.url) as store:
            await store.backup(args.file)

    asyncio.run(copy())
    say(f"All tables are in {args.file}. It holds names and secrets of games: keep it as you keep the database.")
    return 0


def restore(args: argparse.Namespace) -> int:
    """A backup into an empty database."""
    from fairyring.server.store import restore as put_back  # noqa: PLC0415

    settings = _settings(args)
    with alone(settings):
        asyncio.run(put_back(args.file, settings.url))
    say(f"The tables of {args.file} are back.")
    return 0


def forget(args: argparse.Namespace) -> int:
    """Take one guest's name and chat out of a table, for somebody who asks and lost the token."""
    settings = _settings(args)
    _need_tables(settings)
    with alone(settings):
        asyncio.run(_forget(settings, args.table, args.guest))
    say("Name and chat of this guest are gone; the animal is shown instead.")
    return 0


async def _forget(settings: Settings, table: str, guest: int) -> None:
    from fairyring.server.runtime import row_codec  # noqa: PLC0415
    from fairyring.server.store import Outcome, Store  # noqa: PLC0415
    from fairyring.tables import Entry, Row, fold_row, load  # noqa: PLC0415

    async with await Store.open(settings.url) as store:
        outcome = Outcome.LOST
        while outcome is Outcome.LOST:  # a server that runs on the same database may be faster
            durable = load(row_codec.from_store(row) for row in await store.rows(table))
            if guest not in durable.guests:
                raise OptionError(f"There is no guest {guest} at a table “{table}”.")
            me, now = secrets.token_hex(8), max(durable.at, int(time.time() * 1000))
            row = Row.make(table, durable.seq + 1, durable.hash, [Entry("forgotten", {"guest": guest}, {})], me, now)
            outcome = await store.append(row_codec.to_store(row), row_codec.card(fold_row(durable, row), me, now))
        await store.forget(table, str(guest), row_codec.KEPT, row.seq)


COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], int], str]] = {
    "backup": (backup, "all tables of a server into one file, while it runs"),
    "restore": (restore, "the tables of a backup into an empty database"),
    "forget": (forget, "take a guest's name and chat out of a table"),
}
