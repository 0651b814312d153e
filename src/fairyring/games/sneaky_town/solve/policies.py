"""Policies of bots over a whole tree, so that their exploitability can be measured; and summaries of policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from fairyring.bots import NO_LIMITS, Position, Recall, make_bot, uses_search
from fairyring.core.game.bot_specs import Memory
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town.schema import FILL
from fairyring.games.sneaky_town.solve.equilibrium import Policy, first_choices, reaches
from fairyring.games.sneaky_town.solve.tree import Node, Tree, knowledge

# Randomised bots are asked this often in each position. Searching bots are asked once: the seed is part of their policy. The
# mixture of a bot that reports one is used as it is.
DRAWS = 8


def of_level(tree: Tree, level: str, seed: int = 1, progress: Callable[[int], None] = lambda nodes: None) -> Policy:
    """Return the policy of a bot. The tree must be grown without symmetry, since bots may break it."""
    policy, done = [], 0
    bot = make_bot(tree.game, level, wait=False)
    for depth in tree.levels:
        draws = 1 if uses_search(level) else DRAWS
        chances = np.zeros((len(depth.node), tree.orders))
        for start, node in zip(first_choices(depth), depth.nodes, strict=True):
            legal = list(tree.game.legal(node.public, depth.actor))
            if level == "random" or len(legal) == 1:
                chances[start : start + len(legal)] = 1 / len(legal)
            else:
                for order in np.flatnonzero(node.possible[depth.actor]):
                    known = knowledge(node, depth.actor, int(order))
                    memory = remembered(tree, node, depth.actor, int(order)) if uses_search(level) else ()
                    position = Position(tree.game, depth.actor, known, legal, memory)
                    for draw in range(draws):
                        stream = Stream(seed, done, int(order) * draws + draw)
                        thought = bot.choose(position, NO_LIMITS, stream)
                        for action, often in thought.mixture or ((thought.action, 1.0),):
                            chances[start + legal.index(action), order] += often / draws
            done += 1
            progress(done)
        policy.append(chances)
    return policy


def remembered(tree: Tree, node: Node, seat: int, order: int) -> Memory:
    """Return the seat's memory on the way to a node; the other's rack is any possible one, which leaves no trace in it."""
    recall = Recall(tree.game, seat)
    racks = [int(np.flatnonzero(possible)[0]) for possible in node.possible]
    racks[seat] = order
    for rack in racks:
        recall.watch(NATURE, FILL.id(rack))
    for turn, action in enumerate(node.path):
        recall.watch(turn % 2, action)
    return recall.memory


def action_frequencies(tree: Tree, policy: Policy) -> list[dict[str, float]]:
    """Return, for each turn, the frequency of each kind of action among the rounds that last so long."""
    kinds = tree.game.actions.kinds
    kind_of = np.repeat(np.arange(len(kinds)), [kind.count for kind in kinds])
    everything = len(tree.levels[0].nodes[0].symmetries)
    frequencies = []
    for level, chances, reach in zip(tree.levels, policy, reaches(tree, policy), strict=True):
        stands_for = np.array(
            [everything / len(node.symmetries) for node in level.nodes]
        )  # nodes of the full tree that this one stands for
        often = stands_for * reach[1 - level.actor].sum(axis=1)
        weights = often[level.node] * (reach[level.actor][level.node] * chances).sum(axis=1)
        total = np.bincount(kind_of[level.action], weights, len(kinds))
        frequencies.append(
            {kind.name: float(share) for kind, share in zip(kinds, total / max(total.sum(), 1e-300), strict=True)}
        )
    return frequencies


def summary(tree: Tree, policy: Policy) -> list[dict[str, Any]]:
    """Return rounded `action_frequencies`, without kinds below 0.05 %."""
    return [
        {name: round(share, 4) for name, share in turn.items() if share >= 0.0005} for turn in action_frequencies(tree, policy)
    ]
