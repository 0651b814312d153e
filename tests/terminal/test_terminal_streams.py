"""Terminals of all sorts: without our marks, without colours, closed or full; names that would steer them; progress."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from fairyring.core.game import registry
from fairyring.core.text.printable import printable
from fairyring.progress import Progress
from fairyring.terminal.screen import Screen
from tests.cli.test_cli import fairyring
from tests.terminal.pseudo_terminal import Person


@pytest.mark.parametrize("name", registry.shipped())
def test_screen_replaces_unencodable_characters(name: str) -> None:
    with Person("play", name, "--seed", 1, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}) as person:
        person.type("1")
        while person.cursor_line != "> ":
            person.type("")
        person.type("ö“?")
        assert "Traceback" not in person.text
        assert person.text.isascii()
        assert max(map(len, person.shown)) <= 80
        if name == "sneaky-town":
            assert "@ Player 1" in person.text
            assert "# Clover" in person.text
    command = [sys.executable, "-m", "fairyring", "play", name, "--you", "none", "--seed", "1"]
    for encoding in ("ascii", "latin-1"):
        env = {**os.environ, "PYTHONIOENCODING": encoding}
        piped = subprocess.run(command, env=env, capture_output=True, check=True)
        assert "First place: " in piped.stdout.decode(encoding)


def test_screen_read_survives_other_encodings() -> None:
    with Person("play", "fairy", "--seed", 1, "--players", 2) as person:
        person.wait()
        person.press(b"gu\xff\xfess\n")
        assert "is no guess" in person.text or "is no action" in person.text
        assert person.cursor_line == "> "


def test_fullscreen_without_colours() -> None:
    with Person("play", "fairy", "--seed", 1) as person:
        person.type("1")
        assert re.search(rb"\x1b\[[\d;]*3[1-7]m", person.heard)
    with Person("play", "fairy", "--seed", 1, env={"NO_COLOR": "1"}) as person:
        person.type("1")
        assert not re.search(rb"\x1b\[[\d;]*3[1-7]m", person.heard)
    with Person("play", "fairy", "--seed", 1, env={"TERM": "dumb"}) as person:
        person.type("1")
        assert b"\x1b" not in person.heard


def test_fullscreen_on_a_dumb_terminal_scrolls_secrets_away() -> None:
    with Person("play", "sneaky-town", "--you", "all", "--seed", 4, env={"TERM": "dumb"}) as person:
        person.type("")
        person.type("cast 3,3")
        assert person.text.strip() == "Player 2, take the keyboard and press Enter:"


def run(command: str) -> subprocess.CompletedProcess[str]:
    program = f"{sys.executable} -m fairyring"
    return subprocess.run(command.format(program), shell=True, capture_output=True, text=True, check=False)  # noqa: S602


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("{} play fairy --you none --seed 1 > /dev/full", "No space left on device"),
        ("{} play fairy --you none --seed 1 >&-", "standard output is closed"),
    ],
)
def test_screen_write_errors_are_one_sentence(command: str, why: str) -> None:
    done = run(command)
    assert done.stderr == f"fairyring: The answer cannot be written: {why}.\n"
    assert done.returncode == 2


def test_session_without_input_quits() -> None:
    done = run("{} play fairy --seed 1 <&-")
    assert "Good-bye." in done.stdout
    assert (done.returncode, done.stderr) == (0, "")
    assert run("{} play fairy --you none --seed 1 | head -1").returncode == 0


@pytest.mark.parametrize("name", ["\x1b[2JAnn", "A\x07nn", "A\u202enn", "", "x" * 25])
def test_read_names_refuses_control_characters(name: str) -> None:
    output = fairyring("play", "fairy", "--names", name, code=2)
    assert "is no name that can be shown: a name has 1 to 24 characters, and no control characters." in output
    assert output.count("\n") == 1
    assert printable(output.strip())


def renamed(path: Path, name: str) -> None:
    head, *rest = path.read_text(encoding="utf-8").splitlines()
    changed = json.loads(head)
    changed["seats"][0]["name"] = name
    path.write_text("\n".join([json.dumps(changed), *rest]) + "\n", encoding="utf-8")


def test_screen_escapes_names_of_records(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    fairyring("play", "fairy", "--seed", 1, "--names", "Ann", "--save", path, text="1\nquit\n")
    renamed(path, "A\x1b[31mnn\x07")
    output = fairyring("play", "--resume", path, code=2)
    assert "seat 1 cannot be used" in output
    assert printable(output.strip())
    renamed(path, "A" + "y" * 90)
    with Person("play", "--resume", path) as person:
        person.wait()
        assert "A" + "y" * 22 + "…: Guess" in person.text  # and long ones fit


def test_screen_escapes_names_of_things() -> None:
    """Whatever is shown goes through one place."""
    screen = Screen()
    assert screen.clean("\x1b[2Jred\u202e") == "\\x1b[2Jred\\u202e"


# Progress ----------------------------------------------------------------------------------------


class Stream:
    """A terminal that remembers."""

    encoding = "utf-8"

    def __init__(self, watched: bool) -> None:
        self.text = ""
        self.watched = watched

    def isatty(self) -> bool:
        return self.watched

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        """Nothing waits."""


@pytest.mark.parametrize("watched", [True, False])
def test_progress_bar_is_drawn_on_terminals_and_cleared(watched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Stream(watched)
    progress = Progress(10, "games", stream)
    progress(1)
    assert stream.text == ""  # too early: short work needs no bar
    progress._drawn -= 1
    progress(5)
    assert ("5 / 10" in stream.text) is watched
    assert ("games" in stream.text) is watched
    progress.close()
    assert stream.text.endswith("\x1b[2K") is watched


def test_progress_rate_leaves_out_what_a_run_before_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    clock = iter([0.0, 10.0, 12.0])
    monkeypatch.setattr("fairyring.progress.time.monotonic", lambda: next(clock, 12.0))
    stream = Stream(watched=True)
    progress = Progress(1_000, "games", stream, rate=True)
    progress(600)  # goes on where a run was stopped
    progress(640)
    assert "games, 20 a second" in stream.text
    progress.close()
