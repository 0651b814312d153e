"""Import directions between packages, and what a quick start may load."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import fairyring
from fairyring.core.game import registry
from tests.paths import ROOT

SOURCE = Path(fairyring.__file__).parent
# What the modules of each package may import from the project, besides their own package.
ALLOWED = {
    "core": {"games"},  # only the registry, which lists the folders of `games`
    "games": {"core"},
    "kernel": {"core"},
    "bots": {"core", "kernel"},
    "lab": {"core", "games", "bots", "kernel", "progress"},
    "envs": {"core", "bots", "kernel"},
    "tables": {"core", "bots"},
    "client": {"core", "tables"},
    "api": {"core", "bots", "tables"},
    "offline": {"core", "bots", "kernel", "tables", "api"},
    "server": {"core", "bots", "tables", "api"},
    "site": {"core", "api", "server"},
    "generate": {"core", "kernel", "tables", "server"},
    "kit": {"core", "games", "bots", "kernel", "lab", "generate", "progress"},
    "workshop": {"core", "bots", "kit", "lab"},
    "terminal": {"core", "bots", "cli"},
    "cli": {
        "core",
        "games",
        "bots",
        "kernel",
        "lab",
        "kit",
        "tables",
        "api",
        "client",
        "server",
        "site",
        "terminal",
        "progress",
    },
}
# Folders of a game that add commands, HTTP tools or solvers. Only those commands import them.
GAME_TOOLS = {"tools", "solve"}
ALLOWED_IN_GAME_TOOLS = {"core", "games", "bots", "kernel", "lab", "cli", "progress"}
# Inner packages, by the inner packages that they may import.
ALLOWED_INSIDE: dict[str, dict[str, set[str]]] = {
    "core": {"text": set(), "fields": {"text"}, "record": {"fields", "game", "table", "text"}},
    "tables": {"log": set(), "protocol": set()},
    "server": {
        "store": set(),
        "access": set(),
        "ws": {"access", "runtime", "store"},
        "runtime": {"push", "store", "workers", "ws"},
    },
    "kernel": {"templates": set()},
}


def imports(path: Path) -> set[str]:
    """Return the dotted names that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_packages_are_all_listed() -> None:
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert packages == set(ALLOWED)


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_between_packages(package: str) -> None:
    for path in (SOURCE / package).rglob("*.py"):
        is_tool = package == "games" and bool(GAME_TOOLS & set(path.relative_to(SOURCE).parts))
        allowed = ALLOWED_IN_GAME_TOOLS if is_tool else ALLOWED[package]
        used = {name.split(".")[1] for name in imports(path) if name.startswith("fairyring.")}
        assert used <= allowed | {package}, f"{path.relative_to(SOURCE)} imports {used - allowed - {package}}"


@pytest.mark.parametrize(("package", "inner"), [(outer, inner) for outer, inside in ALLOWED_INSIDE.items() for inner in inside])
def test_imports_between_inner_packages(package: str, inner: str) -> None:
    folders = {path.name for path in (SOURCE / package).iterdir() if (path / "__init__.py").is_file()}
    for path in (SOURCE / package / inner).rglob("*.py"):
        used = {name.split(".")[2] for name in imports(path) if name.startswith(f"fairyring.{package}.")} & folders
        assert used <= ALLOWED_INSIDE[package][inner] | {inner}, f"{path.relative_to(SOURCE)} imports {used}"


def test_imports_of_games_stay_in_their_game() -> None:
    for path in (SOURCE / "games").glob("*/**/*.py"):
        games = {name.split(".")[2] for name in imports(path) if name.startswith("fairyring.games.")}
        assert games <= {path.relative_to(SOURCE / "games").parts[0]}
    for path in (SOURCE / "core").rglob("*.py"):
        assert not any(name.startswith("fairyring.games.") for name in imports(path))


@pytest.mark.parametrize("package", ["tables", "server", "client", "api", "offline", "workshop", "site"])
def test_packages_do_not_name_games(package: str) -> None:
    """Rooms contribute everything that is about one game; identifiers and texts in code are searched, comments are not."""
    names = registry.shipped()
    words = {word for name in names if name != "fairy" for word in (name, name.replace("-", "_"), name.replace("-", " "))}
    for path in (SOURCE / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            texts = [value for value in vars(node).values() if isinstance(value, str)]
            is_docstring = isinstance(node, ast.Constant) and "\n" in str(node.value)
            named = {word for text in texts for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)}
            assert not named or is_docstring, f"{path.relative_to(SOURCE)} names {named}"
        assert not any(name.startswith("fairyring.games") for name in imports(path)), path


def test_imports_of_numpy_are_in_kernel_envs_reports_and_game_tools() -> None:
    for path in SOURCE.rglob("*.py"):
        heavy = "numpy" in {name.split(".")[0] for name in imports(path)}
        excused = path.name == "compare_openspiel.py"  # OpenSpiel's bots take a numpy random state
        assert not heavy or path.parent.name in {"kernel", "stepping", "envs", "report"} | GAME_TOOLS or excused, path


def test_imports_of_llvmlite_are_in_one_module() -> None:
    """The compiler proper, which makes text, works without llvmlite and for any machine."""
    importing = {path.name for path in SOURCE.rglob("*.py") if any(name.startswith("llvmlite") for name in imports(path))}
    assert importing == {"native.py"}


def test_imports_at_start_are_light() -> None:
    script = (
        "import sys, fairyring as fr; from fairyring.terminal import session\n"
        "for name in fr.game_names():\n    table = fr.Table(fr.game(name), seed=1)\n    table.legal(table.pending[0])\n"
        "assert not {'llvmlite', 'numpy'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("name", ["src", "tests", "benchmarks", "examples", "scripts", "client/src", "client/tests"])
def test_folders_have_at_most_fifteen_modules(name: str) -> None:
    root = ROOT / name
    for folder in (path for path in (root, *root.rglob("*")) if path.is_dir() and path.name != "__pycache__"):
        modules = [path for path in folder.iterdir() if path.suffix in (".py", ".ts", ".svelte")]
        modules = [path for path in modules if path.name not in ("__init__.py", "__main__.py", "conftest.py")]
        assert len(modules) <= 15, f"{folder.relative_to(ROOT)} has {len(modules)} modules"
