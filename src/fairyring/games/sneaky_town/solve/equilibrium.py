"""CFR+ (Tammelin 2014) on the public tree, vectorised over the orders of both racks; and exact best responses.

A policy is, for each level, an array of probabilities by choice and by the order of the actor's rack. Values are
counterfactual: by node and own order, weighted by the other player's reach probability but not by one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairyring.games.sneaky_town.solve.tree import Level, Tree

Array = NDArray[Any]
Policy = Sequence[Array]


@dataclass(frozen=True)
class Solution:
    """A policy with its value and its best responses."""

    policy: Policy
    value: float  # win rate of player 1 if both play it
    best: tuple[float, float]  # win rate of each player's best response to it
    iterations: int

    @property
    def exploitability(self) -> float:
        """The gain of best responses over the value, averaged over both seats; 0 for an equilibrium."""
        return (sum(self.best) - 1) / 2


def solve(tree: Tree, iterations: int, progress: Callable[[int], None] = lambda done: None, tremble: float = 0.0) -> Solution:
    """Run CFR+: nonnegative regrets, alternating updates, linearly weighted average policy.

    `tremble` / iteration is the probability of a uniformly random action in each iteration: it trains positions that optimal
    play never reaches, at little cost elsewhere.
    """
    regrets = [np.zeros((len(level.node), tree.orders)) for level in tree.levels]
    sums = [np.zeros_like(regret) for regret in regrets]
    for iteration in range(1, iterations + 1):
        for player in range(2):
            policy = [normalise(level, regret) for level, regret in zip(tree.levels, regrets, strict=True)]
            trembling = [
                mix_uniform(level, chances, tremble / iteration) for level, chances in zip(tree.levels, policy, strict=True)
            ]
            reach = reaches(tree, trembling)
            policy = [policy[d] if level.actor == player else trembling[d] for d, level in enumerate(tree.levels)]
            values, choice_values = play(tree, policy, reach, player)
            for depth, level in enumerate(tree.levels):
                if level.actor == player:
                    regrets[depth] = np.maximum(0, regrets[depth] + choice_values[depth] - values[depth][level.node])
                    sums[depth] += iteration * reach[depth][player][level.node] * policy[depth]
        progress(iteration)
    average = [normalise(level, total) for level, total in zip(tree.levels, sums, strict=True)]
    return measure(tree, average, iterations)


def measure(tree: Tree, policy: Policy, iterations: int = 0) -> Solution:
    """Compute the value of a policy and its best responses."""
    return Solution(policy, value(tree, policy), (best_response(tree, policy, 0), best_response(tree, policy, 1)), iterations)


def value(tree: Tree, policy: Policy) -> float:
    """Return the win rate of player 1 if both play this policy."""
    values, _ = play(tree, policy, reaches(tree, policy), 0)
    return float(values[0].sum()) / tree.orders**2


def best_response(tree: Tree, policy: Policy, player: int) -> float:
    """Return the win rate of a player's best response to the policy, with only the player's own information."""
    values, _ = play(tree, policy, reaches(tree, policy), player, best=True)
    return float(values[0].sum()) / tree.orders**2


def normalise(level: Level, weights: Array) -> Array:
    """Return probabilities proportional to weights at each node; uniform where all weights are 0."""
    starts = first_choices(level)
    total = np.add.reduceat(weights, starts, axis=0)[level.node]
    count = np.bincount(level.node)[level.node][:, None]
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / count)


def mix_uniform(level: Level, chances: Array, tremble: float) -> Array:
    """Mix probabilities with the uniform distribution, which gets the weight `tremble`."""
    count = np.bincount(level.node)[level.node][:, None]
    mixed: Array = (1 - tremble) * chances + tremble / count
    return mixed


def first_choices(level: Level) -> Array:
    """Return the index of the first choice of each node."""
    return np.flatnonzero(np.diff(level.node, prepend=-1))


def reaches(tree: Tree, policy: Policy) -> list[Array]:
    """Return, for each level, the reach probability of each player by node and order of that player's rack."""
    reach = [np.ones((2, 1, tree.orders))]
    for level, chances in zip(tree.levels[:-1], policy, strict=False):
        grown = level.followed.astype(bool)  # in the order of the children
        choice = level.choice[grown]
        below = reach[-1][:, level.node[choice]]
        below[level.actor] *= chances[choice]
        below[1 - level.actor] *= level.open[grown]
        reach.append(below)
    return reach


def play(
    tree: Tree, policy: Policy, reach: Sequence[Array], player: int, best: bool = False
) -> tuple[list[Array], list[Array]]:
    """Return the counterfactual values of a player: by node, and by choice at the player's own nodes.

    The player follows the policy, or with `best` a best response to it.
    """
    wins = tree.payoffs if player == 0 else 1 - tree.payoffs.transpose(0, 2, 1)  # by one's own order, then the other's
    values: list[Array] = [np.zeros(0)] * len(tree.levels)
    choice_values: list[Array] = [np.zeros(0)] * len(tree.levels)
    for depth in range(len(tree.levels) - 1, -1, -1):
        level, chances = tree.levels[depth], policy[depth]
        other = reach[depth][1 - player]
        if level.actor != player:
            other = other * chances[level.ends]
        ended = np.matmul(wins[level.payoff], other[:, :, None])[:, :, 0]
        after = np.zeros((0, tree.orders))
        if len(level.child):
            after = np.take_along_axis(values[depth + 1][level.child], level.orders[:, player], axis=1)
        if level.actor == player:
            each = np.zeros_like(chances)
            np.add.at(each, level.choice, after)
            each[level.ends] = ended
            starts = first_choices(level)
            values[depth] = np.maximum.reduceat(each, starts) if best else np.add.reduceat(chances * each, starts)
            choice_values[depth] = each
        else:
            values[depth] = ended
            np.add.at(values[depth], level.node[level.choice], level.open * after)
    return values, choice_values
