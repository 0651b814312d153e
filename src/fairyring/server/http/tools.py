"""HTTP for people with the real boxes: Fairy Tale's score sheet, Fariables' boards to print; and the link as a QR code."""

from __future__ import annotations

import asyncio
import io
import re
import secrets
from typing import Any

import segno
from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody

from fairyring.core.errors import MissingExtra
from fairyring.core.game import registry
from fairyring.core.game.options import FileText
from fairyring.core.text.messages import ENGLISH
from fairyring.games.crane.riffle import practice
from fairyring.games.crane.riffle.model import TICKS
from fairyring.games.crane.schema import Finger
from fairyring.games.fairy_tale.deck import deck_of
from fairyring.games.fairy_tale.tools import score_command
from fairyring.games.fariables.boards import SHIPPED, Board, board_named
from fairyring.games.fariables.sheet.page import draw_page
from fairyring.games.fariables.sheet.pdf import to_pdf
from fairyring.games.fariables.sheet.svg import to_svg
from fairyring.server.access import public_url
from fairyring.server.http.errors import No, may_answer
from fairyring.server.http.games import Language, spoken
from fairyring.server.http.openapi import PDF, SVG
from fairyring.server.http.schemas import BoardText, Hands, Link
from fairyring.server.store.model import NAME

Asked = Request[Any, Any, Any]
PRACTICE_SEED = 16  # bytes
MOST_CARDS = 99  # of one kind, in one hand


@post("/api/tools/fairy-tale/sheet", status_code=200, responses=may_answer(413, 422))
async def fairy_tale_sheet(data: JSONBody[Hands], language: Language = ENGLISH) -> dict[str, Any]:
    """The score sheet of a game on a real table, with a reason for every card."""
    option: Any = FileText.of("your deck", data.deck) if data.deck else score_command.SHIPPED
    deck = deck_of(option)
    names = [hand.name.strip() for hand in data.players]
    if len(set(names)) < len(names):
        raise No(422, "bad-form", "Give every player a name of their own.")
    if any(not 0 <= count <= MOST_CARDS for hand in data.players for count in hand.cards.values()):
        raise No(422, "bad-form", f"Nobody has fewer than 0 or more than {MOST_CARDS} of a card.")
    hands = [
        (name, {score_command.find_card(deck, card, name): count for card, count in hand.cards.items() if count})
        for name, hand in zip(names, data.players, strict=True)
    ]
    s = score_command.score_hands(deck, hands, data.couples)
    told = spoken(registry.room("fairy-tale"), language)
    return score_command.as_json(deck, s, names, score_command.speaker(deck, names, own=bool(data.deck), language=told))


@get("/api/tools/fariables/{file:str}", responses=may_answer(404, 501))
async def fariables_board(request: Asked, file: FromPath[str]) -> Response[bytes]:
    """One of our boards on one page to print: NAME.svg or NAME.pdf."""
    name, _, kind = file.rpartition(".")
    if name not in SHIPPED or kind not in ("svg", "pdf"):
        raise No(404, "none", f"There are {', '.join(SHIPPED)}, each as .svg and .pdf.")
    return await _sheet(request, board_named(name), kind)


@post("/api/tools/fariables/{file:str}", status_code=200, responses=may_answer(404, 413, 422, 501))
async def own_board(request: Asked, file: FromPath[str], data: JSONBody[BoardText]) -> Response[bytes]:
    """A board of your own on one page to print, as svg or pdf."""
    if file not in ("svg", "pdf"):
        raise No(404, "none", "A board is drawn as svg or pdf.")
    return await _sheet(request, board_named(FileText.of("your board", data.board)), file)


async def _sheet(request: Asked, board: Board, kind: str) -> Response[bytes]:
    page = draw_page(board)
    if kind == "svg":
        return Response(to_svg(page).encode(), media_type=SVG)
    try:
        async with request.app.state.heavy:
            made = await asyncio.to_thread(to_pdf, page)
    except MissingExtra:
        raise No(501, "none", "This server was installed without what makes PDFs (fairyring[print]); take the .svg.") from None
    headers = {"content-disposition": f'inline; filename="fariables-{board.name if board.name in SHIPPED else "board"}.pdf"'}
    return Response(made, media_type=PDF, headers=headers)


@get("/api/tools/crane/practice/{finger:str}", sync_to_thread=False, responses=may_answer(404))
def practice_deck(finger: FromPath[str]) -> dict[str, Any]:
    """A deck to practise the riffle with, as a challenger is given one; and its seed, to ask what became of a grab."""
    seed = secrets.token_bytes(PRACTICE_SEED)
    return {"seed": seed.hex(), **practice.deck(seed, _finger(finger))}


@get("/api/tools/crane/practice/{finger:str}/{seed:str}/{ticks:int}", sync_to_thread=False, responses=may_answer(404, 422))
def practice_result(finger: FromPath[str], seed: FromPath[str], ticks: FromPath[int]) -> dict[str, Any]:
    """What a practice grab brought: the cards, and what every tick carried."""
    if not re.fullmatch(r"[0-9a-f]{32}", seed):
        raise No(422, "bad-form", "A seed is the one that came with the deck.")
    try:
        return practice.result(bytes.fromhex(seed), _finger(finger), ticks)
    except ValueError:
        raise No(422, "bad-form", f"A hand holds 1 to {TICKS} ticks.") from None


def _finger(name: str) -> str:
    if name not in Finger.words:
        raise No(404, "none", f"The fingers are {', '.join(map(str, Finger.words))}.")
    return name


@get("/api/tables/{table:str}/qr.svg", sync_to_thread=False, responses=may_answer(404))
def qr(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The table's link as a QR code. Colours come from the page's own style."""
    if not NAME.fullmatch(table):
        raise No(404, "none", "There is no such table.")
    return _code(f"{public_url(str(request.base_url), request.headers)}t/{table}")


@post("/api/tools/qr", status_code=200, sync_to_thread=False, responses=may_answer(413, 422))
def qr_of(data: JSONBody[Link]) -> Response[bytes]:
    """Any link as a QR code; a secret one too: what is posted stands in no log."""
    return _code(data.link)


def _code(link: str) -> Response[bytes]:
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(out, kind="svg", xmldecl=False, svgclass="qr", lineclass="qr-line", scale=4)
    return Response(out.getvalue(), media_type=SVG)


HANDLERS = [fairy_tale_sheet, fariables_board, own_board, practice_deck, practice_result, qr, qr_of]
