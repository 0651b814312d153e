"""The town drawn in characters: a diamond, the racks below its lower sides, the swap marks above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

STONE = ("●", "□")  # round and solid, square and hollow: told apart without colour
OPEN = "·"
MARK = "+"
RACK_NAMES = ("", "blue sun", "brown sun", "flower", "void")
STEP = 4  # columns from a point to the next point up or down its line
WIDTH = 76
MARK_ROWS = 2


def point_name(size: int, point: int) -> str:
    """“2,3” is where line 2 of player 1 meets line 3 of player 2."""
    return f"{point // size + 1},{point % size + 1}"


class Canvas:
    """Lines of text that can be written on anywhere; x counts from the middle, y upwards in half steps."""

    def __init__(self, top: int, bottom: int) -> None:
        self.top = top
        self.rows = [[" "] * WIDTH for _ in range(top - bottom + 1)]

    def put(self, x: int, y: int, text: str) -> None:
        row = self.rows[self.top - y]
        row[WIDTH // 2 + x : WIDTH // 2 + x + len(text)] = text

    def lines(self) -> list[str]:
        return ["".join(row).rstrip() for row in self.rows]


def board(view: Any, names: Sequence[str]) -> list[str]:
    """The whole board as the viewer sees it."""
    size = view.size
    canvas = Canvas(2 * (size - 1), -2 * size)
    for i in range(size):
        for j in range(size):
            put_point(canvas, view, i, j)
    for line in range(size):
        put_rack(canvas, view, line)
    return [*marks(view), "", *canvas.lines(), *legend(view, names)]


def put_point(canvas: Canvas, view: Any, i: int, j: int) -> None:
    """A point with its name, and the pieces of its two lines that leave it downwards."""
    x, y = STEP * (i + j - view.size + 1), 2 * (j - i)
    canvas.put(x - 2, y, at_point(view, view.size * i + j) + point_name(view.size, view.size * i + j))
    canvas.put(x - 2, y - 1, "╱")
    canvas.put(x + 2, y - 1, "╲")


def at_point(view: Any, point: int) -> str:
    for seat, stone in enumerate(STONE):
        if view.stones[seat] >> point & 1:
            return stone
    return OPEN


def put_rack(canvas: Canvas, view: Any, line: int) -> None:
    """The ends of one line of each player: its number, the reveal mark (or the stone on it), and the tile."""
    size = view.size
    x, y = STEP * (line - size), -2 * (line + 1)
    text = f"{tile_at(view, 0, line)}  {line + 1} {mark_at(view, 0, line)}"
    canvas.put(x - len(text) + 1, y, text)
    x, y = STEP * (line + 1), -2 * (size - line)
    canvas.put(x, y, f"{mark_at(view, 1, line)} {line + 1}  {tile_at(view, 1, line)}")


def tile_at(view: Any, owner: int, line: int) -> str:
    """The tile's name, if the viewer may see it."""
    mine = view.tiles[owner]
    return RACK_NAMES[view.shown[owner][line] or (mine[line] if mine else 0)] or "?"


def mark_at(view: Any, owner: int, line: int) -> str:
    """A free reveal mark, or the opponent's stone."""
    return MARK if view.closed[owner] >> line & 1 else STONE[1 - owner]


def marks(view: Any) -> list[str]:
    """The swap marks in two rows, those that hold stones first."""
    row = STONE[0] * view.swapped[0] + STONE[1] * view.swapped[1]
    row = row.ljust(view.marks, MARK)
    half = -(-view.marks // MARK_ROWS)
    rows = [" ".join(row[at : at + half]) for at in range(0, view.marks, half)]
    label = "swap marks  "
    return [" " * (WIDTH // 2 - half - len(label) + 1) + label + rows[0]] + [
        " " * (WIDTH // 2 - half + 1) + r for r in rows[1:]
    ]


def legend(view: Any, names: Sequence[str]) -> list[str]:
    """Whose stones are which, and how many are where."""
    width = max(map(len, names))
    lines = []
    for seat, colour in enumerate(("blue", "brown")):
        gone = view.stock - view.reserve[seat] - view.cast[seat]
        arrow = "▸" if not view.reason and view.turn == seat else " "
        lines.append(
            f"{arrow} {STONE[seat]} {names[seat]:{width}} ({colour}): {view.reserve[seat]} in reserve,"
            f" {view.cast[seat]} cast, {gone} sacrificed"
        )
    return [*lines, f"  {OPEN} open point   {MARK} free mark   ? a tile you cannot see"]
