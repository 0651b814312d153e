"""One test or more for each rule of RULES.md; the number is in the name. The end of the game is in test_end.py."""

from __future__ import annotations

import pytest

import fairyring as fr
from fairyring.core.errors import CannotParse
from fairyring.games.fariables.boards import shipped
from fairyring.games.fariables.schema import BEGIN, LIFT, MAX_SPACES, PLACE, ROLL, Fairy, Refusal, State

from .helpers import APART, apart, do, game, legal, placed, spaces_of, start, to_roll


def around(name: str) -> set[str]:
    """The neighbours of a space of the meadow."""
    board = shipped("meadow")
    index = [space.name for space in board.spaces].index(name)
    return {board.spaces[p].name for p in board.near[index]}


def places(*names: str) -> set[str]:
    return {f"place {name}" for name in names}


def test_r1_a_space_has_up_to_six_neighbours_and_a_token_may_go_on_all_of_them() -> None:
    assert around("e5") == {"e4", "e6", "d4", "d5", "f4", "f5"}
    assert around("a1") == {"a2", "b1", "b2"}
    table = do(start(), "place e5", "place i5")
    assert legal(table) == places(*around("e5"))


def test_r2_everybody_has_six_tokens() -> None:
    table = do(start(), *(f"place {name}" for name in APART.split()[:-1]))
    assert len(spaces_of(table, 0)) == 6
    assert table.pending == (1,)
    do(table, "place g6")
    assert len(spaces_of(table, 1)) == 6
    assert table.pending == (fr.NATURE,)


def test_r3_all_six_faces_are_equally_likely() -> None:
    fresh = game()
    table = fr.Table(fresh)
    assert fresh.chances(table.state) == tuple((ROLL.id(face), 1) for face in range(1, 7))
    with pytest.raises(fr.NotLegal, match="cannot happen now"):
        table.play(fr.NATURE, "first 1")
    with pytest.raises(CannotParse):
        table.play(fr.NATURE, "roll 7")


def test_r4_one_die_is_rolled_for_each_kind_and_flowers_have_no_value() -> None:
    assert start((4, 1, 6, 2, 5, 3)).view().value == {
        "flower": None, "dew": 4, "leaf": 1, "bell": 6, "cap": 2, "moon": 5, "star": 3,
    }  # fmt: skip


@pytest.mark.parametrize("first", ["1", "2", "3"])
def test_r5_the_table_sets_the_first_player_who_also_rolls_first(first: str) -> None:
    table = start(players=3, first=first)
    order = []
    while not to_roll(table):
        order.append(table.pending[0])
        do(table, str(table.legal(order[-1])[0]))
    begins = int(first) - 1
    assert order == [(begins + step) % 3 for step in range(18)]
    assert table.view().turn == begins
    do(table, "roll 1", "roll 3", "roll 1")
    assert table.pending == (begins,)
    do(table, "done", "roll 1", "roll 3", "roll 1")
    assert table.pending == ((begins + 1) % 3,)


def test_r5_the_first_player_is_drawn_by_default() -> None:
    table = start(players=3, first="random")
    assert table.game.chances(table.state) == tuple((BEGIN.id(seat), 1) for seat in range(3))
    assert do(table, "first 3").pending == (2,)


def test_r6_tokens_are_placed_in_turn_without_passing() -> None:
    table = start()
    assert table.pending == (0,)
    with pytest.raises(fr.NotLegal, match="nobody passes"):
        do(table, "done")
    with pytest.raises(fr.NotYourTurn):
        table.play(1, "place a1")
    assert do(table, "place a1").pending == (1,)
    with pytest.raises(fr.NotLegal, match="only once all are on the board"):
        do(table, "lift a1")


def test_r7_the_first_token_goes_anywhere_and_the_next_beside_an_own_one() -> None:
    table = start()
    assert len(legal(table)) == 61
    do(table, "place a1")
    assert len(legal(table)) == 60  # the other player's first token is as free
    do(table, "place b1")
    assert legal(table) == places("a2", "b2")
    with pytest.raises(fr.NotLegal, match="beside one of your own"):
        do(table, "place e5")


