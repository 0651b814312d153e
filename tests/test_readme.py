"""Everything in the README and the docs was run: their Python is executed here, and their commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fairyring import cli

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), space)  # noqa: S102  (our own pages)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_commands_parse(page: Path) -> None:
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words and words[0] == "fairyring":
                parser = cli._room_parser(words[1:]) or cli._parser()
                parser.parse_args(words[1:])


def test_pictures_and_links_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
