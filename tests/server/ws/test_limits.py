"""WebSocket limits: floods, slow readers, and clients that do not close."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fairyring.server.ws import protocol
from tests.server.support.running import Talk, hello, one_table


async def flood(talk: Talk, message: dict[str, Any]) -> int:
    """Say it until we are cut off; the code."""
    reading = asyncio.create_task(talk.closed())
    with suppress(ConnectionClosed):
        while not reading.done():
            await talk.send(message)
            await asyncio.sleep(0)  # the server lives in this loop as well
    return await reading


async def test_flood_closes_the_connection_and_writes_no_row(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        floods: list[dict[str, Any]] = [
            {"type": "ping"}, {"type": "visible", "on": True}, {"type": "cmd", "id": "same", "do": "nothing"},
            {"type": "cmd", "id": "again", "do": "away"}, {}, {"type": "cmd", "id": "said", "do": "shout", "n": 99},
        ]  # fmt: skip
        for message in floods:
            async with server.talk(table) as bad:
                before = await server.log(table)
                assert await flood(bad, message) == 4004, message
                assert len(await server.log(table)) == len(before)
        assert (await ann.do("away"))["type"] == "ack"


async def test_flood_again_is_rate_limited_by_address(tmp_path: Path) -> None:
    async with one_table(tmp_path, misses_per_minute=2) as (server, table, _ann):
        messages = []
        for _ in range(3):
            async with server.socket() as bad:
                await bad.send(hello(table))
                assert await flood(bad, {"type": "ping"}) == 4004
                messages.append(len(bad.heard))
        assert min(messages[:2]) > 0
        assert messages[2] == 0


async def test_outbox_disconnects_a_slow_reader_and_lets_it_catch_up(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        async with server.socket(max_queue=1) as slow:
            await slow.hello(table)
            token, since = slow.token, slow.shown["at"]
            line = list(server.hub.tables[table].outboxes.values())[-1]
            slow.socket.transport.pause_reading()
            while line.closing is None:
                line.send(b'{"type":"pong","x":"' + b"x" * 60_000 + b'"}')
                await asyncio.sleep(0.001)  # it is sent as long as anybody takes it
            assert (await ann.do("bot", seat=1, level=""))["type"] == "ack"  # nobody waits for it
            slow.socket.transport.resume_reading()
            assert await slow.closed() == 4000
        async with server.talk(table, token, since=since) as back:
            assert back.shown["after"] == since
            assert back.table["seats"][1] == {"kind": "empty"}


async def test_endpoint_drops_a_client_that_never_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "CLOSE_GRACE_SECONDS", 0.01)
    async with one_table(tmp_path) as (server, table, _ann), server.socket(max_queue=1) as dead:
        await dead.hello(table)
        lines = server.hub.tables[table].outboxes
        line = list(lines.values())[-1]
        dead.socket.transport.pause_reading()
        while line.closing is None:
            line.send(b"x" * 60_000)
            await asyncio.sleep(0.001)
        assert isinstance(line._connection, protocol.ClientConnection)
        while line.id in lines or not line._connection.disconnected:
            await asyncio.sleep(0.01)
        dead.socket.transport.abort()


async def test_endpoint_ignores_a_client_that_does_not_close(tmp_path: Path) -> None:
    async with one_table(tmp_path) as (server, table, ann):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await reader.readuntil(b"\r\n\r\n")
        writer.write(_frame(json.dumps(hello(table, "A" * 32))))
        assert (await reader.readexactly(4))[2:] == (4003).to_bytes(2, "big")
        before = await server.log(table)
        for _ in range(50):
            writer.write(_frame(json.dumps({"type": "cmd", "id": "x", "do": "chat", "text": "hi"})))
        await writer.drain()
        assert (await ann.do("away"))["type"] == "ack"
        assert len(await server.log(table)) == len(before)
        writer.close()


def _frame(text: str) -> bytes:
    """A masked text frame; the mask is nothing."""
    data = text.encode()
    assert len(data) < 1 << 16
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data
