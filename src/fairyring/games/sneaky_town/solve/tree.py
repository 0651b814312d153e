"""Sneaky Town's small round (R24) as a tree of what both players see, grown by the rules themselves.

Racks are dealt once and all else is done in the open, so a position is what lies on the table together with one order of tiles
for each player: a node has a number for each order, and no node for each pair of them.

Lines of one player are alike until somebody uses them. Of actions that some renumbering of the lines turns into each other,
without touching what was done before, only the first is followed; the others have the same future with the orders renumbered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairyring.core.fields import schema
from fairyring.core.game.game import Game
from fairyring.games.sneaky_town.lookup import ORDERS
from fairyring.games.sneaky_town.schema import END, NO_TILE, Phase, State
from fairyring.games.sneaky_town.solve.lines import Lines, all_lines, moved, renumbered

Array = NDArray[Any]
NO_NODE = -1  # the child of an End


@dataclass
class Node:
    """What lies on the table, and for each player which orders that allows."""

    public: State
    can_be: tuple[Array, Array]
    alike: list[Lines]  # the renumberings that change nothing of how it came about
    path: tuple[int, ...]  # the actions that led here


@dataclass
class Level:
    """All nodes after so many turns; the same player moves in each of them.

    A choice is an action at a node; a branch is a choice and what it lays open. Arrays are by node, by choice or by branch.
    """

    actor: int
    nodes: list[Node] = field(default_factory=list)
    node: Any = field(default_factory=list)  # by choice
    action: Any = field(default_factory=list)  # by choice
    ends: Any = field(default_factory=list)  # the choice that ends the round, by node
    payoff: Any = field(default_factory=list)  # by node: which matrix says who wins then
    choice: Any = field(default_factory=list)  # by branch
    child: Any = field(default_factory=list)  # by branch: a node of the next level
    followed: Any = field(default_factory=list)  # by branch: 1 if the child was grown from it
    open: Any = field(default_factory=list)  # by branch: the other's orders with which it happens
    orders: Any = field(default_factory=list)  # by branch, for each player: the child's order for each of ours

    def seal(self, orders: int) -> None:
        """Lists become arrays."""
        for name in ("node", "action", "ends", "payoff", "choice", "child", "followed"):
            setattr(self, name, np.array(getattr(self, name), np.int64))
        self.open = np.array(self.open, np.float64).reshape(-1, orders)
        self.orders = np.array(self.orders, np.int64).reshape(-1, 2, orders)


@dataclass
class Tree:
    """The levels, and matrices: 1 where player 1 wins a round that ends so, by both orders."""

    game: Game[Any]
    levels: list[Level]
    payoffs: Array

    @property
    def orders(self) -> int:
        return int(self.payoffs.shape[1])

    @property
    def nodes(self) -> int:
        return sum(len(level.nodes) for level in self.levels)

    @property
    def information_sets(self) -> int:
        """Nodes, each counted for every rack that the mover may have."""
        return sum(int(node.can_be[level.actor].sum()) for level in self.levels for node in level.nodes)


def grow(game: Game[Any], symmetric: bool = True, progress: Callable[[int], None] = lambda nodes: None) -> Tree:
    """The tree of a single round."""
    return _Grower(game, symmetric, progress).tree()


def knows(node: Node, seat: int, order: int) -> State:
    """What the seat knows at a node, if its rack has this order."""
    s = schema.copy(node.public)
    size = s.size
    s.tiles[seat][:size] = list(ORDERS[size][order])
    return s


class _Grower:
    def __init__(self, game: Game[Any], symmetric: bool, progress: Callable[[int], None]) -> None:
        self.game, self.progress = game, progress
        start: Any = game.initial()
        self.start: State = start
        self.size: int = start.size
        self.racks = ORDERS[self.size]
        self.all_lines = all_lines(self.size) if symmetric else all_lines(self.size)[:1]
        ways = {one for lines in self.all_lines for one in lines}
        self.renumbered = {one: [self.racks.index(moved(rack, one)) for rack in self.racks] for one in ways}
        self.matrices: list[Array] = []
        self.known: dict[tuple[Any, ...], int] = {}

    def tree(self) -> Tree:
        public = schema.copy(self.start)
        public.phase = Phase.PLAY
        all_orders = np.ones(len(self.racks))
        nodes, levels, grown = [Node(public, (all_orders, all_orders), self.all_lines, ())], [], 0
        while nodes:
            level = Level(nodes[0].public.turn, nodes)
            below: list[Node] = []
            for number, node in enumerate(nodes):
                self.branch(level, number, node, below)
                grown += 1
                self.progress(grown)
            level.seal(len(self.racks))
            levels.append(level)
            nodes = below
        return Tree(self.game, levels, np.array(self.matrices))

    def branch(self, level: Level, number: int, node: Node, below: list[Node]) -> None:
        """All that can be done at a node."""
        found: dict[int, list[tuple[int, Array]]] = {}  # for each action that is followed: its children, and when they come
        alike: dict[int, tuple[int, Lines]] = {}
        for action in self.game.legal(node.public, level.actor):
            choice = len(level.node)
            level.node.append(number)
            level.action.append(action)
            if END.has(action):
                level.ends.append(choice)
                level.payoff.append(self.payoff(node, level.actor))
                continue
            if action not in alike:
                for lines in node.alike:
                    alike.setdefault(renumbered(self.size, action, level.actor, lines), (action, lines))
                found[action] = list(self.follow(level.actor, node, action, below))
            first, lines = alike[action]
            back = [np.argsort(self.renumbered[one]) for one in lines]  # ours back into the numbers of the first
            for child, opened in found[first]:
                level.choice.append(choice)
                level.child.append(child)
                level.followed.append(action == first)
                level.open.append(opened[back[1 - level.actor]])
                level.orders.append(back)

    def follow(self, actor: int, node: Node, action: int, below: list[Node]) -> Iterator[tuple[int, Array]]:
        """The children of an action: one for each way in which the other's rack may answer it."""
        other = 1 - actor
        alike = [lines for lines in node.alike if renumbered(self.size, action, actor, lines) == action]
        after: dict[bytes, tuple[State, list[int]]] = {}
        mine = int(np.flatnonzero(node.can_be[actor])[0])  # one's own rack decides nothing of what is seen
        for order in np.flatnonzero(node.can_be[other]):
            s = knows(node, actor, mine)
            s.tiles[other][: self.size] = list(self.racks[order])
            self.game.rules.act(s, actor, action)
            for seat in range(2):
                s.tiles[seat][: self.size] = [NO_TILE] * self.size
            after.setdefault(schema.pack(s), (s, []))[1].append(int(order))
        for s, orders in after.values():
            opened = np.zeros(len(self.racks))
            opened[orders] = 1
            can_be = (node.can_be[0], opened) if other == 1 else (opened, node.can_be[1])
            below.append(Node(s, can_be, alike, (*node.path, action)))
            yield len(below) - 1, opened

    def payoff(self, node: Node, actor: int) -> int:
        """Who wins if the round ends here, as the rules score it: by the stones, the racks and who ends it (R17–R21)."""
        s = node.public
        key = (*s.stones, *s.voids, actor)
        if key not in self.known:
            wins = np.zeros((len(self.racks), len(self.racks)))
            for first, second in product(range(len(self.racks)), repeat=2):
                over = knows(node, 0, first)
                over.tiles[1][: self.size] = list(self.racks[second])
                self.game.rules.act(over, actor, END.id())
                wins[first, second] = over.winner == 1
            self.known[key] = len(self.matrices)
            self.matrices.append(wins)
        return self.known[key]
