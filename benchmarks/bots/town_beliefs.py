"""The value of beliefs in Sneaky Town: a search with beliefs against other bots, round by round.

python benchmarks/bots/town_beliefs.py --pairs 1000 --results beliefs.jsonl

A pair is two rounds with the same racks and swapped seats. Both bots search with the same number of rollouts unless options
say otherwise. A bot is a level (`normal`, `easy`, `random`) or one of

    beliefs   the bot `strong`: racks are weighted by the likelihood of the opponent's actions
    uniform   the same search with uniform weights of the possible racks
    knows     the same search with the opponent's rack known: an upper bound

Results are appended to a file, one line for each pair; pairs in the file are not played again. --record writes racks and
actions of the rounds for `python -m fairyring.games.sneaky_town.tools.fit_likelihood`.
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
    """One bot in one seat of one round."""

    def __init__(self, game: fr.Game[Any], bot: str, simulations: int | None, seat: int, rng: Stream) -> None:
        self.game, self.bot, self.simulations, self.seat, self.rng = game, bot, simulations, seat, rng
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
        if self.bot not in SEARCHERS:
            return bots.make_bot(game, self.bot).choose(Position(game, seat, r, legal), bots.NO_LIMITS, self.rng).action
        memory = self.recall.memory if self.bot == "beliefs" else ()
        if self.bot == "knows":
            r.tiles[1 - seat][:] = s.tiles[1 - seat]
            r.shown[1 - seat][:] = s.tiles[1 - seat]  # leaves nothing to imagine
        position = Position(game, seat, r, legal, memory)
        return rollout_search.search(position, Limits(simulations=self.simulations), self.rng).action


def play(game: fr.Game[Any], players: list[Player], nature: Stream) -> tuple[int, list[tuple[int, int]]]:
    """Play one round; return the seat that won, and all actions."""
    s: Any = game.initial()
    actions: list[tuple[int, int]] = []
    while pending := game.pending(s):
        actor = pending[0]
        action = game.draw(s, nature) if actor == NATURE else players[actor].decide(s)
        for player in players:
            player.recall.watch(actor, action)
        actions.append((actor, action))
        game.rules.act(s, actor, action)
    return s.winner - 1, actions


def mean_of(shares: list[float]) -> tuple[float, float]:
    """Return the mean of pairs and half of its 95 % interval."""
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1))
    return mean, 1.96 * spread / math.sqrt(len(shares))


def format_mean(shares: list[float]) -> str:
    """Format the mean of pairs with its 95 % interval."""
    mean, error = mean_of(shares)
    return f"{mean:.1%} ± {error:.1%} of {2 * len(shares)} rounds"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="beliefs")
    parser.add_argument("--against", default="uniform")
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--simulations", type=int, help="rollouts for a decision of the first bot (default: those of the game)")
    parser.add_argument("--theirs", type=int, help="rollouts for a decision of the other bot")
    parser.add_argument("--results", type=Path, help="file of results; pairs in it are not played again")
    parser.add_argument("--record", type=Path, help="file to write the rounds to")
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    game = fr.game("sneaky-town", match="single")
    if not backends.compile_now(game.room):
        sys.exit("needs the compiled search")
    setting = [args.bot, args.simulations, args.against, args.theirs, args.seed]
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
            bots_by_seat = {mine: (args.bot, args.simulations), 1 - mine: (args.against, args.theirs)}
            players = [Player(game, *bots_by_seat[seat], seat, streams[seat]) for seat in (0, 1)]
            winner, actions = play(game, players, Stream(args.seed, pair, NATURE_STREAM))
            won.append(int(winner == mine))
            for k, player in enumerate((players[mine], players[1 - mine])):
                seconds[k] += player.seconds
                decisions[k] += player.decisions
            if args.record:
                with args.record.open("a") as file:
                    file.write(json.dumps({"bots": [bots_by_seat[0][0], bots_by_seat[1][0]], "actions": actions}) + "\n")
        shares.append(sum(won) / 2)
        if args.results:
            with args.results.open("a") as file:
                file.write(json.dumps({"setting": setting, "pair": pair, "won": won}) + "\n")
        if (pair + 1) % 100 == 0:
            print(f"{args.bot} against {args.against}: {format_mean(shares)}", file=sys.stderr, flush=True)
    if args.json:
        print(json.dumps(dict(zip(("share", "error"), mean_of(shares), strict=True))))
        return
    print(f"{args.bot} against {args.against}: {format_mean(shares)}")
    for bot, spent, count in zip((args.bot, args.against), seconds, decisions, strict=True):
        if count:
            print(f"{bot}: {1000 * spent / count:.1f} ms of CPU a decision, {count} decisions")


if __name__ == "__main__":
    main()
