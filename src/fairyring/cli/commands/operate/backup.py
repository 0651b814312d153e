"""`fairyring backup`: write all tables of a server to one file."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.cli.streams import say
from fairyring.core.errors import OptionError
from fairyring.server import admin

EXAMPLE = "fairyring backup tables-monday.db"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="backup file, the same for every kind of database")
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    add_database_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Back up the database."""
    if args.file.exists() and not args.force:
        raise OptionError(f"{args.file} exists already; choose another file, or replace it with --force.")
    asyncio.run(admin.backup(settings_from(args, "data", "database"), args.file))
    say(f"All tables are in {args.file}. It holds names and secrets of games: keep it as you keep the database.")
    return 0
