"""Static files of the page: kept in memory, served compressed. Files with a hash in their name are cached for ever.

Every address of the page (`/t/TABLE` as well as `/`) returns the same HTML; a <base> element tells it where it lies, under any
path.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from fairyring.server.access.origins import public_url
from fairyring.server.http.errors import ApiError, handle_http_exception
from fairyring.server.http.middleware import WORKER_CSP
from fairyring.server.http.preview import preview_title
from fairyring.server.runtime.hub import Hub
from fairyring.tables.log.load import UnreadableLog
from fairyring.tables.log.stored import TABLE_ID

HttpRequest = Request[Any, Any, Any]
INSTALLED = Path(__file__).parents[2] / "page"
CHECKOUT = Path(__file__).parents[4] / "client" / "dist"
TYPES = {
    ".webmanifest": "application/manifest+json",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
GZIP_LEVEL = 6
NOT_BUILT = "The page for the browser is not in this installation; `make client` builds it in a checkout."
NOTHING = "There is nothing here; see /api/docs for what there is."
MAX_DEPTH = 4  # folders of a mistyped address that still gets the page: each depth is compressed and kept
LARGE = ("py", "kernel")  # folders whose files are read when they are asked for: they are large, and few visitors need them
LATE = "offline.json"  # names the files in LARGE folders; `make play` builds them while the server runs already
LARGE_NAME = re.compile(r"\w[\w.-]{0,99}")  # no folder, and none above
IMMUTABLE, REVALIDATE = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file, and its compressed forms if there are any."""

    data: bytes
    brotli: bytes | None
    gzip: bytes | None  # for phones in a home network: browsers accept Brotli only over https and from localhost
    media_type: str
    etag: str


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
        if path.is_file() and path.suffix not in (".br", ".gz") and path.relative_to(root).parts[0] not in LARGE
    }


def _read(path: Path) -> File:
    brotli = path.with_name(f"{path.name}.br")
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    data = path.read_bytes()
    if not brotli.is_file():
        return File(data, None, None, media_type, _etag(data))
    built = path.with_name(f"{path.name}.gz")
    zipped = built.read_bytes() if built.is_file() else gzip.compress(data, GZIP_LEVEL, mtime=0)
    return File(data, brotli.read_bytes(), zipped, media_type, _etag(data))


def compressed_file(path: Path) -> File:
    """Return a file that was not compressed when it was built."""
    file = _read(path)
    if file.gzip is not None or not file.media_type.startswith(("text/", "application/json", "image/svg")):
        return file
    return replace(file, gzip=gzip.compress(file.data, GZIP_LEVEL, mtime=0))


def _etag(data: bytes) -> str:
    return f'W/"{hashlib.sha256(data).hexdigest()[:20]}"'  # weak: the same for all encodings


def _accepts(request: HttpRequest, encoding: str) -> bool:
    """Return whether the client accepts an encoding."""
    for part in request.headers.get("accept-encoding", "")[:200].split(","):
        name, _, quality = part.partition(";")
        if name.strip() == encoding:
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def respond_with_file(request: HttpRequest, file: File, cache_control: str) -> Response[bytes]:
    """Return a file in the smallest form that the client accepts, or 304 if the client has it already."""
    headers = {"cache-control": cache_control, "vary": "accept-encoding", "etag": file.etag}
    if file.etag in [tag.strip() for tag in request.headers.get("if-none-match", "")[:2000].split(",")]:
        return Response(b"", status_code=304, headers=headers)
    for encoding, data in (("br", file.brotli), ("gzip", file.gzip)):
        if data is not None and _accepts(request, encoding):
            return Response(data, media_type=file.media_type, headers={**headers, "content-encoding": encoding})
    return Response(file.data, media_type=file.media_type, headers=headers)


def first_page(request: HttpRequest, depth: int, title: str = "") -> Response[bytes] | None:
    """Return the page for an address `depth` folders deep, with this title in its preview; None if it was not built.

    The preview picture gets an absolute URL, as messengers that show a link need it.
    """
    index = files().get("index.html")
    if index is None:
        return None
    base = "../" * depth or "./"
    html = index.data.replace(b"<head>", f'<head><base href="{base}">'.encode(), 1)
    here = public_url(str(request.base_url), request.headers, request.app.state.hub.settings)
    html = html.replace(b'content="./og.png"', f'content="{escape(here)}og.png"'.encode(), 1)
    if title:
        html = html.replace(b'og:title" content="Fairyring"', f'og:title" content="{escape(title)}"'.encode(), 1)
    return respond_with_file(request, _compressed_page(html), REVALIDATE)


@lru_cache(maxsize=64)
def _compressed_page(html: bytes) -> File:
    """Return the page for one address, which differs from others in its base and preview only."""
    return File(html, None, gzip.compress(html, GZIP_LEVEL, mtime=0), "text/html", _etag(html))


def page_for_missing(request: HttpRequest, error: HTTPException) -> Response[bytes]:
    """Answer an HTTP error. A browser that asked for a missing page gets the page itself, which says so in words."""
    path = request.scope["path"]
    asked = request.method == "GET" and "text/html" in request.headers.get("accept", "")[:200]
    depth = path.count("/") - 1
    if error.status_code == 404 and asked and depth <= MAX_DEPTH and not path.startswith(("/api/", "/assets/")):
        page = first_page(request, depth)
        if page is not None and page.status_code != 304:
            page.status_code = 404
            return page
    return handle_http_exception(request, error)


