"""Imports of `tables`, which runs in a browser, too: no third-party packages, clocks or sockets."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import fairyring.tables

FOLDER = Path(fairyring.tables.__file__).parent
NEVER = {"asyncio", "socket", "time", "datetime", "random", "secrets", "sqlite3", "threading", "os", "subprocess", "uuid"}


def imported(path: Path) -> set[str]:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported |= {f"{node.module}.{alias.name}" for alias in node.names}
    return imported


def test_imports_of_tables_are_core_bots_and_the_standard_library_without_clocks_and_sockets() -> None:
    for path in FOLDER.rglob("*.py"):
        for name in imported(path):
            first, _, rest = name.partition(".")
            if first == "fairyring":
                assert rest.split(".")[0] in ("core", "bots", "tables"), f"{path.name}: {name}"
            else:
                assert first in sys.stdlib_module_names, f"{path.name}: {name}"
                assert first not in NEVER, f"{path.name}: {name}"


def test_tables_have_short_files_and_no_async_code() -> None:
    for path in FOLDER.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 400, path.name
        tree = ast.parse(text)
        assert not any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree)), path.name
