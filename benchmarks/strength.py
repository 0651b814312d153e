"""How much one bot wins among others, in every seat in turn: `python benchmarks/strength.py fairy 4 strong normal --games 400`.

Prints the share of the win with its 95 % interval, and the CPU time that a decision of the one takes.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from typing import Any

import fairyring as fr
from fairyring import bots
from fairyring.bots import engines
from fairyring.core.rng import NATURE_STREAM, Stream
from fairyring.core.rules import NATURE


def play(game: fr.Game[Any], levels: list[str], seat: int, seed: int, index: int) -> tuple[float, int, float]:
    """One game: the share of the win of this seat, how often it decided, and the CPU seconds that took."""
    nature, s = Stream(seed, index, NATURE_STREAM), game.initial()
    seated = [bots.Seated(game, level, p, seed, index) for p, level in enumerate(levels)]
    decisions, seconds = 0, 0.0
    while pending := game.pending(s):
        actor = pending[0]
        if actor == NATURE:
            action = game.draw(s, nature)
        else:
            begun = time.process_time()
            action = seated[actor].decide(game.redact(s, actor), game.legal(s, actor))
            if actor == seat:
                decisions, seconds = decisions + 1, seconds + time.process_time() - begun
        game.rules.act(s, actor, action)
        for one in seated:
            one.recall.watch(actor, action)
    winners = [p for p in game.seats if game.place(s, p) == 1]
    return (1 / len(winners) if seat in winners else 0.0), decisions, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("one", help="the level of one seat")
    parser.add_argument("others", help="the level of all other seats")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    game = fr.game(args.game, players=args.players, **dict(option.split("=") for option in args.option))
    if bots.searches(args.one) or bots.searches(args.others):
        engines.compile_now(game.room)
    total = squares = seconds = 0.0
    decisions = number = 0
    begun = time.monotonic()
    while number < args.games and time.monotonic() - begun < args.seconds:
        seat = number % game.players
        levels = [args.one if p == seat else args.others for p in game.seats]
        share, more, took = play(game, levels, seat, args.seed, number // game.players)
        total, squares, decisions, seconds = total + share, squares + share * share, decisions + more, seconds + took
        number += 1
    mean = total / number
    error = 1.96 * sqrt(max(0.0, squares / number - mean * mean) / number)
    print(
        f"{args.game}, {game.players} seats: {args.one} among {args.others} wins {100 * mean:.1f} ± {100 * error:.1f} %",
        end=" ",
    )
    print(f"({number} games, {1000 * seconds / max(1, decisions):.1f} ms of CPU a decision)")


if __name__ == "__main__":
    main()
