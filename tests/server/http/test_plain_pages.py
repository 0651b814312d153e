"""The page without scripts: spans of numbers, and links to files that this installation can make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fairyring.server import documentation
from fairyring.server.http import plain_pages


def test_plain_page_says_equal_bounds_once() -> None:
    text = plain_pages.plain_home().content.decode()
    spans = re.findall(r"(\d+)–(\d+) (?:players|minutes)|\b(\d+) minutes", text)
    assert spans
    assert not [(low, high) for low, high, _one in spans if low and low == high]


@pytest.mark.parametrize(("writer", "kind"), [("json", "pdf"), ("no_such_module", "svg")])
def test_plain_page_links_to_files_that_can_be_made(writer: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_pages, "PDF_WRITER", writer)
    links = re.findall(r"href='api/tools/[\w-]+/[\w-]+\.(\w+)'", plain_pages.plain_home().content.decode())
    assert links
    assert set(links) == {kind}


@pytest.mark.parametrize("built", [True, False])
def test_plain_page_links_to_the_documentation_where_there_is_one(
    built: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documentation, "folder", lambda: tmp_path if built else None)
    assert ("href='docs/'" in plain_pages.plain_home().content.decode()) == built
