"""The end of a game of Fairy for two: exact, by the rules, and nothing answers it better."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pytest

import fairyring as fr
from fairyring.cli.main import main
from fairyring.core.rng import Stream
from fairyring.games.fairy.rules import right_guesses
from fairyring.games.fairy.schema import Guess
from fairyring.games.fairy.solve.late import Late, position
from fairyring.games.fairy.solve.matrix import matrix_game

GAME = fr.game("fairy", players=2)


def test_matrix_game_solutions_are_optimal() -> None:
    value, p, q = matrix_game(np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]))
    assert value == pytest.approx(1 / 3)
    assert p == pytest.approx([1 / 3] * 3) == q
    assert matrix_game(np.array([[0.5, 0.7], [0.2, 0.9]]))[0] == 0.5  # a saddle: nobody mixes
    rng = Stream(5)
    for _ in range(40):
        pays = np.array([[rng.below(7) / 6 for _ in range(4)] for _ in range(4)])  # many of them alike
        value, p, q = matrix_game(pays)
        assert p.sum() == pytest.approx(1) == q.sum()
        assert (p @ pays).min() == pytest.approx(value) == (pays @ q).max()


def test_late_one_card_left_agrees_with_arithmetic() -> None:
    for top, card, scores in product((3, 10, 20), (4, 8, 21), ((5, 5), (9, 8), (-4, -4), (3, 9))):
        s: Any = position(GAME, top, {card}, scores)
        if s.play_off and scores[0] != scores[1]:
            continue  # over by now
        right = right_guesses(s, top, card)
        row = [reward if right >> guess & 1 else -1 for guess, reward in enumerate((2, 2, 4, 7))]
        ends = [
            [scores[0] + max(row[a], -4 - scores[0]) - scores[1] - max(row[b], -4 - scores[1]) for b in Guess] for a in Guess
        ]
        value = matrix_game(np.array([[0.5 if gap == 0 else float(gap > 0) for gap in line] for line in ends]))[0]
        assert Late(GAME).value(s) == pytest.approx(value)


@pytest.mark.parametrize(
    ("top", "left", "scores"),
    [(11, {3, 18}, (10, 12)), (11, {7, 20}, (6, 6)), (2, {4, 19}, (22, 23)), (9, {8, 15}, (-4, -4))],
)
def test_late_best_responses_gain_zero(top: int, left: set[int], scores: tuple[int, int]) -> None:
    late, s = Late(GAME), position(GAME, top, left, scores)
    value = late.value(s)
    assert late.best_response_value(s, 0) == pytest.approx(value)
    assert late.best_response_value(s, 1) == pytest.approx(value)
    if scores[0] == scores[1]:
        assert value == pytest.approx(0.5)


def test_late_leader_mixes_in_the_rivals_guess() -> None:
    """A fairy ends the game. Who is behind by three needs it, so who leads guesses it half of the time as well."""
    value, leads, behind = Late(GAME).solved(position(GAME, 2, {10, 16, 18}, (9, 6)))
    assert 0.5 < value < 1
    assert leads[Guess.CATCH] == pytest.approx(0.5) == behind[Guess.CATCH]


def test_solve_command_prints_value_and_strategies(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "fairy", "--top", "2", "--left", "10,18", "--scores", "9,6"]
    assert main([*words, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["value"] == pytest.approx(Late(GAME).value(position(GAME, 2, {10, 18}, (9, 6))), abs=1e-6)
    assert [sum(guess.values()) for guess in output["guesses"]] == pytest.approx([1, 1], abs=1e-5)
    assert main(words) == 0
    assert "player 1 wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "Say where the game stands"),
        ("--top 2 --left 2,3 --scores 1,1", "each of them once"),
        ("--top 2 --left 30 --scores 1,1", "each of them once"),
        ("--top 2 --left x --scores 1,1", "not a whole number"),
        ("--top 2 --left 3,5,6,7,8 --scores 1,1", "at most 4"),
        ("--top 2 --left 3 --scores 1,30", "two scores"),
        ("--top 2 --left 3 --scores 1,2", "is over"),
    ],
)
def test_solve_command_refuses_impossible_positions(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "fairy", *words.split()]) == 2
    assert message in capsys.readouterr().err
