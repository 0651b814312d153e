"""Attacks by reading: finished tables, tables with many games, lists, analysis."""

from __future__ import annotations

import asyncio

from tests.server.attack import records
from tests.server.attack.attacker import Attacker, attack
from tests.server.support.running import Talk

LOOKS = ("", "/record", "/replay", "/story", "/catalogue", "/qr.svg")
REMATCHES = 12


@attack("S3")
async def looks_at_finished_tables(attacker: Attacker) -> None:
    """Everything there is of finished games, at the rate that is allowed, from eight addresses."""
    games = ("fairy-tale", "fairy-tale", "crane", "fariables", "fairy", "sneaky-town")
    tables = [await attacker.import_table(n, records.finished(game, n)) for n, game in enumerate(games)]
    attacker.begin()
    await attacker.repeat(
        lambda n: attacker.request(n, "GET", f"/api/tables/{tables[n // 8 % len(tables)]}{LOOKS[n // 48 % len(LOOKS)]}")
    )


@attack("S3")
async def looks_at_a_table_with_many_games(attacker: Attacker) -> None:
    """A table at which a game was played and given up many times: its log is long."""
    table, token = await attacker.create(0, "fairy-tale")
    async with attacker.socket(0, table, token) as socket:
        host = Talk(socket)
        await host.do("sit", seat=0)
        await host.do("bot", seat=1, level="random")
        for _ in range(REMATCHES):
            await host.do("start")
            await asyncio.sleep(0.1)
            await host.do("abandon")
            await host.do("again")
    attacker.begin()
    await attacker.repeat(lambda n: attacker.request(n, "GET", f"/api/tables/{table}?game={n // 8 % REMATCHES}"))


@attack("A3.21")
async def analysis_of_imports(attacker: Attacker) -> None:
    tables = [await attacker.import_table(n, records.finished("fairy", n)) for n in range(8)]
    attacker.begin()
    await attacker.repeat(lambda n: attacker.request(n, "GET", f"/api/tables/{tables[n % 8]}/analysis"), pause=0.1)


@attack("S18")
async def guessed_tables(attacker: Attacker) -> None:
    """Links that lead nowhere; a good one in between."""
    table, _token = await attacker.create(0, "fairy")
    attacker.begin()
    await attacker.repeat(lambda n: attacker.request(n, "GET", f"/api/tables/{table if n % 64 < 8 else 'a' * 16}"))


@attack("budget")
async def pages_and_catalogues(attacker: Attacker) -> None:
    """Everything that is not about a table."""
    names = ("fairy", "fairy-tale", "crane", "fariables", "sneaky-town")
    paths = ["/", "/api/games", "/api/tables", "/schema/openapi.json", "/api/games?language=xx"]
    paths += [f"/api/games/{name}{part}" for name in names for part in ("", "/catalogue?players=2", "/texts", "/rules")]
    attacker.begin()
    await attacker.repeat(lambda n: attacker.request(n, "GET", paths[n // 8 % len(paths)]), at_once=16)
