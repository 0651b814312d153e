"""Reader of the table of instruction cards (R1): ours, or a file of the player."""

from pathlib import Path

from fairyring.core.errors import DataError
from fairyring.core.game.options import FileText, Options
from fairyring.games.crane.schema import CARDS, FINGERS, NUMBERS, Finger

STANDARD = "standard"
HEADER = ("number", *map(str, Finger.words))
MAX_COPIES = 100


def read_cards(name: str, text: str) -> list[list[int]]:
    """Parse a card table: copies by number and finger. Raises DataError, which names the line."""
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
    """Parse one row: its number, and its copies by finger."""
    if len(cells) != len(HEADER) or not all(cell.isascii() and cell.isdigit() for cell in cells):
        raise DataError(f"{where}: a row is a number and four counts, such as “10,2,2,2,2”.")
    number, *row = map(int, cells)
    if not 1 <= number <= NUMBERS:
        raise DataError(f"{where}: cards show numbers from 1 to {NUMBERS}, not {number}.")
    if max(row) > MAX_COPIES:
        raise DataError(f"{where}: at most {MAX_COPIES} cards can be alike, not {max(row)}.")
    return number, row


def copies_of(options: Options) -> list[list[int]]:
    """Return the copies of each number and finger for the option `cards`."""
    chosen = options["cards"]
    if isinstance(chosen, FileText):
        return read_cards(chosen, chosen.text)
    path = Path(__file__).with_name("cards.csv")
    return read_cards(path.name, path.read_text(encoding="utf-8"))
