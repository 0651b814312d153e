"""The command line, run as people run it: in processes of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fairyring.core import registry
from fairyring.progress import Progress


def fairyring(*args: object, text: str = "", code: int = 0) -> str:
    """Run the program; its output, after checking how it ended and that no traceback was shown."""
    command = [sys.executable, "-m", "fairyring.cli", *map(str, args)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stderr or done.stdout
    return done.stderr if code else done.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "fary"], "There is no game “fary”; did you mean “fairy”?"),
        (["play", "fairy", "--players", "1"], "Fairy is for 2 to 10 players, not 1."),
        (["simulate", "fairy", "--players", "11"], "Fairy is for 2 to 10 players, not 11."),
        (["simulate", "fairy", "--option", "variant=x"], "variant=x is not known; it is one of standard, fifteen."),
        (["simulate", "fairy", "--option", "variant"], "--option variant should be written NAME=VALUE."),
        (["simulate", "fairy", "--bots", "genius"], "Fairy has no bot “genius”; it has random, normal."),
        (["simulate", "fairy", "--games", "0"], "0 games cannot be played; ask for one or more."),
        (["simulate", "fairy", "--host", "gpu"], "There is no host “gpu”; it is compiled or interpreted."),
        (["simulate", "fairy", "--threads", "-2"], "-2 threads cannot play; use one or more."),
        (["simulate", "fairy", "--seed", "-1"], "A seed is a whole number from 0 to 2^64 - 1."),
        (["play", "fairy", "--you", "9"], "--you 9 names no seat"),
        (["verify", "no-such-file"], "There is no file no-such-file."),
        (["play", "fairy", "--save", "no/such/folder"], "The record cannot be written to no/such/folder: No such file"),
        (["dance"], "There is no command “dance”"),
        (["simulate", "fairy", "--games", "x"], "invalid int value: 'x'"),
        (["kit", "poker"], "There is no game “poker”"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(args: list[str], message: str) -> None:
    told = fairyring(*args, code=2)
    assert message in told
    assert told.count("\n") == 1


TYPED = "?\n1\nhigher\nguess lower\nup\n99\n" + "guess suit\n" * 20


def test_a_game_is_played_saved_told_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    told = fairyring("play", "fairy", "--seed", 3, "--save", path, text=TYPED)
    assert "“up” is no guess for “guess”; it is one of higher, lower, suit, catch." in told
    assert "The game is over" in told
    assert "Good: " in fairyring("verify", path)
    assert json.loads(fairyring("verify", path, "--json"))["ok"] is True
    assert "nature: card" in fairyring("replay", path)
    path.write_text(path.read_text(encoding="utf-8").replace("guess suit", "guess catch"), encoding="utf-8")
    assert "the record was changed" in fairyring("verify", path, code=2)
    path.write_text(path.read_text(encoding="utf-8")[:900], encoding="utf-8")
    for command in ("verify", "replay"):
        assert fairyring(command, path, code=2).count("\n") == 1


def test_a_game_left_in_the_middle_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert "Good-bye" in fairyring("play", "fairy", "--seed", 3, "--save", path, text="1\nquit\n")
    assert "not over yet" in fairyring("verify", path)
    assert "The game is not over." in fairyring("replay", path)
    assert "The game is over" in fairyring("play", "--resume", path, text="1\n" * 25)


def test_play_asks_which_game() -> None:
    told = fairyring("play", text="chess\nfairy\nquit\n")
    assert "Which game?" in told
    assert "Type a number" in told
    assert "Player 1: Guess the next card" in told


def test_people_tell_what_a_real_hand_did() -> None:
    told = fairyring("play", "crane", "--players", 3, "--option", "grab=real", "--seed", 3, text="high\n8\neyes-opened\n")
    assert "grab  1 … 130" in told
    assert "grabs 8 cards: 9 short" in told
    assert "opens an eye too early" in told


def test_a_number_picks_only_from_a_numbered_list() -> None:
    told = fairyring("play", "sneaky-town", "--seed", 5, text="5\n1,1\ncast 1,1\n")
    assert "There is no action number 5 here" in told
    assert "“1,1” is no action of this game" in told
    assert "Player 1 casts a stone on 1,1" in told


@pytest.mark.parametrize("name", registry.names())
def test_bots_play_every_game_in_the_terminal(name: str) -> None:
    told = fairyring("play", name, "--you", "none", "--seed", 2)
    assert len(told.splitlines()) > 30  # whoever watches is told what happens, and the result


def test_simulation_prints_one_object() -> None:
    args = ["simulate", "fairy", "--players", 4, "--games", 2000, "--bots", "random", "--seed", 1]
    told = json.loads(fairyring(*args, "--json"))
    wanted = "game options players games seconds games_per_s decisions_per_s mean_score win_share mean_turns end_reasons"
    assert set(wanted.split()) <= set(told)
    assert (told["game"], told["players"], told["games"]) == ("fairy", 4, 2000)
    assert len(told["mean_score"]) == len(told["win_share"]) == 4
    assert abs(sum(told["win_share"]) - 1) < 1e-5
    assert abs(sum(told["end_reasons"].values()) - 1) < 1e-5
    assert "wins" in fairyring(*args)


def test_bench_and_kit_speak_json() -> None:
    (row,) = json.loads(fairyring("bench", "fairy", "--seconds", 0.2, "--json"))
    assert row["ratio"] > 1
    (report,) = json.loads(fairyring("kit", "fairy", "--games", 1, "--json"))
    assert report["passed"] is True
    assert "every promise kept" in fairyring("kit", "fairy", "--games", 1)


def test_help_has_examples() -> None:
    for command in ((), ("play",), ("simulate",), ("replay",), ("verify",), ("kit",), ("bench",)):
        assert "example" in fairyring(*command, "--help")


class Screen:
    """A terminal that remembers."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        """Nothing waits."""


def test_a_progress_bar_is_drawn_where_somebody_watches_and_cleared() -> None:
    screen = Screen()
    progress = Progress(10, "games", screen)
    progress(1)
    assert screen.text == ""  # too early: short work needs no bar
    progress._drawn -= 1
    progress(5)
    assert "50%" in screen.text
    assert "5 of 10 games" in screen.text
    progress.close()
    assert screen.text.endswith("\r\x1b[K")
