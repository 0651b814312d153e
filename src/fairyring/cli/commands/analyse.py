"""`fairyring analyse`: which decisions of a recorded game cost most."""

from __future__ import annotations

import argparse

from fairyring.cli.arguments import room_named, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.core.record.record import Record
from fairyring.progress import Progress

EXAMPLE = "fairyring analyse game.jsonl --seat 1"
TOLD = 5


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--seat", type=whole_number, metavar="N", help="only this seat's, counted from 1 (default: all)")
    parser.add_argument("--most", type=whole_number, default=TOLD, help=f"how many to tell of (default {TOLD})")
    parser.add_argument("--simulations", type=whole_number, metavar="N", help="imagined games for each decision")
    parser.add_argument("--room", metavar="PATH", help="path/to/room.py of the game, where it is one of your own")
    parser.add_argument("--json", action="store_true", help="every decision, as one object for programs")


def run(args: argparse.Namespace) -> int:
    from fairyring.bots import Limits  # noqa: PLC0415
    from fairyring.bots.advice import in_words  # noqa: PLC0415  (nobody else waits for it)
    from fairyring.lab.analyse import as_dict, judge  # noqa: PLC0415

    if args.room:
        room_named(args.room)
    record = Record.load(args.file)
    _check(args, record)
    game, seats = record.game(), None if args.seat is None else (args.seat - 1,)
    if record.outcome is None and seats is None:
        raise OptionError("This game is not over: say whose decisions to look at, with --seat N.")
    progress = Progress(len(record.decisions), "decisions")
    try:
        looked = list(judge(record, seats, Limits(simulations=args.simulations), progress=progress))
    finally:
        progress.close()
    costly = sorted((one for one in looked if one.cost), key=lambda one: -one.cost)
    if args.json:
        say_json({"game": record.name, "looked_at": len(looked), "decisions": [as_dict(game, one) for one in looked]})
        return 0
    speaker = game.speaker(record.names)
    say(f"{game.room.title}: {len(looked)} decisions looked at, each with what its seat knew then.")
    for one in costly[: args.most]:
        done = speaker.say(game.action_message(game.action(one.seat, one.action), one.seat))
        say(f"  decision {one.index + 1}, {record.names[one.seat]}: “{done}” cost {one.cost:.0%} of the win.")
        say(f"    {in_words(game, one.seat, one.opinion, speaker)}")
    if not costly:
        say("  None of them cost so much that it could be more than chance.")
    return 0


def _check(args: argparse.Namespace, record: Record) -> None:
    if args.seat is not None and not 1 <= args.seat <= len(record.sitters):
        raise OptionError(f"There is no seat {args.seat}; this game has seats 1 to {len(record.sitters)}.")
    if args.most < 1 or (args.simulations is not None and args.simulations < 1):
        raise OptionError("Ask for one or more.")
