"""Whether a tree below the candidates pays: the search with one against the search without, at the same CPU time a decision.

python benchmarks/bots/trees.py fairy-tale --players 2 --depth 4 --pairs 60

Each pair are two games with the same luck. Those with a tree have every other seat, in the first game seat 1, in the second
seat 2, so half of the win is fair at any number of seats. With `--against normal` one with a tree sits among `normal` ones, in
every seat in turn. How long each search takes is seen in two games before: who has a tree imagines fewer games, so that both
take as long.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import fairyring as fr
from fairyring import bots
from fairyring.bots import Limits, Position, backends, rollout_search
from fairyring.core.game.bot_specs import Memory
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream

BEFORE = 1 << 20  # the number of the first game that is played to see how long each takes


@dataclass
class Mind:
    """A search of one sort, and how long it took; without a game of its own it is `normal`."""

    game: Game[Any] | None
    effort: float = 1.0  # imagined games, of those that the room plans for
    seconds: float = 0.0
    decisions: int = 0

    def decide(self, game: Game[Any], s: Any, seat: int, rng: Stream, memory: Memory) -> int:
        r, legal = game.redact(s, seat), game.legal(s, seat)
        if self.game is None or len(legal) == 1:
            return int(game.room.bots.policies["normal"](r, seat, rng))
        games = round(self.effort * game.room.bots.search.simulations_at(r))
        begun = time.process_time()
        position = Position(self.game, seat, r, legal, memory)
        found = rollout_search.search(position, Limits(simulations=games), rng)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return found.action

    @property
    def each(self) -> float:
        return self.seconds / max(1, self.decisions)


def searched(game: Game[Any], depth: int) -> Game[Any]:
    """The same game, whose search has a tree of this depth or none."""
    search = replace(game.room.bots.search, tree_depth=(lambda _s: depth) if depth else None)
    room = replace(game.room, bots=replace(game.room.bots, search=search))
    if not backends.compile_now(room):
        sys.exit("this needs the compiled search")
    return Game(room, game.options)


def play(game: Game[Any], minds: Sequence[Mind], seed: int, luck: int, number: int) -> list[float]:
    """What each seat has of the win of one game."""
    s, nature = game.initial(), Stream(seed, luck, NATURE_STREAM)
    streams = [Stream(seed, number, BOT_STREAM + seat) for seat in game.seats]
    recalls = [bots.Recall(game, seat) for seat in game.seats]
    while pending := game.pending(s):
        who = pending[0]
        if who == NATURE:
            action = game.draw(s, nature)
        else:
            action = minds[who].decide(game, s, who, streams[who], recalls[who].memory)
        for recall in recalls:
            recall.watch(who, action)
        game.rules.act(s, who, action)
    winners = game.winners(s)
    return [1 / len(winners) if seat in winners else 0.0 for seat in game.seats]


def tables(game: Game[Any], mind: Mind, other: Mind) -> list[list[Mind]]:
    """Who sits where in the games of one luck."""
    if other.game is None:
        return [[mind if seat == mine else other for seat in game.seats] for mine in game.seats]
    return [[(mind, other)[(seat + turn) % 2] for seat in game.seats] for turn in (0, 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--depth", type=int, default=4, help="of the tree, in decisions of the seat")
    parser.add_argument("--against", choices=("flat", "normal"), default="flat")
    parser.add_argument("--effort", type=float, default=1.0, help="imagined games without a tree, of those the room plans for")
    parser.add_argument("--pairs", type=int, default=50, help="so many lucks")
    parser.add_argument("--seconds", type=float, default=math.inf, help="of CPU; no luck is begun after that")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    options: dict[str, Any] = dict(given.split("=") for given in args.option)
    game = fr.game(args.game, **(options | ({"players": args.players} if args.players else {})))
    mind, flat = Mind(searched(game, args.depth), args.effort), Mind(searched(game, 0), args.effort)
    for turn, minds in enumerate(tables(game, mind, flat)):
        play(game, minds, args.seed, BEFORE + turn, BEFORE + turn)
    mind.effort *= flat.each / mind.each
    mind.seconds, mind.decisions, flat.seconds, flat.decisions = 0.0, 0, 0.0, 0
    other = flat if args.against == "flat" else Mind(None)
    shares = []
    begun = time.process_time()
    for pair in range(args.pairs):
        if time.process_time() - begun > args.seconds:
            break
        sat = tables(game, mind, other)
        won = [play(game, minds, args.seed, pair, pair * len(sat) + turn) for turn, minds in enumerate(sat)]
        mine = [sum(share for share, who in zip(shared, minds, strict=True) if who is mind)
                for shared, minds in zip(won, sat, strict=True)]  # fmt: skip
        shares.append(sum(mine) / len(sat))
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1))
    error = 1.96 * spread / math.sqrt(len(shares))
    if args.json:
        print(json.dumps({"share": mean, "error": error}))
        return
    print(f"a tree {args.depth} deep against {args.against}: {mean:.1%} ± {error:.1%} of {len(shares) * len(sat)} games")
    for name, who in (("with a tree", mind), (args.against, other)):
        if who.decisions:
            print(f"{name}: {1000 * who.each:.1f} ms of CPU a decision, {who.effort:.2f} of the room's imagined games")


if __name__ == "__main__":
    main()
