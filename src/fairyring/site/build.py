"""Writes the folder: the built page, the files in place of a server's answers, and the list for the service worker."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from fairyring.core.errors import DataError, OptionError
from fairyring.server.http.static_files import NOT_BUILT, folder
from fairyring.site import html
from fairyring.site.answers import answers, documentation_files, printed

INDEX, MISSING, LIST, OFFLINE = "index.html", "404.html", "sw-files.js", "offline.json"
NOT_OFFLINE = "The page here was built without its own Python, so it needs a server; `make offline` builds it in a checkout."
COMPRESSED = (".br", ".gz")
WORTH_COMPRESSING = re.compile(r"\.(html|css|js|json|svg)$")
# Files that the service worker does not fetch beforehand: large ones, its own, and those that only hosts and messengers read.
NOT_LISTED = re.compile(r"\.(br|gz|pdf)$|^(sw(-files)?\.js|404\.html|index\.html|og\.png|\.nojekyll)$|^(py|kernel|docs)/")
BASE = re.compile(r"/(?:[\w.~%-]+/)*")
GZIP_LEVEL, VERSION_DIGITS = 9, 16


@dataclass(frozen=True, slots=True)
class SiteReport:
    """Files of a static site that was written."""

    files: int
    size: int  # bytes, with compressed variants
    left_out: tuple[str, ...]  # files to print that this installation cannot make


def built_page() -> Path:
    """Return the folder of the built page with its offline part. Raises DataError if there is none."""
    page = folder()
    if page is None:
        raise DataError(NOT_BUILT)
    if not (page / OFFLINE).is_file():
        raise DataError(NOT_OFFLINE)
    return page


def write_site(out: Path, base: str = "") -> SiteReport:
    """Write the folder `out`, which must be new or empty: it is there as a whole, or not at all.

    `base` is the path of the folder on its host, as “/games/”; only the page for missing addresses needs it, and finds it by
    itself for the addresses of the page. Raises OptionError, DataError.
    """
    if base and not BASE.fullmatch(base):
        raise OptionError(f"--base={base} should be a path that begins and ends with a slash, as /games/.")
    page = built_page()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OptionError(f"{out} exists already and is not an empty folder; name a new one, or empty it.")
    draft = out.with_name(f"{out.name}.part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if draft.exists():
            shutil.rmtree(draft)
        shutil.copytree(page, draft)
        left_out = _fill(draft, base)
        if out.exists():
            out.rmdir()
        draft.rename(out)
    except OSError as error:
        raise DataError(f"{out} cannot be written: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    files = [path for path in out.rglob("*") if path.is_file()]
    return SiteReport(len(files), sum(path.stat().st_size for path in files), left_out)


def _fill(site: Path, base: str) -> tuple[str, ...]:
    """Complete a copy of the built page; return the files that cannot be made here."""
    index = (site / INDEX).read_text(encoding="utf-8")
    for name, data in answers():
        _write(site, name, data)
    left_out = []
    for name, drawn in printed():
        if drawn is None:
            left_out.append(name)
        else:
            _write(site, name, drawn)
    for name, data in documentation_files():
        _write(site, name, data)
    _write(site, ".nojekyll", b"")  # GitHub Pages would leave out some files otherwise
    _write(site, INDEX, html.first_page(index).encode())
    _write(site, MISSING, html.missing_page(index, base).encode())
    _write(site, LIST, f"self.FILES = {json.dumps(_list(site))};\n".encode())
    return tuple(left_out)


def _write(site: Path, name: str, data: bytes) -> None:
    """Write a file, and compressed if that makes it smaller; forms that the build had made of another content are removed."""
    path = site / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    for suffix in COMPRESSED:
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    if WORTH_COMPRESSING.search(name):
        packed = gzip.compress(data, GZIP_LEVEL, mtime=0)
        if len(packed) < len(data):
            path.with_name(f"{path.name}.gz").write_bytes(packed)


def _list(site: Path) -> dict[str, object]:
    """Return what the service worker fetches beforehand, and a version that changes with any file but PDFs.

    Those hold the time at which they were made, and are not kept.
    """
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for name in names:
        if not name.endswith((*COMPRESSED, ".pdf")) and name != LIST:
            digest.update(f"{name}\0".encode() + hashlib.sha256((site / name).read_bytes()).digest())
    files = ["./", *(name for name in names if not NOT_LISTED.search(name))]
    return {"version": digest.hexdigest()[:VERSION_DIGITS], "static": True, "files": files}
