"""Simulation: what it refuses, and what its results hold."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fairyring as fr
from fairyring import progress
from fairyring.cli.main import main
from fairyring.core.errors import OptionError
from fairyring.core.fields.vocabulary import Names
from fairyring.core.game.game import Game
from fairyring.core.game.registry import room
from fairyring.core.game.room import Room
from fairyring.core.game.room_file import load_room
from fairyring.lab.checks import first_game
from fairyring.lab.checks.cpu_limit import EndlessError, limited_to
from tests.kit.broken import Edit, copy_fairy


@pytest.mark.parametrize("more", [{"players": 3}, {"variant": "fifteen"}])
def test_simulate_refuses_options_beside_a_game(more: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="has its options already"):
        fr.simulate(fr.game("fairy", players=2), games=1, backend="interpreted", **more)  # type: ignore[arg-type]


def without_tallies() -> Room:
    fairy = room("fairy")
    return replace(fairy, schema=replace(fairy.schema, tallies=Names))


def test_simulate_needs_no_tallies() -> None:
    result = fr.simulate(Game(without_tallies(), {"players": 2}), games=3, backend="interpreted")
    assert result.mean_turns == 0
    assert result.tallies == {}


def test_simulation_values_are_not_rounded() -> None:
    result = fr.simulate("fairy", players=3, games=7, backend="interpreted")
    assert all(abs(share * 7 * 2520 - round(share * 7 * 2520)) < 1e-9 for share in result.win_share)
    assert any(round(share, 6) != share for share in (*result.win_share, *result.mean_score))
    assert all(round(share, 6) == share for share in result.as_dict(rounded=True)["win_share"])


# Workers ----------------------------------------------------------------------------------------


def test_simulate_takes_the_former_name_of_workers_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match="“threads” is called “workers” now"):
        former = fr.simulate("fairy", games=20, threads=2)
    assert former.workers == 2
    assert former.as_dict()["workers"] == former.as_dict()["threads"] == 2
    with pytest.warns(DeprecationWarning, match="called “workers”"):
        assert former.threads == 2
    assert former.win_share == fr.simulate("fairy", games=20, workers=1).win_share


def test_workers_are_a_whole_number() -> None:
    with pytest.raises(OptionError, match=r"workers is a whole number, not 'all'"):
        fr.simulate("fairy", games=1, workers="all")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="0 workers cannot play; use 1 to 1024"):
        fr.league("fairy", games=1, workers=0)


@pytest.mark.parametrize(
    ("words", "former"),
    [
        (["simulate", "fairy", "--games", "3"], "--threads"),
        (["league", "fairy", "--games", "2", "--bots", "random,normal"], "--processes"),
    ],
)
def test_former_options_of_workers_work_and_say_the_new_name(
    words: list[str], former: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--workers", "1"]) == 0
    assert capsys.readouterr().err == ""
    assert main([*words, former, "1"]) == 0
    note = f"fairyring: {former} is called --workers now; the old name goes with the next minor version.\n"
    assert capsys.readouterr().err == note
    assert main([words[0], "--help"]) == 0
    assert former not in capsys.readouterr().out


# Progress ---------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


CALLS: dict[str, Callable[..., object]] = {
    "simulate": lambda **more: fr.simulate("fairy", games=8, bots="normal", backend="interpreted", **more),
    "own bot": lambda **more: fr.simulate("fairy", games=8, bots=lambda position, *_: position.legal[0], workers=1, **more),
    "match": lambda **more: fr.match("fairy", "normal", "random", games=8, workers=1, **more),
    "league": lambda **more: fr.league("fairy", games=8, workers=1, **more),
}


@pytest.mark.parametrize("name", CALLS)
def test_lab_shows_progress_on_a_terminal_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "DELAY_SECONDS", -1)
    monkeypatch.setattr(progress, "INTERVAL_SECONDS", -1)
    terminal, silent, file = Terminal(), Terminal(), io.StringIO()
    counts: list[int] = []
    monkeypatch.setattr(sys, "stderr", terminal)
    CALLS[name]()
    assert "8 / 8" in terminal.getvalue()
    assert "games" in terminal.getvalue()
    monkeypatch.setattr(sys, "stderr", silent)
    CALLS[name](progress=counts.append)
    assert "games" not in silent.getvalue()
    assert counts[-1] == 8
    monkeypatch.setattr(sys, "stderr", file)
    CALLS[name]()
    assert file.getvalue() == ""


# Games that do not end --------------------------------------------------------------------------

ENDLESS: dict[str, tuple[Edit, str]] = {
    "decisions": (
        ("rules.py", "    s.deck &= ~(1 << (card - 1))\n    s.left -= 1\n", "    s.fairies = 0\n"),
        "it is not over after 2,000 decisions",
    ),
    "a loop": (
        ("rules.py", "    s.left -= 1\n", "    s.left -= 1\n    while s.left == 15:\n        s.turns += 0\n"),
        "the rules have run for 2 s of CPU time; a loop in them may never end",
    ),
}


@pytest.mark.parametrize("call", [fr.simulate, fr.league])
@pytest.mark.parametrize("name", ENDLESS)
def test_lab_refuses_a_game_from_a_file_that_does_not_end(
    name: str, call: Callable[[Game[Any]], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, why = ENDLESS[name]
    package = f"endless_{len(name)}_{call.__name__}"
    copy_fairy(tmp_path / package, package, [edit])
    endless: Any = load_room(str(tmp_path / package))
    poor = {"players": 2, "higher": 0, "lower": 0, "suit": 0, "catch": 0}  # nobody reaches the goal
    monkeypatch.setattr(first_game, "MAX_DECISIONS", 2_000)
    monkeypatch.setattr(first_game, "SECONDS", 2.0)
    with pytest.raises(OptionError, match=f"Fairy: a game between “random” bots does not end: {why}") as caught:
        call(Game(endless, poor))
    assert "`fairyring kit " in str(caught.value)


def loop_for_ever() -> None:
    while True:
        pass


def test_cpu_time_is_limited_where_timers_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EndlessError, match=r"for 0\.05 s of CPU time"), limited_to(0.05):
        loop_for_ever()
    monkeypatch.delattr(signal, "setitimer")  # as on Windows and in a page
    with limited_to(0.0):
        assert sum(range(1000)) == 499500
