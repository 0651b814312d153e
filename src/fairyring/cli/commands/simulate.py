"""`fairyring simulate`: play many games between bots and print statistics."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring.bots import assign_levels
from fairyring.cli import streams
from fairyring.cli.arguments import game_arguments, game_of, json_argument, place_argument, whole_number, workers_argument
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import DataError, OptionError
from fairyring.lab.checks.arguments import check_games, check_playable, check_seed
from fairyring.lab.parquet import decisions_path, write_games
from fairyring.lab.runner import Plan
from fairyring.lab.workers.places import check_place
from fairyring.progress import Progress, number_of_games

EXAMPLE = "fairyring simulate fairy --players 4 --games 1e6 --seed 1"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=10_000, help="number of games, as 1000 or 1e3 (default 10000)")
    parser.add_argument(
        "--bots", default="random", metavar="LEVELS", help="one level for all seats, or one per seat (default random)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same games (default 1)")
    workers_argument(parser, former="--threads")
    place_argument(parser)
    parser.add_argument("--backend", default="compiled", help="compiled (default) or interpreted: the same games, slower")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write a row for each game into a Parquet file; a run that was stopped goes on"
    )
    parser.add_argument("--decisions", action="store_true", help="with --out: also a row for each decision, in a second file")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    game = game_of(args)
    if args.out is not None:
        return _write(args, game)
    if args.decisions:
        raise OptionError("--decisions needs a file: name it with --out.")
    progress, played = Progress(args.games, "games", rate=True), 0

    def count(done: int) -> None:
        nonlocal played
        played = done
        progress(done)

    try:
        result = fr.simulate(
            game,
            games=args.games,
            seed=args.seed,
            bots=args.bots,
            workers=args.workers,
            backend=args.backend,
            progress=count,
            on=args.on,
        )
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped after {number_of_games(played)}.")
        return 130
    finally:
        progress.close()
    if args.json:
        say_json(result.as_dict(rounded=True))
        return 0
    speed = f"{result.decisions_per_s:,.0f} decisions a second"
    house = ", ".join(f"{name}={value}" for name, value in game.house_rules.items())
    rules = f" (house rules: {house})" if house else ""
    say(f"{game.room.title}{rules}: {number_of_games(result.games)} in {result.seconds:.2f} s, {speed}")
    wide = len(f"seat {game.players} ()") + max(map(len, result.bots))
    for seat, (score, error, wins) in enumerate(zip(result.mean_score, result.score_error, result.win_share, strict=True)):
        label = f"seat {seat + 1:{len(str(game.players))}} ({result.bots[seat]})"
        say(f"  {label:{wide}} {score:8.3f} ± {error:.3f}   wins {wins:6.1%}  {'█' * round(wins * 40)}")
    say(f"  turns {result.mean_turns:.2f}")
    for kind, shares in (("ended by", result.end_reasons), ("actions", result.actions)):
        say(f"  {kind} " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    if result.tallies:
        say("  " + ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in result.tallies.items()))
    return 0


def _write(args: argparse.Namespace, game: fr.Game[Any]) -> int:
    """Write rows into a file."""
    check_games(args.games)
    check_seed(args.seed)
    check_playable(game, args.workers)
    check_place(args.on)
    plan = Plan(game, assign_levels(game, args.bots), args.seed, decisions=args.decisions)
    progress = Progress(args.games, "games", rate=True)
    begun = time.perf_counter()
    try:
        played = write_games(plan, args.games, args.out, args.workers, progress, args.on)
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped; the same command goes on, from {args.out}.parts.")
        return 130
    except OSError as error:
        raise DataError(f"{args.out} cannot be written: {error.strerror or error}.") from error
    finally:
        progress.close()
    files = [args.out, *([decisions_path(args.out)] if args.decisions else [])]
    if args.json:
        say_json({"games": args.games, "files": [str(file) for file in files]})
    else:
        seconds = time.perf_counter() - begun
        before = f", {args.games - played:,} of them before" if played < args.games else ""
        rate = f"{played / seconds:,.0f} a second"
        say(f"{game.room.title}: {number_of_games(args.games)}{before}, in {seconds:.1f} s, {rate}")
        for file in files:
            say(f"  {file} ({file.stat().st_size / 1e6:.1f} MB)")
    return 0
