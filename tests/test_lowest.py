"""Lowest versions: every requirement has a bound, and the script reads bounds and pins as pip does."""

from __future__ import annotations

import pytest

from scripts.test_lowest import is_at_bound, read_bounds, read_pins
from tests.paths import ROOT


def test_every_requirement_has_a_lower_bound_and_a_pin_above_it() -> None:
    bounds = read_bounds((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    assert {"llvmlite", "litestar", "open-spiel", "asyncpg", "typst", "pyarrow", "gymnasium", "http-ece"} <= set(bounds)
    for name, bound in bounds.items():
        newest = [int(part) for part in pins[name].split(".")[:2]]
        assert newest >= [int(part) for part in bound.split(".")[:2]], f"constraints.txt has {name} {pins[name]}, below {bound}"


def test_requirement_without_a_bound_is_refused() -> None:
    with pytest.raises(ValueError, match=r"rich$"):
        read_bounds('[project]\ndependencies = ["numpy>=2", "rich"]\noptional-dependencies = {}\n')


@pytest.mark.parametrize(
    ("version", "bound", "same"),
    [("4.0.0", "4", True), ("1.16.0", "1.16", True), ("1.16.1", "1.16", False), ("5.0", "4", False)],
)
def test_first_release_of_a_bound_counts_as_the_bound(version: str, bound: str, same: bool) -> None:
    assert is_at_bound(version, bound) is same
