"""A line: one socket as its table sees it. Sending never waits; whoever reads too slowly is cut off, and catches up later."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from fairyring.tables.engine.effects import RESTART

UNREAD = 256 * 1024  # bytes


class Line:
    """Messages out, in order, and at last a close code."""

    __slots__ = ("_more", "_out", "_then", "_unread", "closing", "id")

    def __init__(self, name: str) -> None:
        self.id = name
        self.closing: int | None = None
        self._out: deque[bytes] = deque()
        self._unread = 0
        self._more = asyncio.Event()
        self._then: Callable[[], None] = lambda: None

    def when_closing(self, then: Callable[[], None]) -> None:
        """What is done once it is decided to close; at once, if it is already."""
        self._then = then
        if self.closing is not None:
            then()

    def send(self, message: bytes) -> None:
        if self.closing is not None:
            return
        self._out.append(message)
        self._unread += len(message)
        if self._unread > UNREAD:
            self._out.clear()  # it would be late anyway; the next hello tells everything
            self.close(RESTART)
        self._more.set()

    def close(self, code: int) -> None:
        """After what was sent before; nothing more is sent."""
        if self.closing is None:
            self.closing = code
            self._more.set()
            self._then()

    async def next(self) -> bytes | None:
        """The next message; None when it is time to close."""
        while not self._out:
            if self.closing is not None:
                return None
            self._more.clear()
            await self._more.wait()
        return self._out.popleft()

    def written(self, size: int) -> None:
        self._unread -= size
