"""Builds the documentation site into build/docs: assembles Markdown pages from the whole repository and runs Sphinx on them.

    python scripts/build_docs.py [FOLDER]

Links between pages are rewritten to the site's own pages, other files of the repository to the forge. A dead link, a missing
picture or a request to another host fails the build.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "docs" / "site"
MAX_PAGE_BYTES = 100_000  # of HTML, styles and scripts, as a browser fetches them (compressed), without pictures
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
FOREIGN_REQUEST = re.compile(r'<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?//[^"]+"')
# Sections of the navigation, by pages of the repository.
SECTIONS = {
    "Play": ["docs/play.md", "docs/fairness.md", "docs/security.md"],
    "Games": [],  # filled in below
    "Host": ["docs/operating.md", "docs/offline.md", "docs/compatibility.md"],
    "Python": ["docs/python.md", "docs/bots.md", "docs/search.md", "docs/stepping.md", "docs/site/api.md"],
    "Research": [
        "docs/lab.md", "docs/cluster.md", "docs/findings.md", "docs/environments.md", "docs/experiments/README.md",
        "examples/README.md", "docs/imagination.md",
    ],
    "Games of your own": ["docs/adding-a-game.md"],
    "Clients": ["docs/protocol.md", "docs/site/http.md"],
    "Contribute": [
        "CONTRIBUTING.md", "docs/walks.md", "docs/architecture.md", "docs/tables.md", "docs/page.md",
        "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md", "CREDITS.md",
    ],
}  # fmt: skip


class DeadLink(Exception):
    """A link of a page that leads nowhere."""


def pages() -> dict[Path, Path]:
    """Return the pages of the site: paths in the repository by path in the site."""
    found = {Path("index.md"): SITE / "index.md", Path("api.md"): SITE / "api.md"}
    for path in sorted((ROOT / "docs").rglob("*.md")):
        if SITE not in path.parents:
            found[path.relative_to(ROOT / "docs")] = path
    for path in sorted((ROOT / "src" / "fairyring" / "games").glob("*/RULES.md")):
        found[Path("games") / f"{path.parent.name.replace('_', '-')}-rules.md"] = path
    for name in ("CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "SECURITY", "CREDITS"):
        found[Path(f"{name.lower()}-page.md" if name == "SECURITY" else f"{name.lower()}.md")] = ROOT / f"{name}.md"
    found[Path("examples.md")] = ROOT / "examples" / "README.md"
    return found


def rewrite(text: str, source: Path, page: Path, places: dict[Path, Path], forge: str) -> str:
    """Return a page with links as the site has them. Raises DeadLink."""

    def link(match: re.Match[str]) -> str:
        head, target, tail = match.groups()
        path, hash_sign, anchor = target.partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return match[0]
        meant = (source.parent / path).resolve()
        if meant in places:
            return f"{head}{os.path.relpath(places[meant], page.parent)}{hash_sign}{anchor}{tail}"
        if not meant.exists() or ROOT not in meant.parents:
            raise DeadLink(f"{source.relative_to(ROOT)} links to {target}, which does not exist.")
        if head.startswith("!"):
            return f"{head}{os.path.relpath(Path('pictures') / meant.name, page.parent)}{tail}"
        return f"{head}{forge}/blob/main/{meant.relative_to(ROOT).as_posix()}{hash_sign}{anchor}{tail}"

    # Not in code: a fence may show a link as text.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def http_page() -> str:
    """Return a page with all HTTP endpoints, from the OpenAPI schema."""
    from fairyring.server.app import App  # noqa: PLC0415  (imports the server)
    from fairyring.server.settings import Settings  # noqa: PLC0415

    schema = App(Settings()).litestar.openapi_schema.to_schema()
    lines = [
        "# HTTP API",
        "",
        "All endpoints. A server has them as OpenAPI (`/api/schema/openapi.json`) and as a page (`/api/docs`), too.",
        "[The protocol](protocol.md) describes the WebSocket.",
        "",
        "| endpoint | what it does |",
        "|---|---|",
    ]
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            text = " ".join((operation.get("description") or operation.get("summary") or "").split())
            lines.append(f"| `{method.upper()} {path}` | {text} |")
    return "\n".join(lines) + "\n"


def assemble(folder: Path) -> None:
    """Write the sources of the site into an empty folder."""
    forge = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    sources = pages()
    places = {source: page for page, source in sources.items()} | {SITE / "http.md": Path("http.md")}
    for page, source in sources.items():
        (folder / page).parent.mkdir(parents=True, exist_ok=True)
        text = rewrite(source.read_text(encoding="utf-8"), source, page, places, forge)
        (folder / page).write_text(text + ("\n" + contents(places) if page == Path("index.md") else ""), encoding="utf-8")
    (folder / "http.md").write_text(http_page(), encoding="utf-8")
    (folder / "pictures").mkdir()
    for picture in (ROOT / "docs").rglob("*"):
        if picture.suffix in (".svg", ".webp", ".png"):
            shutil.copy(picture, folder / "pictures" / picture.name)
    shutil.copy(SITE / "conf.py", folder / "conf.py")


def contents(places: dict[Path, Path]) -> str:
    """Return the hidden tables of contents that make the navigation; every page is in one."""
    sections = {title: [places[ROOT / name] for name in names] for title, names in SECTIONS.items()}
    sections["Games"] = sorted(page for page in places.values() if page.parent == Path("games"))
    inner = [page for page in places.values() if page.parent == Path("experiments") and page.name != "README.md"]
    sections["Research"] += sorted(inner)
    blocks = []
    for title, names in sections.items():
        lines = "\n".join(str(name.with_suffix("")) for name in names)
        blocks.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{lines}\n```\n")
    return "\n".join(blocks)


def check(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a built site: requests to other hosts, pages that are too heavy."""
    import gzip  # noqa: PLC0415

    shared = {
        path.name: len(gzip.compress(path.read_bytes()))
        for path in (folder / "_static").rglob("*")
        if path.suffix in (".css", ".js")
    }
    for path in sorted(folder.rglob("*.html")):
        html = path.read_text(encoding="utf-8")
        yield from (f"{path.name} asks another host: {request}" for request in FOREIGN_REQUEST.findall(html))
        names = set(re.findall(r"_static/(?:[a-z]+/)?([\w.-]+\.(?:css|js))", html))
        size = len(gzip.compress(html.encode())) + sum(shared.get(name, 0) for name in names)
        if size > MAX_PAGE_BYTES:
            yield f"{path.relative_to(folder)} takes {size:,} bytes compressed; at most {MAX_PAGE_BYTES:,} are allowed"


def main(arguments: list[str]) -> int:
    """Build the site; return the exit code."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415

    out = Path(arguments[0]) if arguments else ROOT / "build" / "docs"
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "source"
        source.mkdir()
        try:
            assemble(source)
        except DeadLink as error:
            print(error, file=sys.stderr)
            return 1
        shutil.rmtree(out, ignore_errors=True)
        code = build_main(["-q", "-W", "--keep-going", "-b", "html", "-d", str(Path(name) / "doctrees"), str(source), str(out)])
    for leftover in (".buildinfo", "objects.inv"):
        (out / leftover).unlink(missing_ok=True)
    findings = list(check(out)) if code == 0 else []
    for finding in findings:
        print(finding, file=sys.stderr)
    return code or bool(findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
