"""Servers that share a database, for campaigns from the command line: SQLite, or PostgreSQL with Redis between processes."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.server.support.live import Live
from tests.server.support.services import Postgres, Redis, new_folder


@dataclass(frozen=True)
class Fleet:
    """Running servers and the services that they use."""

    folder: Path
    url: str
    postgres: Postgres | None
    redis: Redis | None
    servers: list[Live]


def add_arguments(parser: argparse.ArgumentParser, tables: int) -> None:
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=tables, help="tables in play at any time")
    parser.add_argument("--seed", type=int, default=1)


@contextmanager
def fleet(database: str, processes: int, release: str = "fairyring") -> Iterator[Fleet]:
    """Start servers with a database of this kind; print at the end how long they ran."""
    with ExitStack() as stack:
        folder = new_folder()
        stack.callback(shutil.rmtree, folder)
        url, postgres, redis = f"sqlite:///{folder}/tables.db", None, None
        if database == "postgresql":
            postgres = Postgres()
            stack.callback(postgres.remove)
            url = postgres.url(asyncio.run(postgres.new_database()))
        if processes > 1:
            redis = Redis()
            stack.callback(redis.remove)
        servers = start(folder, url if postgres else "", redis, processes, stack, release)
        begun = time.monotonic()
        yield Fleet(folder, url, postgres, redis, servers)
        print(f"It took {time.monotonic() - begun:.0f} s; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


def start(
    folder: Path, database: str, redis: Redis | None, processes: int, stack: ExitStack, release: str = "fairyring"
) -> list[Live]:
    """Start servers that share a database; the stack stops them."""
    return [
        stack.enter_context(
            Live(folder, database=database, redis=redis.url if redis else "", log=f"log{number}", release=release)
        )
        for number in range(processes)
    ]
