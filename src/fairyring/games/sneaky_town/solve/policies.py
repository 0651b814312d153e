"""Policies of bots over a whole tree, so that their exploitability can be measured; and summaries of policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from fairyring.bots import NO_LIMITS, Bot, Position, Recall, make_bot, uses_search
from fairyring.bots.backends import compile_now
from fairyring.core.fields import schema
from fairyring.core.game.bot_specs import Memory
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town.schema import FILL
from fairyring.games.sneaky_town.solve.equilibrium import Policy, first_choices, reaches
from fairyring.games.sneaky_town.solve.tree import Level, Node, Tree, knowledge
from fairyring.lab.workers.places import CORES
from fairyring.lab.workers.pool import open_pool

# Randomised bots are asked this often in each position. Searching bots are asked once: the seed is part of their policy. The
# mixture of a bot that reports one is used as it is.
DRAWS = 8
QUESTIONS = 20  # positions of a task


Question = tuple[int, tuple[int, ...], list[tuple[int, bytes, Memory]]]  # position's number, legal actions; order, rack, memory
Answer = list[tuple[int, int, float]]  # order, action, frequency


def of_level(
    tree: Tree,
    level: str,
    seed: int = 1,
    progress: Callable[[int], None] = lambda nodes: None,
    workers: int | None = 1,
    on: str = CORES,
) -> Policy:
    """Return the policy of a bot, asked wherever workers are.

    The tree must be grown without symmetry, since bots may break it.
    """
    policy, done = [], 0
    with open_pool(AskBot(tree.game, level, seed), on, workers) as pool:
        for depth in tree.levels:
            chances = np.zeros((len(depth.node), tree.orders))
            starts = first_choices(depth)
            questions = _questions(tree, depth, level, done)
            for asked, answers in pool.as_done(batched(questions, QUESTIONS)):
                for (number, legal, orders), answer in zip(asked, answers, strict=True):
                    start = starts[number - done]
                    if not orders:
                        chances[start : start + len(legal)] = 1 / len(legal)
                    for order, action, often in answer:
                        chances[start + legal.index(action), order] += often
            done += len(depth.nodes)
            progress(done)
            policy.append(chances)
    return policy


def _questions(tree: Tree, depth: Level, level: str, first: int) -> Iterator[Question]:
    """Yield what a bot is asked at each node of a level; without orders where the answer is known."""
    for number, node in enumerate(depth.nodes, start=first):
        legal = tree.game.legal(node.public, depth.actor)
        orders = [] if level == "random" or len(legal) == 1 else np.flatnonzero(node.possible[depth.actor]).tolist()
        racks = [schema.pack(knowledge(node, depth.actor, order)) for order in orders]
        memories = [remembered(tree, node, depth.actor, order) if uses_search(level) else () for order in orders]
        yield number, legal, [*zip(orders, racks, memories, strict=True)]


def batched(items: Iterator[Question], count: int) -> Iterator[list[Question]]:
    """Yield lists of `count` items; the last may be shorter."""
    while batch := list(islice(items, count)):
        yield batch


@dataclass(frozen=True, slots=True)
class AskBot:
    """Asks a bot what it would do in some positions: the job of `of_level`."""

    game: Game[Any]
    level: str
    seed: int

    def prepare(self) -> None:
        if uses_search(self.level):
            compile_now(self.game.room)

    def __call__(self, questions: list[Question]) -> list[Answer]:
        bot = make_bot(self.game, self.level, wait=False)
        draws = 1 if uses_search(self.level) else DRAWS
        return [self._answer(bot, question, draws) for question in questions]

    def _answer(self, bot: Bot, question: Question, draws: int) -> Answer:
        number, legal, orders = question
        answer: Answer = []
        for order, rack, memory in orders:
            known = schema.unpack(self.game.state_type, rack)
            position = Position(self.game, self.game.pending(known)[0], known, list(legal), memory)
            for draw in range(draws):
                thought = bot.choose(position, NO_LIMITS, Stream(self.seed, number, order * draws + draw))
                for action, often in thought.mixture or ((thought.action, 1.0),):
                    answer.append((order, action, often / draws))
        return answer


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
