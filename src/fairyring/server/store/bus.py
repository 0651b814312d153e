"""Hints between processes: “table T has reached seq N”, and nothing else. The log is the truth.

Hints may be lost, doubled, late and out of order, by contract: whoever serves a table also polls `Store.heads` each second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol, TypeAlias

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

CHANNEL = "fairyring/reached/1"
AGAIN = 0.5  # seconds till the next try, while Redis is away
Heard: TypeAlias = Callable[[str, int], None]


class Bus(Protocol):
    """What was told in one process is heard in all of them, the teller included, as a rule."""

    def tell(self, table: str, seq: int) -> None:
        """Never waits and never fails."""

    def listen(self, heard: Heard) -> None:
        """Call this with every hint from now on; it must not raise."""

    async def close(self) -> None:
        """No more hints."""


class LocalBus:
    """For one process: all that share this object hear each other."""

    def __init__(self) -> None:
        self._heard: list[Heard] = []

    def tell(self, table: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        for heard in self._heard:
            loop.call_soon(heard, table, seq)

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    async def close(self) -> None:
        self._heard.clear()


class RedisBus:
    """For several processes. It subscribes again for as long as it lives, whatever happens to Redis."""

    def __init__(self, url: str) -> None:
        self._redis = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10, retry=Retry(NoBackoff(), 0))
        self._heard: list[Heard] = []
        self._unsent: dict[str, int] = {}  # the newest of each table: it cannot grow without bounds
        self._more = asyncio.Event()
        self._tasks = [asyncio.create_task(work(), name=f"hints {work.__name__}") for work in (self._send, self._receive)]

    def tell(self, table: str, seq: int) -> None:
        self._unsent[table] = max(seq, self._unsent.get(table, 0))
        self._more.set()

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _send(self) -> None:
        while await self._more.wait():
            self._more.clear()
            unsent, self._unsent = self._unsent, {}
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table, seq in unsent.items():
                        pipeline.publish(CHANNEL, f"{table} {seq}")
                    await pipeline.execute()
            except (RedisError, OSError):
                await asyncio.sleep(AGAIN)

    async def _receive(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    while True:
                        message = await channel.get_message(timeout=5.0)  # returning now and then lets it check its health
                        if message is not None:
                            self._pass_on(message["data"])
            except (RedisError, OSError):
                await asyncio.sleep(AGAIN)

    def _pass_on(self, data: bytes) -> None:
        table, _, seq = data.decode("ascii", "replace").partition(" ")
        if seq.isdecimal():
            for heard in self._heard:
                heard(table, int(seq))
