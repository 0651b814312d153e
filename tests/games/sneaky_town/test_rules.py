"""Tests for the rules of the town and of turns, R1 to R16; the number is in the name."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.rng import Stream
from fairyring.games.sneaky_town import rules
from fairyring.games.sneaky_town.schema import ACTIONS, State
from tests.games.sneaky_town.helpers import CLOSED, RACKS, TILES, town


def kinds(table: fr.Table[Any], seat: int) -> Counter[str]:
    """How many actions of each kind the seat has."""
    return Counter(action.kind for action in table.legal(seat))


def state(table: fr.Table[Any]) -> State:
    s = table.state
    assert isinstance(s, State)
    return s


def test_r1_two_players_and_no_other_number() -> None:
    assert fr.game("sneaky-town").players == 2
    with pytest.raises(fr.FairyringError, match="exactly 2 players, not 3"):
        fr.game("sneaky-town", players=3)


def test_r2_there_is_a_point_for_each_pair_of_lines() -> None:
    names = [str(action) for action in town().legal(0) if action.kind == "cast"]
    assert names == [f"cast {i},{j}" for i in range(1, 6) for j in range(1, 6)]
    with pytest.raises(fr.CannotParse, match="6,1"):
        town("cast 6,1")


def test_r2_the_drawing_is_a_diamond_with_1_5_on_top() -> None:
    table = town("cast 2,4; cast 5,1")
    lines = table.game.room.presentation.terminal(table.game, table.view(0), table.game.speaker(["Ann", "Bo"]))
    where = {}
    for i in range(1, 6):
        for j in range(1, 6):
            row = next(k for k, line in enumerate(lines) if f"{i},{j}" in line)
            where[i, j] = (lines[row].index(f"{i},{j}"), row)
    left, middle = where[1, 1]
    for (i, j), (x, y) in where.items():
        assert x - left == 4 * (i + j - 2)
        assert middle - y == j - i
    assert "●2,4" in "\n".join(lines)
    assert "□5,1" in "\n".join(lines)
    assert max(map(len, lines)) < 80


def test_r3_eight_stones_in_reserve_and_an_empty_board() -> None:
    view = town().view()
    assert view.reserve == (8, 8)
    assert view.stones == ((), ())
    assert view.swapped == (0, 0)
    assert state(town()).cast == [0, 0]


def test_r4_a_rack_is_three_charms_and_two_voids() -> None:
    tiles = ("blue", "brown", "flower", "void", "void")
    assert {str(action) for action in fr.game("sneaky-town").chance} == {"rack " + ",".join(p) for p in permutations(tiles)}


def test_r5_sixty_orders_are_equally_likely_for_each_player() -> None:
    table = fr.Table(fr.game("sneaky-town"))
    for rack in RACKS:
        assert table.game.chances(table.state) == tuple((order, 1) for order in range(60))
        table.play(fr.NATURE, rack)
    assert table.pending == (0,)


def test_r5_tiles_are_visible_to_their_owner_and_to_others_once_revealed() -> None:
    table = town("reveal 4; reveal 1")
    assert table.view(0).tiles == (TILES[0], None)
    assert table.view(1).tiles == (None, TILES[1])
    for viewer in (0, 1, None):
        assert table.view(viewer).shown == (("blue-sun", None, None, None, None), (None, None, None, "brown-sun", None))
    sentences = [table.game.say(event) for event in table.events_for(0)]
    assert sentences[0] == "Your tiles, from line 1 on: blue sun, brown sun, flower, void, void."
    assert not any("Your tiles" in table.game.say(event) for event in table.events_for(None))
    dealing = fr.Table(fr.game("sneaky-town"))
    for owner, rack in enumerate(RACKS):
        dealt = dealing.game.action(fr.NATURE, rack).id
        assert [dealing.game.rules.witness(dealing.state, fr.NATURE, dealt, p) for p in (0, 1)] == [p == owner for p in (0, 1)]
        dealing.play(fr.NATURE, rack)


def test_r6_player_1_begins_and_turns_alternate() -> None:
    table = town()
    for turn in range(6):
        assert table.pending == (turn % 2,)
        table.play(turn % 2, f"cast 1,{turn + 1}" if turn < 5 else "cast 2,1")


def test_r6_the_start_alternates_and_colours_stay() -> None:
    table = town(racks=RACKS * 4, match="lead:3")
    for starter in (0, 1, 0):
        assert table.pending == (starter,)
        assert table.view().starter == starter
        table.play(starter, "cast 1,2")
        table.play(1 - starter, "end")  # the blue sun pays 15 to blue and 5 to brown
        assert table.view().points[starter] == (15, 5)[starter]
    assert table.pending == (1,)


def test_r7_one_action_a_turn_and_no_passing() -> None:
    table = town("cast 1,1")
    assert table.pending == (1,)
    with pytest.raises(fr.NotYourTurn):
        table.play(0, "cast 1,2")
    assert set(kinds(table, 1)) == {"cast", "reveal", "end"}
    with pytest.raises(fr.CannotParse, match="pass"):
        table.play(1, "pass")


def test_r7_players_handle_their_own_stones() -> None:
    table = town("cast 1,1; cast 2,2")
    for move in ("transfer 2,2 3,3", "recover 2,2", "swap 2,2 1,1", "recover 3,3"):
        with pytest.raises(fr.NotLegal, match="you have no stone on the first point"):
            table.play(0, move)


def test_r8_cast_takes_a_reserve_stone_to_an_open_point() -> None:
    table = town("cast 3,4")
    assert state(table).stones == [1 << 13, 0]
    assert table.view().reserve == (7, 8)
    with pytest.raises(fr.NotLegal, match="there is a stone on the point"):
        table.play(1, "cast 3,4")
    assert kinds(table, 1)["cast"] == 24


def test_r9_transfer_goes_to_a_different_open_point() -> None:
    table = town("cast 1,1; cast 2,2")
    assert kinds(table, 0)["transfer"] == 23
    for move, why in (("transfer 1,1 1,1", "different point"), ("transfer 1,1 2,2", "there is a stone")):
        with pytest.raises(fr.NotLegal, match=why):
            table.play(0, move)
    table.play(0, "transfer 1,1 5,5")
    assert state(table).stones == [1 << 24, 1 << 6]
    assert table.view().reserve == (7, 7)


def test_r10_recover_brings_a_stone_back_to_the_reserve() -> None:
    table = town("cast 1,1; cast 2,2; recover 1,1")
    assert state(table).stones == [0, 1 << 6]
    assert table.view().reserve == (8, 7)
    assert kinds(table, 1)["cast"] == 24


def test_r11_reveal_costs_a_stone_and_opens_a_line_of_the_opponent_once() -> None:
    table = town("reveal 2; cast 1,1")
    assert table.view().reserve == (7, 7)
    assert table.view().shown == (CLOSED, (None, "blue-sun", None, None, None))
    assert kinds(table, 0)["reveal"] == 4
    with pytest.raises(fr.NotLegal, match="revealed already"):
        table.play(0, "reveal 2")
    table.play(0, "reveal 1")
    assert table.view().shown[1] == ("void", "blue-sun", None, None, None)
    table.play(1, "reveal 2")  # the same number, but a line of the other player
    assert table.view().shown[0] == (None, "brown-sun", None, None, None)


def test_r12_swap_costs_a_stone_and_a_mark_and_exchanges_two_stones() -> None:
    table = town("cast 1,1; cast 5,5; cast 1,2; cast 5,4")
    assert kinds(table, 0)["swap"] == 4
    with pytest.raises(fr.NotLegal, match="opponent has no stone on the second point"):
        table.play(0, "swap 1,1 1,2")
    table.play(0, "swap 1,1 5,5")
    assert state(table).stones == [1 << 24 | 1 << 1, 1 << 0 | 1 << 23]
    assert table.view().reserve == (5, 6)
    assert table.view().swapped == (1, 0)


def test_r12_without_a_stone_of_each_side_there_is_no_swap() -> None:
    assert kinds(town(), 0)["swap"] == 0
    assert kinds(town("cast 1,1; reveal 1"), 0)["swap"] == 0


def test_r12_both_players_share_twelve_marks() -> None:
    table = town("cast 1,1; cast 5,5" + "; swap 1,1 5,5" * 12)
    assert table.view().swapped == (6, 6)
    assert table.view().reserve == (1, 1)
    assert kinds(table, 0)["swap"] == 0
    with pytest.raises(fr.NotLegal, match="all swap marks are used up"):
        table.play(0, "swap 1,1 5,5")


def test_r13_sacrificed_stones_leave_for_one_round() -> None:
    table = town("cast 1,1; cast 5,5; swap 1,1 5,5; reveal 1; reveal 1; recover 1,1", RACKS * 2, match="lead:3")
    assert table.view().reserve == (5, 7)
    assert state(table).cast == [1, 0]
    table.play(0, "end")
    view = table.view()
    assert view.reserve == (8, 8)
    assert view.swapped == (0, 0)
    assert view.closed == (("1", "2", "3", "4", "5"),) * 2
    assert view.stones == ((), ())
    assert view.shown == (CLOSED, CLOSED)


def test_r14_the_round_may_be_ended_on_any_turn_even_the_first() -> None:
    for moves in ("end", "cast 1,1; end", "cast 1,1; reveal 1; end"):
        assert town(moves).pending == ()
    for stop in range(3):
        assert kinds(town(";".join(["cast 1,1", "cast 2,2", "reveal 1"][:stop])), stop % 2)["end"] == 1


def test_r15_with_an_empty_reserve_one_can_transfer_recover_or_end() -> None:
    casts = [f"cast {i},{j}" for j in range(1, 6) for i in range(1, 6)]
    table = town(";".join(casts[:16]))
    assert table.view().reserve == (0, 0)
    assert kinds(table, 0) == {"transfer": 8 * 9, "recover": 8, "end": 1}
    for move in (casts[20], "reveal 1", f"swap {casts[0][5:]} {casts[1][5:]}"):
        with pytest.raises(fr.NotLegal, match="your reserve is empty"):
            table.play(0, move)


def test_r16_a_swap_can_be_undone_by_swapping_back() -> None:
    table = town("cast 1,1; cast 5,5")
    before = state(table).stones
    for _ in range(3):
        table.play(0, "swap 1,1 5,5")
        assert state(table).stones == before[::-1]
        table.play(1, "swap 1,1 5,5")
        assert state(table).stones == before
    assert table.view().reserve == (4, 4)


def test_legal_actions_are_those_check_allows() -> None:
    """R7: the k-th legal action is found by arithmetic; `check` is written apart from it."""
    game = fr.game("sneaky-town")
    blocks = [(kind.name, kind.first, kind.count) for kind in game.actions.kinds]
    assert blocks == [
        ("cast", 0, 25),
        ("transfer", 25, 625),
        ("recover", 650, 25),
        ("reveal", 675, 5),
        ("swap", 680, 625),
        ("end", 1305, 1),
    ]
    table, rng = fr.Table(game, seed=3), Stream(8)
    for _ in range(40):
        seat = table.pending[0]
        s = state(table)
        legal = game.legal(s, seat)
        assert legal == tuple(a for a in range(len(game.actions)) if rules.check(s, seat, a) == 0)
        assert rules.legal_count(s, 1 - seat) == 0
        assert rules.check(s, seat, ACTIONS.size) != 0
        table.play(seat, legal[rng.below(len(legal) - 1)])


def test_check_does_not_change_the_state() -> None:
    """R7: refusals leave the table as it was."""
    table = town("cast 1,1")
    before = schema.digest(table.state)
    for move in ("cast 1,1", "recover 1,1", "transfer 1,1 2,2", "swap 1,1 2,2", "reveal 9", "dance"):
        with pytest.raises(fr.FairyringError):
            table.play(1, move)
    assert schema.digest(table.state) == before
