"""`fairyring analyse`: list the decisions of a recorded game that cost most."""

from __future__ import annotations

import argparse

from fairyring.bots import Limits
from fairyring.bots.advice import in_words
from fairyring.cli.arguments import json_argument, load_record, record_arguments, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.core.record.record import Record
from fairyring.lab.analyse import as_dict, judge
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
        judged = list(judge(record, seats, Limits(simulations=args.simulations), progress=progress))
    finally:
        progress.close()
    costly = sorted((decision for decision in judged if decision.cost), key=lambda decision: -decision.cost)
    if args.json:
        say_json({"game": record.name, "looked_at": len(judged), "decisions": [as_dict(game, decision) for decision in judged]})
        return 0
    speaker = game.speaker(record.names)
    say(f"{game.room.title}: {len(judged)} decisions looked at, each with what its seat knew then.")
    for decision in costly[: args.most]:
        taken = speaker.say(game.action_message(game.action(decision.seat, decision.action), decision.seat))
        say(f"  decision {decision.index + 1}, {record.names[decision.seat]}: “{taken}” cost {decision.cost:.0%} of the win.")
        say(f"    {in_words(game, decision.seat, decision.opinion, speaker)}")
    if not costly:
        say("  None of them cost so much that it could be more than chance.")
    return 0


def _check(args: argparse.Namespace, record: Record) -> None:
    if args.seat is not None and not 1 <= args.seat <= len(record.sitters):
        raise OptionError(f"There is no seat {args.seat}; this game has seats 1 to {len(record.sitters)}.")
    if args.most < 1 or (args.simulations is not None and args.simulations < 1):
        raise OptionError("Ask for one or more.")
