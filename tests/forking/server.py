"""Fork server: imports the program once, then forks a child for each request. Run by `tests.forking.processes`.

A fresh `python -m fairyring` imports for a quarter of a second of CPU time, a server for more than one; a fork takes a few
milliseconds. The child runs the module as `python -m` does, with its own streams, folder, environment and session.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import marshal
import os
import runpy
import select
import signal
import socket
import sys
import termios
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from fairyring.cli.main import COMMANDS
from fairyring.core.game import registry

LONGEST_REQUEST = 1 << 18  # bytes; the environment is the largest part
# Imported only when they are used, by most of the processes that tests start. They start no threads.
MODULES = (
    *(entry.module for entry in COMMANDS.values()),
    "fairyring.kernel.load", "fairyring.terminal.session", "fairyring.server.serve", "fairyring.server.app",
    "fairyring.server.workers.worker", "fairyring.server.workers.heavy_worker", "uvicorn.loops.asyncio", "asyncpg", "aiosqlite",
    "uvicorn.protocols.http.h11_impl", "redis.asyncio", "llvmlite.binding",
)  # fmt: skip


@dataclass(frozen=True)
class Request:
    """What a child is to run, and where."""

    module: str
    args: list[str]
    cwd: str
    env: dict[str, str]
    new_session: bool  # with the standard input as controlling terminal, if it is one


def serve(listener: socket.socket, parent: int) -> Request | None:
    """Fork a child for each connection until the parent closes its end of a pipe.

    Returns None then, and in each child the request that it is to run. A connection brings the request with three streams, gets
    the process id and later the exit code; if it is closed before, the child is killed.
    """
    children: dict[int, tuple[socket.socket, int]] = {}  # by descriptor of the process: its connection and process id
    while True:
        connections = {connection.fileno(): pidfd for pidfd, (connection, _pid) in children.items()}
        ready, _, _ = select.select([parent, listener.fileno(), *children, *connections], [], [])
        if parent in ready:
            return None
        for gone in set(ready) & set(connections):
            os.kill(children[connections[gone]][1], signal.SIGKILL)  # not reaped yet, so the number is still its own
            ready.append(connections[gone])
        for pidfd in set(ready) & set(children):
            connection, pid = children.pop(pidfd)
            code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
            with suppress(OSError), connection:  # nobody may be left to hear of it
                connection.send(str(code).encode())
            os.close(pidfd)
        if listener.fileno() in ready:
            connection, _ = listener.accept()
            data, fds, _, _ = socket.recv_fds(connection, LONGEST_REQUEST, 3)
            pid = os.fork()
            if pid == 0:
                for end in (listener, connection, *(end for end, _pid in children.values())):
                    end.close()
                for fd in (parent, *children):
                    os.close(fd)
                request = Request(*marshal.loads(data))  # noqa: S302 (from our own tests)
                become(request, fds)
                return request
            for fd in fds:
                os.close(fd)
            children[os.pidfd_open(pid)] = connection, pid
            with suppress(OSError):  # a launcher may be gone already
                connection.send(str(pid).encode())


def become(request: Request, fds: list[int]) -> None:
    """Give this process the streams, session, folder and environment of a request."""
    for target, fd in enumerate(fds):
        os.dup2(fd, target)
        os.close(fd)
    if request.new_session:
        os.setsid()
        if os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(request.cwd)
    os.environ.clear()
    os.environ.update(request.env)
    sys.argv[1:] = request.args
    sys.stdin = sys.__stdin__ = _stream(0, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _stream(1, "w", line_buffering=os.isatty(1))  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _stream(2, "w", line_buffering=True, errors="backslashreplace")  # type: ignore[misc]


def _stream(fd: int, mode: str, line_buffering: bool = False, errors: str = "strict") -> Any:
    """Return a standard stream as the interpreter makes it."""
    stream: Any = open(fd, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115 (a descriptor)
    stream.reconfigure(line_buffering=line_buffering)
    return stream


exit_code: list[int] = []  # of a child


def exit_without_teardown() -> None:
    """End a child after its exit handlers. Freeing the memory that it shares with the server would copy it first."""
    if exit_code:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(exit_code[0])


def run(module: str) -> None:
    """Run a module as the main one, and note its exit code."""
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        exit_code.append(0)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            exit_code.append(end.code or 0)
        raise


def main() -> None:
    atexit.register(exit_without_teardown)  # the first that is registered is the last that runs
    for module in MODULES:
        import_module(module)
    for name in registry.shipped():
        registry.room(name)
    gc.collect()
    gc.freeze()  # collections in children do not copy the memory that they share
    listener, parent = int(sys.argv[1]), int(sys.argv[2])
    request = serve(socket.socket(fileno=listener), parent)
    if request is not None:
        run(request.module)


if __name__ == "__main__":
    main()
