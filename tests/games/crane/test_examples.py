"""The examples of the printed rules."""

from __future__ import annotations

from typing import Any

import fairyring as fr
from fairyring.core.game.contract import NATURE


def after(*steps: str) -> Any:
    """The table of three after these decisions, in the order they are due."""
    table = fr.Table(fr.game("crane", players=3, first="1", grab="real"))
    for step in steps:
        table.play(table.pending[0], step)
    assert table.pending == (NATURE,)
    return table.view()


def test_rulebook_example_8_of_10() -> None:
    """R14."""
    table = after("flip 10 index", "bet high", "bet just", "grab 8", "jackpot right")
    assert (tuple(table.pots.values()), table.loose[0], table.deck) == ((3, 5), 6, 122)


def test_rulebook_example_13_of_10() -> None:
    """R15."""
    table = after("flip 10 index", "bet low", "bet just", "grab 13", "jackpot left")
    assert (tuple(table.pots.values()), table.loose[0], table.deck) == ((6, 3), 0, 127)


def test_rulebook_example_all_cards_go_to_a_jackpot() -> None:
    """R14: a shortfall larger than what was grabbed takes it all, and the deck adds nothing."""
    table = after("flip 15 index", "bet high", "bet just", "grab 7", "jackpot left")
    assert (tuple(table.pots.values()), table.loose[0], table.deck) == ((10, 3), 0, 123)
