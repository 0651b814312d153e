"""docs/compatibility.md names the versions that the code has, and evidence that exists."""

from __future__ import annotations

import re

from fairyring.core.record import file, receipt
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.log.rows import ENTRY_FORMAT
from tests.paths import DOCS, ROOT

PAGE = (DOCS / "compatibility.md").read_text(encoding="utf-8")
ROWS = {cells[1].strip(): cells[3].strip() for line in PAGE.splitlines() if len(cells := line.split("|")) == 6}


def copies_format() -> str:
    """The format of the page's copies, which only its TypeScript declares."""
    text = (ROOT / "client" / "src" / "lib" / "offline" / "copies.ts").read_text(encoding="utf-8")
    match = re.search(r"^const FORMAT = (\d+);$", text, re.MULTILINE)
    assert match is not None
    return match[1]


def test_compatibility_page_names_current_versions() -> None:
    assert ROWS["records of games (`.jsonl`)"].startswith(f"format {file.FORMAT},")
    assert ROWS["logs of tables (databases, backups)"].startswith(f"entries {ENTRY_FORMAT},")
    assert ROWS["receipts of the fairness check"] == f"format {receipt.FORMAT}"
    assert ROWS["copies of a browser's games"] == f"format {copies_format()}"
    assert ROWS["WebSocket and HTTP"] == f"protocol {PROTOCOL_VERSION}"


def test_compatibility_page_names_supported_pythons() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    assert f"({versions[0]} to {versions[-1]} today)" in PAGE


def test_compatibility_page_links_to_headings_that_exist() -> None:
    for name, anchor in re.findall(r"\]\(([\w-]+\.md)#([\w-]+)\)", PAGE):
        headings = re.findall(r"^#+ (.+)$", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert anchor in slugs, f"{name}#{anchor}"
