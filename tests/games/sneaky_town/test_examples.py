"""The rulebook's example round and its common clarifications, as games."""

from __future__ import annotations

from typing import Any

import pytest

import fairyring as fr

# Blue sun on 2,4, brown sun on 5,1, flower on 3,3; player 2's voids are on lines 2 and 5.
RACKS = ("rack void,blue,flower,void,brown", "rack brown,void,flower,blue,void")


def town(moves: str, **options: object) -> fr.Table[Any]:
    table = fr.Table(fr.game("sneaky-town", match="single", **options), chance=RACKS, names=["Ann", "Bo"])
    for move in moves.split(";"):
        table.play(table.pending[0], move.strip())
    return table


def test_rulebook_example_round_9_to_5() -> None:
    """R17–R19, R21: Bo has the blue sun (5), nobody the brown one, Ann the flower (10) less a void she revealed."""
    table = town("cast 3,3; cast 2,4; reveal 2; cast 4,4; cast 1,1; end")
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == (9, 5)
    assert outcome.winners == (0,)
    sentences = [table.game.say(event, table.names) for event in table.events_for()]
    assert sentences[-8:] == [
        "The tiles of Bo, from line 1 on: brown sun, void, flower, blue sun, void.",
        "The blue sun lies on 2,4, captured by Bo: +5.",
        "The brown sun lies on 5,1, captured by nobody.",
        "The flower lies on 3,3, captured by Ann: +10.",
        "Ann revealed voids: −1.",
        "Ended by Bo, the round is scored 9 to 5.",
        "Ann wins round 1. Rounds won: 1 to 0.",
        "Ann wins the match, 1 to 0 in rounds: there was one round to play.",
    ]
    say = table.game.speaker(table.names)
    assert [say.say(line) for line in table.game.sheet(table.state)] == [
        "Round 1, ended by Bo: 9 for Ann, 5 for Bo",
        "  blue sun on 2,4: Bo, +5",
        "  brown sun on 5,1: nobody",
        "  flower on 3,3: Ann, +10",
        "  1 of the opponent's voids revealed: Ann, −1",
        "Ann: 1 round won, place 1",
        "Bo: 0 rounds won, place 2",
    ]


def test_rulebook_clarification_1_end_on_the_first_turn() -> None:
    """R14, R21: nobody has anything yet, so whoever ends it loses the tie."""
    table = town("end")
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == (0, 0)
    assert outcome.winners == (1,)


def test_rulebook_clarification_2_no_stones_left() -> None:
    """R15: all sixteen stones are out, and play goes on."""
    points = [f"{i},{j}" for i in range(1, 5) for j in range(1, 5)]
    table = town(";".join(f"cast {point}" for point in points))
    assert table.view().reserve == (0, 0)
    assert {action.kind for action in table.legal(0)} == {"transfer", "recover", "end"}
    table.play(0, "transfer 1,1 5,5")
    table.play(1, "recover 1,2")
    assert {action.kind for action in table.legal(1)} == set()
    table.play(0, "end")
    assert table.outcome is not None


def test_rulebook_clarification_3_swap_back() -> None:
    """R16: back and forth, any number of times, as long as stones and marks last."""
    table = town("cast 1,1; cast 2,2")
    stones = table.view().stones
    for times in range(1, 7):
        table.play(0, "swap 1,1 2,2")
        assert table.view().stones == stones[::-1]
        table.play(1, "swap 1,1 2,2")
        assert table.view().stones == stones
        assert table.view().swapped == (times, times)
    with pytest.raises(fr.NotLegal):
        table.play(0, "swap 1,1 2,2")


def test_rulebook_clarification_4_negative_score() -> None:
    """R20: two voids revealed and no charm captured."""
    table = town("reveal 2; cast 4,4; reveal 5; end")
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores == (-2, 0)
    assert outcome.winners == (1,)
