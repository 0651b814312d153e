"""Layout of the printed page: the board, and below it the tables for values, changes and scores.

Everything stays 50 points from the upper and lower edge of A4, so that it also fits a page of US Letter.
"""

from __future__ import annotations

import unicodedata
from itertools import accumulate

from fairyring.games.fariables.boards import Board
from fairyring.games.fariables.constants import GOAL
from fairyring.games.fariables.schema import KINDS, Fairy
from fairyring.games.fariables.sheet.art import FLOWER_TINT, LINE, LOOKS, die, fairy, flower, hexagon, water
from fairyring.games.fariables.sheet.drawing import Drawing, Ink

WIDTH, HEIGHT = 595.28, 841.89  # A4
LEFT, TOP = 36, 50
RIGHT, BOTTOM = WIDTH - LEFT, HEIGHT - TOP
BOARD_TOP, BOARD_BOTTOM = 95, 530
MAX_RADIUS = 31  # points; of a space: tokens need no more
GREY, FAINT = "#6f6f7c", "#c9c9d2"
FRAME = Ink("#ffffff", GREY, 0.7)
GRID = Ink("", FAINT, 0.5)
SEATS = 6
MAX_LENGTH = 45  # of a title or a name, in multiples of the font size; longer ones are cut


def draw_page(board: Board) -> Drawing:
    """The sheet for a board."""
    page = Drawing(WIDTH, HEIGHT, f"Fariables: {board.title}")
    page.rectangle(0, 0, WIDTH, HEIGHT, Ink("#ffffff"))
    _heading(page, board)
    _board(page, board)
    _faces(page, TOP + 40)
    _values(page, 545)
    _changes(page, 672)
    _scores(page, 672)
    _credit(page, board)
    return page


def _heading(page: Drawing, board: Board) -> None:
    page.text(LEFT, TOP + 22, "Fariables", 28, "start", bold=True, colour=LINE)
    title = _short(board.title, MAX_LENGTH)
    page.text(RIGHT, TOP + 22, title, _size(title, 16, RIGHT - LEFT - 150), "end", colour=GREY)
    page.line([(LEFT, TOP + 31), (RIGHT, TOP + 31)], Ink("", FAINT, 0.8))


def _faces(page: Drawing, y: float) -> None:
    """The numbers on the spaces are no values, as a screen shows them there."""
    text = "The number on a space is the face of die A that stands for its fairy; what the fairy is worth is written below."
    page.text(RIGHT, y, text, 7.5, "end", colour=GREY)


def _credit(page: Drawing, board: Board) -> None:
    by = f" by {_apart(_short(board.by, MAX_LENGTH))}" if board.by else ""
    text = f"Board “{_apart(_short(board.title, MAX_LENGTH))}”{by}. Game by R. A. Mildren (mossdell.com)."
    page.text(WIDTH / 2, BOTTOM - 2, text, _size(text, 7, RIGHT - LEFT), colour=GREY)


# Texts of the board ------------------------------------------------------------------------------


def _breadth(char: str) -> float:
    """About how wide a character is, in multiples of its size; fonts differ, so this is more than most need."""
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in {"W", "F"}:  # Chinese and emoji fill a square
        return 1.05
    return 0.95 if char in "MWmw@%…" else 0.75 if char.isupper() else 0.6


def _size(text: str, largest: float, room: float) -> float:
    """The size in which a text fits."""
    return min(largest, room / max(1, sum(map(_breadth, text))))


def _short(text: str, most: float) -> str:
    """A text that can be read when it is made to fit."""
    ends = list(accumulate(map(_breadth, text)))
    return text if not ends or ends[-1] <= most else text[: sum(end < most for end in ends)].rstrip() + "…"


def _apart(text: str) -> str:
    """A name inside a sentence of ours; if some of it is read from right to left, our words stay where they are."""
    return f"\u2068{text}\u2069" if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text) else text


# The board --------------------------------------------------------------------------------------


def _board(page: Drawing, board: Board) -> None:
    """All spaces, as large as the page allows."""
    cells = [(space.row, space.column) for space in board.spaces] + list(board.water)
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    across, down = max(columns) - min(columns), max(rows) - min(rows)
    wide, high = RIGHT - LEFT, BOARD_BOTTOM - BOARD_TOP
    radius = min(MAX_RADIUS, wide / ((across / 2 + 1) * 3**0.5), high / (1.5 * down + 2))
    step = radius * 3**0.5 / 2
    x0 = WIDTH / 2 - step * (max(columns) + min(columns)) / 2
    y0 = (BOARD_TOP + BOARD_BOTTOM) / 2 - 1.5 * radius * (max(rows) + min(rows)) / 2
    for row, column in board.water:
        water(page, x0 + column * step, y0 + row * 1.5 * radius, radius)
    for space in board.spaces:
        _space(page, space.kind, space.name, x0 + space.column * step, y0 + space.row * 1.5 * radius, radius)


