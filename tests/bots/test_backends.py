"""Compiled search: kept on disk by a process of its own, found there by the next, and never waited for."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from types import FunctionType

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.bots import backends
from fairyring.cli import main
from fairyring.core.fields import schema
from fairyring.core.game.registry import room
from fairyring.core.rng import Stream
from fairyring.kernel.entries import play_entries, search_entries
from fairyring.kernel.fingerprint import _Walk, fingerprint
from fairyring.tables.bot_jobs import Job, think
from tests.paths import ROOT

ASK = """
import sys, fairyring as fr
from fairyring import bots
from fairyring.bots import backends
table = fr.Table(fr.game("fairy"), seed=1)
seat = table.pending[0]
assert bots.SeatedBot(table.game, "strong", seat, 1, wait=False).choose(table, bots.Limits(simulations=20)).simulations
assert "llvmlite" not in sys.modules and "numpy" not in sys.modules
"""


def test_search_without_wait_does_not_import_the_compiler() -> None:
    subprocess.run([sys.executable, "-c", ASK], check=True)


def test_precompile_fills_the_cache_once(tmp_path: Path) -> None:
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path)}
    for _ in range(2):
        subprocess.run([sys.executable, "-m", "fairyring.kernel.precompile", "fairy"], env=environment, check=True)
        files = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.o")}
        assert [name.partition("search")[0] for name in files] == ["fairy-"]  # who searches does not compile what plays
    again = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.o")}
    assert again == files


LOAD = """
import sys
from fairyring.core.game import registry
from fairyring.kernel.compiled_search import CompiledBackend
CompiledBackend(registry.room("fairy"))
assert "numpy" not in sys.modules
"""


def test_compiled_search_does_not_import_numpy() -> None:
    subprocess.run([sys.executable, "-c", LOAD], check=True)


def test_search_bot_with_time_limit_compiles_in_background(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a budget asks for the compiled search once, and thinks in plain Python until it is there."""
    calls: list[str] = []
    monkeypatch.setattr(backends, "_compile", lambda room: calls.append(room.name))
    monkeypatch.setattr(backends, "_compiled", {})
    monkeypatch.setattr(backends, "_compiling", set())
    table = fr.Table(fr.game("fairy"), seed=1)
    position, bot = bots.Position.at(table, 0), bots.make_bot(table.game, "strong", wait=False)
    for _ in range(2):
        assert bot.choose(position, bots.Limits(seconds=0.01), Stream(1)).action in position.legal
    assert calls == ["fairy"]


def test_search_bot_waits_for_the_compiler_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    table = fr.Table(fr.game("fairy"), seed=1)
    few = bots.Limits(simulations=20)
    interpreted = bots.SeatedBot(table.game, "strong", 0, 1, wait=False).choose(table, few)
    assert not backends.current(table.game.room).is_compiled
    assert bots.SeatedBot(table.game, "strong", 0, 1).choose(table, few) == interpreted
    assert backends.current(table.game.room).is_compiled


def test_search_bot_without_the_compiler_warns_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    monkeypatch.setattr(backends, "_warned", set())
    monkeypatch.setattr(backends, "find_spec", lambda _name: None)
    table, few = fr.Table(fr.game("fairy"), seed=1), bots.Limits(simulations=20)
    bot = bots.SeatedBot(table.game, "strong", 0, 1)
    with pytest.warns(RuntimeWarning, match="llvmlite is not installed"):
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


def test_search_fingerprint_depends_on_used_functions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of the bots that the search does not play by keeps the compiled code; an edit of the rules does not."""

    def key() -> str:
        return fingerprint(search_entries(room("fairy")), False)

    before = key()
    monkeypatch.setattr(room("fairy").bots.policies["easy"], "__code__", room("fairy").bots.policies["normal"].__code__)
    assert key() == before
    from fairyring.games.fairy import rules  # noqa: PLC0415

    monkeypatch.setattr(rules, "GUESSES", 5)
    assert key() != before


def test_fingerprints_are_of_files_that_coverage_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Probes in them would change the keys of compiled code, which is then compiled again for the tests that come after."""
    text = (ROOT / "Makefile").read_text("utf-8").replace("$\\\n\t", "")
    (omitted,) = re.findall(r"^COMPILED := (.*)$", text, re.MULTILINE)
    files: set[str] = set()
    add_function = _Walk._add_function

    def note_file(walk: _Walk, function: FunctionType) -> None:
        files.add(function.__code__.co_filename)
        add_function(walk, function)

    monkeypatch.setattr(_Walk, "_add_function", note_file)
    for name in fr.game_names():
        fingerprint(search_entries(room(name)), False)
        fingerprint(play_entries(room(name)), False)
    sources = {file for file in files if Path(file).exists()}
    assert len(sources) > 30
    assert {file for file in sources if not any(fnmatch(file, pattern) for pattern in omitted.split(","))} == set()
