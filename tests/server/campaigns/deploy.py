"""Rolling deploy: people play at two servers of an older release, which are replaced by today's one after the other.

    python -m tests.server.campaigns.deploy --rounds 5 --tables 10

All games must come to their end, by the rules with which they began; every log and record is judged as after a crash test.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from fairyring.core.game import registry
from fairyring.server.store import Store
from fairyring.tables.log import stored as stored_rows
from tests.server.campaigns.crash import play
from tests.server.campaigns.verdict import Totals, judge
from tests.server.support.live import Live
from tests.server.support.players import World
from tests.server.support.releases import older as older_release
from tests.server.support.services import Postgres, Redis, new_folder

OLDER = older_release.__name__
TODAY = "fairyring"


async def deploy(servers: list[Live], url: str, seed: int, tables: int, acks: int) -> tuple[Totals, Counter[str]]:
    """Replace the servers while people play; return what was judged, and the games by name and version of the rules."""
    world = World(servers, seed, short=True)
    rng = random.Random(seed)

    async def roll() -> None:
        for server in servers:
            enough = world.acked + acks
            while world.acked < enough:
                await asyncio.sleep(0.05)
            end = server.stop if rng.random() < 0.5 else server.kill
            await asyncio.to_thread(end)
            server.release = TODAY
            await asyncio.to_thread(server.start)
        enough = world.acked + acks
        while world.acked < enough:
            await asyncio.sleep(0.05)

    await play(world, tables, roll())
    for server in servers:
        await asyncio.to_thread(server.stop)
    return await judge(url, world.tables), await versions(url, list(world.tables))


async def versions(url: str, tables: list[str]) -> Counter[str]:
    """Count the games by name and version; those that several servers wrote also as `… by several`."""
    games: Counter[str] = Counter()
    async with await Store.open(url) as store:
        for table in tables:
            name, writers = "", set[str]()
            for row in [stored_rows.from_store(row) for row in await store.rows(table)]:
                for entry in row.entries:
                    if entry.kind == "options":
                        name = entry.data["game"]
                    elif entry.kind == "deal":
                        version, writers = f"{name} r{entry.data['rules']}", set()
                        games[version] += 1
                    elif entry.kind == "end":
                        games[f"{version} by several"] += len(writers | {row.by}) > 1
                writers.add(row.by)
    return games


def older_versions() -> dict[str, int]:
    """Return the version of the rules that the older release has, of every game in which it differs."""
    rooms = [registry.room(name) for name in registry.shipped()]
    return {room.name: max(room.older_rules) for room in rooms if room.older_rules}


@contextmanager
def two_servers(folder: Path, url: str, redis: Redis) -> Iterator[list[Live]]:
    """Two servers of the older release that share a database."""
    with ExitStack() as stack:
        servers = [Live(folder, database=url, redis=redis.url, log=f"log{number}", release=OLDER) for number in (0, 1)]
        yield [stack.enter_context(server) for server in servers]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--acks", type=int, default=150, help="acknowledged commands between two steps")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with ExitStack() as stack:
        postgres, redis = Postgres(), Redis()
        stack.callback(postgres.remove)
        stack.callback(redis.remove)
        for number in range(args.seed, args.seed + args.rounds):
            url = postgres.url(asyncio.run(postgres.new_database()))
            folder = new_folder()
            stack.callback(shutil.rmtree, folder)
            with two_servers(folder, url, redis) as servers:
                totals, games = asyncio.run(deploy(servers, url, number, args.tables, args.acks))
            print(f"round {number}: {totals}; {dict(sorted(games.items()))}", flush=True)


if __name__ == "__main__":
    main()
