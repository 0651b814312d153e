"""Attacks on logs: rows without end, by newcomers, hosts and people at the table."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from tests.server.attack.attacker import Attacker, attack
from tests.server.attack.content import board_text, file


@attack("S5")
async def hello_and_close(attacker: Attacker) -> None:
    """Newcomers at a public table who leave at once."""
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()

    async def visit(number: int) -> None:
        async with attacker.socket(number, table) as socket:
            attacker.count("welcome" if socket.close_code is None else f"closed {socket.close_code}")

    await attacker.repeat(visit, at_once=16)


@attack("S5")
async def guessed_tokens(attacker: Attacker) -> None:
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()

    async def visit(number: int) -> None:
        async with attacker.socket(number, table, secrets.token_urlsafe(24)) as socket:
            await socket.wait_closed()
            attacker.count(f"closed {socket.close_code}")

    await attacker.repeat(visit, at_once=16)


async def loop(attacker: Attacker, game: str, sockets: int, command: Callable[[int], tuple[str, dict[str, Any]]]) -> None:
    """The host of a table, with many sockets, repeats a command ten times a second with each of them."""
    table, token = await attacker.create(0, game)
    attacker.begin()

    async def talk(number: int) -> None:
        async with attacker.socket(number, table, token) as socket:
            listening = asyncio.create_task(attacker.listen(socket))
            while attacker.running and not listening.done():
                number += 1
                do, fields = command(number)
                await attacker.command(socket, do, **fields)
                await asyncio.sleep(0.1)
            await socket.close()
            await listening

    await attacker.repeat(talk, at_once=sockets, pause=0.1)


@attack("S5")
async def options_with_comments(attacker: Attacker) -> None:
    """The longest boards, each with another comment."""
    filler = "\n".join(["# " + "x" * 480] * 30)
    await loop(attacker, "fariables", 30, lambda n: ("options", {"options": {"board": file(f"{board_text(str(n))}{filler}")}}))


@attack("S5")
async def renames(attacker: Attacker) -> None:
    await loop(attacker, "fairy", 30, lambda n: ("rename", {"name": f"Ann {n}"}))


@attack("S5")
async def chat(attacker: Attacker) -> None:
    await loop(attacker, "fairy", 30, lambda n: ("chat", {"text": f"{n} " + "x" * 290}))


@attack("S5")
async def seats_and_bots(attacker: Attacker) -> None:
    """Seats are filled and emptied in turn."""
    await loop(attacker, "crane", 8, lambda n: ("bot", {"seat": n % 3, "level": "" if n // 3 % 2 else "random"}))


@attack("budget")
async def new_tables(attacker: Attacker) -> None:
    attacker.begin()
    await attacker.repeat(lambda n: attacker.post(n, "/api/tables", {"game": "fairy-tale", "public": True}))


@attack("A3.34")
async def slow_readers(attacker: Attacker) -> None:
    """Watchers who read nothing, while the host changes a large board again and again."""
    table, token = await attacker.create(0, "fariables")
    filler = "\n".join(["# " + "x" * 480] * 30)
    async with AsyncExitStack() as stack:
        watchers = [await stack.enter_async_context(attacker.socket(number, table)) for number in range(40)]
        for watcher in watchers:
            watcher.transport.pause_reading()
        attacker.begin()
        async with attacker.socket(7, table, token) as host:
            listening = asyncio.create_task(attacker.listen(host))
            number = 0
            while attacker.running:
                number += 1
                await attacker.command(host, "options", options={"board": file(f"{board_text(str(number))}{filler}")})
                await asyncio.sleep(0.1)
            await host.close()
            await listening
        for watcher in watchers:
            watcher.transport.abort()
