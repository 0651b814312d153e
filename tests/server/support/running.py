"""Server inside the event loop of a test, on a loopback socket, so that its memory can be inspected.

    async with running(tmp_path) as server:
        table, token = await server.create("fairy")
        async with server.talk(table, token) as ann: …

It is run as `fairyring serve` runs it. Its limits for each address are lifted, unless said otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fairyring.server.app import App
from fairyring.server.runtime.hub import Hub
from fairyring.server.serve import listen, make_server
from fairyring.server.settings import Settings
from fairyring.server.store import Store
from fairyring.server.workers import heavy, pool
from fairyring.tables import Row
from fairyring.tables.log.state import TableState
from fairyring.tables.log.stored import from_store
from tests.forking.processes import launch_command

LIMITS = (
    "sockets_per_address",
    "tables_per_hour",
    "listed_per_address",
    "requests_per_second",
    "misses_per_minute",
    "connects_per_minute",
    "heavy_per_minute",
)
OPEN: dict[str, Any] = dict.fromkeys(LIMITS, 0)
LONGEST = 200.0  # seconds for an answer
WORKER = pool.PROGRAM


class Talk:
    """One raw socket: says what it is told to, and remembers everything it hears."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.token = ""
        self.heard: list[dict[str, Any]] = []
        self.table: dict[str, Any] = {}
        self.shown: dict[str, Any] = {}  # the newest beat
        self._ids = 0

    @property
    def code(self) -> int | None:
        """What it was closed with."""
        return self.socket.close_code

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message, of these kinds where they are said."""
        async with asyncio.timeout(LONGEST):
            while True:
                message = self._hear(await self.socket.recv())
                if not kinds or message["type"] in kinds:
                    return message

    def _hear(self, text: str | bytes) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        beat = message.get("beat", message)
        if beat["type"] == "beat":
            self.shown, self.table = beat, beat.get("table", self.table)
        return message

    async def hello(self, table: str, token: str = "", **more: Any) -> dict[str, Any]:
        await self.send(hello(table, token, **more))
        welcome = await self.next("welcome")
        self.token = welcome["you"].get("token", token)
        return welcome

    async def do(self, do: str, /, **fields: Any) -> dict[str, Any]:
        """A command, and its answer; who is told to be slower says it again a little later."""
        self._ids += 1
        id_ = fields.pop("id", f"{id(self)}-{self._ids}")
        while True:
            await self.send({"type": "cmd", "id": id_, "do": do, **fields})
            while (answer := await self.next("ack", "nack"))["id"] != id_:
                pass
            if answer.get("code") != "too-fast":
                return answer
            await asyncio.sleep(0.1)

    async def until(self, true: Callable[[], bool]) -> None:
        """Read on until something is true of what is shown."""
        while not true():
            await self.next("beat")

    async def phase(self, name: str) -> None:
        await self.until(lambda: self.table["phase"] == name)

    @property
    def own(self) -> dict[str, Any]:
        """What our seat alone is told."""
        return next(iter(self.shown["seats"].values()), {})

    async def play(self, action: Any, seat: int | None = None, ask: str | None = None) -> dict[str, Any]:
        where = next((int(p) for p in self.shown["seats"]), 0) if seat is None else seat
        return await self.do("play", seat=where, ask=self.own.get("ask", "") if ask is None else ask, action=action)

    async def closed(self) -> int:
        """Read on until the server closes; the code."""
        async with asyncio.timeout(LONGEST):
            try:
                while True:
                    self._hear(await self.socket.recv())
            except ConnectionClosed:
                return self.socket.close_code or 1006


def hello(table: str, token: str = "", **more: Any) -> dict[str, Any]:
    return {"type": "hello", "proto": 1, "table": table, "visible": True} | ({"token": token} if token else {}) | more


class Running:
    """A server that runs, and how to reach it."""

    def __init__(self, app: App, port: int) -> None:
        assert app.hub is not None
        self.app, self.hub, self.port = app, app.hub, port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.url, timeout=LONGEST, trust_env=False)

    async def create(self, game: str, players: int | None = None, **chosen: Any) -> tuple[str, str]:
        options = chosen.pop("options", {}) | ({"players": players} if players else {})
        answer = await self.http.post("/api/tables", json={"game": game, "options": options, **chosen})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"], answer.json()["token"]

    @asynccontextmanager
    async def socket(self, **more: Any) -> AsyncIterator[Talk]:
        """A socket that has said nothing yet."""
        async with connect(f"ws://127.0.0.1:{self.port}/ws", proxy=None, compression=None, **more) as connection:
            yield Talk(connection)

    @asynccontextmanager
    async def talk(self, table: str, token: str = "", **more: Any) -> AsyncIterator[Talk]:
        """A socket that was welcomed."""
        async with self.socket() as talk:
            await talk.hello(table, token, **more)
            yield talk

    async def log(self, table: str) -> list[Row]:
        return [from_store(row) for row in await self.hub.store.rows(table)]

    def failures(self) -> float:
        """How many tasks failed that should not have."""
        return float(self.app.metrics.registry.get_sample_value("fairyring_failures_total") or 0)

    def state(self, table: str) -> TableState:
        state = self.hub.tables[table].state
        assert state is not None
        return state


@asynccontextmanager
async def running(folder: Path, **chosen: Any) -> AsyncIterator[Running]:
    """A server for the length of a block; it stops gracefully, and must not have failed at anything. Its workers are forked."""
    settings = Settings(**{**OPEN, "data": folder, "workers": 1, "port": 0, **chosen})
    settings.folder.mkdir(parents=True, exist_ok=True)
    app = App(settings, await Store.open(settings.url))
    ready = asyncio.Event()
    listener = listen(settings, port_is_fixed=True)
    server = make_server(app, ready.set)
    with pytest.MonkeyPatch.context() as patch:
        if pool.PROGRAM == WORKER:  # else the test has put another one there
            patch.setattr(pool, "PROGRAM", launch_command(WORKER[-1]))
        task = asyncio.create_task(server._serve([listener]))  # not `serve`, which would take the signals of the tests
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
        assert ready.is_set(), "the server did not start"
        app.litestar.state.heavy._program = launch_command(heavy.PROGRAM[-1])
        server_running = Running(app, listener.getsockname()[1])
        try:
            yield server_running
            assert server_running.failures() == 0, "a task of the server failed"
        finally:
            await server_running.http.aclose()
            server.should_exit = True
            await task
            listener.close()


__all__ = ["OPEN", "Hub", "Running", "Talk", "hello", "running"]


@asynccontextmanager
async def one_table(folder: Path, **chosen: Any) -> AsyncIterator[tuple[Running, str, Talk]]:
    """A game of two with one bot, its host connected."""
    async with running(folder, **chosen) as server:
        table, token = await server.create("fairy", 2)
        async with server.talk(table, token) as ann:
            await ann.do("sit", seat=0, name="Ann")
            await ann.do("bot", seat=1, level="random")
            yield server, table, ann
