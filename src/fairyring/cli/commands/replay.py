"""`fairyring replay`: print a recorded game in plain words."""

from __future__ import annotations

import argparse

from fairyring.cli.arguments import language_argument, load_record, record_arguments, whole_number
from fairyring.cli.narrate import narrate, narrate_seat, only_person, over
from fairyring.cli.streams import say
from fairyring.core.errors import OptionError

EXAMPLE = "fairyring replay game.jsonl --seat 2"


def configure(parser: argparse.ArgumentParser) -> None:
    record_arguments(parser)
    viewer = parser.add_mutually_exclusive_group()
    viewer.add_argument(
        "--seat",
        type=whole_number,
        metavar="N",
        help="print only what this seat saw, counted from 1"
        " (default while a game is unfinished: its only person, else a spectator)",
    )
    viewer.add_argument("--spoil", action="store_true", help="print all secrets of an unfinished game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    record = load_record(args)
    if args.seat is not None and not 1 <= args.seat <= len(record.sitters):
        raise OptionError(f"There is no seat {args.seat}; this game has seats 1 to {len(record.sitters)}.")
    if args.spoil or (args.seat is None and over(record)):
        lines = list(narrate(record, args.lang))
    else:
        lines = list(narrate_seat(record, only_person(record) if args.seat is None else args.seat - 1, args.lang))
    for line in lines:
        say(line)
    return 0
