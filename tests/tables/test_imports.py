"""The package runs in a page: it imports core, games and bots, the standard library, and none of its clocks and sockets."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import fairyring.tables

FOLDER = Path(fairyring.tables.__file__).parent
NEVER = {"asyncio", "socket", "time", "datetime", "random", "secrets", "sqlite3", "threading", "os", "subprocess", "uuid"}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_only_core_games_and_bots_are_imported_and_nothing_with_a_clock_or_a_socket() -> None:
    for path in FOLDER.rglob("*.py"):
        for name in imported(path):
            first, _, rest = name.partition(".")
            if first == "fairyring":
                assert rest.split(".")[0] in ("core", "games", "bots", "tables"), f"{path.name}: {name}"
            elif path.name not in ("incoming.py", "outgoing.py"):  # types for the server, the client and the generator
                assert first in sys.stdlib_module_names, f"{path.name}: {name}"
                assert first not in NEVER, f"{path.name}: {name}"


def test_files_are_short_and_nothing_awaits() -> None:
    for path in FOLDER.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 400, path.name
        tree = ast.parse(text)
        assert not any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree)), path.name