def test_r7_a_player_without_open_neighbours_goes_anywhere_and_is_then_bound_again() -> None:
    table = do(start(players=4), "place a1", "place a2", "place b1", "place b2")
    assert len(legal(table)) == 57  # seat 0 is shut in on a1
    do(table, "place i1", "place a3", "place c1", "place b3")
    assert legal(table) == places("h1", "h2", "i2")


def test_r8_only_one_token_stands_on_a_space_and_flowers_are_spaces() -> None:
    table = do(start(), "place e5")
    assert isinstance(table.state, State)
    assert table.state.on_kind[0] == [1, 0, 0, 0, 0, 0, 0]
    assert table.view().own[0] == ("e5",)
    with pytest.raises(fr.NotLegal, match="only one fits"):
        do(table, "place e5")


def test_r1_ids_of_missing_spaces_are_unnamed_and_illegal() -> None:
    table = start()
    assert len(table.game.actions) == 2 * MAX_SPACES + 1
    for kind in (PLACE, LIFT):
        for space in range(61, MAX_SPACES):
            assert table.game.actions.get(kind.id(space)) is None
            assert table.game.rules.check(table.state, 0, kind.id(space)) == Refusal.NO_SPACE
    with pytest.raises(CannotParse, match="means nothing with these options"):
        table.play(0, PLACE.id(61))
    with pytest.raises(CannotParse, match="“j1” is no space for “place”"):
        do(table, "place j1")


def test_r9_all_information_is_public() -> None:
    table = do(apart(), "roll 1", "roll 5", "roll 2", "lift a1")
    fields = table.game.room.schema.state.fields.values()
    assert {field.visibility.known.name for field in fields} == {"EVERYBODY"}
    assert {field.visibility.shown.name for field in fields if not field.visibility.derived} == {"EVERYBODY"}
    for s, step, _events in table.record.walk():
        if step is not None:
            action = table.game.action(step.seat, step.action)
            assert all(table.game.rules.witness(s, step.seat, action.id, viewer) for viewer in (0, 1))
    assert table.events_for(0) == table.events_for(1) == table.events_for(None)


def test_r10_a_turn_is_three_dice_and_then_moves_and_then_it_is_the_next_players_turn() -> None:
    table = apart()
    assert [do(table, "roll 2").pending, do(table, "roll 2").pending] == [(fr.NATURE,), (fr.NATURE,)]
    assert do(table, "roll 2").pending == (0,)
    do(table, "done", "roll 2", "roll 2", "roll 2")
    assert table.pending == (1,)
    assert do(table, "lift i5", "done", "place e5").view().turn == 0
    assert table.view().turns == 2


def test_r11_die_a_says_which_kind_changes() -> None:
    for kind in range(1, 7):
        table = do(apart(), f"roll {kind}", "roll 6")
        values = table.view().value
        assert [values[Fairy.word(k)] for k in range(1, 7)] == [6 if k == kind else 3 for k in range(1, 7)]


@pytest.mark.parametrize(("face", "change"), [(1, -2), (2, -1), (3, 0), (4, 1), (5, 2), (6, 3)])
def test_r12_die_b_changes_the_value_by_three_less_than_it_shows(face: int, change: int) -> None:
    assert do(apart(), "roll 4", f"roll {face}").view().value["cap"] == 3 + change


def test_r13_a_value_never_falls_below_zero() -> None:
    table = do(apart((1, 2, 3, 3, 3, 3)), "roll 1", "roll 1", "roll 1", "done")
    assert table.view().value["dew"] == 0
    do(table, "roll 1", "roll 2", "roll 1", "done", "roll 1", "roll 4")
    assert table.view().value["dew"] == 1


def test_r13_a_change_that_stops_at_zero_says_so() -> None:
    table = do(apart((1, 2, 3, 3, 3, 3)), "roll 1", "roll 1", "roll 1", "done", "roll 1", "roll 2", "roll 1", "done")
    do(table, "roll 2", "roll 1", "roll 1", "done", "roll 1", "roll 4")
    changes = [table.game.say(event, ["Ann", "Bo"]) for event in table.events_for() if event.kind == "changed"]
    assert changes == [
        "Ann rolls the dice: the dew fairies would change by −2, but no value falls below 0.",
        "Bo rolls the dice: the dew fairies would change by −1, but no value falls below 0.",
        "Ann rolls the dice: the leaf fairies change by −2, to 0.",
        "Bo rolls the dice: the dew fairies change by +1, to 1.",
    ]


