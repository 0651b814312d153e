"""The normal mind: what it bets, which jackpot it chooses, and that it is better than chance."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr
from fairyring.core.game.game import Game
from fairyring.core.rng import Stream
from fairyring.games.crane import ROOM, bots
from fairyring.games.crane.schema import State


def decide(steps: tuple[str, ...], players: int = 3, options: dict[str, object] | None = None, **values: Any) -> str:
    """What the seat that is due would do after these decisions."""
    game: Game[Any] = Game(ROOM, {"players": players, "first": "1"} | (options or {}), checked=True)
    s = game.initial()
    assert isinstance(s, State)
    for name, value in values.items():
        setattr(s, name, value)
    for step in steps:
        seat = game.pending(s)[0]
        game.act(s, seat, game.check(s, seat, step).id)
    seat = game.pending(s)[0]
    return str(game.actions[bots.normal(game.redact(s, seat), seat, Stream(1))])


@pytest.mark.parametrize(
    ("options", "values", "bet"),
    [
        ({"aim": 3}, {}, "bet high"),
        ({"aim": -3}, {}, "bet low"),
        ({}, {"pots": [20, 25], "deck": 91}, "bet just"),  # 20 cards at one in eight, shared with a rival in three
        ({}, {"pots": [3, 25], "deck": 108}, "bet high or low"),
        ({"aim": 5}, {"pots": [60, 67], "deck": 9}, "bet low"),  # nine cards can never be ten
    ],
)
def test_normal_makes_the_bet_with_the_highest_gain(options: dict[str, object], values: dict[str, Any], bet: str) -> None:
    assert decide(("flip 10 ring",), 3, options, **values).split()[1] in bet


def test_normal_prefers_bets_it_still_needs() -> None:
    nothing = [[0, 0, 0]] * 4
    assert decide(("flip 20 ring",), 2, achieved=[[0, 0, 0], [1, 0, 0], *nothing]) == "bet low"
    assert decide(("flip 20 ring",), 2, achieved=[[0, 0, 0], [0, 1, 0], *nothing]) == "bet high"
    assert decide(("flip 20 ring",), 2, achieved=[[0, 0, 0], [1, 1, 0], *nothing]) == "bet just"
    assert decide(("flip 20 ring",), 2, achieved=[[0, 0, 0], [2, 2, 0], *nothing]) == "bet just"
    assert decide(("flip 20 ring",), 2, {"achieve": "any-three"}, achieved=[[0, 0, 0], [2, 0, 0], *nothing]) == "bet low"


@pytest.mark.parametrize(("pots", "larger", "smaller"), [([3, 8], "right", "left"), ([8, 3], "left", "right")])
def test_normal_takes_the_larger_jackpot_and_adds_to_the_smaller(pots: list[int], larger: str, smaller: str) -> None:
    for grab, side in ((10, larger), (9, smaller), (11, smaller)):
        steps = ("flip 10 ring", "bet low", "bet low", f"grab {grab}")
        assert decide(steps, pots=pots, deck=125) == f"jackpot {side}"


@pytest.mark.compiled  # simulates
@pytest.mark.parametrize(("players", "fair"), [(2, 0.5), (4, 0.25)])
def test_normal_beats_random(players: int, fair: float) -> None:
    line_up = ["normal"] + ["random"] * (players - 1)
    result = fr.simulate("crane", players=players, games=20_000, seed=1, bots=line_up, workers=1)
    assert result.win_share[0] > fair + 0.02
