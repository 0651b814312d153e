"""`fairyring bench`: measure decisions per second, compiled and interpreted."""

from __future__ import annotations

import argparse
import sys

from fairyring.cli.arguments import json_argument, room_argument, seconds, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.game import registry
from fairyring.core.game.room_file import room_named
from fairyring.lab import compare_openspiel
from fairyring.lab.bench import bench

EXAMPLE = "fairyring bench fairy --json"


def configure(parser: argparse.ArgumentParser) -> None:
    room_argument(parser, optional=True)
    parser.add_argument(
        "--players", type=whole_number, metavar="N", help="number of seats (default: four, or the nearest that the game allows)"
    )
    parser.add_argument("--seconds", type=seconds, default=1.0, metavar="S", help="duration of each measurement (default 1)")
    json_argument(parser, "print a JSON list with one object per game")


def run(args: argparse.Namespace) -> int:
    rows = []
    for name in [room_named(args.game).name] if args.game else registry.game_names():
        row = bench(name, args.seconds, args.players)
        rows.append(row)
        if args.json:
            continue
        say(
            f"{row['game']:12} {row['players']} seats   compiled {row['compiled_decisions_per_s'] / 1e6:7.2f} M/s"
            f"   interpreted {row['interpreted_decisions_per_s'] / 1e3:7.1f} k/s   {row['ratio']:6.0f} ×"
        )
        for searcher, speed in row.get("imagined_games_per_s", {}).items():
            say(f"   {speed:12,} imagined games/s   {searcher}")
        sys.stdout.flush()
    if args.json:
        say_json(rows)
    elif not compare_openspiel.installed():
        say(compare_openspiel.HOW_TO)
    return 0
