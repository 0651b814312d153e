"""What a restart causes: thousands of pages come back at once, to tables that are not in memory."""

from __future__ import annotations

import asyncio

import msgspec

from tests.server.attack import records
from tests.server.attack.attacker import GONE, Attacker, attack
from tests.server.support.running import hello

PAGES, TABLES = 12_000, 120  # at most; a hundred at each table, as many as it lets watch
PAGES_OF_ADDRESS = 100
AT_ONCE = 240  # handshakes under way
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


def text_frame(message: object) -> bytes:
    """Return a short message as a client's frame; its mask is 0."""
    payload = msgspec.json.encode(message)
    assert len(payload) < 126
    return bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Return opcode and payload of a server's frame."""
    first, size = await reader.readexactly(2)
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    return first & 0xF, await reader.readexactly(size)


async def come_back(attacker: Attacker, number: int, table: str) -> asyncio.StreamWriter:
    """Connect like a page, count the first answer, and return the connection, which stays open."""
    n, host = divmod(number // PAGES_OF_ADDRESS, 200)
    address = f"127.{20 + attacker.index}.{1 + n}.{1 + host}"
    reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port, local_addr=(address, 0))
    try:
        writer.write(UPGRADE)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            attacker.count(head.split()[1].decode())
            return writer
        writer.write(text_frame(hello(table)))
        opcode, payload = await read_frame(reader)
    except BaseException:
        writer.transport.abort()
        raise
    attacker.count(f"closed {int.from_bytes(payload[:2], 'big')}" if opcode == 8 else msgspec.json.decode(payload)["type"])
    return writer


@attack("A3.31")
async def pages_after_a_restart(attacker: Attacker) -> None:
    """12,000 pages (as many as there is time for) open tables of some 200 decisions that have to be loaded, and stay."""
    texts = [records.finished("fariables", seed) for seed in range(4)]
    tables = await asyncio.gather(*(attacker.import_table(n, texts[n % 4]) for n in range(8)))
    while len(tables) < TABLES:
        tables += await asyncio.gather(*(attacker.import_table(n, texts[n % 4]) for n in range(8)))
    attacker.begin()
    pages, numbers = list[asyncio.StreamWriter](), iter(range(PAGES))

    async def some() -> None:
        while attacker.running and (number := next(numbers, None)) is not None:
            try:
                async with asyncio.timeout(60):
                    pages.append(await come_back(attacker, number, tables[number % TABLES]))
            except (*GONE, EOFError) as error:
                attacker.count(f"refused {type(error).__name__}")

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))
    while attacker.running:
        await asyncio.sleep(0.1)
    for page in pages:
        page.transport.abort()
