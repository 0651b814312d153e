"""The instruction cards: one table of data, which the owner of a box can replace by a file (R1)."""

from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText, Options
from fairyring.games.crane.schema import CARDS, FINGERS, NUMBERS, Finger

STANDARD = "standard"
HEADER = ("number", *map(str, Finger.words))
MOST_COPIES = 100


def read_cards(name: str, text: str) -> list[list[int]]:
    """The copies of each number and finger that a file lists; a DataError names the line that is wrong."""
    copies = [[0] * FINGERS for _ in range(NUMBERS)]
    header_seen = False
    numbers_seen: set[int] = set()
    for line, content in enumerate(text.splitlines(), start=1):
        cells = tuple(cell.strip() for cell in content.split(","))
        if not content.strip() or content.startswith("#"):
            continue
        if not header_seen:
            if cells != HEADER:
                raise DataError(f"{name}, line {line}: the first row should be “{','.join(HEADER)}”.")
            header_seen = True
            continue
        number, row = _row(f"{name}, line {line}", cells)
        if number in numbers_seen:
            raise DataError(f"{name}, line {line}: the number {number} has a row already.")
        numbers_seen.add(number)
        copies[number - 1] = row
    total = sum(map(sum, copies))
    if total != CARDS:
        raise DataError(f"{name} lists {total} cards; the box holds {CARDS}.")
    return copies


def _row(where: str, cells: tuple[str, ...]) -> tuple[int, list[int]]:
    """One row as its number and its copies by finger."""
    if len(cells) != len(HEADER) or not all(cell.isascii() and cell.isdigit() for cell in cells):
        raise DataError(f"{where}: a row is a number and four counts, such as “10,2,2,2,2”.")
    number, *row = map(int, cells)
    if not 1 <= number <= NUMBERS:
        raise DataError(f"{where}: cards show numbers from 1 to {NUMBERS}, not {number}.")
    if max(row) > MOST_COPIES:
        raise DataError(f"{where}: at most {MOST_COPIES} cards can be alike, not {max(row)}.")
    return number, row


def copies_of(options: Options) -> list[list[int]]:
    """How often each number and finger is in the box that the options name."""
    chosen = options["cards"]
    if isinstance(chosen, FileText):
        return read_cards(chosen, chosen.text)
    path = Path(__file__).with_name("cards.csv")
    return read_cards(path.name, path.read_text(encoding="utf-8"))
