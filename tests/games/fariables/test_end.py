"""The rules about the end, R18 to R25."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.games.fariables import rules
from fairyring.games.fariables.schema import ROLL, End, State

from .helpers import apart, do, ended, game

REASONS = ("fourteen", "fourteen-flowers", "fourteen-kinds", "fourteen-dice")


def outcome(s: State) -> fr.Outcome:
    outcome = game(s.players).outcome(s)
    assert outcome is not None
    return outcome


def roll_off(s: State, *sums: tuple[int, int, int]) -> State:
    for dice in sums:
        for face in dice:
            assert game(s.players).pending(s) == (fr.NATURE,)
            game(s.players).act(s, fr.NATURE, ROLL.id(face))
    return s


def test_r18_the_game_ends_as_soon_as_a_value_is_fourteen_before_anybody_moves() -> None:
    table = apart((6, 3, 3, 3, 3, 3))
    do(table, "roll 1", "roll 6", "roll 6", "done", "roll 1", "roll 6", "roll 6", "done", "roll 1", "roll 4")
    assert table.view().value["dew"] == 13
    do(table, "roll 6", "done", "roll 1", "roll 4")
    assert table.view().value["dew"] == 14
    assert table.pending == (fr.NATURE,)
    do(table, "roll 2")  # for the flowers: no die C, no moves
    assert table.outcome is not None
    assert table.view().turns == 4


def test_r18_a_value_may_end_above_fourteen() -> None:
    table = apart((6, 3, 3, 3, 3, 3))
    do(table, "roll 1", "roll 6", "roll 6", "done", "roll 1", "roll 6", "roll 6", "done", "roll 1", "roll 4", "roll 1", "done")
    do(table, "roll 1", "roll 6", "roll 1")
    assert table.view().value["dew"] == 16
    assert table.outcome is not None


def test_r19_one_die_says_which_kind_hid_in_all_flowers() -> None:
    for kind in range(1, 7):
        s = ended(["e5 b2 h2", "i1"], (1, 2, 3, 4, 5, 14), kind)
        assert s.flower == kind
        assert rules.score(s, 0) == 3 * (1, 2, 3, 4, 5, 14)[kind - 1]


def test_r20_points_are_the_values_under_the_tokens_and_most_points_win() -> None:
    s = ended(["a1 a2 a3 a5 b1 b4", "b2 b5 c1 c2 e2 e5"], (14, 2, 3, 4, 5, 6), 4)
    assert outcome(s).scores == (4 + 2 + 14 + 5 + 3 + 6, 4 + 4 + 14 + 6 + 4 + 4)
    assert outcome(s) == fr.Outcome("fourteen", (34, 36), (2, 1))


def test_r21_flowers_break_a_tie_on_points() -> None:
    s = ended(["b2 a1", "a4 d3"], (1, 2, 3, 5, 0, 14), 4)
    assert outcome(s) == fr.Outcome("fourteen-flowers", (10, 10), (1, 2))


def test_r21_only_those_with_most_points_compete() -> None:
    s = ended(["b2 a1", "a4 d3", "b5 e2 e5"], (1, 2, 3, 5, 0, 14), 1)
    assert outcome(s) == fr.Outcome("fourteen", (6, 10, 3), (2, 1, 3))
    s = ended(["b2 a1", "a4 c1", "b5"], (1, 2, 3, 5, 0, 14), 1)
    assert outcome(s).reason == "fourteen-flowers"
    assert outcome(s).places == (1, 2, 3)


def test_r22_different_kinds_break_a_tie_on_points_and_flowers() -> None:
    s = ended(["a1 a2", "b1 c4"], (1, 2, 3, 4, 0, 14), 4)  # 4 + 2 against 3 + 3
    assert outcome(s) == fr.Outcome("fourteen-kinds", (6, 6), (1, 2))


def test_r22_a_flower_counts_as_the_kind_that_hid_in_it() -> None:
    tokens = ["b2 a1", "b5 a2"]  # a flower and a cap, a flower and a leaf, of equal values
    assert outcome(ended(tokens, (1, 4, 3, 4, 0, 14), 4)) == fr.Outcome("fourteen-kinds", (8, 8), (2, 1))
    assert outcome(ended(tokens, (1, 4, 3, 4, 0, 14), 2)) == fr.Outcome("fourteen-kinds", (8, 8), (1, 2))


def test_r23_three_dice_break_the_last_tie_and_the_tied_roll_again() -> None:
    s = ended(["a1", "a4", "d3"], (1, 2, 3, 4, 0, 14), 1)
    assert game(3).outcome(s) is None
    roll_off(s, (6, 5, 1), (4, 4, 4))
    assert game(3).outcome(s) is None
    roll_off(s, (1, 1, 1))  # seats 0 and 1 have 12
    assert s.contenders == 0b011
    roll_off(s, (1, 2, 3), (2, 2, 2))
    assert s.contenders == 0b011
    roll_off(s, (1, 1, 1), (1, 1, 2))
    assert outcome(s) == fr.Outcome("fourteen-dice", (4, 4, 4), (2, 1, 2))


def test_r23_the_player_whose_roll_ended_the_game_rolls_first() -> None:
    s = ended(["a1", "a4", "a2"], (1, 2, 3, 4, 0, 14), 1)
    assert s.turn == 0
    table = game(3)
    t = ended(["a2", "a4", "a1"], (1, 2, 3, 4, 0, 14), 1)  # seat 0 is not tied: seat 1 is next
    assert t.turn == 1
    table.act(t, fr.NATURE, ROLL.id(6))
    assert t.dice == [0, 6, 0, 0, 0, 0]


def test_r24_every_reason_has_its_own_name() -> None:
    assert End.words == REASONS
    texts = game().room.texts()
    assert len({texts[f"end.{word}"] for word in End.words}) == len(REASONS)


@pytest.mark.parametrize("seat", [1, 2])
def test_r25_dice_decide_the_first_place_only(seat: int) -> None:
    tokens = ["a1", "a4", "d3", "b1", "b6"]
    s = ended(tokens, (1, 2, 3, 4, 0, 14), 1)
    roll_off(s, (1, 1, 1), *((6, 6, 6) if p == seat else (5, 5, 5) for p in (1, 2)))
    assert outcome(s).places == (2, *(1 if p == seat else 2 for p in (1, 2)), 4, 4)


def test_r25_lower_places_go_by_points_then_flowers_then_kinds() -> None:
    tokens = ["b4", "a1 a2", "b1 c4", "b2 a2", "a1"]  # 14; 4 + 2; 3 + 3; a flower and 2; 4
    s = ended(tokens, (1, 2, 3, 4, 0, 14), 4)
    assert outcome(s).scores == (14, 6, 6, 6, 4)
    assert outcome(s).places == (1, 3, 4, 2, 5)
