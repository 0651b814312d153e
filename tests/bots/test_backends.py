"""Compiled search: kept on disk by a process of its own, found there by the next, and never waited for."""

from __future__ import annotations

import gc
import io
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
from fairyring.cli import main
from fairyring.core.fields import schema
from fairyring.core.game.registry import room
from fairyring.core.rng import Stream
from fairyring.kernel import codegen, numba_patches
from fairyring.tables.bot_jobs import Job, think

ASK = """
import sys, fairyring as fr
from fairyring import bots
from fairyring.bots import backends
table = fr.Table(fr.game("fairy"), seed=1)
seat = table.pending[0]
assert bots.SeatedBot(table.game, "strong", seat, 1, wait=False).choose(table, bots.Limits(simulations=20)).simulations
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
from fairyring.kernel.compiled_search import CompiledBackend
for module in (Kernel(registry.game("fairy", players=4))._module, CompiledBackend(registry.room("fairy"))._module):
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
    monkeypatch.setattr(backends, "_compiling", set())
    table = fr.Table(fr.game("fairy"), seed=1)
    position, bot = bots.Position.at(table, 0), bots.make_bot(table.game, "strong", wait=False)
    for _ in range(2):
        assert bot.choose(position, bots.Limits(seconds=0.01), Stream(1)).action in position.legal
    assert asked == ["fairy"]


def test_search_bot_waits_for_the_compiler_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    table = fr.Table(fr.game("fairy"), seed=1)
    few = bots.Limits(simulations=20)
    interpreted = bots.SeatedBot(table.game, "strong", 0, 1, wait=False).choose(table, few)
    assert not backends.current(table.game.room).is_compiled
    assert bots.SeatedBot(table.game, "strong", 0, 1).choose(table, few) == interpreted
    assert backends.current(table.game.room).is_compiled


def test_search_bot_without_numba_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    monkeypatch.setattr(backends, "_warned", set())
    monkeypatch.setattr(backends, "find_spec", lambda _name: None)
    table, few = fr.Table(fr.game("fairy"), seed=1), bots.Limits(simulations=20)
    bot = bots.SeatedBot(table.game, "strong", 0, 1)
    with pytest.warns(RuntimeWarning, match="numba is not installed"):
        bot.choose(table, few)
    bot.choose(table, few)  # a second warning would be an error here


def test_terminal_and_workers_do_not_wait_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    monkeypatch.setattr(backends, "compile_in_background", lambda room: None)
    monkeypatch.setattr(backends, "compile_now", lambda room: pytest.fail("waits for the compiler"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\nhint\nquit\n"))
    assert main.main(["play", "fairy", "--players", "2", "--seed", "1", "--bots", "strong"]) == 0
    assert "% to win" in capsys.readouterr().out
    table = fr.Table(fr.game("fairy"), seed=1)
    legal, state = tuple(action.id for action in table.legal(0)), schema.pack(table.redacted(0))
    job = Job("x", "fairy", table.game.rules.VERSION, dict(table.game.options), 0, "strong", state, legal, 7, 50)
    assert think(job) in legal


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
