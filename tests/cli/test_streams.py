"""Odd terminals and pipes: full, closed, cut off, or without most characters. The exit code is right, a sentence says why."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from fairyring.cli.streams import LONGEST, complain
from tests.paths import GAME_TESTS

TOP = GAME_TESTS / "fairy" / "records" / "top.jsonl"
FULL = "fairyring: The answer cannot be written: No space left on device.\n"
CLOSED = "fairyring: The answer cannot be written: standard output is closed.\n"


def run(command: str, encoding: str = "utf-8", **environment: str) -> tuple[int, str, str]:
    """A line of a shell, where `fairyring` is our program and TOP a record."""
    script = f'set -o pipefail; fairyring() {{ "{sys.executable}" -m fairyring "$@"; }}; TOP="{TOP}"; {command}'
    done = subprocess.run(["bash", "-c", script], env=os.environ | environment, capture_output=True, timeout=300, check=False)
    return done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command", ["verify $TOP", "replay $TOP", "--help", "--version", "rules fairy", "verify nothing --json"]
)
def test_stdout_on_a_full_disk_is_a_failure(command: str, unbuffered: str) -> None:
    assert run(f"fairyring {command} > /dev/full", PYTHONUNBUFFERED=unbuffered) == (2, "", FULL)


@pytest.mark.parametrize("command", ["verify $TOP", "replay $TOP", "rules fairy", "simulate fairy --games 1e18"])
def test_stdout_closed_stops_before_any_work(command: str) -> None:
    assert run(f"fairyring {command} >&-") == (2, "", CLOSED)


def test_stdout_failures_of_room_commands_are_reported() -> None:
    score = 'fairyring score fairy-tale --cards "Ann: castle"'
    assert run(f"{score} >&-") == (2, "", CLOSED)
    assert run(f"{score} > /dev/full") == (2, "", FULL)


@pytest.mark.parametrize("stream", ["2>&-", "2> /dev/full"])
def test_stderr_closed_leaves_the_exit_code(stream: str) -> None:
    assert run(f"fairyring verify nothing {stream}") == (2, "", "")
    assert run(f"fairyring dance {stream}") == (2, "", "")
    assert run(f"fairyring verify $TOP {stream}")[0] == 0


def test_streams_all_closed_do_not_crash() -> None:
    assert run("fairyring verify $TOP <&- >&- 2>&-")[0] == 2
    assert run("fairyring verify $TOP <&-")[0] == 0


@pytest.mark.parametrize("command", ["replay $TOP", "rules fairy-tale", "--help"])
def test_stdout_broken_pipe_is_no_failure(command: str) -> None:
    code, out, err = run(f"fairyring {command} | head -1")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437", "utf-16"])
@pytest.mark.parametrize(
    "command", ["rules fairy-tale", "replay $TOP", "simulate fairy --games 50 --backend interpreted", "--help"]
)
def test_stdout_takes_any_encoding(command: str, encoding: str) -> None:
    code, out, err = run(f"fairyring {command}", encoding, PYTHONIOENCODING=encoding)
    assert (code, err) == (0, "")
    assert "fairy" in out.casefold()


def test_stdout_replaces_characters_missing_in_ascii() -> None:
    code, out, _err = run("fairyring simulate fairy --games 50 --backend interpreted", PYTHONIOENCODING="ascii")
    assert code == 0
    assert "+-" in out
    assert "###" in out
    assert run("fairyring play fary", PYTHONIOENCODING="ascii") == (
        2,
        "",
        'fairyring: There is no game "fary"; did you mean "fairy"?\n',
    )
    code, out, _err = run("fairyring verify “x” --json", PYTHONIOENCODING="ascii")
    assert (code, json.loads(out)["ok"]) == (2, False)
    assert out.isascii()
    assert "?" not in out
    _code, out, _err = run("fairyring replay $TOP --lang es", PYTHONIOENCODING="ascii")
    assert ", un hada!)" in out  # “¡” goes
    assert "?" not in out


def test_stdout_works_in_the_c_locale() -> None:
    for locale in ("C", "POSIX"):
        assert run("fairyring verify $TOP", LANG=locale, LC_ALL=locale)[0] == 0


def test_arguments_that_are_no_utf8_are_quoted() -> None:
    code, _out, err = run("fairyring verify $'\\xff\\xfe'")
    assert code == 2
    assert err.count("\n") == 1


def test_errors_are_one_line_of_limited_length(capsys: pytest.CaptureFixture[str]) -> None:
    complain("a\nb\x1b[2J" + "x" * 10_000)
    errors = capsys.readouterr().err
    assert errors.startswith("fairyring: a b\\x1b[2Jxxx")
    assert errors.count("\n") == 1
    assert len(errors) < LONGEST + 50
