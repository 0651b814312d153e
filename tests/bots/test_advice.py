"""Hints, and what is said of decisions afterwards: from what a seat knew then, never with hindsight."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from fairyring.bots import Limits, Position, recall
from fairyring.bots.advice import advise, advising_level, in_words
from fairyring.cli import main
from fairyring.core.game import registry
from fairyring.core.record.record import Record
from fairyring.core.rng import Stream
from fairyring.core.table.table import Table
from fairyring.lab.analyse import JudgedDecision, judge
from tests.paths import GAME_TESTS

FAIRY = GAME_TESTS / "fairy" / "records" / "top.jsonl"


@pytest.mark.parametrize("name", ["fairy", "crane"])  # all games: tests/bots
def test_advise_ignores_hidden_information(name: str) -> None:
    """The same seat in another world that looks the same to it gets the same advice."""
    game = registry.game(name)
    table = Table(game, seed=3)
    while not any(seat >= 0 for seat in table.pending):
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    seat = table.pending[0]
    position = Position.at(table, seat, recall(game, seat, table.history))
    other = Position.of(game, game.imagine(position.knowledge, seat, Stream(99)), seat, position.memory)
    first, second = (advise(each, Limits(simulations=60), wait=False) for each in (position, other))
    assert first == second
    assert first.action in position.legal
    assert advising_level(game) == {"fairy": "exact", "crane": "strong"}[name]  # for two, at the end of Fairy
    words = in_words(game, seat, first, game.speaker(table.names))
    assert "% to win" in words
    assert words.startswith(game.say_action(game.action(seat, first.action), seat))


def judged(record: Record, simulations: int = 150, wait: bool = False) -> dict[int, JudgedDecision]:
    """Return the judged decisions by their index; `wait` for the compiled search."""
    return {decision.index: decision for decision in judge(record, limits=Limits(simulations=simulations), wait=wait)}


def test_judge_ignores_later_decisions() -> None:
    """What comes later changes nothing of what is said about what came before."""
    record = Record.load(FAIRY)
    short = replace(record, decisions=record.decisions[:6], outcome=None, digest="")
    long, before = judged(replace(record, decisions=record.decisions[:10], outcome=None, digest="")), judged(short)
    assert before
    assert all(long[index] == judgement for index, judgement in before.items())


def test_judge_finds_a_blunder() -> None:
    """Decision 5 of this game guesses lower on a low card; no other of the first five costs so much."""
    record = Record.load(FAIRY)
    judgements = judged(replace(record, decisions=record.decisions[:6], outcome=None, digest=""), 4000, wait=True)
    game = record.game()
    worst = max(judgements.values(), key=lambda judgement: judgement.cost)
    assert str(game.action(worst.seat, worst.action)) == "guess lower"
    assert worst.cost > 0.1
    assert all(judgement.cost == 0 for judgement in judgements.values() if judgement.action == judgement.best)


def test_analyse_prints_the_costliest_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["analyse", str(FAIRY), "--seat", "4", "--simulations", "4000"]
    assert main.main([*words, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert {decision["seat"] for decision in output["decisions"]} == {3}
    assert main.main([*words, "--most", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    costly = max(output["decisions"], key=lambda decision: decision["cost"])
    assert lines[1].startswith(f"  decision {costly['index'] + 1}, ")
    assert f"{costly['cost']:.0%}" in lines[1]
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("words", "why"),
    [(["--seat", "9"], "no seat 9"), (["--most", "0"], "one or more"), (["--simulations", "0"], "one or more")],
)
def test_analyse_refuses_bad_arguments(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["analyse", str(FAIRY), *words]) == 2
    assert why in capsys.readouterr().err


def test_analyse_of_a_running_game_needs_a_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(registry.game("fairy"), seed=1)
    table.play(0, table.legal(0)[0])
    file = tmp_path / "game.jsonl"
    table.record.save(file)
    assert main.main(["analyse", str(file)]) == 2
    assert "--seat" in capsys.readouterr().err
    assert main.main(["analyse", str(file), "--seat", "2", "--simulations", "20"]) == 0


def test_hint_command_prints_advice(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\n?hint\nquit\n"))
    assert main.main(["play", "fairy", "--players", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out.count("% to win") >= 2
