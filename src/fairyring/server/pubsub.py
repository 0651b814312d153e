"""Between processes: hints “table T has reached seq N”, and what they tell each other of who is there. The log is the truth.

All of it may be lost, doubled, late and out of order, by contract: whoever serves a table also polls `Store.heads` each second.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

CHANNEL = "fairyring/tables/1"
AGAIN = 0.5  # seconds till the next try, while Redis is away
UNSAID = 10_000  # what waits to be said while Redis is away; the oldest is dropped first
Heard: TypeAlias = Callable[[str, int], None]
Told: TypeAlias = Callable[[str, Mapping[str, Any]], None]


def _nothing(_table: str, _told: Mapping[str, Any]) -> None:
    pass


class Bus(Protocol):
    """What was told in one process is heard in all of them, the teller included, as a rule."""

    def tell(self, table: str, seq: int) -> None:
        """Never waits and never fails."""

    def say(self, table: str, told: Mapping[str, Any]) -> None:
        """Something that is true for a few seconds. Never waits and never fails."""

    def listen(self, heard: Heard, told: Told = _nothing) -> None:
        """Call these with every hint and with what is said from now on; they must not raise."""

    async def close(self) -> None:
        """No more hints."""


class LocalBus:
    """For one process: all that share this object hear each other."""

    def __init__(self) -> None:
        self._heard: list[tuple[Heard, Told]] = []

    def tell(self, table: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        for heard, _ in self._heard:
            loop.call_soon(heard, table, seq)

    def say(self, table: str, told: Mapping[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        for _, say in self._heard:
            loop.call_soon(say, table, told)

    def listen(self, heard: Heard, told: Told = _nothing) -> None:
        self._heard.append((heard, told))

    async def close(self) -> None:
        self._heard.clear()


class RedisBus:
    """For several processes. It subscribes again for as long as it lives, whatever happens to Redis."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415  (an extra)
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        self._away = (RedisError, OSError)
        self._redis = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10, retry=Retry(NoBackoff(), 0))
        self._heard: list[tuple[Heard, Told]] = []
        self._unsaid: deque[str] = deque(maxlen=UNSAID)
        self._unsent: dict[str, int] = {}  # the newest of each table: it cannot grow without bounds
        self._more = asyncio.Event()
        self._tasks = [asyncio.create_task(work(), name=f"hints {work.__name__}") for work in (self._send, self._receive)]

    def tell(self, table: str, seq: int) -> None:
        self._unsent[table] = max(seq, self._unsent.get(table, 0))
        self._more.set()

    def say(self, table: str, told: Mapping[str, Any]) -> None:
        self._unsaid.append(f"{table} {json.dumps(told)}")
        self._more.set()

    def listen(self, heard: Heard, told: Told = _nothing) -> None:
        self._heard.append((heard, told))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        with suppress(*self._away):
            await self._redis.aclose()

    async def _send(self) -> None:
        while await self._more.wait():
            self._more.clear()
            unsent, self._unsent = self._unsent, {}
            unsaid = [self._unsaid.popleft() for _ in range(len(self._unsaid))]
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table, seq in unsent.items():
                        pipeline.publish(CHANNEL, f"{table} {seq}")
                    for line in unsaid:
                        pipeline.publish(CHANNEL, line)
                    await pipeline.execute()
            except self._away:
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
            except self._away:
                await asyncio.sleep(AGAIN)

    def _pass_on(self, data: bytes) -> None:
        table, _, word = data.decode("ascii", "replace").partition(" ")
        if word.isdecimal():
            for heard, _told in self._heard:
                heard(table, int(word))
        elif word.startswith("{"):
            with suppress(ValueError):
                said = json.loads(word)
                for _heard, told in self._heard:
                    told(table, said)
