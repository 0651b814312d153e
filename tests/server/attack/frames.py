"""Attacks by frames of WebSockets: floods, pings, watchers, nested and invalid messages."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import cycle

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from tests.server.attack.attacker import ADDRESSES, GONE, Attacker, attack

BURST_BYTES = 256 * 1024
MASK = bytes(4)


def raw_frame(body: bytes, kind: int = 1) -> bytes:
    """Return a masked frame of any content, valid or not."""
    size = len(body)
    head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
    return head + MASK + body


async def write(socket: ClientConnection, data: bytes) -> None:
    """Write bytes past the client library, and wait until they are sent."""
    socket.transport.write(data)
    for _ in range(100):
        if socket.transport.is_closing() or not socket.transport.get_write_buffer_size():
            return
        await asyncio.sleep(0.01)


async def flood(attacker: Attacker, sockets: int, data: bytes, frames: int) -> None:
    """From many sockets at the same table: the same bytes again and again, until each is closed."""
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()

    async def burst(number: int) -> None:
        async with attacker.socket(number, table) as socket:
            listening = asyncio.create_task(attacker.listen(socket))
            while attacker.running and socket.state is State.OPEN:
                attacker.sent += frames
                await write(socket, data)
                await asyncio.sleep(0)
            await socket.close()
            await listening

    await attacker.repeat(burst, at_once=sockets, pause=0.05)


@attack("S2")
async def tiny_frames_from_one_socket(attacker: Attacker) -> None:
    await flood(attacker, 1, raw_frame(b"") * (BURST_BYTES // 6), BURST_BYTES // 6)


@attack("S2")
async def tiny_frames_from_many_sockets(attacker: Attacker) -> None:
    await flood(attacker, 32, raw_frame(b"") * (BURST_BYTES // 6), BURST_BYTES // 6)


@attack("S2")
async def protocol_pings(attacker: Attacker) -> None:
    """Frames of the kind ping, which the WebSocket library answers itself."""
    await flood(attacker, 8, raw_frame(b"", 9) * 2000, 2000)


@attack("S23")
async def invalid_utf8(attacker: Attacker) -> None:
    await flood(attacker, 8, raw_frame(b"\xff\xfe{}") * 10, 10)


@attack("S10")
async def nested_messages(attacker: Attacker) -> None:
    """Lists in lists, each message under an id of its own."""

    def nested(depth: int) -> bytes:
        inside = "[" * depth + "]" * depth
        return raw_frame(f'{{"type":"cmd","id":"{secrets.token_hex(8)}","do":"sit","seat":{inside}}}'.encode())

    await flood(attacker, 8, b"".join(nested(depth) for depth in (30, 100, 900, 1000, 1900)), 5)


@attack("S10")
async def huge_frames(attacker: Attacker) -> None:
    """Frames above the size limit, and binary ones."""
    await flood(attacker, 8, raw_frame(b"x" * 65_000) + raw_frame(os.urandom(60_000), 2), 2)


async def watch(attacker: Attacker, messages: Sequence[bytes], sockets: int, rate: float) -> None:
    """Many watchers of one table, each of whom sends messages in turn at a rate that is allowed to a connection."""
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()
    async with AsyncExitStack() as stack:
        opened: list[ClientConnection] = []
        for number in range(sockets):
            try:
                opened.append(await stack.enter_async_context(attacker.socket(number, table)))
            except GONE as error:
                attacker.count(f"refused {type(error).__name__}")
        listening = [asyncio.create_task(attacker.listen(socket)) for socket in opened]

        async def say(socket: ClientConnection) -> None:
            for message in cycle(messages):
                if not attacker.running:
                    return
                attacker.sent += 1
                try:
                    await socket.send(message, text=True)
                except ConnectionClosed:
                    return
                await asyncio.sleep(1 / rate)

        await asyncio.gather(*map(say, opened))
        await asyncio.gather(*(socket.close() for socket in opened))
        await asyncio.gather(*listening)


@attack("S2")
async def pings_of_watchers(attacker: Attacker) -> None:
    await watch(attacker, (b'{"type":"ping"}',), 60, 40)


@attack("S2")
async def watchers_hide_and_show(attacker: Attacker) -> None:
    """Pages that are visible and hidden in turn: presence changes for everybody at the table."""
    await watch(attacker, (b'{"type":"visible","on":false}', b'{"type":"visible","on":true}'), 60, 20)


@attack("S2")
async def watchers_shout(attacker: Attacker) -> None:
    """Every accepted shout goes to everybody at the table."""
    shouts = [b'{"type":"cmd","id":"%d","do":"shout","n":1}' % number for number in range(10_000)]
    await watch(attacker, shouts, 60, 10)


@attack("S8")
async def full_table(attacker: Attacker) -> None:
    """A hundred sockets at a table; then its host, who has a seat, comes back again and again."""
    table, token = await attacker.create(0, "fairy")
    async with attacker.socket(0, table, token) as host:
        await attacker.command(host, "sit", seat=0)
        await host.recv()
    attacker.begin()
    async with AsyncExitStack() as stack:
        listening = []
        for number in range(120):
            try:
                socket = await stack.enter_async_context(attacker.socket(number, table))
            except GONE as error:
                attacker.count(f"refused {type(error).__name__}")
            else:
                listening.append(asyncio.create_task(attacker.listen(socket)))
                attacker.count("watching")
        while attacker.running:
            async with attacker.socket(ADDRESSES - 1, table, token) as host:
                attacker.count("host is in" if host.close_code is None else f"host closed {host.close_code}")
            await asyncio.sleep(0.5)
    await asyncio.gather(*listening)
