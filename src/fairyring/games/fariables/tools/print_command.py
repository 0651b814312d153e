"""`fairyring print fariables`: write a board as a printable page."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.game.room import Command
from fairyring.games.fariables.boards import BOARD, SHIPPED, board_named

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default=SHIPPED[0], metavar="NAME|FILE", help=f"{', '.join(SHIPPED)}, or a file of your own")
    parser.add_argument("--output", metavar="FILE", help="FILE.svg or FILE.pdf; - writes SVG to the terminal")
    parser.add_argument("--force", action="store_true", help="replace FILE if it exists")
    parser.add_argument("--fonts", metavar="FOLDER", help="fonts for a PDF whose title has characters that no font here has")


def run(args: Namespace) -> int:
    """Draw the page and write it."""
    from fairyring.cli.files import read_file_text  # noqa: PLC0415  (a command belongs to the command line, where files are read)
    from fairyring.games.fariables.sheet.page import draw_page  # noqa: PLC0415  (only who prints needs it, and the next two)
    from fairyring.games.fariables.sheet.pdf import to_pdf  # noqa: PLC0415
    from fairyring.games.fariables.sheet.svg import to_svg  # noqa: PLC0415

    own = args.board not in SHIPPED and _exists(Path(args.board))
    board = board_named(BOARD.read(read_file_text(args.board) if own else args.board))
    page = draw_page(board)
    output = args.output or f"fariables-{board.name}.svg"
    if output == "-":
        _write_stdout(to_svg(page), "The board", "utf-8")
        return 0
    target = Path(output)
    kind = target.suffix.lower()
    if kind not in {".svg", ".pdf"}:
        raise OptionError(f"--output={output} should end in .svg or .pdf, or be - for the terminal.")
    if _exists(target) and not args.force:
        raise FairyringError(f"{output} exists already; choose another --output, or replace it with --force.")
    _write(target, to_pdf(page, args.fonts) if kind == ".pdf" else to_svg(page).encode())
    _write_stdout(f"{board.title}, ready to print: {output}\n", f"{output} is ready, but a line about it")
    return 0


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file can have
        return False


def _write(target: Path, data: bytes) -> None:
    """Write a file; an existing one is replaced only once the new one is whole."""
    draft = target.with_name(target.name + ".part")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    except OSError as error:
        with suppress(OSError):  # it may never have been there
            draft.unlink()
        raise FairyringError(f"{target} cannot be written: {error.strerror}.") from error


def _write_stdout(text: str, subject: str, encoding: str | None = None) -> None:
    """Write to standard output and flush, so that a full disk is an error here and not at exit."""
    if sys.stdout is None:
        raise FairyringError(f"{subject} cannot be written: standard output is closed.")
    rest = text.encode(encoding or sys.stdout.encoding, "replace")
    try:
        while rest:  # without a buffer (python -u) a write may end early, as when the disk is nearly full
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has left: the command line knows what to do
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would try once more, and complain
        raise FairyringError(f"{subject} cannot be written: {error.strerror}.") from error


PRINT = Command("draw a board on one page, to print and play on", configure, run)
