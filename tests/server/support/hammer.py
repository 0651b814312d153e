"""Process that appends rows as fast as it can until it is killed, and prints each acknowledged append."""

from __future__ import annotations

import asyncio
import os
import sys

from fairyring.server.store import Store
from tests.server.support.chains import write_on

TABLES = [f"table{number}" for number in range(12)]


async def hammer(store: Store, table: str) -> None:
    while True:
        for row in await write_on(store, table, 1):
            os.write(1, f"{row.table} {row.seq} {row.hash.hex()}\n".encode())


async def main(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(hammer(store, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
