"""Attacker: HTTP requests and WebSockets from several loopback addresses, and counts of how they were answered.

An attack is a coroutine that is registered by `attack`. It runs in a process of its own (`child`). It may prepare tables
first; the measurement begins with `Attacker.begin`.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.server.support.running import hello

ADDRESSES = 8  # an attack comes from so many
ANSWER_SECONDS = 60.0  # a request that is not answered by then counts as hanging
HANGING = "hanging"
GONE = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, httpx.TransportError)


@dataclass
class Attacker:
    """One attack that is being run. Each has loopback addresses of its own, so attacks share no rate limits."""

    port: int
    seconds: float
    index: int  # of the attack
    ready: Callable[[], None]  # called when the attack begins
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    _end: float = 0.0
    _clients: dict[str, httpx.AsyncClient] = field(default_factory=dict)

    def begin(self) -> None:
        """End the preparation: requests are counted and honest waits measured from now on."""
        self.sent, self._end = 0, time.monotonic() + self.seconds
        self.answers.clear()
        self.ready()

    @property
    def running(self) -> bool:
        return time.monotonic() < self._end

    def address(self, number: int) -> str:
        return f"127.{20 + self.index}.0.{1 + number % ADDRESSES}"

    def count(self, answer: str) -> None:
        self.sent += 1
        self.answers[answer] += 1

    # HTTP ---------------------------------------------------------------------------------------

    def http(self, number: int) -> httpx.AsyncClient:
        """Return the HTTP client of an address."""
        address = self.address(number)
        if address not in self._clients:
            transport = httpx.AsyncHTTPTransport(local_address=address)
            self._clients[address] = httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{self.port}", transport=transport, timeout=ANSWER_SECONDS, trust_env=False
            )
        return self._clients[address]

    async def request(self, number: int, method: str, path: str, **fields: Any) -> httpx.Response | None:
        """Send a request, and count its status; None if there was no answer."""
        try:
            answer = await self.http(number).request(method, path, **fields)
        except httpx.TimeoutException:
            self.count(HANGING)
        except (OSError, httpx.TransportError):
            self.count("dropped")
        else:
            self.count(str(answer.status_code))
            return answer
        return None

    async def post(self, number: int, path: str, body: Any) -> httpx.Response | None:
        return await self.request(
            number, "POST", path, content=msgspec.json.encode(body), headers={"Content-Type": "application/json"}
        )

    async def create(self, number: int, game: str, **options: Any) -> tuple[str, str]:
        """Return a new table and its host's token; part of the preparation."""
        answer = await self.post(number, "/api/tables", {"game": game, "options": options, "public": True})
        assert answer is not None
        assert answer.status_code == 201, answer.text
        return answer.json()["table"], answer.json()["token"]

    async def import_table(self, number: int, record: str) -> str:
        """Return a new table with a finished game; part of the preparation."""
        answer = await self.post(number, "/api/tables/import", {"record": record})
        assert answer is not None
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    # WebSockets ---------------------------------------------------------------------------------

    @asynccontextmanager
    async def socket(self, number: int, table: str = "", token: str = "") -> AsyncIterator[ClientConnection]:
        """Open a WebSocket; say hello if there is a table, and wait for the welcome."""
        async with connect(
            f"ws://127.0.0.1:{self.port}/ws",
            local_addr=(self.address(number), 0),
            proxy=None,
            compression=None,
            max_size=None,
            close_timeout=1.0,
        ) as socket:
            if table:
                await socket.send(msgspec.json.encode(hello(table, token)), text=True)
                await socket.recv()
            yield socket

    async def command(self, socket: ClientConnection, do: str, **fields: Any) -> None:
        """Send a command without waiting for its answer, which `listen` counts."""
        self.sent += 1
        message = {"type": "cmd", "id": secrets.token_hex(8), "do": do, **fields}
        await socket.send(msgspec.json.encode(message), text=True)

    async def listen(self, socket: ClientConnection) -> None:
        """Count all answers until the socket is closed, and the close code."""
        try:
            while True:
                message = msgspec.json.decode(await socket.recv())
                if message["type"] in ("ack", "nack", "pong", "welcome"):
                    self.answers[message.get("code") or message["type"]] += 1
        except ConnectionClosed:
            self.answers[f"closed {socket.close_code}"] += 1

    # Pace ---------------------------------------------------------------------------------------

    async def repeat(self, work: Callable[[int], Awaitable[object]], at_once: int = ADDRESSES, pause: float = 0.0) -> None:
        """Call `work` with rising numbers until the time is over, so many at once, each after a pause in seconds.

        Worker `w` gets the numbers w, w + at_once, …; with a multiple of ADDRESSES each worker keeps its address.
        """

        async def worker(number: int) -> None:
            while self.running:
                try:
                    await work(number)
                except GONE as error:
                    self.count(f"refused {type(error).__name__}")
                number += at_once
                await asyncio.sleep(pause)

        await asyncio.gather(*map(worker, range(at_once)))

    async def close(self) -> None:
        for client in self._clients.values():
            await client.aclose()


@dataclass(frozen=True)
class Attack:
    """An attack, and the finding of the review that it repeats."""

    name: str
    finding: str
    run: Callable[[Attacker], Awaitable[None]]


ATTACKS: dict[str, Attack] = {}


def attack(finding: str) -> Callable[[Callable[[Attacker], Awaitable[None]]], Callable[[Attacker], Awaitable[None]]]:
    """Register an attack under the name of its function."""

    def register(run: Callable[[Attacker], Awaitable[None]]) -> Callable[[Attacker], Awaitable[None]]:
        name = run.__name__.replace("_", "-")
        ATTACKS[name] = Attack(name, finding, run)
        return run

    return register
