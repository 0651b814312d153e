"""The list of legal actions that tables use, beside those that the rules name one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game

ROOM = registry.room("sneaky-town")


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("options", [{}, *ROOM.checks.variants], ids=str)
def test_list_legal_is_what_legal_nth_names(options: dict[str, object], version: int) -> None:
    room = ROOM.of_version(version)
    assert room is not None
    game: Game[Any] = Game(room, options)
    rng, seen = random.Random(1), set[str]()
    assert game.rules.list_legal is not None
    s = game.initial()
    for _ in range(300):
        if game.over(s):
            s = game.initial()
        mask = game.rules.pending(s)
        if mask == NATURE:
            game.act(s, NATURE, game.rules.chance_nth(s, rng.randrange(game.rules.chance_count(s))))
            continue
        for seat in (0, 1):
            expected = [game.rules.legal_nth(s, seat, k) for k in range(game.rules.legal_count(s, seat))]
            assert game.rules.list_legal(s, seat) == expected
        action = rng.choice(game.legal(s, mask.bit_length() - 1))
        seen.add(game.actions[action].kind)
        game.act(s, mask.bit_length() - 1, action)
    assert seen >= {"cast", "transfer", "recover", "reveal", "end"}


def test_list_legal_of_a_seat_that_may_do_nothing_is_empty() -> None:
    game: Game[Any] = Game(ROOM, {})
    assert game.legal(game.initial(), 0) == ()
