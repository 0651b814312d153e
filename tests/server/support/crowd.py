"""Load generator: thousands of WebSockets in one process that sit down and play. Views are not checked.

Frames are written and read here, and of a message only what playing needs is decoded: a client library would cost more
than the server that is to be measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from fairyring.tables.limits import PROTOCOL_VERSION

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Act(Struct):
    """An action, as far as it matters here."""

    id: int


class Own(Struct):
    """What a seat owes."""

    ask: str = ""
    legal: list[Act] = []
    chosen: msgspec.Raw | UnsetType = UNSET


class Head(Struct):
    """The table."""

    phase: str
    n: int


class AnyMessage(Struct):
    """Any message."""

    type: str
    id: str = ""
    code: str = ""
    seats: dict[str, Own] = {}
    table: Head | UnsetType = UNSET
    beat: AnyMessage | None = None


DECODE = msgspec.json.Decoder(AnyMessage).decode


class Wire(asyncio.Protocol):
    """A WebSocket, the client's side of it: no extensions, no fragments, a mask of zeros."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.opened = asyncio.get_running_loop().create_future()
        self.closed = 0  # the code
        self._shaken = False
        self._bytes = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._bytes += data
        if not self._shaken:
            head, separator, rest = self._bytes.partition(b"\r\n\r\n")
            if not separator:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n", 1)[0].decode()))
                return
            self._bytes, self._shaken = rest, True
            self.opened.set_result(None)
        self._frames(now)

    def _frames(self, now: float) -> None:
        data = self._bytes
        while len(data) >= 2:
            size, start = data[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                if len(data) < start:
                    return
                size = int.from_bytes(data[2:start], "big")
            if len(data) < start + size:
                return
            kind, body = data[0] & 15, bytes(data[start : start + size])
            del data[: start + size]
            if kind == TEXT:
                self.on_message(body, now)
            elif kind == PING:
                self._send(PONG, body)
            elif kind == CLOSE:
                self.closed = int.from_bytes(body[:2], "big") if body else 1005
                self._send(CLOSE, body[:2])
                self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + body)

    def say(self, message: dict[str, Any]) -> None:
        self._send(TEXT, json.dumps(message, separators=(",", ":")).encode())

    def on_message(self, body: bytes, now: float) -> None:
        raise NotImplementedError


class Sitter(Wire):
    """One socket at one table. `heard` is called with every beat and answer, and when it came."""

    def __init__(self, host: str, on_message: Callable[[AnyMessage, float], None]) -> None:
        super().__init__(host)
        self.heard = on_message
        self.seat = -1
        self.own = Own()
        self.phase, self.n = "", 0
        self.token = ""
        self._answers: dict[str, asyncio.Future[AnyMessage]] = {}
        self._welcome: asyncio.Future[AnyMessage] = asyncio.get_running_loop().create_future()

    @classmethod
    async def come(cls, port: int, table: str, on_message: Callable[[AnyMessage, float], None], token: str = "") -> Sitter:
        loop = asyncio.get_running_loop()
        _, sitter = await loop.create_connection(lambda: cls(f"127.0.0.1:{port}", on_message), "127.0.0.1", port)
        await sitter.opened
        sitter.say(
            {"type": "hello", "proto": PROTOCOL_VERSION, "table": table, "visible": True} | ({"token": token} if token else {})
        )
        await sitter._welcome
        return sitter

    @property
    def owes(self) -> bool:
        return self.phase == "playing" and bool(self.own.legal) and self.own.chosen is UNSET

    def on_message(self, body: bytes, now: float) -> None:
        message = DECODE(body)
        beat = message.beat or (message if message.type == "beat" else None)
        if beat is not None:
            if beat.table is not UNSET:
                self.phase, self.n = beat.table.phase, beat.table.n
            self.own = next(iter(beat.seats.values()), Own())
        if message.type == "welcome":
            self.token = json.loads(body)["you"].get("token", self.token)
            self._welcome.set_result(message)
        elif message.type in ("ack", "nack") and message.id in self._answers:
            self._answers.pop(message.id).set_result(message)
        if message.type in ("beat", "ack", "nack"):
            self.heard(message, now)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for answer in (self._welcome, *self._answers.values()):
            if not answer.done():
                answer.set_exception(ConnectionError(f"closed with {self.closed}"))

    async def do(self, do: str, **fields: Any) -> AnyMessage:
        """A command that must succeed."""
        answer = await self.ask(do, **fields)
        assert answer.type == "ack", f"{do} is refused: {answer.code}"
        return answer

    def ask(self, do: str, **fields: Any) -> asyncio.Future[AnyMessage]:
        id_ = secrets.token_hex(8)
        answer = self._answers[id_] = asyncio.get_running_loop().create_future()
        self.say({"type": "cmd", "id": id_, "do": do, **fields})
        return answer

    def play(self, rng: random.Random) -> asyncio.Future[AnyMessage]:
        """Any of what is legal."""
        own, self.own = self.own, Own()  # until the next beat says otherwise, nothing is owed
        return self.ask("play", seat=self.seat, ask=own.ask, action=rng.choice(own.legal).id)
