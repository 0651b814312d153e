"""Outbound queue of notices: bounded, with a deadline for each request and few retries.

A notice that cannot be delivered is dropped: whoever comes back sees whose turn it is anyway.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import httpcore

from fairyring.server.push.addresses import ForbiddenAddress, Network, PublicNetwork
from fairyring.server.push.keys import PushKeys, encrypt
from fairyring.server.runtime.metrics import Metrics
from fairyring.server.store import errors as store_errors
from fairyring.server.store.push import PushSubscription

LOG = logging.getLogger(__name__)
QUEUE = 1_000  # notices that wait; further ones are dropped
SENDERS = 4  # requests at once
SECONDS = 10.0  # for one request, from looking up the name on
RETRY_SECONDS = (2.0, 10.0)  # pauses before the second and third try
KEPT_SECONDS = 2 * 24 * 60 * 60  # for which the push service keeps a notice for a device that is off
GONE = (404, 410)  # the browser has unsubscribed
BUSY = 429
SERVER_ERROR = 500


class PushSender:
    """Sends notices. Create it inside a running event loop, and `close` it there. `forget` is told of dead subscriptions."""

    def __init__(
        self,
        keys: PushKeys,
        allowed: tuple[Network, ...],
        metrics: Metrics,
        forget: Callable[[PushSubscription], Awaitable[None]],
        retry_seconds: tuple[float, ...] = RETRY_SECONDS,
    ) -> None:
        self._keys, self._metrics, self._forget, self._pauses = keys, metrics, forget, retry_seconds
        self._queue: asyncio.Queue[tuple[PushSubscription, bytes]] = asyncio.Queue(QUEUE)
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=SENDERS, keepalive_expiry=30.0, network_backend=PublicNetwork(allowed)
        )
        self._tasks = [asyncio.create_task(self._work(), name="push") for _ in range(SENDERS)]

    @property
    def running(self) -> bool:
        """Whether notices are being sent at all."""
        return not any(task.done() for task in self._tasks)

    def send(self, subscription: PushSubscription, message: bytes) -> None:
        """Queue a message; it is dropped if too many wait."""
        try:
            self._queue.put_nowait((subscription, message))
        except asyncio.QueueFull:
            self._count("dropped")

    async def close(self) -> None:
        """Stop. What waits is lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.aclose()

    def _count(self, outcome: str) -> None:
        self._metrics.notices.labels(outcome).inc()

    async def _work(self) -> None:
        while True:
            subscription, message = await self._queue.get()
            try:
                await self._deliver(subscription, message)
            except Exception as error:  # noqa: BLE001  (the next notice must go out; the error's text may have an address)
                self._count("failed")
                LOG.warning("a notice was not sent: %s", type(error).__name__)

    async def _deliver(self, subscription: PushSubscription, message: bytes) -> None:
        for pause in (*self._pauses, None):
            try:
                status = await self._post(subscription, message)
            except ForbiddenAddress:
                self._count("forbidden")
                await self._remove(subscription)
                return
            except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, TimeoutError, OSError):
                status = SERVER_ERROR
            if status in GONE:
                self._count("gone")
                await self._remove(subscription)
                return
            if status != BUSY and status < SERVER_ERROR:
                self._count("sent" if status < 300 else "refused")
                return
            if pause is not None:
                await asyncio.sleep(pause)
        self._count("failed")

    async def _post(self, subscription: PushSubscription, message: bytes) -> int:
        """Send one request and return its status; no redirect is followed, and no answer is read."""
        body = encrypt(message, subscription.p256dh, subscription.auth)
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": self._keys.authorization(subscription.endpoint),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": hashlib.sha256(subscription.table.encode()).hexdigest()[:32],  # a newer notice replaces an older one
            "Urgency": "normal",
        }
        async with asyncio.timeout(SECONDS):
            async with self._pool.stream("POST", subscription.endpoint, headers=headers, content=body) as answer:
                return int(answer.status)

    async def _remove(self, subscription: PushSubscription) -> None:
        with suppress(*store_errors.ANY):  # then the next notice finds the same
            await self._forget(subscription)
