"""WebSocket protocol: frames in pieces and fragments, work that a flood may cause, turns of the event loop."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from fairyring.server.runtime.hosted_table import HostedTable
from fairyring.server.ws import protocol
from fairyring.server.ws.protocol import ClientConnection
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.limits import MAX_RATE_VIOLATIONS, MESSAGE_RATE, WATCHERS_MESSAGE_RATE
from tests.server.support.running import Running, hello, one_table

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CONTINUATION, CLOSE, PING, PONG = 1, 0, 8, 9, 10
VISIBLE = json.dumps({"type": "visible", "on": True}).encode()
BURST = MESSAGE_RATE[1]


def frame(data: bytes, opcode: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
    """A frame of a client, with a mask that changes the data."""
    mask = b"\x01\x02\x03\x04" if masked else b""
    first = bytes([0x80 * final | opcode])
    size = (
        bytes([0x80 * masked | len(data)]) if len(data) < 126 else bytes([0x80 * masked | 126]) + len(data).to_bytes(2, "big")
    )
    return first + size + mask + bytes(byte ^ mask[i % 4] if masked else byte for i, byte in enumerate(data))


class Raw:
    """A client that writes frames as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def frame(self) -> tuple[int, bytes]:
        """The next frame: opcode and data."""
        first, size = await self.reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def message(self, *kinds: str) -> dict[str, Any]:
        while True:
            opcode, data = await self.frame()
            assert opcode == TEXT, (opcode, data)
            message: dict[str, Any] = json.loads(data)
            if message["type"] in kinds:
                return message

    async def closed(self) -> int:
        """The close code."""
        while True:
            opcode, data = await self.frame()
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big")


@asynccontextmanager
async def connected(server: Running) -> AsyncIterator[Raw]:
    """A client that has not sent anything yet."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(REQUEST)
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def raw(server: Running, table: str, token: str = "") -> AsyncIterator[Raw]:
    """A client that was welcomed."""
    async with connected(server) as client:
        client.writer.write(frame(json.dumps(hello(table, token)).encode()))
        await client.message("welcome")
        yield client


def command(id_: str, do: str = "away") -> bytes:
    return json.dumps({"type": "cmd", "id": id_, "do": do}).encode()


async def test_protocol_reads_frames_in_pieces(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        data = frame(command("pieces"))
        for byte in data:
            client.writer.write(bytes([byte]))
            await client.writer.drain()
            await asyncio.sleep(0)
        assert (await client.message("ack"))["id"] == "pieces"
        client.writer.write(frame(command("a")) + frame(command("b")) + frame(command("long" + " " * 300)))
        assert [(await client.message("ack", "nack"))["id"] for _ in range(3)] == ["a", "b", ""]


async def test_protocol_reads_fragments_between_control_frames(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        text = command("fragments")
        client.writer.write(
            frame(text[:5], final=False)
            + frame(b"?", PING)
            + frame(text[5:9], CONTINUATION, final=False)
            + frame(text[9:], CONTINUATION)
            + frame(command("next"))
        )
        pongs, acks = list[bytes](), list[str]()
        while len(acks) < 2:
            opcode, data = await client.frame()
            pongs += [data] if opcode == PONG else []
            acks += [json.loads(data)["id"]] if opcode == TEXT and b'"ack"' in data else []
        assert pongs == [b"?"]
        assert acks == ["fragments", "next"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(b"{}", masked=False), 1002),
        (frame(b"{", final=False) + frame(b"{}"), 1002),
        (frame(b"}", CONTINUATION), 1002),
        (frame(b"\xff\xfe"), 1007),
        (frame(b"\xff", final=False) + frame(b"\xfe", CONTINUATION), 1007),
        (frame(b"\x03\xe8\xff", CLOSE), 1007),
        (frame(b"\x03", CLOSE), 1002),
        (b"\xc1\x80\x00\x00\x00\x00", 1002),
        (b"\x81\xff" + (1 << 20).to_bytes(8, "big") + b"\x00\x00\x00\x00", 1009),
    ],
)
async def test_protocol_refuses_frames_that_rfc_6455_forbids(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, data: bytes, code: int
) -> None:
    """Each is closed with its code, before and after the hello, and without a line in the log: anybody could fill it."""
    caplog.set_level(logging.WARNING)
    async with one_table(tmp_path) as (server, table, ann):
        async with raw(server, table) as client:
            client.writer.write(data)
            assert await client.closed() == code
        async with connected(server) as client:
            client.writer.write(data)
            assert await client.closed() == code
        assert (await ann.do("away"))["type"] == "ack"
    assert [(record.name, record.getMessage()) for record in caplog.records] == []


async def test_protocol_answers_a_close_frame(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        client.writer.write(frame((1000).to_bytes(2, "big"), CLOSE))
        assert await client.closed() == 1000
        assert await client.reader.read() == b""


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts frames that were decoded, messages that reached a table, and inputs of engines."""
    counts: Counter[str] = Counter()
    originals = ClientConnection._read_frame, HostedTable.receive, TableEngine.take

    def read_frame(self: ClientConnection, at: int, end: int) -> None:
        counts["frames"] += 1
        originals[0](self, at, end)

    def receive(self: HostedTable, outbox: Any, text: str) -> None:
        counts["messages"] += 1
        originals[1](self, outbox, text)

    def take(self: TableEngine, event: Any) -> Any:
        counts[type(event).__name__] += 1
        return originals[2](self, event)

    monkeypatch.setattr(ClientConnection, "_read_frame", read_frame)
    monkeypatch.setattr(HostedTable, "receive", receive)
    monkeypatch.setattr(TableEngine, "take", take)
    return counts


