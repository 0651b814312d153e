"""The compiled backend: the same numbers, a cache that survives processes and notices edits."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.fields.bits import equal_entries, nth_bit
from fairyring.core.game.contract import below
from fairyring.core.game.registry import room
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.kernel import compiled
from fairyring.kernel.compiler.entry import EntryPoint
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.compiler.types import INT, Records
from fairyring.kernel.entries import imagine_entries, ir_text, play_entries, search_entries
from fairyring.kernel.fingerprint import fingerprint
from fairyring.kernel.native import CheckFailed, Library, compile_ir
from fairyring.kernel.primitives import start_stream
from fairyring.kernel.templates import play
from tests.kernel.fuzz.compare import Result, run_compiled
from tests.kernel.fuzz.program import CONSTANTS, FuzzState
from tests.kernel.support import BUILDS, Compiled
from tests.kit.broken import Edit, copy_fairy

SEEDS = st.integers(0, (1 << 64) - 1)


@pytest.fixture(scope="module")
def kernel() -> compiled.Kernel:
    return compiled.Kernel(fr.game("fairy", players=4))


def begin(streams: list[Stream], seed: int, game: int, purpose: int) -> None:
    start_stream(streams, 0, seed, game, purpose)


def draw(streams: list[Stream], n: int) -> int:
    return below(streams[0], n)


@cache
def compiled_streams(checked: bool) -> Compiled:
    return Compiled([begin, draw], checked)


@pytest.mark.parametrize("checked", BUILDS)
@given(SEEDS, st.integers(0, 1 << 40), st.integers(0, 2000), st.integers(1, (1 << 32) - 1))
def test_streams_are_the_same_in_both_backends(checked: bool, seed: int, game: int, purpose: int, n: int) -> None:
    run, plain, streams = compiled_streams(checked), Stream(seed, game, purpose), [Stream(0)]
    run(begin, streams, seed, game, purpose)
    assert streams[0].state == plain.state
    for _ in range(3):
        assert run(draw, streams, n) == plain.below(n)
    assert streams[0].state == plain.state


def test_draws_below_zero_are_checked() -> None:
    for n in (0, -1, 1 << 32):
        with pytest.raises(CheckFailed, match="below needs a number"):
            compiled_streams(True)(draw, [Stream(1)], n)
        compiled_streams(False)(draw, [Stream(1)], n)  # defined, whatever it is


def test_calls_with_another_number_of_words_are_refused() -> None:
    run = compiled_streams(False)
    with pytest.raises(TypeError, match="draw takes 2 words, and is called with 1"):
        run(draw, [Stream(1)])
    with pytest.raises(TypeError, match="draw takes 2 words, and is called with 3"):
        run(draw, [Stream(1)], 2, 3)


@pytest.mark.parametrize("checked", BUILDS)
def test_words_of_entry_points_are_those_that_they_read(checked: bool) -> None:
    entries = play_entries(room("fairy")) | search_entries(room("fairy"))
    text = module_text(entries, checked)
    for name, entry in entries.items():
        body = text.split(f"define void @{name}(")[1].split("\n}")[0]
        assert body.count("= load i64,") == entry.words


def mark(cells: list[int]) -> int:
    cells[0] += 1
    return 1


def assert_mark(cells: list[int]) -> int:
    assert mark(cells) == 1
    return cells[0]


@pytest.mark.parametrize("checked", BUILDS)
def test_assertion_changes_the_state_in_both_builds(checked: bool) -> None:
    cells = [4]
    assert Compiled([assert_mark], checked)(assert_mark, cells) == 5
    assert cells == [5]


def find_bit(bits: int, k: int) -> int:
    return nth_bit(bits, k)


def find_bit_of_byte(bits: int, k: int) -> int:
    return nth_bit(bits & 255, k)


def find_first_bit(bits: int, _k: int) -> int:
    return nth_bit(bits, 0)


@cache
def compiled_bits(checked: bool) -> Compiled:
    return Compiled([find_bit, find_bit_of_byte, find_first_bit], checked)


@pytest.mark.parametrize("checked", BUILDS)
@given(st.integers(1, (1 << 63) - 1))
def test_nth_bit_is_the_same_without_pdep(checked: bool, bits: int) -> None:
    run = compiled_bits(checked)
    for k in range(bits.bit_count()):
        assert run(find_bit, bits, k) == nth_bit(bits, k)
    for k in range((bits & 255).bit_count()):
        assert run(find_bit_of_byte, bits, k) == nth_bit(bits & 255, k)
    assert run(find_first_bit, bits, 0) == nth_bit(bits, 0)
    if checked:
        for function, wrong in ((find_bit, (bits, bits.bit_count())), (find_bit, (bits, -1)), (find_first_bit, (0, 0))):
            with pytest.raises(CheckFailed, match="number of set bits"):
                run(function, *wrong)


def find_entries(box: Any, row: int, value: int) -> int:
    found = equal_entries(box[0].line, value)
    found = found << 10 | equal_entries(box[0].wide, value)
    return found << 10 | equal_entries(box[0].grid[row], value)


@pytest.mark.parametrize("checked", BUILDS)
def test_equal_entries_finds_no_values_that_a_row_cannot_hold(checked: bool) -> None:
    state = schema.blank(FuzzState, CONSTANTS)
    state.line[1] = state.line[4] = 5
    state.wide[2] = state.grid[1][3] = -3
    entries = {"find_entries": EntryPoint(cast(FunctionType, find_entries), (Records(FuzzState), INT, INT))}
    library = Library(compile_ir(module_text(entries, checked), level=1), entries)
    for value in (0, 5, -3, 5 + (1 << 8), (1 << 8), -3 + (1 << 16), 5 - (1 << 32), (1 << 63) - 1, -(1 << 63)):
        expected = Result(find_entries([state], 1, value), schema.pack(state))
        assert run_compiled(library, "find_entries", (1, value), state) == expected


def test_stream_below_is_uniform() -> None:
    stream = Stream(1)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)
    with pytest.raises(ValueError, match="cannot draw"):
        stream.below(0)


def test_records_and_states_have_the_same_bytes(kernel: compiled.Kernel) -> None:
    s = fr.Table(kernel.game, seed=4).state
    assert schema.pack(kernel.state(kernel.record(s))) == schema.pack(s)
    assert kernel.dtype.itemsize % 64 == 0


def test_play_many_does_not_depend_on_threads(kernel: compiled.Kernel) -> None:
    one, two, five = (kernel.play_many(3000, 9, ["random"] * 4, threads) for threads in (1, 2, 5))
    assert one == two == five
    assert one.games == 3000
    assert one != kernel.play_many(3000, 10, ["random"] * 4, 1)


def test_simulate_is_the_same_in_both_backends() -> None:
    results = [fr.simulate("fairy", players=3, games=300, seed=5, bots="normal,random,random", backend=backend) for backend in
            ("compiled", "interpreted")]  # fmt: skip
    for name in ("mean_score", "score_error", "win_share", "mean_turns", "end_reasons", "actions"):
        assert getattr(results[0], name) == getattr(results[1], name)


def test_fingerprint_changes_with_every_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Edits of rules, of tables they use, of the schema and of the loops: the cache finds none of them."""

    def key(edited: Room, checked: bool = False) -> str:
        return fingerprint(play_entries(edited), checked)

    keys = {key(room("fairy"))}
    assert keys == {key(room("fairy"))}
    keys.add(key(room("fairy"), checked=True))
    from fairyring.games.fairy import rules  # noqa: PLC0415

    monkeypatch.setattr(rules, "GUESSES", 5)
    keys.add(key(room("fairy")))
    monkeypatch.undo()
    monkeypatch.setattr(play, "CHECKSUM_MODULUS", 997)
    keys.add(key(room("fairy")))
    monkeypatch.undo()
    rule = ("rules.py", "    s.turns += 1\n", "    s.turns += 2\n")
    visibility = ("schema.py", "per_seat(maybe(Guess), OWNER)", "per_seat(maybe(Guess), EVERYBODY)")
    bounds = ("schema.py", "class State(schema.State, seats=(2, 10))", "class State(schema.State, seats=(2, 9))")
    for number, edit in enumerate((rule, visibility, bounds)):
        name = f"edited_{number}_{tmp_path.name.replace('-', '_')}"
        keys.add(key(edited_fairy(tmp_path, name, [edit], monkeypatch)))
    assert len(keys) == 7


