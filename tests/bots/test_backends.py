"""Compiled search: kept on disk by a process of its own, found there by the next, and never waited for."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from numba.core import codegen as numba_codegen
from numba.core import event, types
from numba.core.targetconfig import TargetConfig

import fairyring as fr
from fairyring import bots
from fairyring.bots import backends
from fairyring.core.game.registry import room
from fairyring.core.rng import Stream
from fairyring.kernel import codegen, numba_patches

ASK = """
import sys, fairyring as fr
from fairyring import bots
from fairyring.bots import backends
table = fr.Table(fr.game("fairy"), seed=1)
seat = table.pending[0]
assert bots.Seated(table.game, "strong", seat, 1).opinion(table, simulations=20).simulations
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""


def test_thinking_ahead_needs_no_numba() -> None:
    subprocess.run([sys.executable, "-c", ASK], check=True)


def test_a_process_of_its_own_compiles(tmp_path: Path) -> None:
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-m", "fairyring.kernel.precompile", "fairy"], env=environment, check=True)
        files = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
        assert [name for name in files if "search_worlds" in name]
        assert not [name for name in files if "play_games" in name]  # who searches does not compile what plays
    again = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
    assert again == files


COUNT = """
from numba.core.dispatcher import Dispatcher
from fairyring.core.game import registry
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import Compiled
for module in (Kernel(registry.game("fairy", players=4))._module, Compiled(registry.room("fairy"))._module):
    made = {name: len(found.overloads) for name, found in vars(module).items() if isinstance(found, Dispatcher)}
    assert made["act"] == made["below"] == made["standing"] == 1, made
    assert max(made.values()) == 1, made
"""


def test_no_function_is_compiled_twice_for_types_that_differ(tmp_path: Path) -> None:
    """Neither for literals nor for fields of other widths: that is most of what compiling takes."""
    subprocess.run([sys.executable, "-c", COUNT], env=os.environ | {"FAIRYRING_CACHE": str(tmp_path)}, check=True)


def test_numba_is_left_as_it_was() -> None:
    def parts() -> list[object]:
        kinds = (numba_codegen.CPUCodeLibrary, numba_codegen.JITCPUCodegen, numba_codegen, event, types.Record, TargetConfig)
        return [*(dict(vars(kind)) for kind in kinds), gc.get_threshold()]

    before = parts()
    with suppress(KeyError), numba_patches.lean(codegen.search_source(room("fairy"))):
        assert parts() != before
        raise KeyError("compiling failed")
    assert parts() == before


def test_who_wants_it_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a budget asks for the compiled search once, and thinks in plain Python until it is there."""
    asked: list[str] = []
    monkeypatch.setattr(backends, "_compile", lambda found: asked.append(found.name))
    monkeypatch.setattr(backends, "_compiled", {})
    monkeypatch.setattr(backends, "_wanted", set())
    table = fr.Table(fr.game("fairy"), seed=1)
    r, legal = table.redacted(0), [action.id for action in table.legal(0)]
    for _ in range(2):
        assert bots.opinion(table.game, "strong", 0, r, legal, Stream(1), budget=0.01).action in legal
    assert asked == ["fairy"]


def test_the_search_is_made_anew_only_by_what_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of the bots that the search does not play by, or of a comment, keeps the compiled code."""
    before = codegen.search_source(room("fairy"))
    monkeypatch.setattr(room("fairy").bots.policies["easy"], "__name__", "other")
    assert codegen.search_source(room("fairy")) == before
    assert '"""' not in before.split("\n", 1)[1]
    assert {"act", "play_to_end"} <= numba_patches.inner_functions(before)
    assert "search_worlds" not in numba_patches.inner_functions(before)
    from fairyring.games.fairy import rules  # noqa: PLC0415

    monkeypatch.setattr(rules, "TOP_SCORE", 25)
    assert codegen.search_source(room("fairy")) != before
