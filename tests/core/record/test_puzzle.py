"""Puzzles: the shipped ones replay and ask a legal question; their form survives a file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairyring.core.errors import RecordError
from fairyring.core.game.registry import room
from fairyring.core.record.puzzle import EASY, HARD, MEDIUM, Choice, Puzzle, puzzles
from fairyring.core.table.table import Table
from fairyring.lab.puzzles import MIN_GAP, MIN_Z

GAMES = ("crane", "fairy", "fairy-tale", "fariables", "sneaky-town")


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_replay_to_an_open_decision(game: str) -> None:
    shipped = puzzles(room(game))
    assert len(shipped) >= 30
    assert list(shipped) == list(range(1, len(shipped) + 1))
    for puzzle in shipped.values():
        record = puzzle.record(room(game))
        assert record.outcome is None
        table = Table.rebuild(record.game(), record.decisions)
        assert puzzle.seat in table.pending
        assert not table.open_choices
        legal = {str(action) for action in table.legal(puzzle.seat)}
        assert legal >= {choice.action for choice in puzzle.choices}


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_have_one_clearly_best_choice(game: str) -> None:
    for puzzle in puzzles(room(game)).values():
        best, second, *_worse = puzzle.choices
        assert puzzle.gap >= MIN_GAP - 0.001  # shares are rounded
        assert puzzle.gap >= MIN_Z * (best.error**2 + second.error**2) ** 0.5 - 0.002
        assert puzzle.missed_by
        shares = [choice.share for choice in puzzle.choices]
        assert shares == sorted(shares, reverse=True)


def test_puzzle_survives_its_line() -> None:
    puzzle = puzzles(room("fairy"))[1]
    assert Puzzle.read(puzzle.line()) == puzzle


def test_puzzle_level_follows_from_who_misses_it_and_depth() -> None:
    choices = (Choice("guess higher", 0.6, 0.01), Choice("guess lower", 0.4, 0.01))
    puzzle = Puzzle(1, 1, {"players": 2}, 0, (), choices, depth=64, missed_by=("easy",))
    assert puzzle.level == EASY
    assert replace(puzzle, missed_by=("easy", "normal")).level == MEDIUM
    assert replace(puzzle, missed_by=("normal",), depth=4096).level == HARD


def test_puzzle_without_its_rules_is_refused() -> None:
    puzzle = replace(puzzles(room("fairy"))[1], rules=99)
    with pytest.raises(RecordError, match="version 99 of the rules"):
        puzzle.record(room("fairy"))
