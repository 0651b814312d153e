"""`fairyring puzzles`: find positions with one clearly best choice, or judge the puzzles of a game anew."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fairyring.cli.arguments import game_arguments, game_of, json_argument, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.core.files import write_atomically
from fairyring.core.game.game import Game
from fairyring.core.record.puzzle import Puzzle, puzzles
from fairyring.lab.puzzles import find, judge
from fairyring.progress import Progress

EXAMPLE = "fairyring puzzles fairy --players 3 --count 5"


def configure(parser: argparse.ArgumentParser) -> None:
    game_arguments(parser)
    parser.add_argument("--count", type=whole_number, default=5, help="number of puzzles to find (default 5)")
    parser.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same puzzles (default 1)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="append the puzzles to a file, as a game has in puzzles.jsonl")
    parser.add_argument("--check", action="store_true", help="judge the game's own puzzles anew, with other random numbers")
    json_argument(parser, "print a line of JSON for each puzzle")


def run(args: argparse.Namespace) -> int:
    game = game_of(args)
    if args.check:
        return _check(game, args.seed)
    if args.count < 1:
        raise OptionError("Ask for one or more.")
    first = _kept(args.out)
    progress = Progress(args.count, "puzzles")
    try:
        for puzzle in find(game, args.count, args.seed, progress, first=len(first) + 1):
            if args.out is not None:
                first.append(puzzle.line())
                write_atomically(args.out, "".join(f"{line}\n" for line in first).encode())
            elif args.json:
                say(puzzle.line())
            if not args.json:
                say(_summary(puzzle))
    finally:
        progress.close()
    return 0


def _kept(path: Path | None) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else []


def _summary(puzzle: Puzzle) -> str:
    best, second = puzzle.choices[:2]
    return (
        f"{puzzle.id}: seat {puzzle.seat + 1} after {len(puzzle.decisions)} decisions: {best.action} wins {best.share:.1%} "
        f"(± {best.error:.1%}), {second.action} {second.share:.1%}; level {puzzle.level}, found with {puzzle.depth} rollouts, "
        f"missed by {', '.join(puzzle.missed_by)}"
    )


def _check(game: Game[Any], seed: int) -> int:
    """Judge the shipped puzzles anew; print how many agree, and those that do not."""
    shipped, agree = puzzles(game.room), 0
    progress = Progress(len(shipped), "puzzles")
    differing: list[dict[str, Any]] = []
    for done, puzzle in enumerate(shipped.values(), start=1):
        played: Game[Any] = Game(game.room, dict(puzzle.options))
        opinion = judge(played, puzzle, seed + 1_000_000)
        action = str(played.action(puzzle.seat, opinion.action))
        if action == puzzle.choices[0].action:
            agree += 1
        else:
            differing.append({"puzzle": puzzle.id, "best": puzzle.choices[0].action, "now": action})
        progress(done)
    progress.close()
    for difference in differing:
        say_json(difference)
    say(f"{game.room.title}: {agree} of {len(shipped)} puzzles have the same best choice with other random numbers.")
    return 0 if agree == len(shipped) else 1
