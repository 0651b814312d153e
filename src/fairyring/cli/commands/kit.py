"""`fairyring kit`: run the conformance checks on a game."""

from __future__ import annotations

import argparse
from typing import get_args

from fairyring.cli.arguments import json_argument, room_argument, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.game import registry
from fairyring.core.game.room_file import room_named
from fairyring.kit.findings import Build
from fairyring.kit.run import run_kit
from fairyring.lab.checks.arguments import check_games, check_seed

EXAMPLE = "fairyring kit fairy --games 50\n\nFindings count seats from 0, as rules do."


def configure(parser: argparse.ArgumentParser) -> None:
    room_argument(parser, optional=True)
    parser.add_argument("--games", type=whole_number, default=5, help="games per set of options (default 5)")
    parser.add_argument("--seed", type=whole_number, default=1, help="first seed (a finding prints its own)")
    parser.add_argument(
        "--build", choices=get_args(Build), default="checked", help="build of compiled code to compare with (default checked)"
    )
    json_argument(parser, "print a JSON list with one object per game")


def run(args: argparse.Namespace) -> int:
    check_games(args.games)
    check_seed(args.seed)
    check_seed(args.seed + args.games - 1)
    rooms = [room_named(args.game)] if args.game else [registry.room(name) for name in registry.game_names()]
    tell = None if args.json else say
    reports = [
        run_kit(room, games=args.games, seed=args.seed, say=tell, called=args.game or room.name, build=args.build)
        for room in rooms
    ]
    if args.json:
        say_json([report.as_dict() for report in reports])
    return 0 if all(report.passed for report in reports) else 1
