"""Real server: `fairyring serve` as a process that can be stopped, killed and restarted at the same port.

    with Live(folder) as server:                 # or database="postgresql://…", redis="redis://…"
        table, token = server.create("fairy")
        server.kill()
        server.start()

Its limits for each address are lifted, unless said otherwise: all clients of a test come from one address.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.forking.processes import PIPE, Forked

PER_ADDRESS = (
    "sockets_per_address", "tables_per_hour", "listed_per_address", "requests_per_second", "misses_per_minute",
    "heavy_per_minute", "connections_per_address", "connects_per_minute",
)  # fmt: skip
OPEN = urllib.request.build_opener(urllib.request.ProxyHandler({})).open  # no proxy knows this server
LONGEST = 200.0  # seconds to come up on a busy machine


class Live:
    """One server. Its log is in `server.log` in the folder; `workers` is in how many processes its bots think.

    If it is `limited`, it has the usual limits for each address.
    """

    def __init__(
        self,
        folder: Path,
        *,
        database: str = "",
        redis: str = "",
        workers: int = 1,
        log: str = "log",
        limited: bool = False,
        release: str = "fairyring",
        **settings: int | str,
    ) -> None:
        self.folder, self.port = folder, 0
        self.log = folder / f"server.{log}"
        self.release = release  # the module that is run; a test may change it before the next start
        self.options = ["--no-open", "--data", str(folder)]
        self.options += ["--database", database] if database else []
        self.options += ["--redis", redis] if redis else ["--single"] if database else []
        chosen_settings = ({} if limited else dict.fromkeys(PER_ADDRESS, 0)) | {"workers": workers} | settings
        self._env = os.environ | {f"FAIRYRING_{name.upper()}": str(number) for name, number in chosen_settings.items()}
        self.process: Forked | subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.process is not None:
            self.kill()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def launch(self) -> None:
        """Start it, on the port it had before, and do not wait."""
        assert self.process is None, "It runs already."
        with self.log.open("ab") as log:
            words = ["serve", *self.options, "--port", str(self.port)]
            if self.release == "fairyring":
                self.process = Forked(self.release, words, stdout=PIPE, stderr=log, env=self._env)
            else:  # other releases change modules before the rest is imported
                command = [sys.executable, "-m", self.release, *words]
                self.process = subprocess.Popen(command, stdout=PIPE, stderr=log, text=True, env=self._env)

    def start(self) -> None:
        """Start it; returns when it serves."""
        self.launch()
        self.ready()

    def ready(self) -> None:
        """Wait until it says its address and answers there."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "://" in line, f"The server did not start:\n{self.log.read_text()[-2000:]}"
        self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])
        end = time.monotonic() + LONGEST
        while self.health() != 200:
            assert self.process.poll() is None, f"The server ended:\n{self.log.read_text()[-2000:]}"
            assert time.monotonic() < end, f"The server does not serve after {LONGEST:.0f} s."
            time.sleep(0.02)

    def kill(self) -> None:
        """As a crash does it. Its workers see their pipes end, and go."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code when it has."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        assert process is not None
        process.send_signal(how)
        code = process.wait(LONGEST)
        assert process.stdout is not None
        process.stdout.close()
        return code

    # HTTP ---------------------------------------------------------------------------------------

    def health(self) -> int:
        """The status of /health; 0 when nobody answers."""
        try:
            with OPEN(f"{self.url}/health", timeout=LONGEST) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code
        except OSError:
            return 0

    def get(self, path: str, token: str = "") -> Any:
        """The JSON at a path."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._ask(path, None, headers)

    def post(self, path: str, body: Any) -> Any:
        return self._ask(path, json.dumps(body).encode(), {"Content-Type": "application/json"})

    def _ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> Any:
        request = urllib.request.Request(self.url + path, body, headers)  # noqa: S310  (it is our own server)
        with OPEN(request, timeout=LONGEST) as answer:
            return json.load(answer)

    def create(self, game: str, players: int | None = None, **chosen: Any) -> tuple[str, str]:
        """A new table and its host's token."""
        options = chosen.pop("options", {}) | ({"players": players} if players else {})
        created = self.post("/api/tables", {"game": game, "options": options, **chosen})
        return str(created["table"]), str(created["token"])
