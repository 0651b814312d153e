"""The duel's table: that it follows from the rules, where it holds, and that `strong` bets by it."""

from __future__ import annotations

import json
import statistics
from itertools import product
from typing import Any

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.cli.main import main
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.games.crane import ROOM, duel
from fairyring.games.crane.bots import normal
from fairyring.games.crane.schema import BETS, Bet, Skill, State
from fairyring.games.crane.solve import bets

HIGH, LOW, JUST = 1, 2, 4  # missing


def position(skill: str, misses: tuple[int, int], cards: tuple[int, int], pot: int) -> tuple[fr.Game[Any], State]:
    """Seat 0 bets next, seat 1 is to flip."""
    game = fr.game("crane", players=2, skill=skill)
    return game, bets.position(game, [[bet for bet in range(BETS) if bits >> bet & 1] for bits in misses], cards, pot)


def mean_of_best(game: fr.Game[Any], s: State) -> float:
    return statistics.mean(max(bets.values()) for bets in bets.best_bets(game, s).values())


@pytest.mark.parametrize(
    ("skill", "misses", "cards", "pot"),
    [
        ("novice", (HIGH | LOW | JUST, HIGH | LOW | JUST), (0, 0), 3),
        ("novice", (HIGH | JUST, LOW), (26, 13), 12),
        ("novice", (LOW | JUST, JUST), (13, 26), 21),
        ("novice", (HIGH, LOW | JUST), (0, 39), 3),
        ("steady", (HIGH | LOW | JUST, JUST), (13, 0), 12),
        ("steady", (JUST, HIGH | LOW), (39, 39), 3),
        ("expert", (LOW | JUST, HIGH | LOW | JUST), (0, 13), 3),
        ("expert", (HIGH | LOW, JUST), (26, 26), 21),
    ],
)
def test_duel_table_value_is_the_best_bet_over_flips_and_grabs(
    skill: str, misses: tuple[int, int], cards: tuple[int, int], pot: int
) -> None:
    game, s = position(skill, misses, cards, pot)
    assert duel.evaluate(s, 0) / WIN == pytest.approx(mean_of_best(game, s), abs=0.006)


def test_evaluate_interpolates_between_grid_points() -> None:
    """Away from the numbers that the file has, too."""
    for misses, cards, pot in (((7, 6), (20, 7), 8), ((5, 3), (33, 20), 16), ((4, 4), (7, 33), 8)):
        game, s = position("novice", misses, cards, pot)
        assert duel.evaluate(s, 0) / WIN == pytest.approx(mean_of_best(game, s), abs=0.012)


def test_duel_table_is_complete_and_zero_sum() -> None:
    assert len(duel.VALUES) == len(Skill.words) * duel.NEED_SETS**2 * len(duel.POTS) * len(duel.CARDS) ** 2
    assert all(0 < chance < WIN for chance in duel.VALUES)
    for misses, cards in product(((7, 7), (1, 6), (4, 2)), ((0, 39), (38, 5), (20, 21))):
        _, s = position("novice", misses, cards, 30)
        assert duel.evaluate(s, 0) + duel.evaluate(s, 1) == WIN
        assert 0 <= duel.evaluate(s, 0) <= WIN
        s.pots[0] = 3
        three = duel.evaluate(s, 0)
        s.pots[0] = 1  # a deck that could not fill it (R21)
        assert duel.evaluate(s, 0) == three


def test_evaluate_is_monotonic() -> None:
    for skill, (more, less) in product(map(str, Skill.words), ((7, 3), (7, 5), (7, 6), (5, 4), (6, 2), (3, 1))):
        values = [duel.evaluate(position(skill, (mine, 7), (10, 10), 5)[1], 0) for mine in (more, less)]
        assert values[0] < values[1]
        own = [duel.evaluate(position(skill, (more, 7), (cards, 10), 5)[1], 0) for cards in (0, 10, 20, 30, 38)]
        assert own == sorted(own)
        assert own[0] < own[-1]


@pytest.mark.parametrize(
    "options",
    [
        *({"players": 3}, {"grab": "riffle"}, {"grab": "real"}, {"aim": 1}, {"achieve": "any-three"}),
        *({"goal": 30}, {"bank": 2}, {"high_bets": 1}, {"low_bets": 1}, {"just_bets": 2}, {"jackpots": 2}),
    ],
)
def test_turn_count_is_zero_in_unsolved_games(options: dict[str, Any]) -> None:
    other, two = (fr.game("crane", **({"players": 2} | chosen)).initial() for chosen in (options, {}))
    assert isinstance(other, State)
    assert isinstance(two, State)
    other.short = two.short = 3
    assert duel.turn_count(other) == 0
    assert ROOM.bots.search.simulations_at(other) == 6000
    assert duel.turn_count(two) == 3
    assert ROOM.bots.search.simulations_at(two) == 20_000
    own = [list(row) for row in two.copies]
    own[duel.MOST - 1][0] += 1
    two.copies = own
    assert duel.turn_count(two) == 0


@pytest.mark.parametrize(("misses", "theirs", "best"), [(LOW | JUST, 30, "low"), (HIGH | JUST, 33, "high")])
def test_strong_avoids_bets_that_let_the_rival_win(misses: int, theirs: int, best: str) -> None:
    """JUST is rare and still missing; but the grab that makes it right gives the challenger forty cards."""
    game, s = position("novice", (misses, HIGH | LOW | JUST), (0, theirs), 3)
    s = bets.flipped(game, s, 8)
    values = {f"bet {Bet.word(bet)}": value for bet, value in bets.bet_values(game, s).items()}
    assert max(values, key=lambda bet: values[bet]) == f"bet {best}"
    assert str(game.actions[normal(s, 0, Stream(1))]) == "bet just"
    opinion = bots.make_bot(game, "strong", wait=False).choose(
        bots.Position.of(game, s, 0), bots.Limits(simulations=900), Stream(1)
    )
    assert str(game.actions[opinion.action]) == f"bet {best}"
    assert opinion.shares[0][1] == pytest.approx(values[f"bet {best}"], abs=0.03)


def test_solve_command_prints_the_best_bet_at_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "crane", "--missing", "low,just", "--cards", "0,30", "--jackpot", "5", "--skill", "steady"]
    assert main([*words, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    game, s = position("steady", (LOW | JUST, HIGH | LOW | JUST), (0, 30), 5)
    assert output["value"] == pytest.approx(mean_of_best(game, s), abs=1e-6)
    assert list(map(int, output["bets"])) == list(range(4, 21))
    assert output["bets"]["12"]["low"] == pytest.approx(bets.bet_values(game, bets.flipped(game, s, 12))[Bet.LOW], abs=1e-6)
    assert main(words) == 0
    table = capsys.readouterr().out.splitlines()
    assert "steady" in table[0]
    assert table[2].split()[-1] == "just"  # at 4 it gives the rival 39 cards, from 5 on the game
    assert [line.split()[-1] for line in table[3:6]] == ["low"] * 3
    assert table[-1].endswith("high or low or just")  # at 20 hardly any grab does not


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--missing", "lo"], "“lo” is no bet; name high, low, just."),
        (["--missing", ","], "“” is no bet"),
        (["--cards", "3"], "say how many both have, as 0,30"),
        (["--cards", "3,40"], "A player has 0 to 39 cards in a duel that goes on, not 40."),
        (["--jackpot", "0"], "There are 3 to 40 cards in the jackpot, not 0."),
        (["--skill", "clumsy"], "skill=clumsy is not known"),
    ],
)
def test_solve_command_refuses_impossible_positions(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "crane", *words]) == 2
    assert message in capsys.readouterr().err
