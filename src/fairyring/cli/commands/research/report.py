"""`fairyring report`: write a page about a game for its designer, from games between bots."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import Any

from fairyring.bots import default_level
from fairyring.cli.arguments import game_arguments, game_of, option_value, place_argument, whole_number, workers_argument
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.registry import source_of
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import is_path
from fairyring.progress import number_of_games

EXAMPLE = "fairyring report fairy --players 3 --games 20000 --versus variant=fifteen --out fairy.html"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument(
        "--bots", metavar="LEVELS", help="one level for all seats, or one per seat (default normal, if the game has it)"
    )
    parser.add_argument("--games", type=whole_number, default=20_000, help="number of games, as 1000 or 1e3 (default 20000)")
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same page (default 1)")
    parser.add_argument(
        "--versus", action="append", default=[], metavar="K=V", help="also play with this option instead, and compare"
    )
    parser.add_argument("--no-matches", action="store_true", help="leave out the matches between levels (skill against luck)")
    workers_argument(parser)
    place_argument(parser)
    parser.add_argument("--out", type=Path, default=Path("report.html"), metavar="FILE", help="the page (default report.html)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON, and write no page")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="also write the charts as SVG and PNG files")


def run(args: argparse.Namespace) -> int:
    from fairyring.lab.report.make import make_report, need_modules  # noqa: PLC0415  (imports numpy)

    need_modules()
    from fairyring.lab.report.gather import Where  # noqa: PLC0415  (imports numpy)

    game = game_of(args)
    if not args.out.parent.is_dir():
        raise OptionError(f"There is no folder {args.out.parent} for the page; make it, or name another file with --out.")
    bots = args.bots or default_level(game.room)
    other = _other(game, args.versus)
    where, command = Where(args.workers, args.on), _command(args, game.room, bots)
    if args.json:
        from fairyring.lab.report.figures import figures  # noqa: PLC0415  (imports numpy)
        from fairyring.lab.report.gather import gather  # noqa: PLC0415  (imports numpy)

        say_json(figures(gather(game, bots, args.games, args.seed, other, not args.no_matches, where)))
        return 0
    report = make_report(game, bots, args.games, args.seed, other, not args.no_matches, where, command)
    try:
        files = report.save(args.out, args.pictures)
    except OSError as error:
        raise DataError(f"{error.filename or args.out} cannot be written: {error.strerror or error}.") from error
    say(f"{game.room.title}: a report on {number_of_games(args.games)}")
    for file in files:
        say(f"  {file} ({file.stat().st_size / 1e3:,.0f} kB)")
    return 0


def _other(game: Game[Any], versus: list[str]) -> Game[Any] | None:
    """Return the game with the options of `--versus` instead; None without any."""
    changed: dict[str, Any] = {}
    for item in versus:
        key, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"--versus {item} should be written NAME=VALUE.")
        if key in changed:
            raise OptionError(f"--versus {key} was given twice; once is enough.")
        changed[key] = option_value(game.room, key, value)
    return Game(game.room, {**game.options, **changed}) if changed else None


def _command(args: argparse.Namespace, room: Room, bots: str) -> str:
    """Return the command that makes the page again, with the defaults that may change."""
    words = ["fairyring", "report", args.game]
    source = source_of(room)
    if source is not None and not is_path(args.game):  # a game of `--room`, which `main` has loaded
        words += ["--room", str(source)]
    words += ["--players", str(args.players)] if args.players is not None else []
    for option in args.option:
        words += ["--option", option]
    words += ["--bots", bots, "--games", str(args.games), "--seed", str(args.seed)]
    for option in args.versus:
        words += ["--versus", option]
    return shlex.join([*words, *(["--no-matches"] if args.no_matches else [])])