def test_fingerprint_does_not_change_with_comments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comment = ("rules.py", "    s.turns += 1\n", "    # A comment.\n    s.turns += 1\n")
    edited = edited_fairy(tmp_path, f"commented_{tmp_path.name.replace('-', '_')}", [comment], monkeypatch)
    assert fingerprint(play_entries(edited), False) == fingerprint(play_entries(room("fairy")), False)
    # Messages of the checked build name lines.
    assert fingerprint(play_entries(edited), True) != fingerprint(play_entries(room("fairy")), True)


def edited_fairy(folder: Path, name: str, edits: list[Edit], monkeypatch: pytest.MonkeyPatch) -> Room:
    copy_fairy(folder / name, name, edits)
    monkeypatch.syspath_prepend(str(folder))
    edited: Room = importlib.import_module(name).ROOM
    return edited


def test_ir_text_names_no_machine() -> None:
    """The same text becomes native code and WebAssembly: no addresses, no calls of a library."""
    text = ir_text(room("fairy"))
    assert "target " not in text
    declared = set(re.findall(r"^declare .*?@([\w.]+)", text, re.MULTILINE))
    assert declared
    assert all(name.startswith("llvm.") and "x86" not in name for name in declared)
    assert set(re.findall(r"^define void @(\w+)", text, re.MULTILINE)) == {
        *play_entries(room("fairy")),
        *imagine_entries(room("fairy")),
        *search_entries(room("fairy")),
    }


SCRIPT = """
import fairyring as fr
from fairyring.kernel import native
made, compile_ir = [], native.compile_ir
native.compile_ir = lambda text, **how: made.append(text) or compile_ir(text, **how)
from fairyring.kernel.compiled import Kernel
kernel = Kernel(fr.game("fairy", players=4))
kernel.play(0, 100, 1, ["random"] * 4)
print(len(made))
"""


def test_kernel_cache_survives_processes(tmp_path: Path) -> None:
    """The first process compiles, the second only loads."""
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path)}

    def compiled_modules() -> str:
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert compiled_modules() == "1"
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert any(path.suffix == ".o" for path in files)
    assert compiled_modules() == "0"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == files


def test_kernel_cache_compiles_once_for_two_processes(tmp_path: Path) -> None:
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path)}
    processes = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert sorted(process.communicate()[0].strip() for process in processes) == ["0", "1"]
