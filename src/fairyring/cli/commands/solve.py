"""`fairyring solve`: perfect play in the small round of Sneaky Town, and how far bots are from it; at the end of Fairy for two;
and the best bets in Crane for two.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

from fairyring.bots import levels, unknown_level, uses_search
from fairyring.cli.arguments import room_named, whole_number
from fairyring.cli.streams import say, say_json
from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.progress import Progress, announced

EXAMPLE = "fairyring solve sneaky-town --limit 4 --bots normal"
TOWN, FAIRY, CRANE = "sneaky-town", "fairy", "crane"
MOST_TURNS, MOST_WHOLE = 6, 4  # a turn more has some twenty times the positions; lines that are alike are counted once, or not
ALIKE = 0.0005  # of the win: bets that are so close are equally good
USUAL_TURNS, USUAL_ITERATIONS = 4, 300


def configure(parser: argparse.ArgumentParser) -> None:
    games = f"{TOWN}, its small round (size=3, match=single); {FAIRY} for two, when few cards are left; {CRANE} for two"
    parser.add_argument("game", metavar="GAME", help=games)
    limit = f"how many turns the round has, 1 to {MOST_TURNS} (default {USUAL_TURNS}); 5 takes minutes, 6 hours"
    parser.add_argument("--limit", type=whole_number, default=USUAL_TURNS, metavar="N", help=limit)
    iterations = f"how often the solution is improved (default {USUAL_ITERATIONS})"
    parser.add_argument("--iterations", type=whole_number, default=USUAL_ITERATIONS, metavar="N", help=iterations)
    parser.add_argument(
        "--bots", default="", metavar="LEVELS", help="measure these, too: what a best response wins against them"
    )
    parser.add_argument("--top", type=whole_number, metavar="CARD", help=f"{FAIRY}: the card on the pile")
    parser.add_argument("--left", metavar="CARDS", help=f"{FAIRY}: the cards not yet turned, with commas between")
    parser.add_argument("--scores", metavar="N,N", help=f"{FAIRY}: the points of both")
    parser.add_argument("--missing", metavar="BETS", help=f"{CRANE}: what who bets has not achieved (default: high,low,just)")
    parser.add_argument("--rival-missing", metavar="BETS", help=f"{CRANE}: and what the challenger has not")
    parser.add_argument("--cards", default="0,0", metavar="N,N", help=f"{CRANE}: the cards of both (default 0,0)")
    parser.add_argument("--jackpot", type=whole_number, default=3, metavar="N", help=f"{CRANE}: the cards in it (default 3)")
    parser.add_argument("--skill", metavar="NAME", help=f"{CRANE}: novice (default), steady or expert")
    parser.add_argument("--json", action="store_true", help="one object, for programs")


def run(args: argparse.Namespace) -> int:
    room = room_named(args.game)
    solvers = {TOWN: _town, FAIRY: _fairy, CRANE: _crane}
    if room.name not in solvers:
        raise OptionError(f"Only {TOWN}, {FAIRY} and {CRANE} can be solved, not {room.name}.")
    return solvers[room.name](args, room)


def _town(args: argparse.Namespace, room: Room) -> int:
    from fairyring.games.sneaky_town.solve import equilibrium, policies  # noqa: PLC0415
    from fairyring.games.sneaky_town.solve import tree as town  # noqa: PLC0415

    bots = [name.strip() for name in args.bots.split(",")] if args.bots else []
    game = checked_game(room, args.limit, args.iterations, bots)
    begun = time.perf_counter()
    with announced("Growing the tree of all that can happen …"):
        tree = town.grow(game)
    progress = Progress(args.iterations, "iterations")
    try:
        solution = equilibrium.solve(tree, args.iterations, progress)
    finally:
        progress.close()
    told = {
        "game": game.name,
        "options": dict(game.options),
        "positions": tree.nodes,
        "information_sets": tree.information_sets,
        "seconds": round(time.perf_counter() - begun, 1),
        "iterations": solution.iterations,
        "value": round(solution.value, 6),
        "best_response": [round(share, 6) for share in solution.best],
        "exploitability": round(solution.exploitability, 6),
        "turns": policies.summary(tree, solution.policy),
        "bots": {},
    }
    if bots:
        with announced("Growing it without taking lines for alike …"):
            whole = town.grow(game, symmetric=False)
        told["bots"] = {level: _measured(whole, level) for level in bots}
    if args.json:
        say_json(told)
    else:
        for line in lines(told, room.title, args.limit):
            say(line)
    return 0


def checked_game(room: Room, limit: int, iterations: int, bots: list[str]) -> Game[Any]:
    """The small round with this limit; what cannot be solved is refused."""
    if not 1 <= limit <= MOST_TURNS:
        raise OptionError(f"A round of {limit} turns cannot be solved; ask for 1 to {MOST_TURNS}.")
    if not 1 <= iterations <= 1_000_000:
        raise OptionError(f"{iterations} iterations cannot be made; ask for 1 to 1,000,000.")
    game: Game[Any] = Game(room, {"size": "3", "match": "single", "turn_limit": limit})
    for level in bots:
        if level not in levels(game):
            raise unknown_level(game, level)
    if bots and limit > MOST_WHOLE:
        raise OptionError(f"Bots can be measured in rounds of at most {MOST_WHOLE} turns, not {limit}.")
    return game


def _measured(tree: Any, level: str) -> dict[str, Any]:
    from fairyring.bots.backends import compile_now  # noqa: PLC0415
    from fairyring.games.sneaky_town.solve import equilibrium, policies  # noqa: PLC0415

    if uses_search(level):
        compile_now(tree.game.room)
    progress = Progress(tree.nodes, f"positions where {level} is asked")
    try:
        policy = policies.of_level(tree, level, progress=progress)
    finally:
        progress.close()
    found = equilibrium.measure(tree, policy)
    best = [round(share, 6) for share in found.best]
    return {"value": round(found.value, 6), "best_response": best, "exploitability": round(found.exploitability, 6)}


def lines(told: dict[str, Any], title: str, limit: int) -> list[str]:
    """What people read."""
    first, second = told["best_response"]
    answers = f"a best response wins {first:.2%} as player 1, {second:.2%} as player 2"
    found = [
        f"{title}, three lines, {limit} turns: {told['positions']:,} positions, {told['information_sets']:,} with a rack",
        f"  {told['iterations']:,} iterations in {told['seconds']} s",
        f"  player 1 wins {told['value']:.2%}; exploitability {told['exploitability']:.3%} ({answers})",
    ]
    for turn, shares in enumerate(told["turns"], start=1):
        often = sorted(shares.items(), key=lambda item: -item[1])
        found.append(f"  turn {turn}, player {2 - turn % 2}: " + ", ".join(f"{kind} {share:.1%}" for kind, share in often))
    for level, one in told["bots"].items():
        first, second = one["best_response"]
        found.append(
            f"  {level}: exploitability {one['exploitability']:.3%}; against it a best response wins {first:.1%} as player 1,"
            f" {second:.1%} as player 2"
        )
    return found


# Fairy --------------------------------------------------------------------------------------------


def _fairy(args: argparse.Namespace, room: Room) -> int:
    from fairyring.games.fairy.schema import Guess  # noqa: PLC0415
    from fairyring.games.fairy.solve.late import Late, checked_position  # noqa: PLC0415

    if args.top is None or not args.left or not args.scores:
        raise OptionError("Say where the game stands: --top 2 --left 10,16,18 --scores 9,6.")
    game: Game[Any] = Game(room, {"players": 2})
    s = checked_position(game, args.top, _numbers("--left", args.left), _numbers("--scores", args.scores))
    with announced("Looking at every way in which it can go on …"):
        worth, *mixtures = Late(game).solved(s)
    guesses = [dict(zip(Guess.words, map(float, mixture.round(6)), strict=True)) for mixture in mixtures]
    if args.json:
        say_json({"game": game.name, "value": round(worth, 6), "guesses": guesses})
        return 0
    say(f"{room.title}, {s.left} cards left: player 1 wins {worth:.2%} if both play perfectly")
    for seat, mixture in enumerate(guesses, start=1):
        say(f"  player {seat}: " + ", ".join(f"{name} {share:.1%}" for name, share in mixture.items() if share))
    return 0


# Crane --------------------------------------------------------------------------------------------


def _crane(args: argparse.Namespace, room: Room) -> int:
    from fairyring.games.crane.schema import Bet  # noqa: PLC0415
    from fairyring.games.crane.solve import bets  # noqa: PLC0415

    game: Game[Any] = Game(room, {"players": 2} | ({"skill": args.skill} if args.skill else {}))
    cards = _numbers("--cards", args.cards)
    if len(cards) != 2:
        raise OptionError(f"--cards {args.cards}: say how many both have, as 0,30.")
    named = {"--missing": args.missing, "--rival-missing": args.rival_missing}
    missing = [bets.bets_named(what, text) if text else list(Bet) for what, text in named.items()]
    found = bets.best_bets(game, bets.position(game, missing, cards, args.jackpot))
    value = sum(max(row.values()) for row in found.values()) / len(found)
    if args.json:
        numbers = {number: {Bet.word(bet): round(one, 6) for bet, one in row.items()} for number, row in found.items()}
        say_json({"game": game.name, "options": dict(game.options), "value": round(value, 6), "bets": numbers})
        return 0
    say(f"{room.title} for two, {game.options['skill']} hands: who bets wins {value:.1%} if both bet as well as they can")
    say("  number" + "".join(f"{Bet.word(bet):>9}" for bet in Bet) + "   best")
    for number, row in found.items():
        best = [bet for bet in row if row[bet] > max(row.values()) - ALIKE]
        cells = "".join(f"{row[bet]:>9.1%}" if bet in row else f"{'–':>9}" for bet in Bet)
        say(f"  {number:>6}{cells}   {' or '.join(Bet.word(bet) for bet in best)}")
    return 0


def _numbers(what: str, text: str) -> list[int]:
    try:
        return [whole_number(part) for part in text.split(",")]
    except argparse.ArgumentTypeError as error:
        raise OptionError(f"{what} {text}: {error}.") from None
