"""Parser of boards (R1, R26, R27), which are text pictures.

    title: Meadow
    by: Fairyring

        1 4 2
       5 * 6 3
        2 1 5

Each character is a space: `1` to `6` a fairy of that kind, `*` a flower. A `.` or a blank is no space, and
`~` is water, which is no space either but is drawn. The picture means what it shows: spaces in a row stand two
columns apart, and the rows above and below are shifted by one, so that every space has up to six neighbours:
two columns to the left and right, and one column to the left and right in the next rows.
Lines that begin with `#` are comments; `islands: yes` allows a board that is not in one piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText, NameOrFile, Options
from fairyring.games.fariables.schema import HALF, MAX_SPACES, TOKENS, Fairy

SHIPPED = ("meadow", "fairy-ring", "river", "islands", "moon", "butterfly")  # the first is the default
SPARE = 6  # spaces that must stay free when all tokens are down
MIN_SPACES = 2 * TOKENS + SPARE
MAX_ROWS = 26  # a letter each
MAX_COLUMNS = 25  # thirteen spaces side by side
FLOWER_MARK, WATER, NOTHING = "*", "~", ". "
HEADERS = ("title", "by", "islands")
STEPS = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))  # rows and columns to the six neighbours


@dataclass(frozen=True, slots=True)
class Space:
    """A place for a token. `name` is the letter of its row and its number in the row, as printed on the sheet."""

    row: int
    column: int
    kind: int  # one of Fairy
    name: str


@dataclass(frozen=True, slots=True)
class Board:
    """A valid board."""

    name: str
    title: str
    by: str
    islands: bool
    spaces: tuple[Space, ...]
    water: tuple[tuple[int, int], ...]  # rows and columns
    near: tuple[tuple[int, ...], ...] = field(repr=False)  # the neighbours of each space, by index

    @property
    def constants(self) -> dict[str, Any]:
        """The const fields of the state."""
        sets = tuple(tuple(sum(1 << p % HALF for p in near if p // HALF == half) for half in (0, 1)) for near in self.near)
        return {"spaces": len(self.spaces), "kind": tuple(space.kind for space in self.spaces), "near": sets}


def board_of(options: Options) -> Board:
    """Return the board of the options."""
    return board_named(options["board"])


def board_named(value: str) -> Board:
    """Return the board for a value of the option `board`."""
    return parse(str(value), value.text) if isinstance(value, FileText) else shipped(value)


@cache
def shipped(name: str) -> Board:
    """R26: one of our own boards."""
    text = (Path(__file__).parent / "boards" / f"{name}.txt").read_text(encoding="utf-8")
    return parse(f"{name}.txt", text)


@lru_cache(maxsize=64)
def parse(file: str, text: str) -> Board:
    """Parse a board; raises DataError, which names the file and the line. Cached."""
    headers: dict[str, str] = {}
    rows: list[tuple[int, str]] = []  # line numbers and what they show
    for number, line in enumerate(text.removeprefix("\ufeff").expandtabs().splitlines(), start=1):
        if line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        key = key.strip()
        if colon and key.isascii() and key.isalpha():
            _read_header(file, number, headers, key.casefold(), value.strip())
        else:
            rows.append((number, line.rstrip()))
    rows = _trimmed(rows)
    left = min((len(line) - len(line.lstrip()) for _number, line in rows), default=0)
    _check_size(file, rows, left)
    cells = [(row, column, mark, number) for row, column, mark, number in _cells(file, rows, left) if mark not in NOTHING]
    spaces = _named([(row, column, mark) for row, column, mark, _number in cells if mark != WATER])
    _check_grid(file, cells)
    _check_count(file, rows, len(spaces))
    near = _neighbours(spaces)
    islands = headers.get("islands", "no") == "yes"
    if not islands:
        _check_connected(file, spaces, near, {(row, column): number for row, column, _mark, number in cells})
    name = file.removesuffix(".txt")
    water = tuple((row, column) for row, column, mark, _number in cells if mark == WATER)
    return Board(name, headers.get("title", name), headers.get("by", ""), islands, spaces, water, near)


def spaces_needed(players: int, tokens: int = TOKENS) -> int:
    """R27: the fewest spaces of a board for so many players with so many tokens each."""
    return players * tokens + SPARE


# Reading ----------------------------------------------------------------------------------------


def _read_header(file: str, number: int, headers: dict[str, str], key: str, value: str) -> None:
    if key not in HEADERS:
        raise DataError(f"{file}, line {number}: “{key}” is no heading of a board; there are {', '.join(HEADERS)}.")
    if key in headers:
        raise DataError(f"{file}, line {number}: “{key}” was given before.")
    if key == "islands" and value not in ("yes", "no"):
        raise DataError(f"{file}, line {number}: islands is yes or no, not “{value}”.")
    headers[key] = value


def _trimmed(rows: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Remove the blank lines above and below the picture."""
    shown = [i for i, (_number, line) in enumerate(rows) if line]
    return rows[shown[0] : shown[-1] + 1] if shown else []