@pytest.mark.parametrize("data", [b"", VISIBLE, b'{"type":"ping"}'])
@pytest.mark.parametrize("opcode", [TEXT, PING])
async def test_flood_in_one_burst_is_not_decoded(tmp_path: Path, work: Counter[str], data: bytes, opcode: int) -> None:
    """Work is bounded by the rate limit however many frames one read of the socket returns."""
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        work.clear()
        client.writer.write(frame(data, opcode) * 40_000)
        assert await client.closed() == 4004
        # A slow machine may read the burst over a second or two, and tokens come back meanwhile.
        most = BURST + 10 * MESSAGE_RATE[0]
        assert BURST - 1 <= work["frames"] <= most  # one was the hello
        assert work["messages"] <= most
        assert work["Received"] <= most


async def test_flood_is_not_processed_after_the_close_was_decided(tmp_path: Path, work: Counter[str]) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        client.writer.write(frame(VISIBLE) * (BURST + 20 * MAX_RATE_VIOLATIONS))
        assert await client.closed() == 4004
        before = work["frames"], work["Received"]
        client.writer.write(frame(command("late")) * 100)
        async with server.talk(table) as other:
            assert (await other.do("away"))["type"] == "ack"
        assert work["frames"] - before[0] <= 3  # hello, command and close frame of the other
        assert work["Received"] - before[1] <= 1


async def test_burst_is_delivered_over_several_turns_of_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        turns, turn, running, original = Counter[int](), 0, True, HostedTable.receive

        def next_turn() -> None:
            nonlocal turn
            turn += 1
            if running:
                asyncio.get_running_loop().call_soon(next_turn)

        def receive(self: HostedTable, outbox: Any, text: str) -> None:
            turns[turn] += 1
            original(self, outbox, text)

        monkeypatch.setattr(HostedTable, "receive", receive)
        next_turn()
        client.writer.write(frame(VISIBLE) * (BURST - 10) + frame(command("last")))
        await client.message("ack")
        running = False
        assert turns.total() == BURST - 9
        assert max(turns.values()) <= 2 * protocol.MESSAGES_PER_TURN  # the rest of a burst, and a read in the same turn


async def test_ping_is_answered_without_the_engine(tmp_path: Path, work: Counter[str]) -> None:
    async with one_table(tmp_path) as (server, table, _ann), raw(server, table) as client:
        work.clear()
        client.writer.write(frame(b'{"type":"ping"}') * 50)
        for _ in range(50):
            await client.message("pong")
        assert work["Received"] == 0
        assert work["messages"] == 50


async def test_watchers_share_one_message_rate(tmp_path: Path, work: Counter[str]) -> None:
    """More sockets do no more work; and what watchers send takes nothing from those who sit."""
    async with one_table(tmp_path) as (server, table, ann), AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(raw(server, table)) for _ in range(8)]
        work.clear()
        for client in clients:
            client.writer.write(frame(VISIBLE) * (BURST - 20))
        while work["messages"] < 8 * (BURST - 20):
            await asyncio.sleep(0.01)
        assert work["Received"] <= WATCHERS_MESSAGE_RATE[1] + 10 * WATCHERS_MESSAGE_RATE[0]
        assert (await ann.do("away"))["type"] == "ack"


async def test_connection_frees_its_handshake(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, _ann):
        (outbox,) = server.hub.tables[table].outboxes.values()
        connection = outbox._connection
        assert isinstance(connection, ClientConnection)
        assert len(connection.scope) == 0
        assert type(connection.queue).__name__ == "EventQueue", "an asyncio.Queue takes 3 kB"
        assert type(connection.writable).__name__ != "Event"
        assert not hasattr(connection, "request")
        assert not hasattr(connection, "response")
