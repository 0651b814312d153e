"""What leaves a table: every public name of `Table` says by whom it may be told, and tells nobody more."""

from __future__ import annotations

import re
from typing import Any

import pytest

import fairyring as fr
from fairyring.kit import table_leaks

GUESSES = {"h": "guess higher", "l": "guess lower", "s": "guess suit"}


def fairy(cards: list[int], guesses: list[str]) -> fr.Table[Any]:
    table = fr.Table(fr.game("fairy", players=2), chance=[f"card {card}" for card in cards])
    for turn in guesses:
        for seat, guess in enumerate(turn):
            table.play(seat, GUESSES[guess])
    return table


def test_table_leaks_groups_cover_all_public_names() -> None:
    groups = [set(table_leaks.FOR_SEAT), set(table_leaks.FOR_BOT), set(table_leaks.PUBLIC), set(table_leaks.SECRET)]
    table = fairy([5], [])
    public = {name for name in {*dir(table), *vars(table)} if not name.startswith("_")} | {"__repr__"}
    assert set.union(*groups) == public
    assert sum(map(len, groups)) == len(public)
    assert fr.Table.__doc__ is not None
    assert public <= set(re.findall(r"[`(]([a-z_]+)", fr.Table.__doc__)) | {
        "take_back",
        "rebuild",
        "resume",
        "copy",
        "__repr__",
    }


@pytest.mark.parametrize(
    "pasts",
    [
        (([1, 9, 5], ["hs", "hs"]), ([2, 10, 5], ["hs", "hs"])),  # other cards are covered
        (([9, 1, 5], ["ll", "hs"]), ([9, 1, 7, 2, 5], ["hh", "ss", "hh", "hs"])),  # more of them, and the same score
    ],
)
def test_person_output_ignores_covered_cards(pasts: Any) -> None:
    first, other = (fairy(*past) for past in pasts)
    for seat in (0, 1):
        output, same = (table_leaks.person_output(table, seat) for table in (first, other))
        assert output == same
        assert table_leaks.FOR_BOT["redacted"](first, seat) != table_leaks.FOR_BOT["redacted"](
            other, seat
        )  # a perfect memory knows
