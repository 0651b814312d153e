"""`fairyring moderate`: delete or unlist a table, ban an address; works while the server runs."""

from __future__ import annotations

import argparse

from fairyring.cli.server_arguments import add_database_arguments, settings_from
from fairyring.cli.streams import say
from fairyring.server import moderation

EXAMPLE = "fairyring moderate unlist k3m9q2x7v5t6w4z2"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("action", choices=moderation.ACTIONS, help="what to do; relist and unban undo unlist and ban")
    parser.add_argument("what", metavar="TABLE|ADDRESS", help="table id (the last part of the table's link), or IP address")
    add_database_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Write the decision down; a running server applies it within seconds, any other when it starts."""
    moderation.change_policy(settings_from(args, "data", "database"), args.action, args.what)
    say("Done. A running server applies it within seconds.")
    return 0
