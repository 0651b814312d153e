"""The value of memory and of search in Fairy: one bot of each kind among `normal` ones, in every seat in turn.

python benchmarks/bots/fairy_bots.py --players 2 --games 2000 --searched 800

Bots with memory know which cards were turned; bots without see the top card and the scores, and assume all other cards in the
deck. Greedy bots take the guess with the highest mean gain, like `normal`; win-aware bots search for the highest win rate, like
`strong`. `normal` itself has memory and is greedy.
"""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

import fairyring as fr
from fairyring.bots import Limits, Position, backends, rollout_search
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream
from fairyring.core.totals import WIN
from fairyring.games.fairy.lookup import IS_FAIRY
from fairyring.games.fairy.schema import CARDS, FULL_DECK, State

SEED = 1


def forget(r: State) -> State:
    """Blank what a bot without memory does not know."""
    r.deck = FULL_DECK & ~(1 << (r.top - 1))
    r.left = CARDS - 1
    r.fairies = IS_FAIRY[r.fairy_cards][r.top]
    return r


def decide(game: fr.Game[Any], s: Any, seat: int, kind: tuple[bool, bool], rng: Stream, simulations: int) -> int:
    """Return the guess of a bot of this kind."""
    remembers, aware = kind
    r: Any = game.redact(s, seat)
    knowledge = r if remembers else forget(r)
    if not aware:
        return int(game.room.bots.policies["normal"](knowledge, seat, rng))
    position = Position(game, seat, knowledge, game.legal(s, seat))
    return rollout_search.search(position, Limits(simulations=simulations), rng).action


def won(game: fr.Game[Any], index: int, seat: int, kind: tuple[bool, bool], simulations: int) -> float:
    """Play one game with such a bot in this seat; return its share of the win."""
    streams = [Stream(SEED, index, BOT_STREAM + each) for each in game.seats]
    nature, s = Stream(SEED, index, NATURE_STREAM), game.initial()
    while pending := game.pending(s):
        actor = pending[0]
        if actor == NATURE:
            action = game.draw(s, nature)
        else:
            action = decide(game, s, actor, kind if actor == seat else (True, False), streams[actor], simulations)
        game.rules.act(s, actor, action)
    winners = game.winners(s)
    return WIN // len(winners) / WIN if seat in winners else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000, help="of the greedy ones")
    parser.add_argument("--searched", type=int, default=400, help="of the win-aware ones")
    parser.add_argument("--simulations", type=int, default=1000, help="imagined games a decision")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    results = {}
    game = fr.game("fairy", players=args.players)
    backends.compile_now(game.room)
    for remembers in (False, True):
        for aware in (False, True):
            n = args.searched if aware else args.games
            shares = [won(game, i // args.players, i % args.players, (remembers, aware), args.simulations) for i in range(n)]
            mean = sum(shares) / n
            error = 1.96 * math.sqrt(sum((share - mean) ** 2 for share in shares) / (n - 1) / n)
            label = f"{'with' if remembers else 'without'} memory, {'win-aware' if aware else 'greedy'}"
            results[label.replace(" memory", "")] = {"share": mean, "error": error}
            if not args.json:
                print(f"{args.players} seats  {label:26} {mean:6.1%} ± {error:.1%} of {n}", flush=True)
    if args.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
