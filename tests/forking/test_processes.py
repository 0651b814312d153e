"""Forked processes behave as started ones where tests look: exit codes, streams, folder, environment, signals."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forking.processes import PIPE, Forked, launch_command, needs_new_interpreter, run

pytestmark = pytest.mark.slow
PROBE = "tests.forking.probe"


def test_forked_process_has_streams_folder_and_exit_code(tmp_path: Path) -> None:
    done = run(PROBE, ["a", "b c"], text="line\n", cwd=tmp_path)
    assert done.stdout == f"['a', 'b c'] {tmp_path} 'line\\n'\n"
    assert done.stderr == "bye\n"
    assert done.returncode == 7


def test_forked_process_has_its_own_environment() -> None:
    process = Forked(PROBE, ["--variable"], stdin=PIPE, stdout=PIPE, env={"ONLY": "this"})
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        assert process.stdout.read() == "{'ONLY': 'this'}\n"
    assert process.wait(60) == 0


def test_forked_process_fails_with_a_traceback() -> None:
    done = run(PROBE, ["--raise"])
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: as asked\n")


def test_forked_process_runs_exit_handlers() -> None:
    assert run(PROBE, ["--at-exit"]).stdout == "at exit\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_forked_process_ends_by_signals(number: signal.Signals) -> None:
    process = Forked(PROBE, ["--wait"], stdout=PIPE)
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "waits\n"
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(60) == -number
    assert not Path(f"/proc/{process.pid}").exists()  # it is reaped


def test_environment_of_the_interpreter_needs_a_new_one() -> None:
    assert needs_new_interpreter({"PYTHONIOENCODING": "ascii"})
    assert needs_new_interpreter({"LC_ALL": "C"})
    assert not needs_new_interpreter({"NO_COLOR": "1", "PATH": sys.prefix})


def test_launch_command_runs_a_forked_process_and_ends_with_it() -> None:
    done = subprocess.run([*launch_command(PROBE), "a"], input=b"line\n", capture_output=True, check=False)
    assert done.stdout.decode() == f"['a'] {Path.cwd()} 'line\\n'\n"
    assert done.stderr == b"bye\n"
    assert done.returncode == 7


def test_launch_command_killed_kills_the_forked_process() -> None:
    process = subprocess.Popen([*launch_command(PROBE), "--wait"], stdout=subprocess.PIPE)
    assert process.stdout is not None
    with process, process.stdout:
        assert process.stdout.readline() == b"waits\n"
        process.kill()
        assert process.stdout.read() == b""  # its end of the pipe is closed