def test_r14_any_number_of_tokens_up_to_die_c_may_be_moved() -> None:
    table = do(apart(), "roll 1", "roll 3", "roll 3")
    assert legal(table) == {"done", *(f"lift {name}" for name in ("a1", "a2", "b1", "b2", "c1", "c2"))}
    assert to_roll(do(table, "done"))  # none
    table = do(apart(), "roll 1", "roll 3", "roll 3", "lift a1", "done", "place e5")  # one
    assert to_roll(table)
    table = do(apart(), "roll 1", "roll 3", "roll 3", "lift a1", "lift a2", "lift b1")  # three, and no more
    assert len(legal(table)) == 61 - 9
    assert legal(table) >= places("a1", "a2", "b1", "e5")
    with pytest.raises(fr.NotLegal, match="put down what you hold"):
        do(table, "lift b2")


def test_r15_lifted_spaces_are_open_at_once_and_lifted_tokens_must_come_down() -> None:
    table = do(apart(), "roll 1", "roll 3", "roll 2")
    with pytest.raises(fr.NotLegal, match="lift the tokens you want to move first"):
        do(table, "place e5")
    do(table, "lift a1")
    with pytest.raises(fr.NotLegal, match="still lifting"):
        do(table, "place a1")
    with pytest.raises(fr.NotLegal, match="you have no token there"):
        do(table, "lift a1")
    with pytest.raises(fr.NotLegal, match="you have no token there"):
        do(table, "lift i5")
    do(table, "lift b1")
    with pytest.raises(fr.NotLegal, match="all the tokens that you lifted"):
        do(table, "done")
    do(table, "place b1", "place a1")
    assert spaces_of(table, 0) == {"a1", "a2", "b1", "b2", "c1", "c2"}
    assert to_roll(table)
    assert table.view().moves == 2


def test_r15_with_all_six_tokens_lifted_the_board_holds_none_of_them() -> None:
    table = do(apart(), "roll 1", "roll 3", "roll 6", *(f"lift {name}" for name in ("a1", "a2", "b1", "b2", "c1", "c2")))
    assert spaces_of(table, 0) == set()
    assert len(legal(table)) == 61 - 6


def test_r16_moved_tokens_are_placed_together_but_need_not_touch_those_that_stayed() -> None:
    table = do(apart(), "roll 1", "roll 3", "roll 3", "lift a1", "lift a2", "lift b1", "place e5")
    assert legal(table) == places(*around("e5"))
    with pytest.raises(fr.NotLegal, match="beside one that you moved this turn"):
        do(table, "place b1")  # beside b2, which stayed
    do(table, "place e4")
    assert legal(table) == places(*(around("e5") | around("e4")) - {"e4", "e5"})


# Seat 1 leaves one hole at i1, whose neighbours are h1, i2: seat 0 is surrounded as soon as it stands there.
HOLE = "a1 h1 a2 h2 b1 i2 b2 i3 c1 i4 c2 h3"


def test_r17_once_the_moved_tokens_are_surrounded_all_the_rest_go_anywhere() -> None:
    table = do(placed(HOLE), "roll 1", "roll 3", "roll 3", "lift a1", "lift a2", "lift b1", "place i1")
    anywhere = legal(table)
    assert len(anywhere) == 61 - 6 - 4
    assert table.events_for(0)[-1].kind == "surrounded"
    do(table, "place e9")
    assert legal(table) == anywhere - {"place e9"}  # not only beside e9
    assert to_roll(do(table, "place e1"))


def test_r17_the_next_turn_is_bound_again() -> None:
    table = do(placed(HOLE), "roll 1", "roll 3", "roll 2", "lift a1", "lift a2", "place i1", "place e9")
    do(table, "roll 1", "roll 3", "roll 2", "lift h1", "lift h2", "place a1")
    assert legal(table) == places("a2")
