"""Measure how long a restart takes with many live tables whose clients all reconnect at once.

    python -m tests.server.campaigns.restart --tables 1000 [--database postgresql]

From its start after a kill −9 until /health says 200, until one table has welcomed somebody again, and until all have.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import shutil
import time
from contextlib import ExitStack

from tests.server.support.crowd import AnyMessage, Sitter
from tests.server.support.live import Live
from tests.server.support.services import Postgres, new_folder

SEATS = 2
MOVES = 10  # that were played at each table before
GAMES = ("fairy", "fairy-tale", "crane", "fariables", "sneaky-town")
AIM = 5.0  # seconds


def nothing(_message: AnyMessage, _now: float) -> None:
    pass


async def gather(server: Live, game: str, door: asyncio.Semaphore) -> tuple[str, list[str]]:
    """A table where some moves were played; its people's tokens."""
    async with door:
        table, token = await asyncio.to_thread(server.create, game, SEATS)
        sitters = [await Sitter.come(server.port, table, nothing, token if seat == 0 else "") for seat in range(SEATS)]
        sitters[0].token = token
        for seat, sitter in enumerate(sitters):
            sitter.seat = seat
            await sitter.do("sit", seat=seat)
        await sitters[0].do("start")
        rng = random.Random(table)
        for _ in range(MOVES):
            owing = next((sitter for sitter in sitters if sitter.owes), None)
            if owing is not None:
                await owing.play(rng)
        for sitter in sitters:
            sitter.transport.close()
        return table, [sitter.token for sitter in sitters]


async def come_back(port: int, table: str, token: str) -> float:
    while True:
        try:
            sitter = await Sitter.come(port, table, nothing, token)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        assert sitter.phase in ("playing", "over")
        return time.monotonic()


async def measure(server: Live, tables: int) -> tuple[float, float, float]:
    """Seconds to /health, to the first welcome, and until everybody is back."""
    door = asyncio.Semaphore(20)
    gathered = await asyncio.gather(*(gather(server, GAMES[number % len(GAMES)], door) for number in range(tables)))
    server.kill()
    begun = time.monotonic()
    back = [asyncio.create_task(come_back(server.port, table, token)) for table, tokens in gathered for token in tokens]
    await asyncio.to_thread(server.start)
    healthy = time.monotonic() - begun
    times = sorted(await asyncio.gather(*back))
    return healthy, times[0] - begun, times[-1] - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with ExitStack() as stack:
        folder, database = new_folder(), ""
        stack.callback(shutil.rmtree, folder)
        if args.database == "postgresql":
            postgres = Postgres()
            stack.callback(postgres.remove)
            database = postgres.url(asyncio.run(postgres.new_database()))
        server = stack.enter_context(Live(folder, database=database))
        healthy, first, last = asyncio.run(measure(server, args.tables))
        print(
            f"{args.tables} live tables on {args.database}: /health after {healthy:.2f} s, first welcome after {first:.2f} s, "
            f"all {SEATS * args.tables} people back after {last:.2f} s; load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores."
        )
        assert max(healthy, first) < AIM, f"It should serve within {AIM:.0f} s."


if __name__ == "__main__":
    main()
