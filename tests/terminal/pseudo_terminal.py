"""A real terminal for tests: the program runs in a pty of 80 × 24, and pyte shows what a person would see."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests.forking.processes import Forked, needs_new_interpreter

LINES, COLUMNS = 24, 80
ASKS = re.compile(r"(> |: |\] |\) )$")  # how every line ends where something can be typed
QUIET = 0.02
# The program, with the pty as its own terminal, so that Ctrl-C reaches it.
START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
{first}
from fairyring.cli.main import main
sys.exit(main())
"""


class Person:
    """Somebody at a keyboard, who waits until the program asks before typing."""

    def __init__(
        self,
        *args: object,
        env: Mapping[str, str] | None = None,
        lines: int = LINES,
        cwd: Path | None = None,
        first: str = "pass",
    ) -> None:
        self.screen = pyte.Screen(COLUMNS, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.heard = b""  # everything that was sent since something was typed
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, COLUMNS, 0, 0))
        environment = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
        }
        environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", **(env or {})}
        self.process: Forked | subprocess.Popen[bytes]
        if first == "pass" and not needs_new_interpreter(env or {}):
            words = list(map(str, args))
            self.process = Forked(
                "fairyring", words, stdin=slave, stdout=slave, stderr=slave, env=environment, new_session=True, cwd=cwd
            )
        else:
            self.process = subprocess.Popen(
                [sys.executable, "-c", START.format(first=first), *map(str, args)],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                env=environment,
                start_new_session=True,
                cwd=cwd,
            )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _hear(self, seconds: float) -> bool:
        """Whether anything came; False at once when the program has ended."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other end is closed
            return False
        self.heard += data
        self.stream.feed(data)
        return bool(data)

    @property
    def over(self) -> bool:
        return self.process.poll() is not None

    def wait(self, seconds: float = 20) -> list[str]:
        """Wait until something is asked, or the program has ended; what is on the screen then."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self._hear(QUIET):
                continue
            if self.over:
                while self._hear(0):
                    pass
                return self.shown
            if ASKS.search(self.cursor_line):
                return self.shown
        raise AssertionError("nothing was asked:\n" + "\n".join(self.shown))

    @property
    def cursor_line(self) -> str:
        line: str = self.screen.display[self.screen.cursor.y][: self.screen.cursor.x]
        return line

    @property
    def shown(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def type(self, text: str, enter: bool = True) -> list[str]:
        """Type when asked; the screen of the next question."""
        self.wait()
        return self.press((text + ("\n" if enter else "")).encode())

    @property
    def numbers(self) -> list[str]:
        """The numbers of the choices that are listed under the question, in one column or several."""
        rows: list[str] = []
        for line in reversed(self.shown[: self.screen.cursor.y]):
            listed = re.findall(r"(?:^ {1,2}|  )( ?\d+)  (?=\S)", line) if re.match(r" {1,2}\d+  \S", line) else []
            if not listed and not line.startswith("     "):
                break
            rows = [*listed, *rows]
        return [number.strip() for number in rows]

    @property
    def names(self) -> list[str]:
        """The names that can be typed, where the choices are not numbered."""
        return self.shown[self.screen.cursor.y - 1].replace("…", " ").split()

    def press(self, keys: bytes) -> list[str]:
        self.heard = b""
        os.write(self._master, keys)
        time.sleep(0.001)
        self._settle(keys)
        return self.wait()

    def _settle(self, keys: bytes) -> None:
        """Wait for the echo, so that the old question is not taken for the next one."""
        until = time.monotonic() + 5
        while not self.heard and time.monotonic() < until and not self.over:
            self._hear(0.05)

    @property
    def code(self) -> int:
        """How it ended."""
        while not self.over:
            if not self._hear(0.05):
                time.sleep(0.01)
        return self.process.wait(20)
