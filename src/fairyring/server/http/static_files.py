"""Static files of the page: kept in memory, served compressed. Files with a hash in their name are cached for ever.

Every address of the page (`/t/TABLE` as well as `/`) returns the same HTML; a <base> element tells it where it lies, under any
path.
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

from fairyring.server.access.origins import public_url
from fairyring.server.http.errors import ApiError

HttpRequest = Request[Any, Any, Any]
INSTALLED = Path(__file__).parents[2] / "page"
CHECKOUT = Path(__file__).parents[4] / "client" / "dist"
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript", ".woff2": "font/woff2"}
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file, and its Brotli form if there is one."""

    data: bytes
    brotli: bytes | None
    media_type: str


def folder() -> Path | None:
    """Return the folder of the built page; None if it was not built."""
    named = os.environ.get("FAIRYRING_CLIENT")
    for place in (Path(named),) if named else (INSTALLED, CHECKOUT):
        if (place / "index.html").is_file():
            return place
    return None


@cache
def files() -> dict[str, File]:
    """Return all files of the page by path."""
    root = folder()
    if root is None:
        return {}
    return {
        path.relative_to(root).as_posix(): _read(path)
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.suffix != ".br"
    }


def _read(path: Path) -> File:
    brotli = path.with_name(f"{path.name}.br")
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(path.read_bytes(), brotli.read_bytes() if brotli.is_file() else None, media_type)


def first_page(request: HttpRequest, depth: int) -> Response[bytes] | None:
    """Return the page for an address `depth` folders deep; None if it was not built.

    The preview picture gets an absolute URL, as messengers that show a link need it.
    """
    index = files().get("index.html")
    if index is None:
        return None
    base = "../" * depth or "./"
    html = index.data.replace(b"<head>", f'<head><base href="{base}">'.encode(), 1)
    here = public_url(str(request.base_url), request.headers)
    html = html.replace(b'content="./og.png"', f'content="{escape(here)}og.png"'.encode(), 1)
    return Response(html, media_type="text/html", headers={"cache-control": REVALIDATE})


def _page(request: HttpRequest, depth: int) -> Response[bytes]:
    page = first_page(request, depth)
    if page is None:
        raise ApiError(404, "none", "The page for the browser is not built here; `make client` builds it.")
    return page


@get(["/t/{table:str}", "/box/{table:str}"], sync_to_thread=False, include_in_schema=False)
def deep_page(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The page at a table."""
    del table
    return _page(request, 1)


@get("/t/{table:str}/replay", sync_to_thread=False, include_in_schema=False)
def replay_page(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The page at a replay."""
    del table
    return _page(request, 2)


@get("/box", sync_to_thread=False, include_in_schema=False)
def box_page(request: HttpRequest) -> Response[bytes]:
    """The page for owners of the real boxes."""
    return _page(request, 0)


@get("/assets/{name:str}", sync_to_thread=False, include_in_schema=False)
def asset(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A built file with a hash in its name."""
    return _file(request, f"assets/{name}", IMMUTABLE)


@get("/{name:str}", sync_to_thread=False, include_in_schema=False)
def file(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """Icons, the manifest, the worker."""
    return _file(request, name, REVALIDATE)


def _file(request: HttpRequest, name: str, cache_control: str) -> Response[bytes]:
    file = files().get(name)
    if file is None or name == "index.html":
        raise ApiError(404, "none", "There is nothing here; see /api/docs for what there is.")
    headers = {"cache-control": cache_control, "vary": "accept-encoding"}
    if file.brotli is not None and "br" in request.headers.get("accept-encoding", ""):
        return Response(file.brotli, media_type=file.media_type, headers={**headers, "content-encoding": "br"})
    return Response(file.data, media_type=file.media_type, headers=headers)


HANDLERS = [deep_page, replay_page, box_page, asset, file]
