"""Compiled code checks its array bounds in the tests; numba reads this when it is imported."""

from __future__ import annotations

import importlib
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fairyring.core.game.registry import register
from fairyring.core.game.room import Room
from tests.kit.broken import copy_fairy

os.environ["NUMBA_BOUNDSCHECK"] = "1"
os.environ["FAIRYRING_WARM"] = "no"  # servers in tests start by the dozen; what they compile is tested by itself

# Whoever runs the tests may speak any language; what is compared is English.
if "LC_ALL" in os.environ:
    os.environ["LANG"] = os.environ.pop("LC_ALL")
os.environ["LC_MESSAGES"] = "C"

# A shell that runs the tests in the background ignores Ctrl-C for them and all they start; some of them press it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples in every run, and no clock: machines are busy, and a test that fails must fail again.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("steady")


@pytest.fixture
def broken(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Fairy from a copy of its folder, with a text or two replaced."""
    name = "broken_" + re.sub(r"\W", "_", tmp_path.name)
    copy_fairy(tmp_path / name, name, request.param)
    monkeypatch.syspath_prepend(str(tmp_path))
    room: Room = importlib.import_module(name).ROOM
    register(room, replace=True)
    yield room
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]
