"""Final states of 20,000 games of each kind: fast and checked build; the slow interpreter plays some of them."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.core.game import registry
from tests.kernel.digests import CHUNK, compiled_digests, differing, interpreted_digests

GAMES = 20_000
INTERPRETED_GAMES, INTERPRETED_CHUNK = 100, 20  # random bots and every policy


@pytest.mark.parametrize("name", registry.shipped())
def test_digests_of_builds_and_backends_are_equal(name: str) -> None:
    game = fr.game(name)
    fast = compiled_digests(game, GAMES, 1, checked=False)
    assert len(set(fast)) == GAMES // CHUNK
    assert differing(fast, compiled_digests(game, GAMES, 1, checked=True)) == []
    plain = interpreted_digests(game, INTERPRETED_GAMES, 2, INTERPRETED_CHUNK)
    for checked in (False, True):
        assert differing(compiled_digests(game, INTERPRETED_GAMES, 2, checked, INTERPRETED_CHUNK), plain) == []
