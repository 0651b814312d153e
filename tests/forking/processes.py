"""Start a module of the program in a forked process; the interface is the part of `subprocess.Popen` that tests use."""

from __future__ import annotations

import atexit
import marshal
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import IO

from tests.forking.server import LONGEST_REQUEST, Request
from tests.paths import ROOT

PIPE = subprocess.PIPE
LAUNCHER = Path(__file__).parent / "launcher.py"
# A fork server has read these when it started: a process with others is started anew.
READ_AT_START = ("PYTHON", "LC_", "LANG")


@cache
def fork_server() -> str:
    """Start the fork server of this process, and return the address of its socket. It ends when this process does."""
    folder = tempfile.mkdtemp(prefix="fork")  # short enough for a socket in it
    address = f"{folder}/socket"
    reader, writer = os.pipe()
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        listener.bind(address)
        listener.listen(100)
        fds = (listener.fileno(), reader)
        command = [sys.executable, "-m", "tests.forking.server", *map(str, fds)]
        server = subprocess.Popen(command, cwd=ROOT, pass_fds=fds, stdin=subprocess.DEVNULL)
    os.close(reader)

    def end() -> None:
        os.close(writer)
        server.wait()  # its CPU time, and that of its children, counts as ours
        shutil.rmtree(folder)

    atexit.register(end)
    return address


def launch_command(module: str) -> tuple[str, ...]:
    """Return a command that runs a module in a forked process, for programs that start processes themselves."""
    return (sys.executable, "-I", "-S", str(LAUNCHER), fork_server(), module)


class Forked:
    """A process that runs `python -m MODULE ARGS`, forked from one that has imported the program."""

    def __init__(
        self,
        module: str,
        args: Sequence[str] = (),
        *,
        stdin: int | IO[bytes] | None = None,
        stdout: int | IO[bytes] | None = None,
        stderr: int | IO[bytes] | None = None,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        new_session: bool = False,
    ) -> None:
        self.returncode: int | None = None
        self.stdin: IO[str] | None = None
        self.stdout: IO[str] | None = None
        self.stderr: IO[str] | None = None
        streams: list[int] = []
        close: list[int] = []
        for name, target in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
            if target == PIPE:
                reader, writer = os.pipe()
                theirs, ours, mode = (reader, writer, "w") if name == "stdin" else (writer, reader, "r")
                setattr(self, name, open(ours, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 (a descriptor)
                close.append(theirs)
                streams.append(theirs)
            elif target == subprocess.STDOUT:
                streams.append(streams[1])
            elif target is None:
                streams.append(0 if name == "stdin" else 1 if name == "stdout" else 2)
            else:
                streams.append(target if isinstance(target, int) else target.fileno())
        request = Request(module, list(args), str(cwd or Path.cwd()), dict(os.environ if env is None else env), new_session)
        self._connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST_REQUEST)
        self._connection.connect(fork_server())
        socket.send_fds(self._connection, [marshal.dumps(tuple(vars(request).values()))], streams)
        for fd in close:
            os.close(fd)
        self.pid = int(self._connection.recv(100))

    def poll(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code when the process has ended; raises TimeoutExpired."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._connection], [], [], timeout)[0]:
            self.returncode = int(self._connection.recv(100))
            self._connection.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def run(
    module: str, args: Sequence[str], *, text: str = "", cwd: Path | None = None, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """Run a module in a forked process with a text as its input; return its exit code and output."""
    process = Forked(module, args, stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=cwd)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    with ThreadPoolExecutor(2) as pool, process.stdin, process.stdout, process.stderr:
        out, err = pool.submit(process.stdout.read), pool.submit(process.stderr.read)
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            pass  # it does not read
        try:
            code = process.wait(timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess([module, *args], code, out.result(), err.result())


def needs_new_interpreter(env: Mapping[str, str]) -> bool:
    """Whether any of these variables is read by the interpreter when it starts."""
    return any(name.startswith(READ_AT_START) for name in env)
