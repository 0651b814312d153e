"""Test bench behind real WebSockets. Its time passes only with messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from fairyring.tables import Opened
from fairyring.tables.limits import MINUTE
from tests.tables.support.bench import Bench

STEP = 200  # milliseconds between two messages: nobody is too fast, and nobody too slow to open a share


class Bridge:
    """Sockets to the processes of a bench."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.sockets: dict[str, ServerConnection] = {}
        self.forwarded: dict[str, int] = {}
        self.count = 0
        self.hellos: list[dict[str, Any]] = []
        self.said: list[dict[str, Any]] = []
        self.deaf = 0  # how many of the next messages reach the table, whose answers are lost with the connection
        self.url = ""
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()

    async def __call__(self, socket: ServerConnection) -> None:
        self.count += 1
        conn = f"c{self.count}"
        hello = json.loads(await socket.recv())
        self.hellos.append(hello)
        assert hello["type"] == "hello"
        assert hello["table"] == self.bench.rows[0].table
        self.sockets[conn], self.forwarded[conn] = socket, 0
        self.bench.where[conn] = "a"
        self.bench.give("a", Opened, conn, hello)
        try:
            await self.tell()
            async for text in socket:
                message = json.loads(text)
                self.said.append(message)
                if conn in self.bench.where:
                    self.bench.pass_time(STEP)
                    self.bench.say(conn, message)
                if self.deaf:
                    self.deaf -= 1
                    await socket.close(1011)
                    break
                await self.tell()
        except ConnectionClosed:
            pass
        finally:
            self.sockets.pop(conn, None)
            if conn in self.bench.where:
                self.bench.leave(conn)
        await self.tell()

    async def tell(self) -> None:
        """Everything that is not sent yet, to everybody, in order."""
        self._news.set()
        async with self._lock:
            for conn, socket in list(self.sockets.items()):
                try:
                    while self.forwarded[conn] < len(self.bench.sent[conn]):
                        self.forwarded[conn] += 1
                        await socket.send(json.dumps(self.bench.sent[conn][self.forwarded[conn] - 1]))
                    if conn in self.bench.closed:
                        await socket.close(self.bench.closed[conn])
                except ConnectionClosed:
                    pass

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true of the table."""
        while not true():
            self._news.clear()
            await self._news.wait()

    async def cut(self) -> None:
        """All connections are lost."""
        for socket in list(self.sockets.values()):
            await socket.close(1011)

    async def wait(self, milliseconds: int = MINUTE) -> None:
        self.bench.pass_time(milliseconds)
        await self.tell()


@asynccontextmanager
async def bridged(bench: Bench) -> AsyncIterator[Bridge]:
    """The bench at an address."""
    bridge = Bridge(bench)
    server: Server
    async with serve(bridge, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        bridge.url = f"http://127.0.0.1:{port}"
        yield bridge
