"""Connections that cost nothing but their descriptor: silent, slow, or too many."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fairyring.server import descriptors
from fairyring.server.settings import Settings
from tests.server.support.running import Running, running

HEAD = b"GET /health HTTP/1.1\r\nhost: localhost\r\n"
POST = b"POST /api/verify HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n"
LONGEST = 100.0  # seconds until the server has done what it should, on a busy machine


class Clients:
    """A server, and raw connections to it, which are closed at the end."""

    def __init__(self, server: Running) -> None:
        self.server, self.writers = server, list[asyncio.StreamWriter]()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        self.writers.append(writer)
        return reader, writer


@contextlib.asynccontextmanager
async def clients(folder: Path, **settings: Any) -> AsyncIterator[tuple[Running, Clients]]:
    async with running(folder, **settings) as server:
        clients = Clients(server)
        try:
            yield server, clients
        finally:
            for writer in clients.writers:
                writer.close()
                with contextlib.suppress(ConnectionError):
                    await writer.wait_closed()


async def dropped(reader: asyncio.StreamReader) -> bytes:
    """What came until the server dropped the connection."""
    async with asyncio.timeout(LONGEST):
        with contextlib.suppress(ConnectionError):
            return await reader.read()
    return b""


async def drip(writer: asyncio.StreamWriter, data: bytes) -> None:
    """A byte now and then, for as long as the connection stands."""
    with contextlib.suppress(ConnectionError):
        for byte in data * 1000:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(0.05)


def refused(server: Running, why: str) -> float:
    return server.app.metrics.registry.get_sample_value("fairyring_refused_total", {"why": why}) or 0.0


@pytest.mark.parametrize("first", [b"", HEAD, POST, HEAD + b"\r\n" + HEAD], ids=["silent", "head", "body", "second head"])
async def test_connection_that_falls_silent_is_dropped(tmp_path: Path, first: bytes) -> None:
    async with clients(tmp_path, request_seconds=1) as (server, those):
        reader, writer = await those.connect()
        writer.write(first)
        answered = await dropped(reader)
        assert answered.count(b"HTTP/1.1 200") == (1 if b"\r\n\r\n" in first and first != POST else 0)
        assert refused(server, "slow") == 1


async def test_client_that_hangs_up_within_a_body_is_no_failure(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "fairyring")
    async with clients(tmp_path) as (_server, those):
        _reader, writer = await those.connect()
        writer.write(POST + b"{")
        await writer.drain()
        writer.close()
        async with asyncio.timeout(LONGEST):
            while not any("/api/verify 499" in entry.getMessage() for entry in caplog.records):
                assert not any(entry.levelno >= logging.ERROR for entry in caplog.records)
                await asyncio.sleep(0.01)
    assert not any(entry.levelno >= logging.ERROR for entry in caplog.records)


@pytest.mark.parametrize("first", [b"GET / HTTP/1.1\r\nx: ", POST], ids=["head", "body"])
async def test_connection_that_sends_byte_by_byte_is_dropped(tmp_path: Path, first: bytes) -> None:
    async with clients(tmp_path, request_seconds=1) as (server, those):
        reader, writer = await those.connect()
        writer.write(first)
        dripping = asyncio.create_task(drip(writer, b"a"))
        await dropped(reader)
        dripping.cancel()
        assert refused(server, "slow") == 1


async def test_connection_in_use_is_not_dropped(tmp_path: Path) -> None:
    """Requests one after the other, a long answer, and a WebSocket all live longer than the deadline."""
    async with clients(tmp_path, request_seconds=1) as (server, those):
        table, token = await server.create("fairy", 2)
        reader, writer = await those.connect()
        async with server.talk(table, token) as ann:
            for _ in range(8):
                writer.write(HEAD + b"\r\n")
                assert b"200" in await reader.readline()
                while await reader.readline() != b"\r\n":
                    pass
                await reader.readuntil(b"}")
                await asyncio.sleep(0.3)
            assert (await ann.do("sit", seat=0, name="Ann"))["type"] == "ack"
        assert refused(server, "slow") == 0


async def test_connections_of_one_address_are_limited(tmp_path: Path) -> None:
    async with clients(tmp_path, connections_per_address=3) as (server, those):
        connections = [await those.connect() for _ in range(3)]
        reader, _writer = await those.connect()
        assert await dropped(reader) == b""
        assert refused(server, "connections") == 1
        connections[0][1].close()
        while (again := await those.connect()) and refused(server, "connections") < 10:  # until the server has noticed
            again[1].write(HEAD + b"connection: close\r\n\r\n")
            if b"200" in await dropped(again[0]):
                break
        else:
            pytest.fail("a place that was left is not free")


async def test_silent_connections_make_room_for_others(tmp_path: Path) -> None:
    async with clients(tmp_path, most_connections=5) as (server, those):
        silent = [await those.connect() for _ in range(20)]
        assert (await server.http.get("/health")).status_code == 200
        assert await dropped(silent[0][0]) == b""
        assert refused(server, "connections") > 0


async def test_websockets_do_not_count_as_http_connections(tmp_path: Path) -> None:
    async with clients(tmp_path, connections_per_address=3) as (server, _those):
        table, token = await server.create("fairy", 2)
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(6):
                await stack.enter_async_context(server.talk(table, token))
            assert (await server.http.get("/health")).status_code == 200


async def test_proxies_are_exempt_from_the_limit_of_one_address(tmp_path: Path) -> None:
    async with clients(tmp_path, connections_per_address=2, proxies="127.0.0.1") as (server, those):
        for _ in range(6):
            await those.connect()
        assert (await server.http.get("/health")).status_code == 200
        assert refused(server, "connections") == 0


def test_descriptors_are_raised_as_far_as_allowed(caplog: pytest.LogCaptureFixture) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert descriptors.raise_limit(Settings(most_sockets=100, most_connections=100)) == 400
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 400
        assert not caplog.records
        with caplog.at_level(logging.WARNING):
            limit = descriptors.raise_limit(Settings(most_sockets=1 << 40))
        assert limit == hard
        assert "open files" in caplog.text
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
