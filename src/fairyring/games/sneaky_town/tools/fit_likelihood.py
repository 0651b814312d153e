"""Measure and fit the likelihood of an opponent's actions in Sneaky Town (`games/sneaky_town/likelihood.py`).

    python benchmarks/bots/town_beliefs.py --pairs 500 --record ROUNDS
    python -m fairyring.games.sneaky_town.tools.fit_likelihood ROUNDS --decisions 1000

Prints the geometric mean of posterior / prior of the true rack after one observed action, for the prior likelihood and for the
likelihood by rollouts. Then fits the weights of `log_likelihood_by_rollouts` to one half of the rounds by maximum likelihood
(a conditional logit model, Newton iterations) and evaluates them on the other half.
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
MAX_TURN = 12  # later decisions are ignored, so that long rounds do not dominate


def decisions(game: fr.Game[Any], rounds: Path) -> Iterator[tuple[int, Observation, list[int]]]:
    """Yield the round's number, the observation of the opponent, and the true rack, for every action but End."""
    for number, line in enumerate(rounds.read_text().splitlines()):
        s: Any = game.initial()
        for actor, action in json.loads(line)["actions"]:
            if actor >= 0 and s.turns < MAX_TURN and not END.has(action):
                yield number, Observation(schema.pack(game.redact(s, 1 - actor)), actor, action), list(s.tiles[actor])
            game.rules.act(s, actor, action)


def posteriors(logs: Array, possible: NDArray[np.bool_]) -> Array:
    """Return the posterior of each rack under a uniform prior: a softmax of log-likelihoods, one decision a row."""
    shifted = np.where(possible, logs, -np.inf)
    weights = np.exp(shifted - shifted.max(1, keepdims=True))
    return np.asarray(weights / weights.sum(1, keepdims=True))


def log_gains(logs: Array, possible: NDArray[np.bool_], truth: NDArray[np.int64]) -> Array:
    """Return log(posterior / prior) of the true rack, one decision a row."""
    return np.asarray(np.log(posteriors(logs, possible)[np.arange(len(truth)), truth] * possible.sum(1)))


def fit(features: Array, possible: NDArray[np.bool_], truth: NDArray[np.int64]) -> Array:
    """Return the maximum-likelihood weights of the features (Newton iterations with a small ridge)."""
    weights = np.zeros(features.shape[2])
    for _ in range(30):
        probabilities = posteriors(features @ weights, possible)
        mean = np.einsum("nk,nkf->nf", probabilities, features)
        gradient = (mean - features[np.arange(len(truth)), truth]).mean(0)
        hessian = (np.einsum("nk,nkf,nkg->fg", probabilities, features, features) - mean.T @ mean) / len(truth)
        weights -= np.linalg.solve(hessian + 1e-4 * np.eye(len(weights)), gradient + 1e-4 * weights)
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
    assert backends.compile_now(room), "needs the compiled search"
    backend = backends.current(room)
    rows = [row for row, _number in zip(decisions(game, args.rounds), range(args.decisions), strict=False)]
    racks = spec.count(game.initial())
    possible = np.zeros((len(rows), racks), bool)
    first, second = np.zeros((len(rows), racks)), np.zeros((len(rows), racks))
    features, truth = np.zeros((len(rows), racks, 4)), np.zeros(len(rows), np.int64)
    for i, (_number, seen, rack) in enumerate(rows):
        before = schema.unpack(room.schema.state, seen.before)
        first[i] = np.log(np.maximum(backend.weigh(before, 1 - seen.actor, seen.actor, seen.action), 1))
        s: Any
        for k, s in beliefs.actor_knowledge(spec, before, 1 - seen.actor, seen.actor).items():
            rates = beliefs.estimate_win_rates(room, backend, s, seen, args.worlds)
            assert rates is not None
            usual, usual_wins, done_wins = rates
            gain = min(likelihood.MAX_GAIN, max(-likelihood.MAX_GAIN, done_wins - usual_wins))
            features[i, k] = gain, done_wins, usual == seen.action, -END.has(usual)
            second[i, k] = likelihood.log_likelihood_by_rollouts(usual, seen.action, usual_wins, done_wins)
            possible[i, k] = True
            if list(s.tiles[seen.actor]) == rack:
                truth[i] = k
    for name, logs in (("prior likelihood", first), ("likelihood by rollouts", second)):
        gains = log_gains(logs, possible, truth)
        print(f"{name}: {np.exp(gains.mean()):.2f} × posterior / prior, over {len(rows)} decisions")
    half = np.array([number % 2 == 0 for number, _seen, _rack in rows])
    for train in (half, ~half):
        weights = fit(features[train], possible[train], truth[train])
        gains = log_gains(features @ weights, possible, truth)[~train]
        print(f"fitted to one half {np.round(weights, 1)}: {np.exp(gains.mean()):.2f} × in the other half")


if __name__ == "__main__":
    main()
