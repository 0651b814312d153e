"""Text drawing of the board: a diamond of points, racks below its lower sides, swap marks and a key beside its top.

Each row of points is one line of text, so that the board and a question fit on a screen of 24 lines.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.sneaky_town.constants import point_name
from fairyring.games.sneaky_town.schema import Stone

STONE = ("●", "□")  # round and solid, square and hollow: told apart without colour
OPEN = "·"
MARK = "+"
UNKNOWN = "?"
STEP = 4  # columns from a point to the next point up or down its line
WIDTH = 76
MARK_ROWS = 2
KEY = 58  # the column where the key begins


class Canvas:
    """Lines of text that can be written on anywhere; x counts from the middle, y upwards."""

    def __init__(self, top: int, bottom: int) -> None:
        self.top = top
        self.rows = [[" "] * WIDTH for _ in range(top - bottom + 1)]

    def put(self, x: int, y: int, text: str) -> None:
        row = self.rows[self.top - y]
        row[WIDTH // 2 + x : WIDTH // 2 + x + len(text)] = text

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


class Drawing:
    """The whole board as the viewer sees it."""

    def __init__(self, game: Game[Any], view: Any, say: Speaker) -> None:
        self.game, self.view, self.say = game, view, say
        self.size: int = game.constants["size"]
        self.canvas = Canvas(self.size - 1, -self.size)

    def board(self) -> list[str]:
        """The marks, the diamond with the racks, and whose stones are where."""
        for i in range(self.size):
            for j in range(self.size):
                self.put_point(i, j)
        for line in range(self.size):
            self.put_rack(line)
        self.put_beside(self.marks(), 0)
        self.put_beside(self.key(), KEY)
        return [*self.canvas.lines(), *self.legend()]

    def put_beside(self, lines: list[str], column: int) -> None:
        """Lines in an upper corner."""
        for y, line in enumerate(lines):
            self.canvas.put(column - WIDTH // 2, self.canvas.top - y, line)

    def put_point(self, i: int, j: int) -> None:
        """A point with its name; its lines go up to the left and to the right, as their numbers do."""
        x, y = STEP * (i + j - self.size + 1), j - i
        name = point_name(self.size, self.size * i + j)
        self.canvas.put(x - 2, y, self.at_point(name) + name)

    def at_point(self, name: str) -> str:
        return next((stone for seat, stone in enumerate(STONE) if name in self.view.stones[seat]), OPEN)

    def put_rack(self, line: int) -> None:
        """The ends of one line of each player: its number, the reveal mark (or the stone on it), and the tile."""
        x, y = STEP * (line - self.size), -line - 1
        text = f"{self.tile_at(0, line)}  {line + 1} {self.mark_at(0, line)}"
        self.canvas.put(x - len(text) + 1, y, text)
        x, y = STEP * (line + 1), line - self.size
        self.canvas.put(x, y, f"{self.mark_at(1, line)} {line + 1}  {self.tile_at(1, line)}")

    def tile_at(self, owner: int, line: int) -> str:
        """The tile's name, if the viewer may see it."""
        mine = self.view.tiles[owner]
        tile = self.view.shown[owner][line] or (mine[line] if mine else None)
        return self.say.value(Named("tile", tile)) if tile else UNKNOWN

    def mark_at(self, owner: int, line: int) -> str:
        """A free reveal mark, or the opponent's stone."""
        return MARK if str(line + 1) in self.view.closed[owner] else STONE[1 - owner]

    def marks(self) -> list[str]:
        """The swap marks in two rows, those that hold stones first."""
        count: int = self.game.constants["marks"]
        row = STONE[0] * self.view.swapped[0] + STONE[1] * self.view.swapped[1]
        row = row.ljust(count, MARK)
        half = -(-count // MARK_ROWS)
        rows = [" ".join(row[at : at + half]) for at in range(0, count, half)]
        return [self.say.say("table.swap-marks"), *rows]

    def key(self) -> list[str]:
        """What the marks mean."""
        marks = {"table.key.open": OPEN, "table.key.mark": MARK, "table.key.unknown": UNKNOWN}
        return [f"{mark} {self.say.say(key)}" for key, mark in marks.items()]

    def legend(self) -> list[str]:
        """Whose stones are which, and how many are where."""
        view = self.view
        names = [self.say.value(Player(seat)) for seat in self.game.seats]
        width = max(map(len, names))
        lines = []
        for seat, name in enumerate(names):
            cast = len(view.stones[seat])
            gone = self.game.constants["stock"] - view.reserve[seat] - cast
            colour = Named("stone", Stone.word(seat))
            counts = self.say.say("table.stones", colour=colour, reserve=view.reserve[seat], cast=cast, gone=gone)
            arrow = "▸" if not view.reason and view.turn == seat else " "
            lines.append(f"{arrow} {STONE[seat]} {name:{width}} {counts}")
        return lines
