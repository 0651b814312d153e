"""The page itself: built files, kept in memory, served compressed. Names with a hash never change; the first page always may.

Any address of the page (`/t/TABLE` as well as `/`) gives the same HTML; a <base> tells it where it lies, under any path.
"""

from __future__ import annotations

import mimetypes
import os
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from fairyring.server.access import public_url
from fairyring.server.http.errors import No

Asked = Request[Any, Any, Any]
PACKED = Path(__file__).parents[2] / "page"  # in an installed package
BUILT = Path(__file__).parents[4] / "client" / "dist"  # in a checkout
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
FOR_EVER, ALWAYS_ASK = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file, and its compressed form where there is one."""

    data: bytes
    small: bytes | None
    kind: str


def folder() -> Path | None:
    """Where the built page lies; None if it was not built."""
    named = os.environ.get("FAIRYRING_CLIENT")
    for place in (Path(named),) if named else (PACKED, BUILT):
        if (place / "index.html").is_file():
            return place
    return None


@cache
def files() -> dict[str, File]:
    """All files of the page, by their path."""
    found = folder()
    if found is None:
        return {}
    return {
        path.relative_to(found).as_posix(): _read(path)
        for path in sorted(found.rglob("*"))
        if path.is_file() and path.suffix != ".br"
    }


def _read(path: Path) -> File:
    small = path.with_name(f"{path.name}.br")
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), small.read_bytes() if small.is_file() else None, kind)


def first_page(request: Asked, depth: int) -> Response[bytes] | None:
    """The page, lying so many folders deep; None if there is none. Pictures for whoever shows a link need whole addresses."""
    found = files().get("index.html")
    if found is None:
        return None
    base = "../" * depth or "./"
    html = found.data.replace(b"<head>", f'<head><base href="{base}">'.encode(), 1)
    here = public_url(str(request.base_url), request.headers)
    html = html.replace(b'content="./og.png"', f'content="{escape(here)}og.png"'.encode(), 1)
    return Response(html, media_type="text/html", headers={"cache-control": ALWAYS_ASK})


def _page(request: Asked, depth: int) -> Response[bytes]:
    made = first_page(request, depth)
    if made is None:
        raise No(404, "none", "The page for the browser is not built here; `make client` builds it.")
    return made


@get(["/t/{table:str}", "/box/{table:str}"], sync_to_thread=False, include_in_schema=False)
def deep_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The page at a table, which the page itself looks up."""
    del table
    return _page(request, 1)


@get("/t/{table:str}/replay", sync_to_thread=False, include_in_schema=False)
def replay_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The page at a game that was played."""
    del table
    return _page(request, 2)


@get("/box", sync_to_thread=False, include_in_schema=False)
def box_page(request: Asked) -> Response[bytes]:
    """The page for people with the real boxes."""
    return _page(request, 0)


@get("/assets/{name:str}", sync_to_thread=False, include_in_schema=False)
def asset(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """A built file; its name has a hash in it."""
    return _file(request, f"assets/{name}", FOR_EVER)


@get("/{name:str}", sync_to_thread=False, include_in_schema=False)
def file(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """Icons, the manifest, the worker."""
    return _file(request, name, ALWAYS_ASK)


def _file(request: Asked, name: str, cache_control: str) -> Response[bytes]:
    found = files().get(name)
    if found is None or name == "index.html":
        raise No(404, "none", "There is nothing here; see /api/docs for what there is.")
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    if found.small is not None and "br" in request.headers.get("accept-encoding", ""):
        return Response(found.small, media_type=found.kind, headers={**headers, "content-encoding": "br"})
    return Response(found.data, media_type=found.kind, headers=headers)


HANDLERS = [deep_page, replay_page, box_page, asset, file]
