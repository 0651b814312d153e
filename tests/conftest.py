"""Settings of all tests, and their kinds (markers)."""

from __future__ import annotations

import gc
import importlib
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fairyring.bots import backends
from fairyring.core.game import registry
from fairyring.core.game.registry import register
from fairyring.core.game.room import Room
from tests.kit.broken import copy_fairy

os.environ["FAIRYRING_CHECKED"] = "yes"  # compiled code checks indices, overflow and bounds
os.environ["FAIRYRING_WARM"] = "no"  # servers in tests do not compile in the background

# Texts are compared in English, whatever the locale of the developer.
if "LC_ALL" in os.environ:
    os.environ["LANG"] = os.environ.pop("LC_ALL")
os.environ["LC_MESSAGES"] = "C"

# Background jobs of a shell ignore SIGINT, and so do their children; some tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, and no deadlines: results must not depend on the load of the machine.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")

TESTS = Path(__file__).parent
# Kinds of tests by folder or file, longest prefix first; single tests can be marked. `make check` runs tests without a kind.
KINDS = {
    "page": "browser",  # needs Chromium and the built page
    "server": "server",  # starts servers and databases
    "client": "server",
    "docs/test_protocol_page.py": "server",
    "examples": "compiled",  # compiles rules
    "envs": "compiled",
    "kernel": "compiled",
    "lab": "compiled",
    "bots": "compiled",
    "offline/test_kernels.py": "compiled",
    "docs": "slow",  # starts many processes, or computes for seconds
    "cli": "slow",
    "site": "slow",
    "api/test_day_spread.py": "slow",
    "terminal": "slow",
    "kit/test_mutants.py": "slow",
    "kit/test_findings.py": "slow",
    "tables/test_simulation.py": "slow",
    "tables/protocol/test_protocol.py": "slow",
    "games/fairy_tale/test_which_copy.py": "slow",
    "games/fairy_tale/test_sampler.py": "slow",
    "games/fairy_tale/test_imagine.py": "slow",
    "games/fairy_tale/test_perft.py": "slow",
    "games/fairy_tale/test_log.py": "slow",
    "games/crane/test_riffle.py": "slow",
    "games/crane/test_independent.py": "slow",
    "games/crane/test_secrets.py": "slow",
    "games/sneaky_town/test_independent.py": "slow",
    "games/sneaky_town/test_solve.py": "slow",
    "games/fariables/test_statistics.py": "slow",
    "games/fariables/test_sheet.py": "slow",
    "games/fariables/test_print.py": "slow",
    "games/fairy/test_statistics.py": "slow",
    "tables/test_catches.py": "slow",
    "games/fairy_tale/test_statistics.py": "slow",
}


def kind_of(path: Path) -> str:
    """Return the kind of a file or folder of tests, or an empty text."""
    place = path.relative_to(TESTS).as_posix()
    prefixes = (prefix for prefix in KINDS if place == prefix or place.startswith(f"{prefix}/"))
    return KINDS.get(max(prefixes, key=len, default=""), "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by where they are."""
    for item in items:
        if kind := kind_of(item.path):
            item.add_marker(kind)


def pytest_collection_finish() -> None:
    """Keep modules and collected tests out of all later collections of garbage: those took half a second each."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_background_compiler(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches with a time limit start a compiler in a thread; only tests of compiled code let it run on beside others."""
    if request.node.get_closest_marker("compiled") is None:
        monkeypatch.setattr(backends, "compile_in_background", lambda room: None)


@pytest.fixture(autouse=True)
def _compiling_is_marked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test without a kind that imports the compiler: `make check` promises quick tests without compilers."""
    loaded = "llvmlite" in sys.modules
    yield
    if not loaded and "llvmlite" in sys.modules and not any(map(request.node.get_closest_marker, set(KINDS.values()))):
        pytest.fail("this test compiles rules: mark it with pytest.mark.compiled", pytrace=False)


@pytest.fixture
def broken(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Fairy from a copy of its folder, with a text or two replaced."""
    name = "broken_" + re.sub(r"\W", "_", tmp_path.name)
    copy_fairy(tmp_path / name, name, request.param)
    monkeypatch.syspath_prepend(str(tmp_path))
    room: Room = importlib.import_module(name).ROOM
    register(room, replace=True)
    yield room
    registry._added.pop(room.name, None)  # later tests play all registered games
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]
