"""What durability costs: appends a second and how long each waits, with group commit and with a transaction each.

    python benchmarks/store.py [SECONDS] [postgresql://…]

Without a URL it starts a PostgreSQL of its own, as the tests do. 300 tables append whenever they may (as fast as it goes), or
500 times a second in all (at a table people play at).
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairyring.server.store import Card, Outcome, Store, StoredRow
from fairyring.server.store.appender import MAX_BATCH
from tests.server.support.services import Postgres

TABLES = 300
BODY = b'{"decision":{"seat":2,"action":17}}' * 8


async def play(store: Store, table: str, end: float, rate: float | None, waits: list[float]) -> None:
    """Append to one table until the end; `rate` a second, or without a pause."""
    seq = 0
    card = Card(wake_at=1, summary={"phase": "playing", "game": "fairy", "seats": ["Ann", "Bo", None]})
    while True:
        if rate is not None:
            await asyncio.sleep(min(random.expovariate(rate), end - time.perf_counter() + 0.01))
        if time.perf_counter() > end:
            return
        seq += 1
        begun = time.perf_counter()
        assert await store.append(StoredRow(table, seq, BODY, bytes(32), "1", seq), card) is Outcome.STORED
        waits.append(time.perf_counter() - begun)


async def measure(url: str, most: int, rate: float | None, seconds: float) -> str:
    waits: list[float] = []
    async with await Store.open(url, max_batch=most) as store:
        begun = time.perf_counter()
        each = rate and rate / TABLES
        names = [uuid.uuid4().hex for _ in range(TABLES)]
        await asyncio.gather(*(play(store, name, begun + seconds, each, waits) for name in names))
        spent, commits = time.perf_counter() - begun, store.commits
    waits.sort()
    p50, p95, p99 = (1000 * waits[int(len(waits) * share)] for share in (0.5, 0.95, 0.99))
    speed = f"{len(waits) / spent:6.0f} a second, {len(waits) / commits:5.1f} a commit"
    return f"{speed}, ms: p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    server = None if len(sys.argv) > 2 else Postgres()
    with tempfile.TemporaryDirectory() as folder:
        urls = [f"sqlite:///{folder}/tables.db", server.url() if server else sys.argv[2]]
        if server:
            asyncio.run(server.run("SELECT 1"))
        for url in urls:
            for rate in (500.0, None):
                for most in (MAX_BATCH, 1):
                    how = "group commit" if most > 1 else "one each"
                    what = f"{url.split(':')[0]:10} {how:12} {f'{rate:.0f}/s' if rate else 'full speed':10}"
                    print(what, asyncio.run(measure(url, most, rate, seconds)), flush=True)
    if server:
        server.remove()


if __name__ == "__main__":
    main()
