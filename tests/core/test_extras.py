"""Optional dependencies: without them the light set plays, and what is missing is named with the command that installs it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fairyring.core.extras import MODULES, extra_of, missing_extra
from tests.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
IMPORT_NAMES = {"markdown-it-py": "markdown_it", "vl-convert-python": "vl_convert"}  # packages whose module has another name
NOT_FOR_USERS = {"dev"}
BLOCKED = """
import os, sys
from fairyring.core.extras import MODULES

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sum((MODULES[extra] for extra in os.environ["EXTRAS"].split()), ()):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from fairyring.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def run_without_extras(
    *words: str, folder: Path, text: str = "", extras: str = " ".join(MODULES)
) -> subprocess.CompletedProcess[str]:
    """Run a command in a process in which no module of these extras can be imported (default: of any)."""
    command = [sys.executable, "-c", BLOCKED, *words]
    env = os.environ | {"EXTRAS": extras}
    return subprocess.run(command, cwd=folder, env=env, input=text, capture_output=True, text=True, check=False)


def test_extras_table_agrees_with_pyproject() -> None:
    for extra, requirements in PROJECT["optional-dependencies"].items():
        if extra in NOT_FOR_USERS:
            continue
        packages = [re.split(r"[\[<>=]", requirement)[0] for requirement in requirements]
        modules = {IMPORT_NAMES.get(package, package.replace("-", "_")) for package in packages}
        assert modules <= set(MODULES[extra]), extra


def test_extra_of_names_the_extra_of_submodules() -> None:
    assert extra_of("litestar.handlers") == "server"
    assert extra_of("json") is None
    assert missing_extra(ModuleNotFoundError("x", name="fairyring.nothing")) is None


@pytest.mark.parametrize(
    ("words", "text", "printed"),
    [
        (("rules", "fairy", "1"), "", "R1"),
        (("play", "fairy", "--players", "2", "--seed", "1"), "1\n" * 60, "First place"),
        (("simulate", "crane", "--games", "100"), "", "100 games"),
        (("games",), "", "sneaky-town"),
        (("completion", "bash"), "", "_shtab_fairyring_play_option_strings"),
    ],
)
def test_light_installation_runs(tmp_path: Path, words: tuple[str, ...], text: str, printed: str) -> None:
    done = run_without_extras(*words, folder=tmp_path, text=text)
    assert printed in done.stdout, done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("", "server"),
        ("serve --no-open", "server"),
        ("backup x.db", "server"),
        ("restore x.db", "server"),
        ("forget abc 1", "server"),
        ("moderate unlist abc", "server"),
        ("static out", "server"),
        ("push-keys --contact mailto:a@b.example", "push"),
        ("print fariables --board meadow --output meadow.pdf", "print"),
        ("simulate fairy --games 40 --out games.parquet", "lab"),
        ("report fairy --games 40", "lab"),
        ("reproduce fairy", "lab"),
        ("simulate fairy --games 40 --on ray", "ray"),
    ],
)
def test_missing_extra_is_named_by_every_command_that_needs_one(tmp_path: Path, command: str, extra: str) -> None:
    done = run_without_extras(*command.split(), folder=tmp_path)
    assert done.returncode == 2, done.stdout
    assert re.match(
        rf'fairyring: This needs the extra “{extra}” \(\w+ is missing\): pip install "fairyring\[{extra}\]"', done.stderr
    )
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["serve --no-open --single --port 0", "backup x.db"])
def test_missing_extra_of_a_database_is_named(tmp_path: Path, command: str) -> None:
    words = [*command.split(), "--database", "postgresql://nobody@127.0.0.1:1/x"]
    done = run_without_extras(*words, folder=tmp_path, extras="postgresql")
    assert (done.returncode, done.stderr) == (
        2,
        'fairyring: This needs the extra “postgresql” (asyncpg is missing): pip install "fairyring[postgresql]"\n',
    )


def test_readme_names_every_extra() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `([a-z]+)` \| ", readme.partition("| extra | brings |")[2], re.MULTILINE)
    assert set(named) == set(PROJECT["optional-dependencies"]) - NOT_FOR_USERS
