"""Imports point one way, and a quick start imports nothing heavy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import fairyring

SOURCE = Path(fairyring.__file__).parent
# What each part may import of the project; everything may import itself.
MAY = {
    "core": {"games"},  # only the registry, and only to see which folders there are
    "games": {"core", "files"},  # the latter only in what a room adds to the command line
    "bots": {"core", "kernel"},  # the text of the search, and its compiled form once that is wanted
    "tables": {"core", "games", "bots"},
    "server": {"core", "games", "bots", "tables", "streams"},  # the last only in what it adds to the command line
    "kernel": {"core", "games"},
    "lab": {"core", "games", "bots", "kernel", "progress"},
    "kit": {"core", "games", "bots", "kernel", "lab", "progress", "server"},  # the last only for the types of the protocol
}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("part", MAY)
def test_imports_point_one_way(part: str) -> None:
    for path in (SOURCE / part).rglob("*.py"):
        used = {name.split(".")[1] for name in imported(path) if name.startswith("fairyring.")}
        assert used <= MAY[part] | {part}, f"{path.name} imports {used - MAY[part] - {part}}"


def test_a_game_imports_no_other_game_and_the_core_imports_no_game() -> None:
    for path in (SOURCE / "games").glob("*/**/*.py"):
        rooms = {name.split(".")[2] for name in imported(path) if name.startswith("fairyring.games.")}
        assert rooms <= {path.relative_to(SOURCE / "games").parts[0]}
    for path in (SOURCE / "core").glob("*.py"):
        assert not any(name.startswith("fairyring.games.") for name in imported(path))


def test_only_the_kernel_and_the_solver_import_numba_and_numpy() -> None:
    for path in SOURCE.rglob("*.py"):
        heavy = {name.split(".")[0] for name in imported(path)} & {"numba", "numpy"}
        elsewhere = path.name == "beside.py"  # OpenSpiel's own bots want its random numbers
        assert not heavy or path.parent.name in ("kernel", "solve") or elsewhere, path


def test_the_library_and_the_terminal_start_without_numba() -> None:
    script = (
        "import sys, fairyring as fr; from fairyring.terminal import game\n"
        "for name in fr.names():\n    table = fr.Table(fr.game(name), seed=1)\n    table.legal(table.pending[0])\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
