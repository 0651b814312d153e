"""Search for puzzles: deterministic, clear, and judged alike with other random numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import fairyring as fr
from fairyring.cli.main import main
from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.registry import room
from fairyring.core.record.puzzle import Puzzle, puzzles
from fairyring.lab.puzzles import MIN_GAP, find, judge


def test_find_is_deterministic_and_counts_on() -> None:
    game = fr.game("crane", players=3)
    first, again = (list(find(game, 1, seed=5, first=7)) for _ in range(2))
    assert first == again
    assert first[0].id == 7
    assert first[0].gap >= MIN_GAP - 0.001


@pytest.mark.parametrize("name", ["crane", "fairy", "fairy-tale", "fariables", "sneaky-town"])
def test_judge_agrees_with_shipped_puzzles(name: str) -> None:
    shipped = puzzles(room(name))
    for puzzle in islice(shipped.values(), 0, len(shipped), len(shipped) // 2):
        game: Game[object] = Game(room(name), dict(puzzle.options))  # type: ignore[type-var]
        assert str(game.action(puzzle.seat, judge(game, puzzle, seed=9).action)) == puzzle.choices[0].action


def test_find_needs_a_bot_that_searches() -> None:
    fariables = room("fariables")
    without = replace(fariables, bots=replace(fariables.bots, policies={}))
    with pytest.raises(OptionError, match="no bot that searches"):
        next(find(Game(without, {"players": 2}), 1, seed=1))


def test_puzzles_command_appends_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzles.jsonl"
    for seed in ("1", "2"):
        assert main(["puzzles", "crane", "--players", "3", "--count", "1", "--seed", seed, "--out", str(file)]) == 0
    lines = file.read_text("utf-8").splitlines()
    assert [Puzzle.read(line).id for line in lines] == [1, 2]
    assert "missed by" in capsys.readouterr().out
    assert main(["puzzles", "crane", "--players", "3", "--count", "0"]) == 2
