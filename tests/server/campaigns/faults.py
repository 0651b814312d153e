"""Faults besides kills, while people play: a full disk, a locked or restarted database, Redis down, clocks that jump.

    python -m tests.server.campaigns.faults --database sqlite --faults 60
    python -m tests.server.campaigns.faults --database postgresql --processes 2 --faults 60 --redis-down 60

Each fault strikes while people play, and ends by itself; then the server must go on without help. Between faults servers are
killed, too. At last all games come to their end, and are judged as after a crash test.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.server.campaigns.crash import Killer, play
from tests.server.campaigns.fleet import add_arguments, fleet
from tests.server.campaigns.verdict import Totals, judge
from tests.server.support.players import World
from tests.server.support.releases import skewed as skewed_release
from tests.server.support.services import Postgres, Redis

HOUR = 3600
FULL_SECONDS = 2.0
LOCKED_SECONDS = 2.0
LEAPS = (HOUR, 0.0, 30.0)  # of monotonic clocks, in seconds
JUMP_SECONDS = 2.0  # for a server whose clocks have jumped
RELEASE = skewed_release.__name__


@dataclass
class Faults:
    """What can go wrong, by name; and how often each did."""

    world: World
    rng: random.Random
    folder: Path
    file: Path | None = None  # of SQLite
    postgres: Postgres | None = None
    redis: Redis | None = None
    redis_down: float = 5.0  # seconds
    leap: float = 0.0  # seconds by which monotonic clocks are ahead
    done: Counter[str] = field(default_factory=Counter)

    @property
    def kinds(self) -> dict[str, Callable[[], Awaitable[None]]]:
        kinds: dict[str, Callable[[], Awaitable[None]]] = {"kill": self.kill, "clock": self.clock, "clock jumps": self.jump}
        if self.file is not None:
            kinds |= {"disk full": self.full, "locked": self.locked}
        if self.postgres is not None:
            kinds["database restarted"] = self.restart_database
        if self.redis is not None:
            kinds["redis down"] = self.stop_redis
        return kinds

    async def strike(self, times: int, say: int = 0) -> None:
        killer = Killer(self.world, self.rng)
        names = sorted(self.kinds)
        for number in range(1, times + 1):
            await killer.while_people_play()
            name = names[number % len(names)]
            await self.kinds[name]()
            self.done[name] += 1
            await self._goes_on(name)
            if say and number % say == 0:
                print(f"  {number} faults", flush=True)

    async def _goes_on(self, name: str) -> None:
        """After each fault somebody's command is acknowledged again, without help."""
        before, end = self.world.acked, time.monotonic() + 120
        while self.world.acked == before:
            assert time.monotonic() < end, f"nothing is acknowledged after “{name}”"
            await asyncio.sleep(0.05)

    async def kill(self) -> None:
        server = self.rng.choice(self.world.servers)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    async def clock(self) -> None:
        """A server comes back with another time of day: hours ahead, or behind what is in the log."""
        server = self.rng.choice(self.world.servers)
        await asyncio.to_thread(server.kill)
        skewed_release.skew(self.folder, self.rng.uniform(-6 * HOUR, 6 * HOUR))
        await asyncio.to_thread(server.start)

    async def jump(self) -> None:
        """Clocks jump under a running server: the time of day either way, as when it is set; the monotonic one ahead."""
        pid = self.rng.choice(self.world.servers).pid
        self.leap += LEAPS[self.done["clock jumps"] % len(LEAPS)]
        skewed_release.skew(self.folder, self.rng.uniform(-6 * HOUR, 6 * HOUR), self.leap, pid)
        await asyncio.sleep(JUMP_SECONDS)

    async def full(self) -> None:
        """The system refuses to let files of the server grow."""
        pid, size = self.rng.choice(self.world.servers).pid, self._size()
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, before[1]))
        await asyncio.sleep(FULL_SECONDS)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)

    def _size(self) -> int:
        assert self.file is not None
        log = self.file.with_name(self.file.name + "-wal")
        return min(file.stat().st_size for file in (self.file, log) if file.exists())

    async def locked(self) -> None:
        """Another program holds the database."""
        assert self.file is not None
        with closing(sqlite3.connect(self.file, timeout=30, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(LOCKED_SECONDS)
            other.execute("ROLLBACK")

    async def restart_database(self) -> None:
        assert self.postgres is not None
        how = self.rng.choice((signal.SIGINT, signal.SIGQUIT))
        await asyncio.to_thread(self.postgres.stop, how)
        await asyncio.to_thread(self.postgres.start)

    async def stop_redis(self) -> None:
        assert self.redis is not None
        await asyncio.to_thread(self.redis.stop)
        try:
            await asyncio.sleep(self.redis_down)
        finally:
            await asyncio.to_thread(self.redis.start)


async def run(faults: Faults, url: str, times: int, tables: int, say: int = 0) -> Totals:
    """People play at so many tables while so many faults strike; then everything is judged."""
    await play(faults.world, tables, faults.strike(times, say))
    for server in faults.world.servers:
        await asyncio.to_thread(server.stop)
    return await judge(url, faults.world.tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=60)
    parser.add_argument("--redis-down", type=float, default=5.0, help="seconds")
    add_arguments(parser, tables=10)
    args = parser.parse_args()
    with fleet(args.database, args.processes, RELEASE) as running:
        folder, postgres, redis = running.folder, running.postgres, running.redis
        file = None if postgres else folder / "tables.db"
        world = World(running.servers, args.seed, short=True)
        faults = Faults(world, random.Random(args.seed), folder, file, postgres, redis, args.redis_down)
        totals = asyncio.run(run(faults, running.url, args.faults, args.tables, say=10))
        print(f"{dict(faults.done)} on {args.database}, {args.processes} process(es), seed {args.seed}: {totals}.")


if __name__ == "__main__":
    main()
