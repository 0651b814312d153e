"""Pub/sub between processes: hints that a table's log has grown, and short-lived messages such as presence.

By contract messages may be lost, duplicated, late and out of order. The log is authoritative: each process that hosts a table
also polls `Store.heads` every second. Presence is nowhere but here, so a process has to know when it hears nothing because
nothing is delivered: it publishes a heartbeat each second, and is `reachable` while it receives its own.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

LOG = logging.getLogger(__name__)
CHANNEL = "fairyring/tables/1"
RETRY_SECONDS = 0.5  # while Redis is away
MAX_UNSENT = 10_000  # messages that wait while Redis is away; the oldest are dropped first
HEARTBEAT_SECONDS, HEARTBEAT_TIMEOUT_SECONDS = 1.0, 5.0
HEARTBEAT = "heartbeat"  # no table has this id
HeadCallback: TypeAlias = Callable[[str, int], None]
MessageCallback: TypeAlias = Callable[[str, Mapping[str, Any]], None]
ReachableCallback: TypeAlias = Callable[[bool], None]
Subscriber: TypeAlias = tuple[HeadCallback, MessageCallback, ReachableCallback]


def _ignore(*_args: Any) -> None:
    pass


class PubSub(Protocol):
    """Delivers to all processes, usually including the sender."""

    reachable: bool  # whether messages of other processes arrive

    def publish_head(self, table: str, seq: int) -> None:
        """Publish that a table's log has reached `seq`. Neither blocks nor raises."""

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        """Publish a message that is valid for a few seconds. Neither blocks nor raises."""

    def subscribe(
        self, on_head: HeadCallback, on_message: MessageCallback = _ignore, on_reachable: ReachableCallback = _ignore
    ) -> None:
        """Call back with every head, every message and every change of `reachable` from now on; callbacks must not raise."""

    async def close(self) -> None:
        """Stop delivering."""


class LocalPubSub:
    """For one process: delivers to all subscribers of this object."""

    reachable = True

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def publish_head(self, table: str, seq: int) -> None:
        loop = asyncio.get_running_loop()
        for on_head, *_ in self._subscribers:
            loop.call_soon(on_head, table, seq)

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        for _, on_message, _ in self._subscribers:
            loop.call_soon(on_message, table, message)

    def subscribe(
        self, on_head: HeadCallback, on_message: MessageCallback = _ignore, on_reachable: ReachableCallback = _ignore
    ) -> None:
        self._subscribers.append((on_head, on_message, on_reachable))

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
        self._subscribers: list[Subscriber] = []
        self.reachable = False
        self._heartbeat = f"{HEARTBEAT} {secrets.token_hex(8)}"
        self._heartbeat_at = -HEARTBEAT_TIMEOUT_SECONDS  # when our own one was received last
        self._unsent_messages: deque[str] = deque(maxlen=MAX_UNSENT)
        self._unsent_heads: dict[str, int] = {}  # the newest of each table, so it cannot grow without bounds
        self._changed = asyncio.Event()
        works = (self._send, self._receive, self._beat)
        self._tasks = [asyncio.create_task(work(), name=f"hints {work.__name__}") for work in works]

    def publish_head(self, table: str, seq: int) -> None:
        self._unsent_heads[table] = max(seq, self._unsent_heads.get(table, 0))
        self._changed.set()

    def publish(self, table: str, message: Mapping[str, Any]) -> None:
        self._unsent_messages.append(f"{table} {json.dumps(message)}")
        self._changed.set()

    def subscribe(
        self, on_head: HeadCallback, on_message: MessageCallback = _ignore, on_reachable: ReachableCallback = _ignore
    ) -> None:
        self._subscribers.append((on_head, on_message, on_reachable))

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

    async def _beat(self) -> None:
        """Publish heartbeats, and notice when they do not arrive."""
        while True:
            self._unsent_messages.append(self._heartbeat)
            self._changed.set()
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._set_reachable(time.monotonic() - self._heartbeat_at < HEARTBEAT_TIMEOUT_SECONDS)

    def _set_reachable(self, reachable: bool) -> None:
        if reachable == self.reachable:
            return
        self.reachable = reachable
        if not reachable:
            LOG.warning("Redis does not deliver: who is connected to other servers is unknown, and counts as present")
        for *_, on_reachable in self._subscribers:
            on_reachable(reachable)

    def _deliver(self, data: bytes) -> None:
        text = data.decode("ascii", "replace")
        if text == self._heartbeat:
            self._heartbeat_at = time.monotonic()
            self._set_reachable(reachable=True)
            return
        table, _, word = text.partition(" ")
        if word.isdecimal():
            for on_head, *_ in self._subscribers:
                on_head(table, int(word))
        elif word.startswith("{"):
            with suppress(ValueError):
                message = json.loads(word)
                for _, on_message, _ in self._subscribers:
                    on_message(table, message)
