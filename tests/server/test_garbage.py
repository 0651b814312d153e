"""Closed connections, requests, decisions and dropped tables leave no reference cycles, so that no collection is needed."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import struct
import types
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

import fairyring
from fairyring.tables.engine.effects import CLOSE_FLOOD
from tests.server.support.running import Running, hello, running

TIMES = 8
KEY = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
SOURCE = str(Path(fairyring.__file__).parent)
ABORT = struct.pack("ii", 1, 0)  # SO_LINGER: close with a reset


@pytest.fixture
def no_automatic_collection() -> Iterator[None]:
    """Collect only where a test says so, and only what comes from now on: a process full of other tests' objects is slow."""
    gc.disable()
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()
    gc.enable()


class Client:
    """A WebSocket as plain blocking calls, so that the client itself leaves no cycles."""

    def __init__(self, port: int, origin: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        more = f"Origin: {origin}\r\n" if origin else ""
        head = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}{KEY}\r\n"
        self.socket.sendall(head.encode())
        self.read_until(b"\r\n\r\n")

    def read_until(self, end: bytes) -> None:
        data = b""
        while end not in data:
            data += self.socket.recv(1 << 16)

    def send(self, body: bytes) -> None:
        self.socket.sendall(bytes((0x81, 0xFE)) + len(body).to_bytes(2, "big") + bytes(4) + body)

    def enter(self, table: str, token: str) -> Client:
        self.send(json.dumps(hello(table, token)).encode())
        self.read_until(b'"presence"')
        return self

    def end(self) -> None:
        """Wait until the server has closed the connection."""
        try:
            while self.socket.recv(1 << 16):
                pass
        except OSError:
            pass
        self.socket.close()

    def close(self, code: int = 1000) -> None:
        self.socket.sendall(bytes((0x88, 0x82)) + bytes(4) + code.to_bytes(2, "big"))
        self.end()


def closes(port: int, table: str, token: str) -> None:
    Client(port).enter(table, token).close()


def vanishes(port: int, table: str, token: str) -> None:
    Client(port).enter(table, token).socket.close()


def resets(port: int, table: str, token: str) -> None:
    client = Client(port).enter(table, token)
    client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, ABORT)
    client.socket.close()


def foreign_origin(port: int, _table: str, _token: str) -> None:
    Client(port, "http://other.example").end()


def no_hello(port: int, _table: str, _token: str) -> None:
    client = Client(port)
    client.send(b"{}")
    client.read_until(b"bad-form")
    client.close()


def no_table(port: int, _table: str, _token: str) -> None:
    client = Client(port)
    client.send(json.dumps(hello("aaaaaaaaaaaaaaaa")).encode())
    client.close()


def flood(port: int, table: str, token: str) -> None:
    client = Client(port).enter(table, token)
    client.socket.sendall((bytes((0x81, 0x80)) + bytes(4)) * 2000)
    client.read_until(bytes((0x88, 2)) + CLOSE_FLOOD.to_bytes(2, "big"))
    client.socket.close()


def too_long(port: int, table: str, token: str) -> None:
    client = Client(port).enter(table, token)
    client.socket.sendall(bytes((0x81, 0xFF)) + (1 << 20).to_bytes(8, "big") + bytes(4))
    client.end()


def invalid_text(port: int, table: str, token: str) -> None:
    client = Client(port).enter(table, token)
    client.send(b"\xff\xfe")
    client.end()


def request(port: int, table: str, _token: str) -> None:
    for path in ("/health", f"/api/tables/{table}", "/api/none"):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n".encode())
            while connection.recv(1 << 16):
                pass


VISITS = (closes, vanishes, resets, foreign_origin, no_hello, no_table, flood, too_long, invalid_text, request)


def is_ours(thing: object) -> bool:
    """Return whether an object is an instance, function, frame or coroutine of the program."""
    code = getattr(thing, "f_code", None) or getattr(thing, "cr_code", None) or getattr(thing, "gi_code", None)
    if isinstance(code, types.CodeType):
        return SOURCE in code.co_filename
    module = thing.__module__ if isinstance(thing, types.FunctionType | type) else type(thing).__module__
    return isinstance(module, str) and module.startswith("fairyring.")


def collect() -> int:
    """Collect garbage. Returns how many objects of the program were only reachable by cycles.

    What other tests left running in this process, such as a browser's driver, makes garbage of its own, which does not count.
    """
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        found = sum(map(is_ours, gc.garbage))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    gc.collect()
    return found


async def left_by(work: Callable[[], Awaitable[object]]) -> int:
    """Return how many objects of the program some work leaves in cycles, when it is done again: caches fill, workers start."""
    await work()
    gc.collect()
    await work()
    return collect()


async def all_gone(server: Running, tasks: int) -> None:
    """Wait until no task and no connection is left of those that came."""
    while server.hub.sockets or len(asyncio.all_tasks()) > tasks:
        await asyncio.sleep(0.01)
    for _ in range(3):  # connections are closed in turns of the event loop of their own
        await asyncio.sleep(0)


@pytest.mark.usefixtures("no_automatic_collection")
@pytest.mark.parametrize("visit", VISITS, ids=lambda visit: str(visit.__name__))
async def test_connection_leaves_no_garbage(tmp_path: Path, visit: Callable[[int, str, str], None]) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("fairy", 2)
        tasks = len(asyncio.all_tasks())

        async def visits() -> None:
            for _ in range(TIMES):
                await asyncio.to_thread(visit, server.port, table, token)
            await all_gone(server, tasks)

        assert await left_by(visits) == 0, "each leaves objects behind"


@pytest.mark.usefixtures("no_automatic_collection")
async def test_decisions_and_dropped_table_leave_no_garbage(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        table, token = await server.create("sneaky-town", 2)  # no game is over after so few casts
        async with server.talk(table, token) as ann, server.talk(table) as bob:
            await ann.do("sit", seat=0)
            await bob.do("sit", seat=1)
            await ann.do("start")

            async def decisions() -> None:
                for _ in range(3):
                    for person in (ann, bob):
                        await person.until(lambda own=person: "legal" in own.own and "chosen" not in own.own)  # type: ignore[misc]
                        assert (await person.play(person.own["legal"][0]["id"]))["type"] == "ack"

            assert await left_by(decisions) == 0, "each decision leaves objects behind"
        assert server.state(table).phase == "playing"
        server.hub.drop(server.hub.tables[table])
        gc.collect()
        hosted = server.hub.hosted(table)  # loaded again
        while hosted.state is None:
            await asyncio.sleep(0.01)
        server.hub.drop(hosted)
        del hosted
        assert collect() == 0, "a dropped table leaves objects behind"
