"""Symmetry of lines: permutations of the line numbers, applied to actions and racks, and the canonical numbers of the tree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from fairyring.games.sneaky_town.schema import CAST, RECOVER, REVEAL, SWAP, TRANSFER

Lines = tuple[tuple[int, ...], tuple[int, ...]]  # the new numbers of the lines of player 1 and of player 2


def all_lines(size: int) -> list[Lines]:
    """Return all pairs of permutations of the line numbers; the first is the identity."""
    ways = list(permutations(range(size)))
    return list(product(ways, ways))


def renumber_action(size: int, action: int, actor: int, lines: Lines) -> int:
    """Return the action under new line numbers."""

    def point(p: int) -> int:
        return size * lines[0][p // size] + lines[1][p % size]

    if CAST.has(action):
        return CAST.id(point(CAST.point(action)))
    if TRANSFER.has(action):
        return TRANSFER.id(point(TRANSFER.point(action)), point(TRANSFER.target(action)))
    if RECOVER.has(action):
        return RECOVER.id(point(RECOVER.point(action)))
    if SWAP.has(action):
        return SWAP.id(point(SWAP.point(action)), point(SWAP.target(action)))
    return REVEAL.id(lines[1 - actor][REVEAL.line(action)]) if REVEAL.has(action) else action


def renumber_rack(rack: Sequence[int], lines: Sequence[int]) -> tuple[int, ...]:
    """Return the rack under new line numbers."""
    tiles = list(rack)
    for line, target in enumerate(lines):
        tiles[target] = rack[line]
    return tuple(tiles)


class CanonicalNumbers:
    """Translates the line numbers of a round to those of the tree, which follows the first of symmetric actions."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._alike = all_lines(size)
        self.lines: Lines = self._alike[0]  # from the numbers of the table to those of the tree
        self.path: tuple[int, ...] = ()  # the actions so far, as the tree has them

    def of(self, actor: int, action: int) -> int:
        """Return an action of the table in the tree's numbers."""
        return renumber_action(self._size, action, actor, self.lines)

    def follow(self, actor: int, action: int) -> None:
        """Advance by an action of the table."""
        here = self.of(actor, action)
        first, lines = min((renumber_action(self._size, here, actor, lines), lines) for lines in self._alike)
        self.lines = (compose(self.lines[0], lines[0]), compose(self.lines[1], lines[1]))
        self._alike = [lines for lines in self._alike if renumber_action(self._size, first, actor, lines) == first]
        self.path = (*self.path, first)


def compose(first: Sequence[int], then: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation that applies `first`, then `then`."""
    return tuple(then[line] for line in first)
