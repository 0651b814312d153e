"""Server in a subprocess that tests may kill, and tables that are set up without a browser."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import httpx

from fairyring.client.client import Client
from tests.paths import ROOT

DIST = ROOT / "client" / "dist"
T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in another thread, because Playwright's event loop occupies this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class ServedTable:
    """A table with the tokens of its people, the host's first."""

    id: str
    tokens: list[str]


class Served:
    """`fairyring serve` in a subprocess, on a port that survives restarts."""

    def __init__(self, data: Path, client: Path = DIST, source: Path = ROOT / "src", **variables: str) -> None:
        self.data, self.port = data, free_port()
        self.variables = variables  # of the environment, besides the usual ones
        self.client, self.source = client, source
        self.process: subprocess.Popen[str] | None = None
        self.company: ServedTable | None = None  # whose people stay, though no browser shows them

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        env = os.environ | {
            "FAIRYRING_CLIENT": str(self.client),
            "FAIRYRING_REQUESTS_PER_SECOND": "0",
            "FAIRYRING_TABLES_PER_HOUR": "0",
            "FAIRYRING_HEAVY_PER_MINUTE": "0",
            "FAIRYRING_CONNECTS_PER_MINUTE": "0",
            "FAIRYRING_SOCKETS_PER_ADDRESS": "0",
            "FAIRYRING_CONNECTIONS_PER_ADDRESS": "0",
            "FAIRYRING_LISTED_PER_ADDRESS": "0",
            "FAIRYRING_ANALYSIS_SECONDS": "0",  # of a worker, for every end page and replay
            "FAIRYRING_PROXIES": "127.0.0.1",  # some tests put one in front
            "PYTHONPATH": str(self.source),
            **self.variables,
        }
        command = [sys.executable, "-m", "fairyring", "serve", "--data", str(self.data), "--port", str(self.port), "--no-open"]
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line)
            if line.strip() == "ready":
                return
        raise AssertionError("the server did not start:\n" + "".join(lines))

    def kill(self) -> None:
        """Kill the process (SIGKILL)."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.kill()

    def post(self, path: str, body: Any) -> Any:
        return self._ask("POST", path, json=body).json()

    def get(self, path: str) -> Any:
        return self._ask("GET", path).json()

    def record(self, table: str) -> str:
        return self._ask("GET", f"api/tables/{table}/record").text

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = httpx.request(method, self.url + path, trust_env=False, timeout=60, **more)
        answer.raise_for_status()
        return answer

    def open_table(self, game: str, people: list[str], seats: int, clock: Any = None, **options: Any) -> ServedTable:
        """Create a table with these people and bots on the other seats, and start the game."""
        created = self.post("api/tables", {"game": game, "options": {"players": seats, **options}, "clock": clock or {}})
        return elsewhere(self._lay(created, people, seats))

    def stay(self, table: ServedTable, seats: list[int]) -> None:
        """Keep these people connected without a browser until the next call."""

        async def be(seat: int) -> None:
            async with Client.join(self.url, table.id, table.tokens[seat]) as me:
                while self.company is table and me.table:
                    await asyncio.sleep(0.2)

        async def be_there() -> None:
            await asyncio.gather(*(be(seat) for seat in seats), return_exceptions=True)

        self.company = table
        Thread(target=asyncio.run, args=[be_there()], daemon=True).start()

    def play(self, table: ServedTable, seats: list[int]) -> None:
        """Play the first legal action of each of these people, in turn, without a browser."""

        async def play_one(seat: int) -> None:
            async with Client.join(self.url, table.id, table.tokens[seat]) as me:
                await me.until(lambda: me.owes)
                await me.play(me.legal[0])

        for seat in seats:
            elsewhere(play_one(seat))

    def finish(self, table: ServedTable, varied: bool = False) -> None:
        """Play the game to its end without a browser: first legal actions, or random ones if `varied`."""
        elsewhere(self._finish(table, varied))

    async def _finish(self, table: ServedTable, varied: bool) -> None:
        async def play(token: str) -> None:
            luck = random.Random(token)
            async with Client.join(self.url, table.id, token) as me:
                async for _beat in me:
                    if me.table.phase == "over":
                        return
                    if me.owes:
                        await me.play(luck.choice(me.legal) if varied else me.legal[0])

        await asyncio.gather(*(play(token) for token in table.tokens))

    async def _lay(self, created: dict[str, str], people: list[str], seats: int) -> ServedTable:
        known = [created["token"], *(None for _ in people[1:])]
        clients = [Client.join(self.url, created["table"], token) for token in known]
        for p, (client, name) in enumerate(zip(clients, people, strict=True)):
            await client.__aenter__()
            await client.sit(p, name)
        for p in range(len(people), seats):
            await clients[0].bot(p, "random")
        await clients[0].start()
        tokens = [client.token or "" for client in clients]
        for client in clients:
            await client.close()
        return ServedTable(created["table"], tokens)
