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


def test_every_name_of_a_table_says_by_whom_it_may_be_told() -> None:
    groups = [set(table_leaks.A_SEAT), set(table_leaks.A_MIND), set(table_leaks.EVERYBODY), set(table_leaks.THE_DRIVER)]
    table = fairy([5], [])
    public = {name for name in {*dir(table), *vars(table)} if not name.startswith("_")}
    assert set.union(*groups) == public
    assert sum(map(len, groups)) == len(public)
    assert fr.Table.__doc__ is not None
    assert public <= set(re.findall(r"[`(]([a-z_]+)", fr.Table.__doc__)) | {"take_back", "rebuild", "resume", "copy"}


@pytest.mark.parametrize(
    "pasts",
    [
        (([1, 9, 5], ["hs", "hs"]), ([2, 10, 5], ["hs", "hs"])),  # other cards are covered
        (([9, 1, 5], ["ll", "hs"]), ([9, 1, 7, 2, 5], ["hh", "ss", "hh", "hs"])),  # more of them, and the same score
    ],
)
def test_people_cannot_tell_what_lies_covered_nor_count_it(pasts: Any) -> None:
    one, other = (fairy(*past) for past in pasts)
    for seat in (0, 1):
        told, same = (table_leaks.told_people(table, seat) for table in (one, other))
        assert told == same
        assert table_leaks.A_MIND["redacted"](one, seat) != table_leaks.A_MIND["redacted"](
            other, seat
        )  # a perfect memory knows
