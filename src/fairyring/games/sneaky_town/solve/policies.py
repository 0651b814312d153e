"""What bots do everywhere in a tree, as policies that can be measured; and what a policy does, in a few numbers."""

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
from fairyring.games.sneaky_town.solve.tree import Node, Tree, knows

# A bot that casts lots is asked so often; one that searches, once: what its luck was is a part of its policy. One that says how
# often it does what is taken at its word.
DRAWS = 8


def of_level(tree: Tree, level: str, seed: int = 1, progress: Callable[[int], None] = lambda nodes: None) -> Policy:
    """What a bot of this level does with every rack. The tree has to be a whole one, for bots do not see lines as alike."""
    found, done = [], 0
    bot = make_bot(tree.game, level, wait=False)
    for depth in tree.levels:
        draws = 1 if uses_search(level) else DRAWS
        chances = np.zeros((len(depth.node), tree.orders))
        for start, node in zip(first_choices(depth), depth.nodes, strict=True):
            legal = list(tree.game.legal(node.public, depth.actor))
            if level == "random" or len(legal) == 1:
                chances[start : start + len(legal)] = 1 / len(legal)
            else:
                for order in np.flatnonzero(node.can_be[depth.actor]):
                    told = knows(node, depth.actor, int(order))
                    memory = remembered(tree, node, depth.actor, int(order)) if uses_search(level) else ()
                    position = Position(tree.game, depth.actor, told, legal, memory)
                    for draw in range(draws):
                        stream = Stream(seed, done, int(order) * draws + draw)
                        thought = bot.choose(position, NO_LIMITS, stream)
                        for action, often in thought.mixture or ((thought.action, 1.0),):
                            chances[start + legal.index(action), order] += often / draws
            done += 1
            progress(done)
        found.append(chances)
    return found


def remembered(tree: Tree, node: Node, seat: int, order: int) -> Memory:
    """What the seat has seen on the way to a node; the other's rack is any that can be, of which it remembers nothing."""
    recall = Recall(tree.game, seat)
    racks = [int(np.flatnonzero(can_be)[0]) for can_be in node.can_be]
    racks[seat] = order
    for rack in racks:
        recall.watch(NATURE, FILL.id(rack))
    for turn, action in enumerate(node.path):
        recall.watch(turn % 2, action)
    return recall.memory


def habits(tree: Tree, policy: Policy) -> list[dict[str, float]]:
    """For each turn: how often what kind of action is done, of all rounds that come so far."""
    kinds = tree.game.actions.kinds
    kind_of = np.repeat(np.arange(len(kinds)), [kind.count for kind in kinds])
    everything = len(tree.levels[0].nodes[0].alike)
    found = []
    for level, chances, reach in zip(tree.levels, policy, reaches(tree, policy), strict=True):
        stands_for = np.array([everything / len(node.alike) for node in level.nodes])  # so many nodes are like this one
        often = stands_for * reach[1 - level.actor].sum(axis=1)
        weights = often[level.node] * (reach[level.actor][level.node] * chances).sum(axis=1)
        total = np.bincount(kind_of[level.action], weights, len(kinds))
        found.append({kind.name: float(share) for kind, share in zip(kinds, total / max(total.sum(), 1e-300), strict=True)})
    return found


def summary(tree: Tree, policy: Policy) -> list[dict[str, Any]]:
    """The habits, without what hardly ever happens."""
    return [{name: round(share, 4) for name, share in turn.items() if share >= 0.0005} for turn in habits(tree, policy)]
