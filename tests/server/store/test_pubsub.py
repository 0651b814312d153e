"""Pub/sub between processes: delivery, loss, and recovery after a restart of Redis."""

from __future__ import annotations

import asyncio
import time

from fairyring.server.pubsub import LocalPubSub, PubSub, RedisPubSub
from tests.server.support.services import Redis


class Ear:
    """Remembers what it heard."""

    def __init__(self, pubsub: PubSub) -> None:
        self.heard: list[tuple[str, int]] = []
        pubsub.subscribe(lambda table, seq: self.heard.append((table, seq)))


async def until_heard(pubsub: PubSub, ears: list[Ear], table: str) -> None:
    """Tell it until all have heard it: that is all that lossy hints promise."""
    async with asyncio.timeout(20):
        seq = 0
        while not all(any(received == table for received, _ in ear.heard) for ear in ears):
            seq += 1
            pubsub.publish_head(table, seq)
            await asyncio.sleep(0.02)


async def test_pubsub_local_delivers_to_all_subscribers() -> None:
    pubsub = LocalPubSub()
    ears = [Ear(pubsub), Ear(pubsub)]
    pubsub.publish_head("a", 7)
    assert ears[0].heard == []  # later, as with Redis
    await asyncio.sleep(0)
    assert [ear.heard for ear in ears] == [[("a", 7)]] * 2
    await pubsub.close()
    pubsub.publish_head("a", 8)
    await asyncio.sleep(0)
    assert ears[0].heard == [("a", 7)]


async def test_pubsub_redis_delivers_to_all_processes(redis: Redis) -> None:
    buses = [RedisPubSub(redis.url) for _ in range(3)]
    ears = [Ear(pubsub) for pubsub in buses]
    await until_heard(buses[0], ears, "begin")
    for number in range(300):
        buses[number % 3].publish_head(f"t{number}", number)
    async with asyncio.timeout(10):
        while any(len({table for table, _ in ear.heard}) < 301 for ear in ears):
            await asyncio.sleep(0.01)
    assert all(set(ear.heard) >= {(f"t{number}", number) for number in range(300)} for ear in ears)
    for pubsub in buses:
        await pubsub.close()


async def test_pubsub_redis_recovers_after_a_restart(redis: Redis) -> None:
    buses = [RedisPubSub(redis.url) for _ in range(2)]
    ears = [Ear(pubsub) for pubsub in buses]
    await until_heard(buses[0], ears, "before")
    for again in range(2):
        await asyncio.to_thread(redis.stop)
        for number in range(1000):
            buses[0].publish_head("away", number)  # neither waits nor fails, and does not pile up
        await asyncio.sleep(0.3)
        assert len(buses[0]._unsent_heads) <= 1
        await asyncio.to_thread(redis.start)
        begun = time.monotonic()
        await until_heard(buses[0], ears, f"after{again}")
        await until_heard(buses[1], ears, f"back{again}")
        assert time.monotonic() - begun < 10
    for pubsub in buses:
        await pubsub.close()


async def test_pubsub_ignores_malformed_messages(redis: Redis) -> None:
    pubsub = RedisPubSub(redis.url)
    ear = Ear(pubsub)
    for noise in (b"", b"a", b"a b", b"\xff 1x", b"a -1"):
        pubsub._deliver(noise)
    assert ear.heard == []
    await pubsub.close()


async def test_pubsub_without_redis_is_silent_and_closes() -> None:
    pubsub = RedisPubSub("redis://127.0.0.1:1/0")
    pubsub.publish_head("a", 1)
    await asyncio.sleep(0.1)
    await pubsub.close()