def _page(request: HttpRequest, depth: int, title: str = "") -> Response[bytes]:
    page = first_page(request, depth, title)
    if page is None:
        raise ApiError(404, "none", NOT_BUILT)
    return page


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The page at a table, with a preview of its link."""
    return _page(request, 1, await _title(request, table))


@get(["/t/{table:str}/replay", "/t/{table:str}/tv"], include_in_schema=False)
async def replay_page(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The page at a replay, or at a table as a big screen shows it."""
    return _page(request, 2, await _title(request, table))


async def _title(request: HttpRequest, table: str) -> str:
    """Return the title of a table's link; empty for a link that leads nowhere, which the page itself says."""
    hub: Hub = request.app.state.hub
    try:
        state = await hub.load_state(table) if TABLE_ID.fullmatch(table) else None
    except UnreadableLog:
        return ""
    return preview_title(state, request.headers.get("accept-language", "")) if state is not None else ""


@get(["/box/{tool:str}", "/c/{tool:str}"], sync_to_thread=False, include_in_schema=False)
def deep_page(request: HttpRequest, tool: FromPath[str]) -> Response[bytes]:
    """The page at a tool for a real box, or at a room code."""
    del tool
    return _page(request, 1)


@get(["/box", "/c", "/workshop"], sync_to_thread=False, include_in_schema=False)
def box_page(request: HttpRequest) -> Response[bytes]:
    """The page for owners of the real boxes, or for people with a code."""
    return _page(request, 0)


@get("/assets/{name:str}", sync_to_thread=False, include_in_schema=False)
def asset(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A built file with a hash in its name."""
    return _file(request, f"assets/{name}", IMMUTABLE)


@get("/worker/{name:str}", sync_to_thread=False, include_in_schema=False)
def worker(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A script of a worker. Its policy, unlike that of the page, allows WebAssembly."""
    response = _file(request, f"worker/{name}", IMMUTABLE)
    response.headers["content-security-policy"] = WORKER_CSP
    return response


@get("/py/{version:str}/{name:str}", sync_to_thread=True, include_in_schema=False)
def python_file(request: HttpRequest, version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file of Python for the page's workers."""
    if not version.isalnum():
        raise ApiError(404, "none", NOTHING)
    return _large_file(request, f"py/{version}", name)


@get("/kernel/{name:str}", sync_to_thread=True, include_in_schema=False)
def kernel_file(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A search kernel in WebAssembly, or its manifest."""
    return _large_file(request, "kernel", name)


def _large_file(request: HttpRequest, folder_name: str, name: str) -> Response[bytes]:
    root = folder()
    found = root / folder_name / name if root is not None and LARGE_NAME.fullmatch(name) else None
    if found is None or found.suffix in (".br", ".gz") or not found.is_file():
        raise ApiError(404, "none", NOTHING)
    media_type = TYPES.get(found.suffix, "application/octet-stream")
    headers = {"cache-control": IMMUTABLE, "vary": "accept-encoding"}
    for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
        packed = found.with_name(found.name + suffix)
        if _accepts(request, encoding) and packed.is_file():
            return Response(packed.read_bytes(), media_type=media_type, headers={**headers, "content-encoding": encoding})
    return Response(found.read_bytes(), media_type=media_type, headers=headers)


@lru_cache(maxsize=1)
def _late_file(path: Path, _changed: int) -> File:
    return _read(path)


@get("/favicon.ico", sync_to_thread=False, include_in_schema=False)
def favicon(request: HttpRequest) -> Response[bytes]:
    """The icon for programs that ask by this name without reading the page, which links to the drawing."""
    return _file(request, "icon-192.png", REVALIDATE)


@get("/robots.txt", sync_to_thread=False, include_in_schema=False)
def robots() -> Response[str]:
    """Ask crawlers to leave tables and the API alone: links of tables are private, and a visitor counts as a watcher."""
    rules = "".join(f"Disallow: {path}\n" for path in ("/t/", "/c/", "/api/", "/ws"))
    return Response(f"User-agent: *\n{rules}", media_type="text/plain", headers={"cache-control": "public, max-age=86400"})


@get("/{name:str}", sync_to_thread=False, include_in_schema=False)
def file(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """Icons, the manifest, the worker."""
    return _file(request, name, REVALIDATE)


def _find_late() -> File | None:
    """Return the newest offline.json; None if there is none (yet)."""
    root = folder()
    try:
        return _late_file(root / LATE, (root / LATE).stat().st_mtime_ns) if root is not None else None
    except FileNotFoundError:
        return None


def _file(request: HttpRequest, name: str, cache_control: str) -> Response[bytes]:
    file = _find_late() if name == LATE else files().get(name)
    if file is None or name == "index.html":
        raise ApiError(404, "none", NOTHING)
    return respond_with_file(request, file, cache_control)


HANDLERS = [table_page, deep_page, replay_page, box_page, asset, worker, python_file, kernel_file, favicon, robots, file]
