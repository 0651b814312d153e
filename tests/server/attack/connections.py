"""Attacks by connections and heads: silence, slowness, Host, X-Forwarded-For, methods."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec

from tests.server.attack.attacker import GONE, Attacker, attack
from tests.server.support.running import hello

SILENT = 400  # connections of each address
SCHOOL = 240  # pages that come back at once, from eight addresses


async def connection(attacker: Attacker, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", attacker.port, local_addr=(attacker.address(number), 0))


async def raw(attacker: Attacker, number: int, request: bytes) -> None:
    """Send bytes as a request, and count the status."""
    reader, writer = await connection(attacker, number)
    try:
        writer.write(request)
        async with asyncio.timeout(30):
            line = await reader.readline()
        attacker.count(line.split()[1].decode("ascii", "replace") if len(line.split()) > 1 else "dropped")
    finally:
        writer.close()
        with suppress(*GONE):
            await writer.wait_closed()


@attack("S11")
async def silent_connections(attacker: Attacker) -> None:
    """More connections than an address may have, which say nothing."""
    attacker.begin()
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    for number in range(8 * SILENT):
        if not attacker.running:
            break
        try:
            opened.append(await connection(attacker, number))
            attacker.sent += 1
        except GONE as error:
            attacker.count(f"refused {type(error).__name__}")
        if number % 20 == 19:
            await asyncio.sleep(0)
    while attacker.running:
        await asyncio.sleep(0.1)
    for reader, writer in opened:
        attacker.answers["dropped" if reader.at_eof() else "open"] += 1
        writer.close()


async def slowly(attacker: Attacker, head: bytes, drip: bytes) -> None:
    """Many connections that send a byte now and then."""
    attacker.begin()

    async def trickle(number: int) -> None:
        reader, writer = await connection(attacker, number)
        attacker.sent += 1
        try:
            writer.write(head)
            while attacker.running and not reader.at_eof() and not writer.is_closing():
                writer.write(drip)
                await writer.drain()
                await asyncio.sleep(0.25)
            attacker.answers["dropped" if attacker.running else "open"] += 1
        finally:
            writer.close()

    await attacker.repeat(trickle, at_once=800, pause=0.5)


@attack("S11")
async def slow_heads(attacker: Attacker) -> None:
    await slowly(attacker, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", b"a")


@attack("S11")
async def slow_bodies(attacker: Attacker) -> None:
    head = b"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    await slowly(attacker, head, b"{")


@attack("S11")
async def sockets_without_hello(attacker: Attacker) -> None:
    attacker.begin()

    async def wait(number: int) -> None:
        async with attacker.socket(number) as socket:
            attacker.count("open")
            while attacker.running and socket.close_code is None:
                await asyncio.sleep(0.1)

    await attacker.repeat(wait, at_once=400, pause=0.2)


HEADS = [
    b"GET /api/games HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\n\r\n",
    b"GET /api/games HTTP/1.0\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:99999999\r\n\r\n",
    b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.0.2.%d\r\n\r\n",
    b"HEAD /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"OPTIONS /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"DELETE /api/tables/aaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /t/%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X-A: b\r\n" * 2000 + b"\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n\xff\xff",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2000\r\n\r\n"
    + b"[" * 2000,
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    (
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n\r\n",
]


@attack("S17, S23")
async def odd_heads(attacker: Attacker) -> None:
    attacker.begin()
    await attacker.repeat(lambda n: raw(attacker, n, HEADS[n // 8 % len(HEADS)]), pause=0.02)


@attack("S11")
async def pipelined_requests(attacker: Attacker) -> None:
    """Thousands of requests at once on each connection, whose answers nobody reads. /health has no rate limit."""
    attacker.begin()
    request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def push(number: int) -> None:
        _reader, writer = await connection(attacker, number)
        try:
            while attacker.running and not writer.is_closing():
                writer.write(request * 500)
                attacker.sent += 500
                try:
                    async with asyncio.timeout(0.5):
                        await writer.drain()
                except TimeoutError:
                    break  # the server reads no more
            attacker.answers["stopped reading" if attacker.running else "open"] += 1
        finally:
            writer.transport.abort()

    await attacker.repeat(push, at_once=8, pause=0.1)


@attack("A3.28")
async def mass_reconnect(attacker: Attacker) -> None:
    """What a restart causes: all pages of eight schools come back at once, with their tokens; again and again."""
    tables = [(await attacker.create(number, "fairy-tale"))[0] for number in range(8)]
    tokens: dict[int, str] = {}
    attacker.begin()

    async def page(number: int) -> None:
        table = tables[number % len(tables)]
        async with attacker.socket(number) as socket:
            await socket.send(msgspec.json.encode(hello(table, tokens.get(number, ""))), text=True)
            welcome = msgspec.json.decode(await socket.recv())
            tokens.setdefault(number, welcome.get("you", {}).get("token", ""))
            attacker.count(welcome["type"])

    while attacker.running:
        results = await asyncio.gather(*map(page, range(SCHOOL)), return_exceptions=True)
        for error in results:
            if isinstance(error, GONE):
                attacker.count(f"refused {type(error).__name__}")
            elif error is not None:
                raise error


@attack("S5")
async def watchers_come_and_go(attacker: Attacker) -> None:
    """Watchers without a token at one table, as fast as they are let in: nothing may be written."""
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()

    async def visit(number: int) -> None:
        async with attacker.socket(number, table) as socket:
            attacker.count("watches" if socket.close_code is None else f"closed {socket.close_code}")

    await attacker.repeat(visit, at_once=64)
