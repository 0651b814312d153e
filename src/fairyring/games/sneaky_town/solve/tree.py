"""Public game tree of Sneaky Town's small round (R24), grown by the rules.

Racks are dealt once and everything else is public, so a position is a public state with one order of tiles for each player.
Nodes are public states; values are vectors over the orders.

Lines of one player are interchangeable until they are used. Of actions that a permutation of lines maps onto each other,
keeping the actions before, only the first is followed; the others have the same subtree with the orders permuted.
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
from fairyring.games.sneaky_town.solve.lines import Lines, all_lines, renumber_action, renumber_rack
from fairyring.games.sneaky_town.turns import at_limit

Array = NDArray[Any]
NO_NODE = -1  # the child of an End
PAYOFFS = (0.5, 1.0, 0.0)  # for player 1, by the winner of the round: nobody, player 1, player 2


@dataclass
class Node:
    """A public state, and which orders of each player it allows."""

    public: State
    possible: tuple[Array, Array]  # by player, 1 for each order that agrees with the public state
    symmetries: list[Lines]  # the permutations of lines that keep the path
    path: tuple[int, ...]  # the actions that led here


@dataclass
class Level:
    """All nodes after so many turns; the same player moves in each.

    A choice is an action at a node; a branch is a choice with the tile that it reveals. Arrays are by node, choice or branch.
    """

    actor: int
    nodes: list[Node] = field(default_factory=list)
    node: Any = field(default_factory=list)  # by choice
    action: Any = field(default_factory=list)  # by choice
    ends: Any = field(default_factory=list)  # the choice that ends the round, by node
    payoff: Any = field(default_factory=list)  # by node: index of the payoff matrix then
    choice: Any = field(default_factory=list)  # by branch
    child: Any = field(default_factory=list)  # by branch: a node of the next level
    followed: Any = field(default_factory=list)  # by branch: 1 if the child was grown from it
    open: Any = field(default_factory=list)  # by branch: the other's orders with which it happens
    orders: Any = field(default_factory=list)  # by branch, for each player: the child's order for each of ours

    def freeze(self, orders: int) -> None:
        """Convert the lists to arrays."""
        for name in ("node", "action", "ends", "payoff", "choice", "child", "followed"):
            setattr(self, name, np.array(getattr(self, name), np.int64))
        self.open = np.array(self.open, np.float64).reshape(-1, orders)
        self.orders = np.array(self.orders, np.int64).reshape(-1, 2, orders)


@dataclass
class Tree:
    """The levels, and payoff matrices by both orders: 1 where player 1 wins, 1/2 where nobody does."""

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
        """The number of information sets: nodes, counted for every rack that the actor may have."""
        return sum(int(node.possible[level.actor].sum()) for level in self.levels for node in level.nodes)


def grow(game: Game[Any], symmetric: bool = True, progress: Callable[[int], None] = lambda nodes: None) -> Tree:
    """Grow the tree of a single round; `symmetric` uses the symmetry of lines. `progress` gets the number of nodes done."""
    return _Grower(game, symmetric, progress).tree()


def knowledge(node: Node, seat: int, order: int) -> State:
    """Return the state with the seat's rack in this order: the seat's knowledge at a node."""
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
        permutations = {permutation for lines in self.all_lines for permutation in lines}
        self.permuted_orders = {
            permutation: [self.racks.index(renumber_rack(rack, permutation)) for rack in self.racks]
            for permutation in permutations
        }
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
            level.freeze(len(self.racks))
            levels.append(level)
            nodes = below
        return Tree(self.game, levels, np.array(self.matrices))

    def branch(self, level: Level, number: int, node: Node, below: list[Node]) -> None:
        """Add all choices and branches of a node."""
        children: dict[int, list[tuple[int, Array]]] = {}  # by followed action: child nodes, and the orders that lead there
        images: dict[int, tuple[int, Lines]] = {}  # by action: the followed one, and the permutation that maps it here
        for action in self.game.legal(node.public, level.actor):
            choice = len(level.node)
            level.node.append(number)
            level.action.append(action)
            if END.has(action):
                level.ends.append(choice)
                level.payoff.append(self.payoff(node, level.actor))
                continue
            if action not in images:
                for lines in node.symmetries:
                    images.setdefault(renumber_action(self.size, action, level.actor, lines), (action, lines))
                children[action] = list(self.follow(level.actor, node, action, below))
            first, lines = images[action]
            back = [
                np.argsort(self.permuted_orders[permutation]) for permutation in lines
            ]  # inverse permutations of the orders
            for child, opened in children[first]:
                level.choice.append(choice)
                level.child.append(child)
                level.followed.append(action == first)
                level.open.append(opened[back[1 - level.actor]])
                level.orders.append(back)

    def follow(self, actor: int, node: Node, action: int, below: list[Node]) -> Iterator[tuple[int, Array]]:
        """Yield the children of an action, one for each tile that it may reveal, with the orders that lead there."""
        other = 1 - actor
        symmetries = [lines for lines in node.symmetries if renumber_action(self.size, action, actor, lines) == action]
        after: dict[bytes, tuple[State, list[int]]] = {}
        mine = int(np.flatnonzero(node.possible[actor])[0])  # the actor's own rack does not affect what is revealed
        for order in np.flatnonzero(node.possible[other]):
            s = knowledge(node, actor, mine)
            s.tiles[other][: self.size] = list(self.racks[order])
            self.game.rules.act(s, actor, action)
            for seat in range(2):
                s.tiles[seat][: self.size] = [NO_TILE] * self.size
            after.setdefault(schema.pack(s), (s, []))[1].append(int(order))
        for s, orders in after.values():
            opened = np.zeros(len(self.racks))
            opened[orders] = 1
            possible = (node.possible[0], opened) if other == 1 else (opened, node.possible[1])
            below.append(Node(s, possible, symmetries, (*node.path, action)))
            yield len(below) - 1, opened

    def payoff(self, node: Node, actor: int) -> int:
        """Return the index of the payoff matrix if the round ends here, as the rules score it (R17–R23)."""
        s = node.public
        key = (*s.stones, *s.voids, actor, at_limit(s))
        if key not in self.known:
            wins = np.zeros((len(self.racks), len(self.racks)))
            for first, second in product(range(len(self.racks)), repeat=2):
                over = knowledge(node, 0, first)
                over.tiles[1][: self.size] = list(self.racks[second])
                self.game.rules.act(over, actor, END.id())
                wins[first, second] = PAYOFFS[over.winner]
            self.known[key] = len(self.matrices)
            self.matrices.append(wins)
        return self.known[key]
