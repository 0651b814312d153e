"""Pages without scripts: games, rules, files to print, and the addresses for programs."""

from __future__ import annotations

import re
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from fairyring.api.games import room_of, spoken_language
from fairyring.api.rulebook import rendered_rules
from fairyring.api.tools import room_links
from fairyring.core.extras import MODULES
from fairyring.core.game import registry
from fairyring.core.game.room import Room
from fairyring.core.text.messages import ENGLISH
from fairyring.server import documentation
from fairyring.server.http.games import Language
from fairyring.server.http.static_files import NOT_BUILT, first_page, folder

HTML, CSS = "text/html", "text/css"
DOCUMENTATION = "<h2>To read on</h2><p><a href='docs/'>The documentation</a></p>"
(PDF_WRITER,) = MODULES["print"]
STYLE = Path(__file__).with_name("plain.css")


def html_page(title: str, body: str, root: str = "") -> str:
    """Return an HTML page. `root` leads to the first page, as “../”."""
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(title)}</title><link rel=stylesheet href='{root}plain.css'></head>"
        f"<body><main>{body}</main></body></html>"
    )


def page(title: str, body: str, root: str = "") -> Response[bytes]:
    """Return an HTML page as a response."""
    return Response(html_page(title, body, root).encode(), media_type=HTML, headers={"cache-control": "no-cache"})


def rules_html(room: Room, language: str) -> str:
    """Return the rules of a game as a page one folder below the first."""
    book = rendered_rules(room, language)["html"]
    return html_page(f"{room.title}: rules", f"<p><a href='../'>Fairyring</a></p>{book}", "../")


@get("/", sync_to_thread=False, include_in_schema=False)
def home(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The first page: the built one, or else the one without scripts."""
    return first_page(request, 0) or plain_home()


@get("/plain", sync_to_thread=False, include_in_schema=False)
def plain() -> Response[bytes]:
    """The first page without scripts."""
    return plain_home()


def plain_home() -> Response[bytes]:
    """Return the first page without scripts."""
    cards = "".join(_card(name) for name in registry.game_names())
    files = "".join(
        f"<p>{escape(group.title)}: {', '.join(_tool_link(room.name, *link) for link in group.links)}.</p>"
        for room, group in room_links()
    )
    body = (
        "<h1>Fairyring</h1><p>Five small tabletop games, played honestly.</p>"
        f"{'' if folder() else f'<p><strong>{escape(NOT_BUILT)}</strong></p>'}"
        f"<ul class=games>{cards}</ul>"
        f"<h2>With the real box</h2>{files}"
        f"{DOCUMENTATION if documentation.folder() else ''}"
        "<h2>For programs</h2><p><a href='api/docs'>Addresses</a> · <a href='api/schema/openapi.json'>OpenAPI</a> · "
        "in the terminal: <code>fairyring play fairy</code></p>"
    )
    return page("Fairyring", body)


def _tool_link(game: str, text: str, path: str) -> str:
    """Return a link to a file of a tool. Where no PDFs can be made, it leads to the same as SVG."""
    if find_spec(PDF_WRITER) is None:
        path = re.sub(r"\.pdf$", ".svg", path)
    return f"<a href='api/tools/{game}/{escape(path)}'>{escape(text)}</a>"


def _card(name: str) -> str:
    room = registry.room(name)
    seats = _span(room.schema.state.seats[0], room.schema.state.seats[-1])
    return (
        f"<li><h2>{escape(room.title)}</h2><p>{escape(room.goal())}</p>"
        f"<p class=small>{seats} players · {_span(*room.info.minutes)} minutes · "
        f"by {escape(room.info.designer)} · <a href='rules/{escape(name)}'>rules</a></p></li>"
    )


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


@get("/rules/{name:str}", sync_to_thread=False, include_in_schema=False)
def rules_page(name: FromPath[str], language: Language = ENGLISH) -> Response[bytes]:
    """The rules of a game."""
    room = room_of(name)
    text = rules_html(room, spoken_language(room, language))
    return Response(text.encode(), media_type=HTML, headers={"cache-control": "no-cache"})


@get("/plain.css", sync_to_thread=False, include_in_schema=False)
def style() -> Response[bytes]:
    return Response(STYLE.read_bytes(), media_type=CSS)


@get("/api/docs", sync_to_thread=False, include_in_schema=False)
def docs(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The endpoints, from the OpenAPI schema."""
    paths: dict[str, Any] = request.app.openapi_schema.to_schema()["paths"]
    rows = "".join(
        f"<tr><td><code>{method.upper()} {escape(path)}</code></td><td>{escape(about.get('description') or '')}</td></tr>"
        for path, methods in sorted(paths.items())
        for method, about in methods.items()
        if isinstance(about, dict)
    )
    body = f"<p><a href='../'>Fairyring</a></p><h1>Addresses</h1><table>{rows}</table><p>The socket is at <code>/ws</code>.</p>"
    return page("Fairyring: addresses", body, "../")


HANDLERS = [home, plain, rules_page, style, docs]
