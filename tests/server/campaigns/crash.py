"""Crash test: kill a server (SIGKILL) at random moments during play, restart it, and check that nothing is lost.

    python -m tests.server.campaigns.crash --kills 200 --database sqlite --seed 1
    python -m tests.server.campaigns.crash --kills 100 --database postgresql --processes 2  # and restarts Redis

Prints what was looked at, and how long a restart takes until /health says 200. An AssertionError says what was lost.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

from tests.server.campaigns.fleet import add_arguments, fleet
from tests.server.campaigns.verdict import Totals, judge
from tests.server.support.live import Live
from tests.server.support.players import World
from tests.server.support.services import Redis

SILENT = 120.0  # seconds without a beat, once the servers are left alone, after which a table counts as hanging
PATIENCE = 10.0  # seconds to wait for people to say something
EARLY = 0.1  # so often a server is killed before it is up
REDIS = 1 / 3  # so often Redis is killed as well


@dataclass
class Killer:
    """Kills one server after the other, at moments that the seed chooses."""

    world: World
    rng: random.Random
    redis: Redis | None = None
    most: int = 60  # acknowledged commands between a start and the next kill: it is to fall while people play
    restarts: list[float] = field(default_factory=list)  # seconds from start to /health

    async def kill(self, times: int, say: int = 0) -> None:
        for number in range(1, times + 1):
            await self.while_people_play()
            server = self.rng.choice(self.world.servers)
            await asyncio.to_thread(server.kill)
            if self.redis is not None and self.rng.random() < REDIS:
                await asyncio.to_thread(self._restart, self.redis)
            if self.rng.random() < EARLY:
                await asyncio.to_thread(server.launch)
                await asyncio.sleep(self.rng.uniform(0.0, 1.0))
                await asyncio.to_thread(server.kill)
            begun = time.monotonic()
            await asyncio.to_thread(server.start)
            self.restarts.append(time.monotonic() - begun)
            if say and number % say == 0:
                print(f"  {number} kills", flush=True)

    async def while_people_play(self) -> None:
        """Until so many more were acknowledged, and then a moment: somewhere between two answers."""
        enough, end = self.world.acked + self.rng.randint(0, self.most), time.monotonic() + PATIENCE
        while self.world.acked < enough and time.monotonic() < end:
            await asyncio.sleep(0.005)
        await asyncio.sleep(self.rng.uniform(0.0, 0.05))

    @staticmethod
    def _restart(redis: Redis) -> None:
        redis.stop()
        redis.start()


async def crash(
    servers: list[Live],
    url: str,
    seed: int,
    kills: int,
    tables: int,
    redis: Redis | None = None,
    short: bool = False,
    say: int = 0,
) -> tuple[Totals, Killer]:
    """People play at so many tables at once; servers die; at last all games come to their end, and are judged."""
    world = World(servers, seed, short)
    killer = Killer(world, random.Random(seed), redis)
    await play(world, tables, killer.kill(kills, say))
    for server in servers:
        await asyncio.to_thread(server.stop)
    totals = await judge(url, world.tables)
    assert totals.games == world.games
    return totals, killer


async def play(world: World, tables: int, meanwhile: Coroutine[Any, Any, None]) -> None:
    """People play at so many tables until that has happened, and then to the end of their games. Raises if a table hangs."""

    async def then_end() -> None:
        await meanwhile
        world.ending = True
        left_alone = time.monotonic()
        while True:  # a match of Sneaky Town may take two thousand decisions, so there is no limit for a whole game
            await asyncio.sleep(1.0)
            late = time.monotonic() - SILENT
            hanging = [name for name in world.unfinished() if max(left_alone, world.heard(name)) < late]
            assert not hanging, f"For {SILENT:.0f} s nothing has happened at these tables: {', '.join(hanging)}."

    async with asyncio.TaskGroup() as group:
        watch = group.create_task(then_end())
        await asyncio.gather(*(world.one_table_after_the_other(number) for number in range(tables)))
        watch.cancel()


def logged(servers: list[Live]) -> list[str]:
    """What the servers complained about."""
    return [line for server in servers for line in server.log.read_text().splitlines() if line]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    add_arguments(parser, tables=30)
    args = parser.parse_args()
    with fleet(args.database, args.processes) as running:
        servers, url, redis = running.servers, running.url, running.redis
        totals, killer = asyncio.run(crash(servers, url, args.seed, args.kills, args.tables, redis, say=20))
        print(f"{args.kills} kills of {args.processes} process(es) on {args.database}, seed {args.seed}: {totals}.")
        waits = sorted(killer.restarts)
        print(f"Start to /health: median {statistics.median(waits):.2f} s, longest {waits[-1]:.2f} s.")
        for line in sorted(set(logged(servers)))[:20]:
            print(f"  log: {line[:2000]}")


if __name__ == "__main__":
    main()