def _cells(file: str, rows: list[tuple[int, str]], left: int) -> Iterator[tuple[int, int, str, int]]:
    """Yield every character of the picture: row, column, mark, line number."""
    for row, (number, line) in enumerate(rows):
        if not line:
            raise DataError(
                f"{file}, line {number}: a blank line inside the picture; write a dot (.) for a row without spaces."
            )
        for column, mark in enumerate(line[left:]):
            if mark not in "123456*~. ":
                where = f"{file}, line {number}, column {left + column + 1}"
                raise DataError(
                    f"{where}: “{mark}” means nothing here; draw with 1 to 6, * (flower), ~ (water) and . (nothing)."
                )
            yield row, column, mark, number


def _named(marks: list[tuple[int, int, str]]) -> tuple[Space, ...]:
    count: dict[int, int] = {}
    spaces = []
    for row, column, mark in marks:
        count[row] = count.get(row, 0) + 1
        letter = chr(ord("a") + min(row, MAX_ROWS - 1))
        spaces.append(Space(row, column, Fairy.FLOWER if mark == FLOWER_MARK else int(mark), f"{letter}{count[row]}"))
    return tuple(spaces)


def _neighbours(spaces: tuple[Space, ...]) -> tuple[tuple[int, ...], ...]:
    at = {(space.row, space.column): index for index, space in enumerate(spaces)}
    steps = [[at.get((space.row + down, space.column + right)) for down, right in STEPS] for space in spaces]
    return tuple(tuple(sorted(index for index in indices if index is not None)) for indices in steps)


# Checking ---------------------------------------------------------------------------------------


def _check_size(file: str, rows: list[tuple[int, str]], left: int) -> None:
    """Bound the work of all later checks: a picture that is far too large is refused before its characters are read."""
    if len(rows) > 4 * MAX_ROWS:
        raise _too_high(file, rows[MAX_ROWS][0])
    for number, line in rows:
        if len(line) - left > 4 * MAX_COLUMNS:
            raise _too_wide(file, number)


def _too_high(file: str, number: int) -> DataError:
    return DataError(f"{file}, line {number}: the picture has more than {MAX_ROWS} rows.")


def _too_wide(file: str, number: int) -> DataError:
    return DataError(f"{file}, line {number}: the picture is more than {MAX_COLUMNS} columns wide.")


def _check_grid(file: str, cells: list[tuple[int, int, str, int]]) -> None:
    """Check that all spaces lie on one hexagonal grid, of a size that can be printed and shown in a terminal."""
    for row, column, _mark, number in cells:
        if row >= MAX_ROWS:
            raise _too_high(file, number)
        if column >= MAX_COLUMNS:
            raise _too_wide(file, number)
        if (row + column - cells[0][0] - cells[0][1]) % 2:
            raise DataError(
                f"{file}, line {number}: a space in this row is half a step off; spaces in a row stand two columns apart, "
                "and each row is shifted by one column against the row above."
            )


def _check_count(file: str, rows: list[tuple[int, str]], count: int) -> None:
    last = rows[-1][0] if rows else 1
    if not MIN_SPACES <= count <= MAX_SPACES:
        raise DataError(f"{file}, line {last}: the picture has {count} spaces; a board has {MIN_SPACES} to {MAX_SPACES}.")


def _check_connected(
    file: str, spaces: tuple[Space, ...], near: tuple[tuple[int, ...], ...], lines: dict[tuple[int, int], int]
) -> None:
    seen, todo = {0}, [0]
    while todo:
        fresh = [index for index in near[todo.pop()] if index not in seen]
        seen.update(fresh)
        todo += fresh
    for index, space in enumerate(spaces):
        if index not in seen:
            raise DataError(
                f"{file}, line {lines[space.row, space.column]}: {space.name} cannot be reached from {spaces[0].name}; "
                "join them, or write “islands: yes” above the picture."
            )


BOARD = NameOrFile("board", SHIPPED, parse)
