"""From the weakest bot to the strongest: every step is a step."""

from __future__ import annotations

from math import sqrt

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.core.game import registry

MANY = {"crane": 40_000, "fariables": 1500}  # much of Crane is luck; Fariables takes its time
SEATS = {"crane": 3, "fairy": 3, "fairy-tale": 3, "fariables": 2, "sneaky-town": 2}


@pytest.mark.parametrize("name", SEATS)
def test_levels_of_every_game(name: str) -> None:
    assert bots.levels(registry.room(name)) == ("random", "easy", "normal", "strong")  # whatever the options
    assert bots.default_level(registry.room(name)) == "normal"
    with pytest.raises(fr.OptionError, match="it has random, easy, normal, "):
        bots.make_bot(fr.game(name), "clever")


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("normal", "easy")])
def test_levels_are_ordered_by_strength(name: str, better: str, worse: str) -> None:
    """One of the better ones among the worse, in each seat in turn: more than its fair share, beyond 99 %."""
    players, games = SEATS[name], MANY.get(name, 6000)
    game = fr.game(name, players=players, **({"match": "single"} if name == "sneaky-town" else {}))
    share = 0.0
    for seat in range(players):
        line_up = [better if p == seat else worse for p in range(players)]
        result = fr.simulate(game, games=games // players, seed=1 + seat, bots=line_up, workers=1)
        share += result.win_share[seat] / players
    assert share - 2.6 * sqrt(share * (1 - share) / games) > 1 / players


def test_assign_levels_skips_people() -> None:
    game = fr.game("fairy", players=4)
    assert bots.assign_levels(game, "easy") == ("easy",) * 4
    assert bots.assign_levels(game, "easy,strong,random", people=(1,)) == ("easy", "normal", "strong", "random")
    assert bots.assign_levels(game, "random,easy,easy,strong", people=(1,)) == ("random", "easy", "easy", "strong")
    seated = bots.seat_bots(fr.Table(game, seed=1), "easy,strong", 1, people=(0, 2))
    assert {seat: bot.level for seat, bot in seated.items()} == {1: "easy", 3: "strong"}
    for levels, people, message in (
        ("easy,easy", (), "2 bots were named for 4 seats"),
        ("easy,easy", (1,), "2 bots were named for 3 seats without people"),
        ("easy,foo", (0, 2), "no bot “foo”"),
    ):
        with pytest.raises(fr.OptionError, match=message):
            bots.assign_levels(game, levels, people)
