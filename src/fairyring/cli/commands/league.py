"""`fairyring league`: what is typed, and how its results are said and drawn."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.bots import levels
from fairyring.cli import streams
from fairyring.cli.arguments import game_arguments, game_of, seconds, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.progress import Progress

if TYPE_CHECKING:
    from fairyring.lab.league import League

EXAMPLE = "fairyring league fairy --players 4 --bots easy,normal,strong --games 1000 --seconds-per-move 0.05"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--bots", default="", metavar="LEVELS", help="with commas between (default: all that the game has)")
    parser.add_argument("--games", type=whole_number, default=100, help="for each pair, one among the others (default 100)")
    parser.add_argument("--seconds-per-move", type=seconds, metavar="S", help="for those that search (default: their own time)")
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same chance (default 1)")
    parser.add_argument("--processes", type=whole_number, help="default: all cores; time is measured best with fewer")
    parser.add_argument("--save", metavar="FILE", help="keep what is played, and go on from there")
    parser.add_argument("--picture", metavar="FILE.svg", help="draw it")
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def run(args: argparse.Namespace) -> int:
    from fairyring.lab.league import check, count_games, play_league  # noqa: PLC0415  (nobody else waits for it)

    game = game_of(args)
    bots = [name.strip() for name in args.bots.split(",")] if args.bots else list(levels(game))
    if args.processes is not None and not 1 <= args.processes <= 256:
        raise OptionError(f"{args.processes} processes cannot play; use 1 to 256, or name no number for all cores.")
    check(game, bots, args.seconds_per_move)
    progress = Progress(count_games(game, bots, args.games), "games")
    try:
        league = play_league(
            game, bots, args.games, args.seed, args.seconds_per_move, args.processes, args.save, progress
        )  # fmt: skip
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped; the same command goes on from {args.save}." if args.save else "stopped.")
        return 130
    finally:
        progress.close()
    if args.picture:
        from fairyring.lab.league_chart import draw  # noqa: PLC0415

        Path(args.picture).write_text(draw(league), encoding="utf-8")
    if args.json:
        say_json(league.as_dict())
    else:
        for line in lines(league, game.room.title):
            say(line)
    return 0


def lines(league: League, title: str) -> list[str]:
    """The table that people read."""
    order = league.ranked
    wide = max(7, *map(len, order))
    told = [
        f"{title}, {league.players} seats: {league.games:,} games in {league.seconds:.1f} s",
        f"  {'':{wide}}      Elo   95 %    wins alone among" + "".join(f"  {name:>{wide}}" for name in order),
    ]
    for name in order:
        rating = league.ratings[name]
        row = [f"{league.share[name][other][0]:.1%}" if other != name else "·" for other in order]
        cells = "".join(f"  {cell:>{wide}}" for cell in row)
        told.append(f"  {name:{wide}}  {rating.elo:+7.0f}  ± {rating.error:3.0f}" + f"{'':20}" + cells)
    worst = max(error for row in league.share.values() for _, error, _ in row.values())
    told.append(f"  A fair share is {1 / league.players:.1%}; each share is within ± {worst:.1%} (95 %).")
    return told
