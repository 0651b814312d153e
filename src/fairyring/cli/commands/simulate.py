"""`fairyring simulate`: play many games between bots and print statistics."""

from __future__ import annotations

import argparse

import fairyring as fr
from fairyring.cli import streams
from fairyring.cli.arguments import game_arguments, game_of, json_argument, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.progress import Progress

EXAMPLE = "fairyring simulate fairy --players 4 --games 1e6 --seed 1"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=10_000, help="number of games, as 1000 or 1e3 (default 10000)")
    parser.add_argument(
        "--bots", default="random", metavar="LEVELS", help="one level for all seats, or one per seat (default random)"
    )
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same games (default 1)")
    parser.add_argument(
        "--threads", type=whole_number, help="default: all cores, one if a bot searches; results do not depend on it"
    )
    parser.add_argument("--backend", default="compiled", help="compiled (default) or interpreted: the same games, slower")
    json_argument(parser)


def run(args: argparse.Namespace) -> int:
    game = game_of(args)
    progress, played = Progress(args.games, "games"), 0

    def count(done: int) -> None:
        nonlocal played
        played = done
        progress(done)

    try:
        result = fr.simulate(
            game, games=args.games, seed=args.seed, bots=args.bots, threads=args.threads, backend=args.backend, progress=count
        )
    except KeyboardInterrupt:
        progress.close()
        streams.complain(f"stopped after {played:,} games.")
        return 130
    finally:
        progress.close()
    if args.json:
        say_json(result.as_dict(rounded=True))
        return 0
    speed = f"{result.decisions_per_s:,.0f} decisions a second"
    say(f"{game.room.title}: {result.games:,} games in {result.seconds:.2f} s, {speed}")
    for seat, (score, error, wins) in enumerate(zip(result.mean_score, result.score_error, result.win_share, strict=True)):
        label = f"seat {seat + 1:{len(str(game.players))}} ({result.bots[seat]:7})"
        say(f"  {label} {score:8.3f} ± {error:.3f}   wins {wins:6.1%}  {'█' * round(wins * 40)}")
    say(f"  turns {result.mean_turns:.2f}")
    for kind, shares in (("ended by", result.end_reasons), ("actions", result.actions)):
        say(f"  {kind} " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items()))
    if result.tallies:
        say("  " + ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in result.tallies.items()))
    return 0
