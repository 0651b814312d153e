"""CFR+ on a tree of what both players see, all orders of a rack at once; and exact best responses.

A policy has for each level an array of chances, by choice and by the order of the mover's rack. Values are counterfactual: by
node and by the order of one's own rack, weighed by how likely the other one plays there, and not by one's own play.
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
    """What was found. `best`: how often the best answer to the solution wins, for each player."""

    policy: Policy
    value: float  # how often player 1 wins if both play it
    best: tuple[float, float]
    iterations: int

    @property
    def exploitability(self) -> float:
        """How much more than the value a best response wins, on average over the two seats; 0 is an equilibrium."""
        return (sum(self.best) - 1) / 2


def solve(tree: Tree, iterations: int, progress: Callable[[int], None] = lambda done: None, tremble: float = 0.0) -> Solution:
    """CFR+: regrets never fall below 0, players take turns, and later policies count more.

    With `tremble`, both do anything at all now and then, and less and less: so they learn what to do where nobody should ever
    come to, at hardly any cost elsewhere.
    """
    regrets = [np.zeros((len(level.node), tree.orders)) for level in tree.levels]
    sums = [np.zeros_like(regret) for regret in regrets]
    for done in range(1, iterations + 1):
        for player in range(2):
            policy = [shares(level, regret) for level, regret in zip(tree.levels, regrets, strict=True)]
            astray = [shaken(level, one, tremble / done) for level, one in zip(tree.levels, policy, strict=True)]
            reach = reaches(tree, astray)
            policy = [policy[d] if level.actor == player else astray[d] for d, level in enumerate(tree.levels)]
            values, worth = play(tree, policy, reach, player)
            for depth, level in enumerate(tree.levels):
                if level.actor == player:
                    regrets[depth] = np.maximum(0, regrets[depth] + worth[depth] - values[depth][level.node])
                    sums[depth] += done * reach[depth][player][level.node] * policy[depth]
        progress(done)
    found = [shares(level, total) for level, total in zip(tree.levels, sums, strict=True)]
    return measure(tree, found, iterations)


def measure(tree: Tree, policy: Policy, iterations: int = 0) -> Solution:
    """How well a policy does against itself and against the best answers to it."""
    return Solution(policy, value(tree, policy), (best_response(tree, policy, 0), best_response(tree, policy, 1)), iterations)


def value(tree: Tree, policy: Policy) -> float:
    """How often player 1 wins if both play this."""
    values, _ = play(tree, policy, reaches(tree, policy), 0)
    return float(values[0].sum()) / tree.orders**2


def best_response(tree: Tree, policy: Policy, player: int) -> float:
    """How often the player wins who knows the other's policy and plays best against it, seeing only what a player sees."""
    values, _ = play(tree, policy, reaches(tree, policy), player, best=True)
    return float(values[0].sum()) / tree.orders**2


def shares(level: Level, weights: Array) -> Array:
    """Chances in proportion to weights; where there are none, all choices alike."""
    starts = first_choices(level)
    total = np.add.reduceat(weights, starts, axis=0)[level.node]
    count = np.bincount(level.node)[level.node][:, None]
    return np.where(total > 0, weights / np.where(total > 0, total, 1), 1 / count)


def shaken(level: Level, chances: Array, tremble: float) -> Array:
    """The same chances of somebody who does anything at all now and then."""
    count = np.bincount(level.node)[level.node][:, None]
    mixed: Array = (1 - tremble) * chances + tremble / count
    return mixed


def first_choices(level: Level) -> Array:
    """Where the choices of each node begin."""
    return np.flatnonzero(np.diff(level.node, prepend=-1))


def reaches(tree: Tree, policy: Policy) -> list[Array]:
    """For each level: by player, node and order, how likely that player plays there with that rack."""
    found = [np.ones((2, 1, tree.orders))]
    for level, chances in zip(tree.levels[:-1], policy, strict=False):
        grown = level.followed.astype(bool)  # in the order of the children
        choice = level.choice[grown]
        below = found[-1][:, level.node[choice]]
        below[level.actor] *= chances[choice]
        below[1 - level.actor] *= level.open[grown]
        found.append(below)
    return found


def play(
    tree: Tree, policy: Policy, reach: Sequence[Array], player: int, best: bool = False
) -> tuple[list[Array], list[Array]]:
    """What each node is worth to a player, and each of its choices; as the policy plays, or as it is best.

    Choices of the other one have no worth of their own.
    """
    wins = tree.payoffs if player == 0 else 1 - tree.payoffs.transpose(0, 2, 1)  # by one's own order, then the other's
    values: list[Array] = [np.zeros(0)] * len(tree.levels)
    worth: list[Array] = [np.zeros(0)] * len(tree.levels)
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
            worth[depth] = each
        else:
            values[depth] = ended
            np.add.at(values[depth], level.node[level.choice], level.open * after)
    return values, worth
