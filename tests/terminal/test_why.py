"""`play --why`: bots say why they did what they did; but not to people who play against them."""

from __future__ import annotations

import io
import re
import sys

import pytest

from fairyring.bots import Limits, Opinion, Position, bot
from fairyring.bots.rollout_search import search
from fairyring.cli import main
from fairyring.core.rng import Stream

LINE = re.compile(r"^\d+\. \w+: .*% to win; ", re.MULTILINE)


def play(words: list[str], typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    def few(position: Position, _limits: Limits, rng: Stream) -> Opinion:
        """Search a little, but for as long as that takes on any machine."""
        return search(position, Limits(simulations=60), rng)

    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr(bot, "search", few)
    assert main.main(["play", "fairy", "--players", "2", "--seed", "3", *words]) == 0
    return capsys.readouterr().out


def test_why_explains_at_once_without_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    output = play(["--you", "none", "--bots", "strong,normal", "--why"], "", monkeypatch, capsys)
    assert LINE.search(output, 0, output.index("Bramble guessed"))
    assert not re.search(r"^\d+\. Clover", output, re.MULTILINE)  # it does not think ahead
    assert "Why the bots" not in output


def test_why_explains_at_the_end_with_people(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--you", "1", "--bots", "strong", "--why"]
    output = play(words, "1\n" * 60, monkeypatch, capsys)
    during, _, after = output.partition("Why the bots played as they did")
    assert after
    assert not LINE.search(during)
    assert LINE.search(after)
    assert not LINE.search(play(words, "1\n1\nquit\n", monkeypatch, capsys))  # who leaves early may go on later


def test_why_is_empty_for_policies(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No bot here thought ahead" in play(["--you", "none", "--bots", "normal", "--why"], "", monkeypatch, capsys)


def test_why_names_frequencies_of_exact_play(capsys: pytest.CaptureFixture[str]) -> None:
    """From its first decision on: before the game it is waited for."""
    small = [word for option in ("size=3", "match=single", "turn_limit=1") for word in ("--option", option)]
    assert main.main(["play", "sneaky-town", *small, "--you", "none", "--bots", "exact", "--why", "--seed", "1"]) == 0
    first = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("3. "))
    assert re.search(r" \(\d+ % of the time\): 67 % to win; ", first)
