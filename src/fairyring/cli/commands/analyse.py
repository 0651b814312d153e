"""`fairyring analyse`: list the decisions of a recorded game that cost most."""

from __future__ import annotations

import argparse

from fairyring.bots.advice import in_words
from fairyring.cli.arguments import json_argument, load_record, record_arguments, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.core.record.record import Record
from fairyring.lab.analyse import as_dict, look
from fairyring.progress import Progress

EXAMPLE = "fairyring analyse game.jsonl --seat 1"
DEFAULT_MOST = 5  # decisions that are printed


def configure(parser: argparse.ArgumentParser) -> None:
    record_arguments(parser)
    parser.add_argument("--seat", type=whole_number, metavar="N", help="analyse only this seat, counted from 1 (default: all)")
    parser.add_argument(
        "--most", type=whole_number, default=DEFAULT_MOST, help=f"number of decisions to print (default {DEFAULT_MOST})"
    )
    parser.add_argument("--simulations", type=whole_number, metavar="N", help="simulated games per decision")
    json_argument(parser, "print every decision as JSON")


def run(args: argparse.Namespace) -> int:
    record = load_record(args)
    _check(args, record)
    game, seats = record.game(), None if args.seat is None else (args.seat - 1,)
    if record.outcome is None and seats is None:
        raise OptionError("This game is not over: say whose decisions to look at, with --seat N.")
    progress = Progress(len(record.decisions), "decisions")
    try:
        looked = list(look(record, seats, args.simulations, progress=progress))
    finally:
        progress.close()
    costly = sorted((one for one in looked if one.cost), key=lambda one: -one.cost)
    if args.json:
        say_json({"game": record.name, "looked_at": len(looked), "decisions": [as_dict(game, one) for one in looked]})
        return 0
    speaker = game.speaker(record.names)
    say(f"{game.room.title}: {len(looked)} decisions looked at, each with what its seat knew then.")
    for one in costly[: args.most]:
        done = speaker.say(game.action_message(game.action(one.seat, one.done), one.seat))
        say(f"  decision {one.index + 1}, {record.names[one.seat]}: “{done}” cost {one.cost:.0%} of the win.")
        say(f"    {in_words(game, one.seat, one.thought, speaker)}")
    if not costly:
        say("  None of them cost so much that it could be more than chance.")
    return 0


def _check(args: argparse.Namespace, record: Record) -> None:
    if args.seat is not None and not 1 <= args.seat <= len(record.sitters):
        raise OptionError(f"There is no seat {args.seat}; this game has seats 1 to {len(record.sitters)}.")
    if args.most < 1 or (args.simulations is not None and args.simulations < 1):
        raise OptionError("Ask for one or more.")
