"""Compile the modules that the page needs into one pack of bytecode; runs inside Pyodide (build.mjs).

Bytecode has no docstrings and no column tables (PYTHONNODEBUGRANGES); asserts and line numbers stay. It is made by the very
interpreter that will run it, so that the magic number fits. Modules lie as .pyc where their source would lie.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import json
import marshal
import sys
import types
from pathlib import Path

SOURCE = Path("/src")  # where build.mjs mounts the sources
STDLIB = "/lib/python{}.{}/".format(*sys.version_info)  # as in the browser
OURS = STDLIB + "site-packages/"
DATA = {".json", ".jsonl", ".csv", ".txt", ".toml"}
# Imported inside functions that a browser never calls, or only to be refused.
NEVER = {
    "numpy",
    "numba",
    "llvmlite",
    "subprocess",
    "threading",
    "concurrent",
    "multiprocessing",
    "argparse",
    "typst",
    "doctest",
}
FOREIGN = {"lab", "server", "site", "cli", "terminal", "client", "kit", "envs", "generate", "pebbles", "workshop"}
COMPILER = ("fairyring.kernel.compiler", "fairyring.kernel.wasm", "fairyring.kernel.stepping")
# Parts of these that the bot `trained` needs: tensors, as plain Python.
TENSORS = {f"fairyring.kernel.stepping{name}" for name in ("", ".observation", ".tensor")}
# Templates that the interpreted search reads as text.
TEXTS = ("kernel/templates/",)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """Remove docstrings; a body that was nothing else keeps a `pass`."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def compiled(source: bytes, path: str) -> bytes:
    """Return the .pyc of a module, with a header that is never compared with a source."""
    code = compile(without_docstrings(ast.parse(source)), path, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def late_imports(source: bytes) -> set[str]:
    """Return the modules named by import statements anywhere in a source, functions included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def wanted(name: str) -> bool:
    """Return whether a module that is named somewhere may be needed in a browser."""
    parts = name.split(".")
    if name.startswith(COMPILER) and name not in TENSORS:
        return False
    return parts[0] not in NEVER and not (parts[0] == "fairyring" and len(parts) > 1 and parts[1] in FOREIGN)


def find_source(module: types.ModuleType) -> Path | None:
    path = getattr(module, "__file__", None)
    return Path(path) if path and path.endswith(".py") else None


def load_late_imports() -> None:
    """Import what functions of our modules import, until nothing is new."""
    done: set[str] = set()
    while new := {name for name in sys.modules if name.startswith("fairyring") and wanted(name)} - done:
        for name in sorted(new):
            path = find_source(sys.modules[name])
            if path is not None:
                _import_all(late_imports(path.read_bytes()))
        done |= new


def _import_all(names: set[str]) -> None:
    for name in sorted(names - set(sys.modules)):
        known = name.startswith("fairyring.") or name.split(".")[0] in sys.stdlib_module_names
        if known and wanted(name):
            with contextlib.suppress(ImportError):  # a name in a module, or a module that Pyodide lacks
                importlib.import_module(name)


def pack() -> bytes:
    """Return the pack of all games: modules that are imported by now, and data files."""
    files = modules({name for name in sys.modules if not name.startswith("fairyring") or wanted(name)})
    for path in sorted((SOURCE / "fairyring").rglob("*")):
        inside = path.relative_to(SOURCE / "fairyring")
        if path.suffix in DATA and path.is_file() and inside.parts[0] not in FOREIGN | {"page", "docs"}:
            files[OURS + "fairyring/" + inside.as_posix()] = plain(path)
    return joined(files)


def pack_workshop() -> bytes:
    """Return the pack that the workshop needs besides: the kit, simulation, and what they import. Call it after `pack`."""
    before = {name for name in sys.modules if not name.startswith("fairyring") or wanted(name)}
    use_workshop()
    files = modules(set(sys.modules) - before)
    # The kit reads the text of every function that rules may call.
    for path in sorted((SOURCE / "fairyring" / "core").rglob("*.py")):
        files[OURS + path.relative_to(SOURCE).as_posix()] = path.read_bytes()
    return joined(files)


def use_workshop() -> None:
    """Use all of the workshop, so that what functions import is imported."""
    workshop = importlib.import_module("fairyring.workshop.workshop").Workshop()
    pebbles = SOURCE / "fairyring" / "pebbles"
    names = ("room.py", "RULES.md", "messages/en.json")
    workshop.load(json.dumps({name: (pebbles / name).read_text("utf-8") for name in names}))
    for answer in (workshop.check(1, 1), workshop.simulate(2, 10, "normal", 1)):
        assert not json.loads(answer).get("problems"), answer


def joined(files: dict[str, bytes]) -> bytes:
    """Return files as one: length of the index (4 bytes, little-endian), index (JSON: [[path, length], …]), contents."""
    index = json.dumps([[path, len(data)] for path, data in files.items()], separators=(",", ":")).encode()
    return len(index).to_bytes(4, "little") + index + b"".join(files.values())


def modules(names: set[str]) -> dict[str, bytes]:
    """Return the bytecode of imported modules, by the path that it gets."""
    files: dict[str, bytes] = {}
    for name in sorted(names):
        module = sys.modules[name]
        path = find_source(module)
        if path is None:
            continue
        if path.is_relative_to(SOURCE):
            place = OURS + path.relative_to(SOURCE).as_posix()
        elif str(path).startswith("/lib/python") and name != "__main__":
            place = STDLIB + name.replace(".", "/") + ("/__init__.py" if hasattr(module, "__path__") else ".py")
        else:
            continue
        loader = getattr(module.__spec__, "loader", None)
        if not hasattr(loader, "get_data"):  # frozen into the interpreter
            continue
        source = loader.get_data(str(path))
        files[place + "c"] = compiled(source, place)
        if any(part in place for part in TEXTS):
            files[place] = source
    return files


def plain(path: Path) -> bytes:
    """Return a data file; JSON without spaces."""
    if path.suffix != ".json":
        return path.read_bytes()
    return json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False, separators=(",", ":")).encode()
