"""`fairyring restore`: copy a backup into an empty database."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.cli.streams import say
from fairyring.server import admin

EXAMPLE = "fairyring restore tables-monday.db --data NEW-FOLDER"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="backup file, the same for every kind of database")
    add_database_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Restore a backup."""
    asyncio.run(admin.restore(settings_from(args, "data", "database"), args.file))
    say(f"The tables of {args.file} are back.")
    return 0
