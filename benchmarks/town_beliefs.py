"""What reading the opponent is worth in Sneaky Town: a search with beliefs against others, round by round.

python benchmarks/town_beliefs.py --pairs 1000 --results beliefs.jsonl

Each pair are two rounds with the same racks, in which the two change seats. Both minds search with the same number of imagined
games, unless told otherwise. A mind is a level (`normal`, `easy`, `random`) or one of

    beliefs   the bot `strong`: racks are weighed by what the opponent did
    uniform   the same search, to which all racks that can be are alike
    knows     the same search, which knows the opponent's rack: what there is to know at most

Results are appended to a file, a line for each pair, and pairs that it holds are not played again. With --record the rounds
are written as well: racks and actions, for benchmarks/town_reading.py to look at.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import Any

import fairyring as fr
from fairyring import bots
from fairyring.bots import Limits, Position, backends, rollout_search
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import BOT_STREAM, NATURE_STREAM, Stream

SEARCHERS = ("beliefs", "uniform", "knows")


class Player:
    """One mind in one seat of one round."""

    def __init__(self, game: fr.Game[Any], mind: str, simulations: int | None, seat: int, rng: Stream) -> None:
        self.game, self.mind, self.simulations, self.seat, self.rng = game, mind, simulations, seat, rng
        self.recall = bots.Recall(game, seat)
        self.seconds = 0.0
        self.decisions = 0

    def decide(self, s: Any) -> int:
        begun = time.process_time()
        action = self._decide(s)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return action

    def _decide(self, s: Any) -> int:
        game, seat = self.game, self.seat
        r, legal = game.redact(s, seat), game.legal(s, seat)
        if self.mind not in SEARCHERS:
            return bots.make_bot(game, self.mind).choose(Position(game, seat, r, legal), bots.NO_LIMITS, self.rng).action
        memory = self.recall.memory if self.mind == "beliefs" else ()
        if self.mind == "knows":
            r.tiles[1 - seat][:] = s.tiles[1 - seat]
            r.shown[1 - seat][:] = s.tiles[1 - seat]  # nothing is left to imagine
        position = Position(game, seat, r, legal, memory)
        return rollout_search.search(position, Limits(simulations=self.simulations), self.rng).action


def play(game: fr.Game[Any], players: list[Player], nature: Stream) -> tuple[int, list[tuple[int, int]]]:
    """The seat that won one round, and all that was done."""
    s: Any = game.initial()
    done: list[tuple[int, int]] = []
    while pending := game.pending(s):
        who = pending[0]
        action = game.draw(s, nature) if who == NATURE else players[who].decide(s)
        for player in players:
            player.recall.watch(who, action)
        done.append((who, action))
        game.rules.act(s, who, action)
    return s.winner - 1, done


def told(shares: list[float]) -> str:
    """A mean of pairs with its 95 %."""
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1))
    return f"{mean:.1%} ± {1.96 * spread / math.sqrt(len(shares)):.1%} of {2 * len(shares)} rounds"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mind", default="beliefs")
    parser.add_argument("--against", default="uniform")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--simulations", type=int, help="imagined games a decision of the first; those of the room if not given"
    )
    parser.add_argument("--theirs", type=int, help="imagined games a decision of the other")
    parser.add_argument("--results", type=Path, help="where pairs are kept; those that are there are not played again")
    parser.add_argument("--record", type=Path, help="where rounds are written")
    args = parser.parse_args()
    game = fr.game("sneaky-town", match="single")
    if not backends.compile_now(game.room):
        sys.exit("this needs the compiled search")
    setting = [args.mind, args.simulations, args.against, args.theirs, args.seed]
    lines = args.results.read_text().splitlines() if args.results and args.results.exists() else []
    kept = {line["pair"]: line for line in map(json.loads, lines) if line["setting"] == setting}
    shares = [sum(kept[pair]["won"]) / 2 for pair in sorted(kept) if pair < args.pairs]
    seconds, decisions = [0.0, 0.0], [0, 0]
    for pair in range(args.pairs):
        if pair in kept:
            continue
        won = []
        for mine in (0, 1):
            streams = [Stream(args.seed, 2 * pair + mine, BOT_STREAM + seat) for seat in (0, 1)]
            minds = {mine: (args.mind, args.simulations), 1 - mine: (args.against, args.theirs)}
            players = [Player(game, *minds[seat], seat, streams[seat]) for seat in (0, 1)]
            winner, done = play(game, players, Stream(args.seed, pair, NATURE_STREAM))
            won.append(int(winner == mine))
            for k, player in enumerate((players[mine], players[1 - mine])):
                seconds[k] += player.seconds
                decisions[k] += player.decisions
            if args.record:
                with args.record.open("a") as file:
                    file.write(json.dumps({"minds": [minds[0][0], minds[1][0]], "done": done}) + "\n")
        shares.append(sum(won) / 2)
        if args.results:
            with args.results.open("a") as file:
                file.write(json.dumps({"setting": setting, "pair": pair, "won": won}) + "\n")
        if (pair + 1) % 100 == 0:
            print(f"{args.mind} against {args.against}: {told(shares)}", file=sys.stderr, flush=True)
    print(f"{args.mind} against {args.against}: {told(shares)}")
    for mind, spent, count in zip((args.mind, args.against), seconds, decisions, strict=True):
        if count:
            print(f"{mind}: {1000 * spent / count:.1f} ms of CPU a decision, {count} decisions")


if __name__ == "__main__":
    main()
