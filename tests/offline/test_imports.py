"""What the worker of the page imports: nothing that a browser lacks, and nothing that is slow and not needed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

# As the worker does it (client/src/offline); the platform keeps the registry from looking for other packages.
WORKER = """
import json, sys
sys.platform = "emscripten"
import fairyring.offline.copies, fairyring.offline.host, fairyring.offline.kernels
from fairyring.core.game import registry
from fairyring.core.table.table import Table
for name in registry.game_names():
    table = Table(registry.game(name), seed=1)
    table.game.catalogue(), table.view(0), table.prompt(0), table.aids(0)
print(json.dumps(sorted(sys.modules)))
"""
MISSING = {"msgspec", "litestar", "markdown_it", "numpy", "llvmlite", "segno", "typst", "platformdirs", "rich"}
# pathlib loads urllib.parse in older versions of Python, so it is not among them.
SLOW = {
    "argparse", "asyncio", "concurrent.futures", "difflib", "email", "http", "http.client", "importlib.metadata",
    "importlib.resources", "logging", "multiprocessing", "pkgutil", "shutil", "socket", "ssl", "subprocess",
    "tempfile", "textwrap", "urllib.request", "xml", "xml.sax", "zipfile",
}  # fmt: skip
FOREIGN = {"lab", "server", "cli", "terminal", "client", "kit", "envs", "generate"}
UNWANTED = {"kernel.language", "kernel.compiler", "kernel.native", "kernel.compiled"}


def loaded_by(script: str) -> set[str]:
    """Return the modules that a fresh interpreter has loaded at the end of a script."""
    isolated = [sys.executable, "-S", "-c", f"import sys; sys.path += {sys.path!r}; {script.strip()}"]
    return set(json.loads(subprocess.run(isolated, check=True, capture_output=True, text=True).stdout))


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    return loaded_by(WORKER)


def test_worker_imports_nothing_that_browsers_lack(loaded: set[str]) -> None:
    assert not loaded & MISSING
    packages = {name.split(".")[1] for name in loaded if name.startswith("fairyring.")}
    assert not packages & FOREIGN
    assert not {f"fairyring.{name}" for name in UNWANTED} & loaded


def test_worker_imports_nothing_slow(loaded: set[str]) -> None:
    assert not loaded & SLOW


def test_import_of_fairyring_loads_no_process_pools() -> None:
    loaded = loaded_by("import fairyring, json; print(json.dumps(sorted(sys.modules)))")
    assert not loaded & {"multiprocessing", "concurrent.futures", "argparse", "subprocess", "fairyring.lab"}