def _space(page: Drawing, kind: int, name: str, x: float, y: float, radius: float) -> None:
    tint = LOOKS[kind].tint if kind else FLOWER_TINT
    page.polygon(hexagon(x, y, radius * 0.96), Ink(tint, GREY, 0.8))
    if kind:
        fairy(page, kind, x, y - 0.02 * radius, radius * 0.62)
        page.text(x - 0.6 * radius, y + 0.52 * radius, str(kind), 0.36 * radius, bold=True, colour=LINE)
    else:
        flower(page, x, y - 0.04 * radius, radius * 0.62)
    page.text(x + 0.6 * radius, y + 0.5 * radius, name, 0.21 * radius, colour=GREY)


# Below the board --------------------------------------------------------------------------------


def _label(page: Drawing, x: float, y: float, title: str, hint: str = "") -> None:
    """A heading on the left, and a hint at the right edge of the page."""
    page.text(x, y, title, 9.5, "start", bold=True, colour=LINE)
    page.text(RIGHT, y, hint, 7.5, "end", colour=GREY)


def _values(page: Drawing, top: float) -> None:
    """A box for each kind: its face of die A, what it looks like, and room to write its values."""
    _label(
        page,
        LEFT,
        top,
        "Die A: which fairy",
        f"Write down every new value. When a fairy reaches {GOAL}, the game ends at once.",
    )
    gap = 7
    width = (RIGHT - LEFT - gap * (KINDS - 1)) / KINDS
    for kind in range(1, KINDS + 1):
        x, y = LEFT + (kind - 1) * (width + gap), top + 7
        page.rectangle(x, y, width, 104, FRAME, 6)
        page.rectangle(x, y, width, 36, Ink(LOOKS[kind].tint, GREY, 0.7), 6)
        die(page, kind, x + 14, y + 18, 16)
        fairy(page, kind, x + 38, y + 19, 14)
        page.text(x + width - 5, y + 21, Fairy.word(kind), 8, "end", bold=True, colour=LINE)
        for row in range(1, 4):
            page.line([(x + 5, y + 36 + 17 * row), (x + width - 5, y + 36 + 17 * row)], GRID)
        for column in range(1, 4):
            page.line([(x + width * column / 4, y + 40), (x + width * column / 4, y + 100)], GRID)


def _changes(page: Drawing, top: float) -> None:
    """What die B does, and what die C is for."""
    _label(page, LEFT, top, "Die B: its value changes by")
    width = 29
    for face in range(1, 7):
        x = LEFT + (face - 0.5) * width
        die(page, face, x, top + 19, 17)
        change = face - 3
        text = f"+{change}" if change > 0 else f"–{-change}" if change else "0"
        page.text(x, top + 42, text, 12, bold=True, colour=LINE)
    page.text(LEFT, top + 56, "Never below 0.", 7.5, "start", colour=GREY)
    _label(page, LEFT, top + 73, "Die C: move up to so many tokens")
    page.text(LEFT, top + 85, "Together, until no open space is left beside them.", 7.5, "start", colour=GREY)
    flower(page, LEFT + 8, top + 99, 8)
    page.text(LEFT + 20, top + 102, "At the end one die says which fairy all flowers hide.", 7.5, "start", colour=GREY)


def _scores(page: Drawing, top: float) -> None:
    """A line for each player."""
    left = LEFT + 224
    _label(page, left, top, "Points", "Ties: most flowers, then most kinds, then three dice.")
    heads = (
        ("player", 0, 92),
        ("fairies", 92, 62),
        ("flowers", 154, 50),
        ("kinds", 204, 42),
        ("total", 246, RIGHT - left - 246),
    )
    y, row = top + 7, 13.2
    page.rectangle(left, y, RIGHT - left, 12 + SEATS * row, FRAME, 5)
    for head, x, width in heads:
        page.text(left + x + width / 2, y + 9, head, 7.5, colour=GREY)
        if x:
            page.line([(left + x, y + 3), (left + x, y + 9 + SEATS * row)], GRID)
    for number in range(SEATS):
        page.line([(left + 4, y + 12 + number * row), (RIGHT - 4, y + 12 + number * row)], GRID)
