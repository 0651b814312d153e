"""`fairyring rules`: print the rules of a game."""

from __future__ import annotations

import argparse
import shutil
import sys

from fairyring.cli.arguments import language_argument, room_argument
from fairyring.cli.rulebook import render
from fairyring.core.game.room_file import room_named

EXAMPLE = "fairyring rules fairy 7"
MAX_WIDTH = 100  # columns of running text


def configure(parser: argparse.ArgumentParser) -> None:
    room_argument(parser)
    parser.add_argument("rule", nargs="?", metavar="N", help="print only this rule, as 7 or R7")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH)
    styled = sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower()
    for line in render(room_named(args.game), width, args.rule, styled=styled, language=args.lang):
        print(line)
    return 0
