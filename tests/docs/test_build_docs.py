"""Assembling the documentation site: every link leads to a page, a picture or a file of the repository."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scripts.build_docs import ROOT, DeadLink, assemble, check, pages, rewrite

FORGE = "https://forge.example/fairyring"


def test_build_docs_assembles_all_pages(tmp_path: Path) -> None:
    assemble(tmp_path)
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.md")} == {*pages(), Path("http.md")}
    index = (tmp_path / "index.md").read_text(encoding="utf-8")
    for page in pages():  # each is in the navigation
        assert page == Path("index.md") or f"\n{page.with_suffix('')}\n" in index
    assert "`POST /api/tables`" in (tmp_path / "http.md").read_text(encoding="utf-8")


def test_build_docs_rewrites_links() -> None:
    source, page = ROOT / "docs" / "bots.md", Path("bots.md")
    places = {ROOT / "docs" / "search.md": Path("deep/search.md")}
    text = "[a](search.md#x) [b](../Makefile) ![c](architecture.svg) [d](#here) [e](https://x.example/)\n```\n[f](nowhere.md)\n```\n"
    assert rewrite(text, source, page, places, FORGE) == (
        f"[a](deep/search.md#x) [b]({FORGE}/blob/main/Makefile) ![c](pictures/architecture.svg) [d](#here) [e](https://x.example/)\n"
        "```\n[f](nowhere.md)\n```\n"
    )


@pytest.mark.parametrize("target", ["nowhere.md", "../../outside.md"])
def test_build_docs_refuses_dead_links(target: str) -> None:
    with pytest.raises(DeadLink, match=r"docs/bots\.md links to "):
        rewrite(f"[a]({target})", ROOT / "docs" / "bots.md", Path("bots.md"), {}, FORGE)


def test_build_docs_finds_requests_to_other_hosts_and_heavy_pages(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "a.html").write_text('<script src="https://cdn.example/x.js"></script><a href="https://y.example">y</a>')
    (tmp_path / "b.html").write_text("".join(chr(33 + number * 7919 % 20_000) for number in range(200_000)))
    findings = list(check(tmp_path))
    assert findings[0] == 'a.html asks another host: <script src="https://cdn.example/x.js"'
    assert "b.html takes" in findings[1]


# What newcomers look for, and where the site has it: a page, and a text in the section at which a link of two clicks arrives.
SOUGHT = {
    "how to host with https": ("operating.md", "A proxy provides TLS"),
    "how to write a bot": ("bots.md", "A bot is a function"),
    "how a wrong guess is scored": ("games/fairy-rules.md", "A wrong guess costs 1"),
    "what sealed chance proves": ("fairness.md", "what is proved"),
}


@pytest.mark.parametrize("question", SOUGHT)
def test_newcomers_find_in_two_clicks(question: str, tmp_path: Path) -> None:
    """From the first page, by links that people see, not by the navigation."""
    assemble(tmp_path)
    page, answer = SOUGHT[question]
    assert answer in (tmp_path / page).read_text(encoding="utf-8")
    index = re.sub(r"```\{toctree\}.*?```", "", (tmp_path / "index.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    reached = linked(index, Path())
    twice = reached | {
        target for first in reached for target in linked((tmp_path / first).read_text(encoding="utf-8"), first.parent)
    }
    assert Path(page) in twice


def linked(text: str, folder: Path) -> set[Path]:
    """Return the pages that a page links to."""
    found = re.findall(r"\]\(([\w./-]+\.md)(?:#[\w-]+)?\)", text)
    return {Path(os.path.normpath(folder / target)) for target in found}
