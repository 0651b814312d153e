"""Shell completion: the scripts complete commands, options and games."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from fairyring.cli.commands.completion import script

ASK = 'source {path}; COMP_WORDS=({words}); COMP_CWORD={last}; _shtab_fairyring; echo "${{COMPREPLY[@]}}"'


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("completion") / "fairyring.bash"
    path.write_text(script("bash"), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("fairyring ru", "rules"),
        ("fairyring rules sneaky", "sneaky-town"),
        ("fairyring simulate --deci", "--decisions"),
        ("fairyring serve --ro", "--room"),
    ],
)
def test_completion_in_bash(bash_script: Path, words: str, completed: str) -> None:
    command = ASK.format(path=bash_script, words=words, last=len(words.split()) - 1)
    done = subprocess.run(["bash", "--norc", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [completed], done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_names_all_commands(shell: str) -> None:
    text = script(shell)
    for word in ("simulate", "sneaky-town", "backup"):
        assert word in text
