"""`Game.remember`: values are made once for each key, and not kept without bound."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game import game as game_module
from fairyring.core.game.game import Game


def test_remember_makes_a_value_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_module, "MAX_REMEMBERED", 3)
    game, calls = fr.game("fairy", players=2), list[int]()

    def value(key: int) -> int:
        def make() -> int:
            calls.append(key)
            return 10 * key

        remembered: int = game.remember(key, make)
        return remembered

    assert [value(1), value(1), value(2), value(1)] == [10, 10, 20, 10]
    assert calls == [1, 2]
    for key in range(10):
        assert value(key) == 10 * key
    assert len(game._remembered) <= 3


def test_aids_of_fairy_tale_are_counted_once_for_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    table = fr.Table(fr.game("fairy-tale", players=4), seed=1)
    calls, original = list[Any](), Game.remember

    def remember(game: Game[Any], key: Hashable, make: Callable[[], Any]) -> Any:
        def count_call() -> Any:
            calls.append(key)
            return make()

        return original(game, key, count_call)

    monkeypatch.setattr(Game, "remember", remember)
    for seat in table.game.seats:
        table.aids(seat)
    assert len(calls) == 1
