"""Outbound queue of one WebSocket.

`send` never blocks; a client with more than 256 KiB unread is disconnected (4000) and catches up when it reconnects.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from fairyring.tables.engine.effects import CLOSE_RESTART

MAX_UNREAD_BYTES = 256 * 1024


class Outbox:
    """Messages in order, and finally a close code."""

    __slots__ = ("_changed", "_messages", "_on_close", "_unread", "closing", "id")

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.closing: int | None = None  # the close code, once it is decided
        self._messages: deque[bytes] = deque()
        self._unread = 0
        self._changed = asyncio.Event()
        self._on_close: Callable[[], None] = lambda: None

    def when_closing(self, callback: Callable[[], None]) -> None:
        """Call back once it is decided to close; at once if it is decided already."""
        self._on_close = callback
        if self.closing is not None:
            callback()

    def send(self, message: bytes) -> None:
        """Queue a message. Does nothing once it is decided to close."""
        if self.closing is not None:
            return
        self._messages.append(message)
        self._unread += len(message)
        if self._unread > MAX_UNREAD_BYTES:
            self._messages.clear()  # the welcome after the reconnect replaces them
            self.close(CLOSE_RESTART)
        self._changed.set()

    def close(self, code: int) -> None:
        """Close after the queued messages; drop all later ones."""
        if self.closing is None:
            self.closing = code
            self._changed.set()
            self._on_close()

    async def next(self) -> bytes | None:
        """Return the next message; None when the WebSocket is to be closed with `closing`."""
        while not self._messages:
            if self.closing is not None:
                return None
            self._changed.clear()
            await self._changed.wait()
        return self._messages.popleft()

    def written(self, size: int) -> None:
        """Note that a message of this size was handed to the transport."""
        self._unread -= size
