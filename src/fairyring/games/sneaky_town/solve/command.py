"""`fairyring solve sneaky-town`: an approximate equilibrium of the small round, and the exploitability of bots in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.room import Command

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXAMPLE = "fairyring solve sneaky-town --limit 4 --bots normal"
# Each further turn multiplies the number of positions by about twenty.
MAX_TURNS = 6  # takes hours
MAX_TURNS_WITH_BOTS = 4  # bots are asked in the tree without symmetry reduction, which is larger
DEFAULT_TURNS = 4
DEFAULT_ITERATIONS, MAX_ITERATIONS = 300, 1_000_000


def configure(parser: ArgumentParser) -> None:
    from fairyring.cli.arguments import place_argument, whole_number  # noqa: PLC0415  (only the command line calls this)

    parser.epilog = f"example: {EXAMPLE}"
    limit = f"turns of the round, 1 to {MAX_TURNS} (default {DEFAULT_TURNS}); 5 takes minutes, 6 hours"
    parser.add_argument("--limit", type=whole_number, default=DEFAULT_TURNS, metavar="N", help=limit)
    iterations = f"iterations of CFR+ (default {DEFAULT_ITERATIONS})"
    parser.add_argument("--iterations", type=whole_number, default=DEFAULT_ITERATIONS, metavar="N", help=iterations)
    parser.add_argument("--bots", default="", metavar="LEVELS", help="also measure the exploitability of these bots")
    place_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """Solve the small round and print its value, its exploitability, and those of bots."""
    from fairyring.cli.streams import say, say_json  # noqa: PLC0415  (as above)
    from fairyring.games.sneaky_town.solve import tree as town  # noqa: PLC0415  (imports NumPy)
    from fairyring.lab.workers.pool import map_on  # noqa: PLC0415  (as above)
    from fairyring.progress import announced  # noqa: PLC0415

    levels = [name.strip() for name in args.bots.split(",")] if args.bots else []
    game = checked_game(args.limit, args.iterations, levels)
    started = time.perf_counter()
    (solved,) = map_on(args.on, solve, [(game, args.iterations)])
    report = {"game": game.name, "options": dict(game.options), "seconds": round(time.perf_counter() - started, 1), **solved}
    if levels:
        with announced("Growing it without taking lines for alike …"):
            whole = town.grow(game, symmetric=False)
        report["bots"] = {level: measure_bot(whole, level, args.on) for level in levels}
    if args.json:
        say_json(report)
    else:
        for line in format_report(report, game.room.title, args.limit):
            say(line)
    return 0


def solve(question: tuple[Game[Any], int]) -> dict[str, Any]:
    """Return size, value and exploitability of the round after so many iterations of CFR+, with what its policy does."""
    from fairyring.games.sneaky_town.solve import equilibrium, policies  # noqa: PLC0415  (import NumPy)
    from fairyring.games.sneaky_town.solve import tree as town  # noqa: PLC0415
    from fairyring.progress import Progress, announced  # noqa: PLC0415

    game, iterations = question
    with announced("Growing the tree of all that can happen …"):
        tree = town.grow(game)
    progress = Progress(iterations, "iterations")
    try:
        solution = equilibrium.solve(tree, iterations, progress)
    finally:
        progress.close()
    return {
        "positions": tree.nodes,
        "information_sets": tree.information_sets,
        "iterations": solution.iterations,
        "value": round(solution.value, 6),
        "best_response": [round(share, 6) for share in solution.best],
        "exploitability": round(solution.exploitability, 6),
        "turns": policies.summary(tree, solution.policy),
        "bots": {},
    }


def checked_game(limit: int, iterations: int, levels: Sequence[str]) -> Game[Any]:
    """Return the small round with this turn limit. Raises OptionError for what cannot be solved or measured."""
    from fairyring.bots import levels as bot_levels  # noqa: PLC0415  (as above)
    from fairyring.bots import unknown_level  # noqa: PLC0415

    if not 1 <= limit <= MAX_TURNS:
        raise OptionError(f"A round of {limit} turns cannot be solved; ask for 1 to {MAX_TURNS}.")
    if not 1 <= iterations <= MAX_ITERATIONS:
        raise OptionError(f"{iterations} iterations cannot be made; ask for 1 to {MAX_ITERATIONS:,}.")
    game: Game[Any] = registry.game("sneaky-town", size="3", match="single", turn_limit=limit)
    for level in levels:
        if level not in bot_levels(game):
            raise unknown_level(game, level)
    if levels and limit > MAX_TURNS_WITH_BOTS:
        raise OptionError(f"Bots can be measured in rounds of at most {MAX_TURNS_WITH_BOTS} turns, not {limit}.")
    return game


def measure_bot(tree: Any, level: str, on: str) -> dict[str, Any]:
    """Return value, best responses and exploitability of a bot that plays both seats of a tree grown without symmetry."""
    from fairyring.games.sneaky_town.solve import equilibrium, policies  # noqa: PLC0415  (as above)
    from fairyring.progress import Progress  # noqa: PLC0415

    progress = Progress(tree.nodes, f"positions where {level} is asked")
    try:
        policy = policies.of_level(tree, level, progress=progress, workers=None, on=on)
    finally:
        progress.close()
    result = equilibrium.measure(tree, policy)
    best = [round(share, 6) for share in result.best]
    return {"value": round(result.value, 6), "best_response": best, "exploitability": round(result.exploitability, 6)}


def format_report(report: dict[str, Any], title: str, limit: int) -> list[str]:
    """Return the report as lines of text."""
    first, second = report["best_response"]
    answers = f"a best response wins {first:.2%} as player 1, {second:.2%} as player 2"
    lines = [
        f"{title}, three lines, {limit} turns: {report['positions']:,} positions, {report['information_sets']:,} with a rack",
        f"  {report['iterations']:,} iterations in {report['seconds']} s",
        f"  player 1 wins {report['value']:.2%}; exploitability {report['exploitability']:.3%} ({answers})",
    ]
    for turn, shares in enumerate(report["turns"], start=1):
        often = sorted(shares.items(), key=lambda item: -item[1])
        lines.append(f"  turn {turn}, player {2 - turn % 2}: " + ", ".join(f"{kind} {share:.1%}" for kind, share in often))
    for level, result in report["bots"].items():
        first, second = result["best_response"]
        lines.append(
            f"  {level}: exploitability {result['exploitability']:.3%}; against it a best response wins"
            f" {first:.1%} as player 1, {second:.1%} as player 2"
        )
    return lines


SOLVE = Command("equilibrium of the small round (size=3, match=single), and the exploitability of bots", configure, run)
