"""The documentation site at /docs, if this installation has it: `make docs` builds it, wheels contain it.

Its theme has small inline scripts and styles. The content security policy allows exactly these, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

from fairyring.server.http.errors import ApiError
from fairyring.server.http.middleware import CSP
from fairyring.server.http.static_files import REVALIDATE, File, HttpRequest, compressed_file, respond_with_file

INSTALLED = Path(__file__).parents[1] / "docs"
CHECKOUT = Path(__file__).parents[3] / "build" / "docs"
INLINE = re.compile(rb"<(script|style)>(.*?)</\1>", re.DOTALL)
MISSING = "The documentation is not in this installation; `make docs` builds it in a checkout."


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the site, with the policy for what is inline in it."""

    file: File
    policy: str


def folder() -> Path | None:
    """Return the folder of the built site; None if it was not built."""
    return next((place for place in (INSTALLED, CHECKOUT) if (place / "index.html").is_file()), None)


@cache
def names() -> frozenset[str]:
    """Return the paths of all files of the site. Only these are read, so no path leads out of the folder."""
    root = folder()
    return frozenset(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()) if root else frozenset()


@cache
def load_page(name: str) -> Page:
    """Return a file of `names`, compressed once."""
    root = folder()
    assert root is not None
    file = compressed_file(root / name)
    return Page(file, policy_for(file.data) if name.endswith(".html") else CSP)


def policy_for(html: bytes) -> str:
    """Return the content security policy of a page: the usual one, and hashes of its inline scripts and styles."""
    policy = CSP
    for kind in ("script", "style"):
        hashes = {
            f"'sha256-{base64.b64encode(hashlib.sha256(match[2]).digest()).decode()}'"
            for match in INLINE.finditer(html)
            if match[1].decode() == kind
        }
        policy = policy.replace(f"{kind}-src 'self'", " ".join([f"{kind}-src 'self'", *sorted(hashes)]))
    return policy


@get("/docs", sync_to_thread=False, include_in_schema=False)
def docs_home(request: HttpRequest) -> Redirect | Response[bytes]:
    """The first page of the documentation; its links are relative, so the address must end with a slash."""
    if request.scope["raw_path"].rstrip(b"?").endswith(b"/"):
        return _answer(request, "index.html")
    return Redirect("docs/")


@get("/docs/{name:path}", sync_to_thread=False, include_in_schema=False)
def docs_file(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A file of the documentation."""
    return _answer(request, name.lstrip("/"))


def _answer(request: HttpRequest, name: str) -> Response[bytes]:
    if not names():
        raise ApiError(404, "none", MISSING)
    if name not in names():
        raise ApiError(404, "none", "The documentation has no such page; it begins at /docs/.")
    page = load_page(name)
    response = respond_with_file(request, page.file, REVALIDATE)
    response.headers["content-security-policy"] = page.policy
    return response


HANDLERS = [docs_home, docs_file]
