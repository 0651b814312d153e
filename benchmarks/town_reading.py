"""How well racks are foretold in Sneaky Town, on rounds that benchmarks/town_beliefs.py wrote; and what would foretell best.

python benchmarks/town_reading.py ROUNDS --decisions 1000

For each decision: how many times likelier the true rack is after it was read than before (a geometric mean), at first sight
and on second thoughts. Then the numbers of `reading.liking` are fitted to one half of the rounds and tried on the other.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import fairyring as fr
from fairyring.bots import backends, beliefs
from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Observation
from fairyring.games.sneaky_town import likelihood
from fairyring.games.sneaky_town.schema import END

Array = NDArray[np.float64]
LATEST = 12  # turns: long rounds would count too much


def decisions(game: fr.Game[Any], rounds: Path) -> Iterator[tuple[int, Observation, list[int]]]:
    """Number of the round, what the opponent saw, and the true rack; of whatever does not end the round."""
    for number, line in enumerate(rounds.read_text().splitlines()):
        s: Any = game.initial()
        for actor, action in json.loads(line)["done"]:
            if actor >= 0 and s.turns < LATEST and not END.has(action):
                yield number, Observation(schema.pack(game.redact(s, 1 - actor)), actor, action), list(s.tiles[actor])
            game.rules.act(s, actor, action)


def chances_of(logs: Array, possible: NDArray[np.bool_]) -> Array:
    """Of racks by the logarithms of their likelihoods, one decision a row."""
    shifted = np.where(possible, logs, -np.inf)
    odds = np.exp(shifted - shifted.max(1, keepdims=True))
    return np.asarray(odds / odds.sum(1, keepdims=True))


def gains(logs: Array, possible: NDArray[np.bool_], truth: NDArray[np.int64]) -> Array:
    """How much likelier the true rack has become, as logarithms."""
    return np.asarray(np.log(chances_of(logs, possible)[np.arange(len(truth)), truth] * possible.sum(1)))


def fitted(facts: Array, possible: NDArray[np.bool_], truth: NDArray[np.int64]) -> Array:
    """The weights of the facts with which the true racks are most likely (Newton's method)."""
    weights = np.zeros(facts.shape[2])
    for _ in range(30):
        chances = chances_of(facts @ weights, possible)
        mean = np.einsum("nk,nkf->nf", chances, facts)
        slope = (mean - facts[np.arange(len(truth)), truth]).mean(0)
        spread = (np.einsum("nk,nkf,nkg->fg", chances, facts, facts) - mean.T @ mean) / len(truth)
        weights -= np.linalg.solve(spread + 1e-4 * np.eye(len(weights)), slope + 1e-4 * weights)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rounds", type=Path)
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=beliefs.MAX_WORLDS)
    args = parser.parse_args()
    game = fr.game("sneaky-town", match="single")
    room, spec = game.room, game.room.bots.search.beliefs
    assert spec is not None
    assert backends.compile_now(room), "this needs the compiled search"
    backend = backends.current(room)
    rows = [row for row, _number in zip(decisions(game, args.rounds), range(args.decisions), strict=False)]
    racks = spec.count(game.initial())
    possible = np.zeros((len(rows), racks), bool)
    first, second = np.zeros((len(rows), racks)), np.zeros((len(rows), racks))
    facts, truth = np.zeros((len(rows), racks, 4)), np.zeros(len(rows), np.int64)
    for i, (_number, seen, rack) in enumerate(rows):
        before = schema.unpack(room.schema.state, seen.before)
        first[i] = np.log(np.maximum(backend.weigh(before, 1 - seen.actor, seen.actor, seen.action), 1))
        s: Any
        for k, s in beliefs.actor_knowledge(spec, before, 1 - seen.actor, seen.actor).items():
            found = beliefs.estimate_win_rates(room, backend, s, seen, args.worlds)
            assert found is not None
            usual, usual_wins, done_wins = found
            gain = min(likelihood.SLIGHT, max(-likelihood.SLIGHT, done_wins - usual_wins))
            facts[i, k] = gain, done_wins, usual == seen.action, -END.has(usual)
            second[i, k] = likelihood.liking(usual, seen.action, usual_wins, done_wins)
            possible[i, k] = True
            if list(s.tiles[seen.actor]) == rack:
                truth[i] = k
    for name, logs in (("at first sight", first), ("on second thoughts", second)):
        told = gains(logs, possible, truth)
        print(f"{name}: {np.exp(told.mean()):.2f} times as likely, over {len(rows)} decisions")
    half = np.array([number % 2 == 0 for number, _seen, _rack in rows])
    for some in (half, ~half):
        weights = fitted(facts[some], possible[some], truth[some])
        told = gains(facts @ weights, possible, truth)[~some]
        print(f"fitted to one half {np.round(weights, 1)}: {np.exp(told.mean()):.2f} times in the other")


if __name__ == "__main__":
    main()
