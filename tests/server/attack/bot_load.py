"""Attacks on the workers of bots: tables of strong bots, and hints."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from tests.server.attack.attacker import Attacker, attack
from tests.server.support.running import Talk

TABLES = 20


@attack("S15")
async def tables_of_strong_bots(attacker: Attacker) -> None:
    """Twenty tables at which only strong bots sit, and a new game as soon as one is over."""
    tables = [await attacker.create(n, "fairy" if n % 2 else "fairy-tale") for n in range(TABLES)]
    async with AsyncExitStack() as stack:
        hosts: list[Talk] = []
        for number, (table, token) in enumerate(tables):
            host = Talk(await stack.enter_async_context(attacker.socket(number, table, token)))
            for seat in range(2):
                await host.do("bot", seat=seat, level="strong")
            hosts.append(host)
        attacker.begin()

        async def play(host: Talk) -> None:
            while attacker.running:
                for do in ("start", "abandon", "again"):
                    attacker.count((await host.do(do)).get("code") or do)
                    await asyncio.sleep(1.0 if do == "start" else 0.1)

        await asyncio.gather(*map(play, hosts))


@attack("A3.20")
async def hints(attacker: Attacker) -> None:
    """Twenty people who play against bots ask for a hint each second."""
    tables = [await attacker.create(n, "fairy") for n in range(TABLES)]
    async with AsyncExitStack() as stack:
        people: list[Talk] = []
        for number, (table, token) in enumerate(tables):
            talk = Talk(await stack.enter_async_context(attacker.socket(number, table, token)))
            await talk.do("sit", seat=0)
            await talk.do("bot", seat=1, level="random")
            await talk.do("start")
            people.append(talk)
        await asyncio.gather(*(talk.until(lambda talk=talk: bool(talk.own.get("ask"))) for talk in people))  # type: ignore[misc]
        attacker.begin()

        async def ask(talk: Talk) -> None:
            while attacker.running:
                attacker.count((await talk.do("hint", seat=0, ask=talk.own.get("ask", ""))).get("code") or "ack")
                await asyncio.sleep(0.3)

        await asyncio.gather(*map(ask, people))
