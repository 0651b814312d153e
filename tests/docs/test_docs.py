"""Everything in the README and the docs is run here: their Python, and their commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from fairyring.cli import game_commands, main
from tests.forking.processes import run
from tests.paths import ROOT
from tests.tables.support.forgeries import honest

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


RUN_ELSEWHERE = {"protocol.md", "fairness.md"}  # their Python needs a server: tests/docs/test_protocol_page.py runs it


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in RUN_ELSEWHERE], ids=lambda page: page.name)
def test_docs_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), space)  # noqa: S102  (our own pages)


COMMANDS = [
    line.partition("#")[0].strip()
    for page in PAGES
    for block in blocks(page, "sh")
    for line in block.splitlines()
    if line.startswith("fairyring ")
]


# The kit takes more than five seconds; tests/games/test_rooms.py runs it on every game, tests/cli/test_cli.py on one.
# Servers do not end by themselves, and want databases: tests/server starts them in every way that the pages name.
SERVER_COMMANDS = ("serve", "backup", "restore", "forget", "moderate")
# The folder of files needs the built page: tests/site writes one.
ONLY_PARSED = [command for command in COMMANDS if shlex.split(command)[1] in ("kit", "static", *SERVER_COMMANDS)]


def test_docs_commands_cover_every_kind() -> None:
    assert {shlex.split(command)[1] for command in COMMANDS} == {*main.COMMANDS, *game_commands.summaries()}


@pytest.mark.parametrize("command", ONLY_PARSED)
def test_docs_long_commands_parse(command: str) -> None:
    assert command in COMMANDS
    words = shlex.split(command)[1:]
    main._parser(words).parse_args(words)


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ONLY_PARSED])
def test_docs_commands_run(command: str, tmp_path: Path) -> None:
    """As they stand, in a folder where only the tests are; a game is left at its first question."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    record, receipt = honest()
    (tmp_path / "game.jsonl").write_text(record, encoding="utf-8")
    receipt.save(tmp_path / "receipt.json")
    done = run("fairyring", shlex.split(command)[1:], cwd=tmp_path, text="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_docs_pictures_and_links_exist() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
