"""HTTP tools of Fariables: boards to print, as SVG and PDF."""

from __future__ import annotations

from typing import Annotated

from fairyring.core.declared.declare import Length, declare
from fairyring.core.errors import MissingExtra
from fairyring.core.game.http_tools import FileAnswer, HttpTool, ToolError, ToolLinks
from fairyring.core.game.options import MAX_FILE_BYTES, FileText
from fairyring.games.fariables.boards import SHIPPED, Board, board_named
from fairyring.games.fariables.sheet.page import draw_page
from fairyring.games.fariables.sheet.pdf import to_pdf
from fairyring.games.fariables.sheet.svg import to_svg

SVG, PDF = "image/svg+xml", "application/pdf"


@declare(forbid_unknown=True)
class BoardText:
    """A Fariables board as text."""

    board: Annotated[str, Length(0, MAX_FILE_BYTES)]


def fariables_board(file: str) -> FileAnswer:
    """One of our boards on one page to print: NAME.svg or NAME.pdf."""
    name, _, kind = file.rpartition(".")
    if name not in SHIPPED or kind not in ("svg", "pdf"):
        raise ToolError(404, "none", f"There are {', '.join(SHIPPED)}, each as .svg and .pdf.")
    return _sheet(board_named(name), kind)


def own_board(file: str, data: BoardText) -> FileAnswer:
    """A board of your own on one page to print, as svg or pdf."""
    if file not in ("svg", "pdf"):
        raise ToolError(404, "none", "A board is drawn as svg or pdf.")
    return _sheet(board_named(FileText.of("your board", data.board)), file)


def _sheet(board: Board, kind: str) -> FileAnswer:
    page = draw_page(board)
    if kind == "svg":
        return FileAnswer(to_svg(page).encode(), SVG)
    file_name = f"fariables-{board.name if board.name in SHIPPED else 'board'}.pdf"
    try:
        return FileAnswer(to_pdf(page), PDF, file_name)
    except MissingExtra:
        message = "This server was installed without what makes PDFs (fairyring[print]); take the .svg."
        raise ToolError(501, "none", message) from None


TOOLS = (
    HttpTool("GET", "{file:str}", fariables_board, (404, 501, 503), (SVG, PDF), heavy=True),
    HttpTool("POST", "{file:str}", own_board, (404, 413, 422, 501, 503), (SVG, PDF), heavy=True),
)
LINKS = ToolLinks("Fariables boards to print", [(name, f"{name}.pdf") for name in SHIPPED])
