"""`fairyring league`: rate bots by playing all pairings."""

from __future__ import annotations

import argparse
from pathlib import Path

from fairyring.bots import levels
from fairyring.cli import streams
from fairyring.cli.arguments import (
    game_arguments,
    game_of,
    json_argument,
    place_argument,
    seconds,
    whole_number,
    workers_argument,
)
from fairyring.cli.streams import say, say_json
from fairyring.lab.league import League, check, count_games, play_league
from fairyring.lab.league_chart import draw
from fairyring.progress import Progress, number_of_games

EXAMPLE = "fairyring league fairy --players 4 --bots easy,normal,strong --games 1000 --seconds-per-move 0.05"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--bots", default="", metavar="LEVELS", help="comma-separated levels (default: all of the game)")
    parser.add_argument("--games", type=whole_number, default=100, help="games per pairing (default 100)")
    parser.add_argument(
        "--seconds-per-move", type=seconds, metavar="S", help="time limit for searching bots (default: their own)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same random draws (default 1)")
    workers_argument(parser, former="--processes")
    place_argument(parser)
    parser.add_argument("--save", metavar="FILE", help="save finished games there, and resume from it")
    parser.add_argument("--picture", metavar="FILE.svg", help="write an SVG chart")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    game = game_of(args)
    bots = [name.strip() for name in args.bots.split(",")] if args.bots else list(levels(game))
    check(game, bots, args.seconds_per_move)
    progress = Progress(count_games(game, bots, args.games), "games")
    try:
        league = play_league(
            game, bots, args.games, args.seed, args.seconds_per_move, args.workers, args.save, progress, args.on
        )
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped; the same command goes on from {args.save}." if args.save else "stopped.")
        return 130
    finally:
        progress.close()
    if args.picture:
        Path(args.picture).write_text(draw(league), encoding="utf-8")
    if args.json:
        say_json(league.as_dict())
    else:
        for line in lines(league, game.room.title):
            say(line)
    return 0


def lines(league: League, title: str) -> list[str]:
    """Return the result as a table of text."""
    order = league.ranked
    wide = max(7, *map(len, order))
    rows = [
        f"{title}, {league.players} seats: {number_of_games(league.games)} in {league.seconds:.1f} s",
        f"  {'':{wide}}      Elo   95 %    wins alone among" + "".join(f"  {name:>{wide}}" for name in order),
    ]
    for name in order:
        rating = league.ratings[name]
        shares = [f"{league.share[name][other][0]:.1%}" if other != name else "·" for other in order]
        cells = "".join(f"  {cell:>{wide}}" for cell in shares)
        rows.append(f"  {name:{wide}}  {rating.elo:+7.0f}  ± {rating.error:3.0f}" + f"{'':20}" + cells)
    worst = max(error for row in league.share.values() for _, error, _ in row.values())
    rows.append(f"  A fair share is {1 / league.players:.1%}; each share is within ± {worst:.1%} (95 %).")
    return rows
