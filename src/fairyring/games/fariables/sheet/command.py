"""`fairyring print fariables`: a sheet to play on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.room import Command
from fairyring.games.fariables.boards import BOARD, SHIPPED, board_named
from fairyring.games.fariables.sheet.page import draw_page
from fairyring.games.fariables.sheet.pdf import to_pdf
from fairyring.games.fariables.sheet.svg import to_svg


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", default=SHIPPED[0], metavar="NAME|FILE", help=f"{', '.join(SHIPPED)}, or a file of your own")
    parser.add_argument("--output", metavar="FILE", help="FILE.svg or FILE.pdf; - writes SVG to the terminal")


def run(args: argparse.Namespace) -> int:
    """Draw the sheet and write it."""
    from fairyring.files import read_file_text  # noqa: PLC0415  (a command belongs to the command line, where files are read)

    own = args.board not in SHIPPED and Path(args.board).exists()
    board = board_named(BOARD.read(read_file_text(args.board) if own else args.board))
    page = draw_page(board)
    output = args.output or f"fariables-{board.name}.svg"
    if output == "-":
        sys.stdout.write(to_svg(page))
        return 0
    target = Path(output)
    if target.suffix not in (".svg", ".pdf"):
        raise OptionError(f"--output={output} should end in .svg or .pdf, or be - for the terminal.")
    data = to_pdf(page) if target.suffix == ".pdf" else to_svg(page).encode()
    try:
        target.write_bytes(data)
    except OSError as error:
        raise FairyringError(f"{output} cannot be written: {error.strerror}.") from error
    print(f"{board.title}, ready to print: {output}")
    return 0


PRINT = Command("draw a board on one page, to print and play on", configure, run)
