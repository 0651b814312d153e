"""The example games pass the kit, and are the same games as OpenSpiel's."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.contract import complete
from fairyring.core.game.room_file import load_room
from fairyring.kit.run import run_kit
from tests.paths import EXAMPLES

NAMES = ("leduc_poker", "goofspiel", "connect_four")


@pytest.fixture(scope="module")
def compare() -> ModuleType:
    return load_script("compare_with_openspiel")


def load_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", NAMES)
def test_kit_passes(name: str) -> None:
    report = run_kit(load_room(str(EXAMPLES / name / f"{name}.py")), games=2)
    assert not report.findings, "\n".join(map(str, report.findings))


def test_leduc_poker_is_openspiels(compare: ModuleType) -> None:
    found = compare.compare_leduc_poker()
    assert (found.histories, found.terminals, len(found.ours), len(found.theirs)) == (9457, 5520, 936, 936)


def test_goofspiel_is_openspiels(compare: ModuleType) -> None:
    found = compare.compare_goofspiel(cards=4)
    assert (found.histories, found.terminals, len(found.ours), len(found.theirs)) == (19269, 13824, 7304, 7304)


def test_connect_four_is_openspiels(compare: ModuleType) -> None:
    assert compare.compare_connect_four(games=2000) > 40_000


def test_openspiel_solves_sneaky_town_as_our_solver_does() -> None:
    """Two programs of CFR+ on the same rules: equal after every iteration, and close to an equilibrium."""
    solve = load_script("solve_with_openspiel")
    for iterations in (1, 40):
        ours, theirs = solve.solve_with_ours(1, iterations), solve.solve_with_openspiel(1, iterations)
        assert theirs.value == pytest.approx(ours.value, abs=1e-9)
        assert theirs.exploitability == pytest.approx(ours.exploitability, abs=1e-9)
    assert theirs.value == pytest.approx(2 / 3, abs=1e-3)
    assert theirs.exploitability < 1e-4
    assert (ours.information_sets, theirs.information_sets) == (18, 78)


BROKEN: dict[str, tuple[str, Any]] = {
    "leduc_poker": ("can_raise", lambda s: 1 if s.raises < 1 else 0),
    "goofspiel": ("score", lambda s, seat: s.score[1 - seat]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_comparison_finds_a_changed_rule(name: str, compare: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this, a comparison that compares nothing would pass, too."""
    room: fr.Room = compare.example(name)
    function, changed = BROKEN[name]
    monkeypatch.setattr(room.rules_module, function, changed)
    monkeypatch.setitem(room.__dict__, "rules", complete(room.rules_module))
    with pytest.raises(AssertionError, match=r"Fairyring has|tells more apart"):
        getattr(compare, f"compare_{name}")()
