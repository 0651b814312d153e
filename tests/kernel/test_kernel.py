"""The compiled backend: the same numbers, a cache that survives processes and notices edits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game.registry import room
from fairyring.core.rng import Stream, stream_state
from fairyring.kernel import codegen, compiled

SEEDS = st.integers(0, (1 << 64) - 1)


@pytest.fixture(scope="module")
def kernel() -> compiled.Kernel:
    return compiled.Kernel(fr.game("fairy", players=4))


@cache
def compiled_streams() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Where a stream begins, and a number drawn from it: doors to functions that Python itself never calls."""
    import numba  # noqa: PLC0415

    module = compiled.Kernel(fr.game("fairy"))._module
    state, below = module.stream_state, module.below

    @numba.njit(error_model="numpy")
    def drawn(states: Any, n: Any) -> Any:
        return below(states, n)

    @numba.njit(error_model="numpy")
    def begun(seed: Any, game: Any, who: Any) -> Any:
        return state(seed, game, who)

    return begun, drawn


@given(SEEDS, st.integers(0, 1 << 40), st.integers(0, 2000), st.integers(1, (1 << 32) - 1))
def test_both_hosts_draw_the_same_numbers(seed: int, game: int, who: int, n: int) -> None:
    import numpy as np  # noqa: PLC0415

    compiled_state, compiled_below = compiled_streams()
    stream = Stream(seed, game, who)
    assert int(compiled_state(np.uint64(seed), np.uint64(game), np.uint64(who))) == stream_state(seed, game, who)
    states = np.array([stream.state], np.uint64)
    for _ in range(3):
        assert compiled_below(states, n) == stream.below(n)
    assert int(states[0]) == stream.state


def test_draws_are_uniform() -> None:
    stream = Stream(1)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert all(abs(count - 10_000) < 500 for count in counts)
    with pytest.raises(ValueError, match="cannot draw"):
        stream.below(0)


def test_records_and_states_hold_the_same_bytes(kernel: compiled.Kernel) -> None:
    s = fr.Table(kernel.game, seed=4).state
    assert schema.pack(kernel.state(kernel.record(s))) == schema.pack(s)
    assert kernel.dtype.itemsize % 64 == 0


def test_threads_do_not_change_results(kernel: compiled.Kernel) -> None:
    one, two, five = (kernel.play_many(3000, 9, ["random"] * 4, threads) for threads in (1, 2, 5))
    assert one == two == five
    assert one.games == 3000
    assert one != kernel.play_many(3000, 10, ["random"] * 4, 1)


def test_simulation_is_the_same_in_both_hosts() -> None:
    told = [fr.simulate("fairy", players=3, games=300, seed=5, bots="normal,random,random", backend=backend) for backend in
            ("compiled", "interpreted")]  # fmt: skip
    for name in ("mean_score", "score_error", "win_share", "mean_turns", "end_reasons", "actions"):
        assert getattr(told[0], name) == getattr(told[1], name)


def test_any_edit_makes_another_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, tables they use, the schema and the loops all stand in the text that names the module."""
    before = codegen.module_source(room("fairy"))
    assert before == codegen.module_source(room("fairy"))
    from fairyring.games.fairy import rules  # noqa: PLC0415

    monkeypatch.setattr(rules, "TOP_SCORE", 25)
    assert codegen.module_source(room("fairy")) != before


def test_rules_that_use_a_name_of_the_loops_are_refused() -> None:
    with pytest.raises(TypeError, match="may not use the name GAMMA"):
        codegen._refuse_clashes("GAMMA = 1\n", {"GAMMA"})


SCRIPT = """
import fairyring as fr
from fairyring.kernel.compiled import Kernel
kernel = Kernel(fr.game("fairy", players=4))
kernel.play(0, 100, 1, ["random"] * 4)
used = [one.stats for one in (kernel._module.prepare, kernel._module.play_games)]
print(sum(sum(one.cache_misses.values()) for one in used), sum(sum(one.cache_hits.values()) for one in used))
"""


def test_the_cache_survives_processes(tmp_path: Path) -> None:
    """The first process compiles, the second only loads: nothing is compiled, and no machine code is written again."""
    environment = os.environ | {"FAIRYRING_CACHE": str(tmp_path)}

    def compiled_and_loaded() -> str:
        return subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert compiled_and_loaded() == "2 0"
    files = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    assert any(path.suffix == ".nbc" for path in files)
    assert compiled_and_loaded() == "0 2"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == files
