"""`fairyring forget`: delete the name and the chat of one guest."""

from __future__ import annotations

import argparse
import asyncio

from fairyring.cli.arguments import whole_number
from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.cli.streams import say
from fairyring.server import admin

EXAMPLE = "fairyring forget k3m9q2x7v5t6w4z2 3"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("table", metavar="TABLE", help="table id: the last part of the table's link")
    parser.add_argument("guest", metavar="GUEST", type=whole_number, help="number of the guest, as in /api/tables/TABLE")
    add_database_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Delete the name and the chat, for a guest who lost the token and asks the operator."""
    asyncio.run(admin.forget(settings_from(args, "data", "database"), args.table, args.guest))
    say("Name and chat of this guest are gone; the animal is shown instead.")
    return 0
