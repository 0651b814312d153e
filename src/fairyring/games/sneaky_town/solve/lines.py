"""Lines numbered anew: what that makes of actions and racks, and the numbers by which the tree knows a round."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

from fairyring.games.sneaky_town.schema import CAST, RECOVER, REVEAL, SWAP, TRANSFER

Lines = tuple[tuple[int, ...], tuple[int, ...]]  # where the lines of player 1 and of player 2 go


def all_lines(size: int) -> list[Lines]:
    """Every way to number the lines; the first changes nothing."""
    ways = list(permutations(range(size)))
    return list(product(ways, ways))


def renumbered(size: int, action: int, actor: int, lines: Lines) -> int:
    """The same action after the lines were numbered anew."""

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


def moved(rack: Sequence[int], lines: Sequence[int]) -> tuple[int, ...]:
    """The rack with the tile of each line on the line where that goes."""
    found = list(rack)
    for line, target in enumerate(lines):
        found[target] = rack[line]
    return tuple(found)


class Numbers:
    """The numbers of the lines by which the tree knows a round: of actions that are alike it follows the first."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._alike = all_lines(size)
        self.lines: Lines = self._alike[0]  # from those on the table
        self.path: tuple[int, ...] = ()  # the actions so far, as the tree has them

    def of(self, actor: int, action: int) -> int:
        """An action of the table as the tree has it."""
        return renumbered(self._size, action, actor, self.lines)

    def follow(self, actor: int, action: int) -> None:
        """It is done."""
        here = self.of(actor, action)
        first, lines = min((renumbered(self._size, here, actor, lines), lines) for lines in self._alike)
        self.lines = (moved_on(self.lines[0], lines[0]), moved_on(self.lines[1], lines[1]))
        self._alike = [lines for lines in self._alike if renumbered(self._size, first, actor, lines) == first]
        self.path = (*self.path, first)


def moved_on(first: Sequence[int], then: Sequence[int]) -> tuple[int, ...]:
    """Where lines go that go twice."""
    return tuple(then[line] for line in first)
