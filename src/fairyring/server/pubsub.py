"""Pub/sub between processes: hints that a table's log has grown, and short-lived messages such as presence.

By contract messages may be lost, duplicated, late and out of order. The log is authoritative: each process that hosts a table
also polls `Store.heads` every second.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

CHANNEL = "fairyring/tables/1"
RETRY_SECONDS = 0.5  # while Redis is away
MAX_UNSENT = 10_000  # messages that wait while Redis is away; the oldest are dropped first
HeadCallback: TypeAlias = Callable[[str, int], None]
MessageCallback: TypeAlias = Callable[[str, Mapping[str, Any]], None]


def _ignore(_table: str, _message: Mapping[str, Any]) -> None:
    pass


class PubSub(Protocol):
    """Delivers to all processes, usually including the sender."""

    def publish_head(self, table: str, seq: int) -> None:
        """Publish that a table's log has reached `seq`. Neither blocks nor raises."""

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        """Publish a message that is valid for a few seconds. Neither blocks nor raises."""

    def subscribe(self, on_head: HeadCallback, on_message: MessageCallback = _ignore) -> None:
        """Call back with every head and every message from now on; callbacks must not raise."""

    async def close(self) -> None:
        """Stop delivering."""


class LocalPubSub:
    """For one process: delivers to all subscribers of this object."""

    def __init__(self) -> None:
        self._subscribers: list[tuple[HeadCallback, MessageCallback]] = []

    def publish_head(self, table: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        for on_head, _ in self._subscribers:
            loop.call_soon(on_head, table, seq)

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        for _, on_message in self._subscribers:
            loop.call_soon(on_message, table, message)

    def subscribe(self, on_head: HeadCallback, on_message: MessageCallback = _ignore) -> None:
        self._subscribers.append((on_head, on_message))

    async def close(self) -> None:
        self._subscribers.clear()


class RedisPubSub:
    """For several processes. Subscribes again whenever the connection to Redis is lost."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis  # noqa: PLC0415  (an extra)
        from redis.asyncio.retry import Retry  # noqa: PLC0415
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.exceptions import RedisError  # noqa: PLC0415

        self._redis_errors = (RedisError, OSError)
        self._redis = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10, retry=Retry(NoBackoff(), 0))
        self._subscribers: list[tuple[HeadCallback, MessageCallback]] = []
        self._unsent_messages: deque[str] = deque(maxlen=MAX_UNSENT)
        self._unsent_heads: dict[str, int] = {}  # the newest of each table, so it cannot grow without bounds
        self._changed = asyncio.Event()
        self._tasks = [asyncio.create_task(work(), name=f"hints {work.__name__}") for work in (self._send, self._receive)]

    def publish_head(self, table: str, seq: int) -> None:
        self._unsent_heads[table] = max(seq, self._unsent_heads.get(table, 0))
        self._changed.set()

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        self._unsent_messages.append(f"{table} {json.dumps(message)}")
        self._changed.set()

    def subscribe(self, on_head: HeadCallback, on_message: MessageCallback = _ignore) -> None:
        self._subscribers.append((on_head, on_message))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        with suppress(*self._redis_errors):
            await self._redis.aclose()

    async def _send(self) -> None:
        while await self._changed.wait():
            self._changed.clear()
            heads, self._unsent_heads = self._unsent_heads, {}
            messages = [self._unsent_messages.popleft() for _ in range(len(self._unsent_messages))]
            try:
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for table, seq in heads.items():
                        pipeline.publish(CHANNEL, f"{table} {seq}")
                    for message in messages:
                        pipeline.publish(CHANNEL, message)
                    await pipeline.execute()
            except self._redis_errors:
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as channel:
                    await channel.subscribe(CHANNEL)
                    while True:
                        message = await channel.get_message(timeout=5.0)  # returns from time to time for its health check
                        if message is not None:
                            self._deliver(message["data"])
            except self._redis_errors:
                await asyncio.sleep(RETRY_SECONDS)

    def _deliver(self, data: bytes) -> None:
        table, _, word = data.decode("ascii", "replace").partition(" ")
        if word.isdecimal():
            for on_head, _ in self._subscribers:
                on_head(table, int(word))
        elif word.startswith("{"):
            with suppress(ValueError):
                message = json.loads(word)
                for _, on_message in self._subscribers:
                    on_message(table, message)
