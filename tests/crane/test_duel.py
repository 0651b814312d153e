"""The duel's table: that it follows from the rules, where it holds, and that `strong` bets by it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import fairyring as fr
from fairyring import bots
from fairyring.core import schema
from fairyring.core.rng import Stream
from fairyring.core.rules import NATURE
from fairyring.core.totals import WIN
from fairyring.games.crane import duel
from fairyring.games.crane.bots import normal
from fairyring.games.crane.schema import BETS, Phase, Skill, State

HIGH, LOW, JUST = 1, 2, 4  # missing


def position(skill: str, misses: tuple[int, int], cards: tuple[int, int], pot: int) -> tuple[fr.Game[Any], State]:
    """Seat 0 bets next, seat 1 is to flip."""
    game = fr.game("crane", players=2, skill=skill, first="2")
    s = game.initial()
    assert isinstance(s, State)
    for seat in range(2):
        for bet in range(BETS):
            s.achieved[seat][bet] = 0 if misses[seat] >> bet & 1 else 1
        s.markers[seat], s.loose[seat] = divmod(cards[seat], s.bundle)
    s.pots[0] = pot
    s.deck = s.size - pot - sum(s.loose)
    assert s.phase == Phase.FLIP
    return game, s


def worth(game: fr.Game[Any], s: Any) -> dict[int, float]:
    """What each bet is worth to seat 0 after a flip: by all that the hand can bring, and the table for what comes then."""
    found = {}
    for bet in game.legal(s, 0):
        laid = schema.copy(s)
        game.rules.act(laid, 0, bet)
        chances = game.chances(laid)
        found[bet] = 0.0
        for outcome, weight in chances:
            after = schema.copy(laid)
            game.rules.act(after, NATURE, outcome)
            share = WIN * (after.contenders == 1) if after.phase == Phase.DONE else duel.evaluate(after, 0)
            found[bet] += weight / sum(w for _, w in chances) * share / WIN
    return found


def flipped(game: fr.Game[Any], s: Any, number: int) -> Any:
    after = schema.copy(s)
    game.rules.act(after, NATURE, game.chance.parse(f"flip {number} ring").id)
    return after


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
def test_a_chance_is_the_best_bet_over_all_flips_and_hands(
    skill: str, misses: tuple[int, int], cards: tuple[int, int], pot: int
) -> None:
    game, s = position(skill, misses, cards, pot)
    numbers = range(duel.LEAST, duel.MOST + 1)
    mean = sum(max(worth(game, flipped(game, s, number)).values()) for number in numbers) / len(numbers)
    assert duel.evaluate(s, 0) / WIN == pytest.approx(mean, abs=0.006)


def test_between_its_points_it_is_nearly_straight() -> None:
    """Away from the numbers that the file has, too."""
    for misses, cards, pot in (((7, 6), (20, 7), 8), ((5, 3), (33, 20), 16), ((4, 4), (7, 33), 8)):
        game, s = position("novice", misses, cards, pot)
        mean = sum(max(worth(game, flipped(game, s, number)).values()) for number in range(4, 21)) / 17
        assert duel.evaluate(s, 0) / WIN == pytest.approx(mean, abs=0.012)


def test_the_table_is_whole_and_one_wins_what_the_other_loses() -> None:
    assert len(duel.CHANCES) == len(Skill.words) * duel.SETS**2 * len(duel.POTS) * len(duel.CARDS) ** 2
    assert all(0 < chance < WIN for chance in duel.CHANCES)
    for misses, cards in product(((7, 7), (1, 6), (4, 2)), ((0, 39), (38, 5), (45, 50))):  # more than forty wins at once
        _, s = position("novice", misses, cards, 30)
        assert duel.evaluate(s, 0) + duel.evaluate(s, 1) == WIN
        assert 0 <= duel.evaluate(s, 0) <= WIN


def test_less_to_do_and_more_cards_are_better() -> None:
    for skill, (more, less) in product(map(str, Skill.words), ((7, 3), (7, 5), (7, 6), (5, 4), (6, 2), (3, 1))):
        values = [duel.evaluate(position(skill, (mine, 7), (10, 10), 5)[1], 0) for mine in (more, less)]
        assert values[0] < values[1]
        own = [duel.evaluate(position(skill, (more, 7), (cards, 10), 5)[1], 0) for cards in (0, 10, 20, 30, 38)]
        assert own == sorted(own)
        assert own[0] < own[-1]


@pytest.mark.parametrize(
    "options",
    [{"players": 3}, {"grab": "riffle"}, {"grab": "real"}, {"aim": 1}, {"achieve": "any-three"}],
)
def test_other_games_are_played_on_to_their_end(options: dict[str, Any]) -> None:
    other, two = (fr.game("crane", **({"players": 2} | given)).initial() for given in (options, {}))
    assert isinstance(other, State)
    assert isinstance(two, State)
    other.short = two.short = 3
    assert duel.age(other) == 0
    assert duel.games(other) == 6000
    assert duel.age(two) == 3
    own = [list(row) for row in two.copies]
    own[duel.MOST - 1][0] += 1
    two.copies = own
    assert duel.age(two) == 0


@pytest.mark.parametrize(("misses", "theirs", "best"), [(LOW | JUST, 30, "low"), (HIGH | JUST, 33, "high")])
def test_strong_does_not_bet_on_what_would_make_the_rival_win(misses: int, theirs: int, best: str) -> None:
    """JUST is rare and still missing; but the grab that makes it right gives the challenger forty cards."""
    game, s = position("novice", (misses, HIGH | LOW | JUST), (0, theirs), 3)
    s = flipped(game, s, 8)
    values = {str(game.actions[bet]): value for bet, value in worth(game, s).items()}
    assert max(values, key=lambda bet: values[bet]) == f"bet {best}"
    assert str(game.actions[normal(s, 0, Stream(1))]) == "bet just"
    found = bots.opinion(game, "strong", 0, game.redact(s, 0), game.legal(s, 0), Stream(1), simulations=900)
    assert str(game.actions[found.action]) == f"bet {best}"
    assert found.shares[0][1] == pytest.approx(values[f"bet {best}"], abs=0.03)
