"""Outbound messages of one WebSocket.

`send` never blocks. Messages of one turn of the event loop are written together. A client that leaves more than 256 KiB unread
is disconnected (4000) and catches up when it reconnects.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from fairyring.server.ws.protocol import frame
from fairyring.tables.engine.effects import CLOSE_RESTART

LOG = logging.getLogger(__name__)
MAX_UNREAD_BYTES = 256 * 1024


class Connection(Protocol):
    """What an outbox needs of a WebSocket."""

    @property
    def unsent_bytes(self) -> int:
        """What was written and not taken by the operating system yet."""

    def write(self, data: bytes) -> None:
        """Write frames. Never blocks."""

    def close(self, code: int) -> None:
        """Send a close frame."""


class Turn:
    """The outboxes that are written at the end of this turn of the event loop: one callback for all of them."""

    __slots__ = ("_outboxes",)

    def __init__(self) -> None:
        self._outboxes: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        """Write an outbox at the end of the turn."""
        if not self._outboxes:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outboxes.append(outbox)

    def _flush(self) -> None:
        outboxes, self._outboxes = self._outboxes, []
        for outbox in outboxes:
            try:
                outbox.flush()
            except Exception:  # (a bug; it costs this connection its messages, and no other)
                LOG.exception("messages of a connection were lost")


class Outbox:
    """Messages in order, and finally a close code."""

    __slots__ = ("_connection", "_frames", "_turn", "address", "closing", "id")

    def __init__(self, id_: str, connection: Connection, address: str = "", turn: Turn | None = None) -> None:
        self.id, self.address = id_, address
        self.closing: int | None = None  # the close code, once it is decided
        self._connection = connection
        self._frames: list[bytes] = []  # of this turn of the event loop
        self._turn = turn or Turn()

    def send(self, message: bytes) -> None:
        """Queue a message. Does nothing once it is decided to close."""
        if self.closing is not None:
            return
        if not self._frames:
            self._turn.add(self)
        self._frames.append(frame(message))

    def close(self, code: int) -> None:
        """Close after the queued messages; drop all later ones."""
        if self.closing is None:
            self.flush()
        if self.closing is None:
            self.closing = code
            self._connection.close(code)

    def flush(self) -> None:
        """Write the queued messages."""
        if self._frames:
            self._connection.write(b"".join(self._frames))
            self._frames.clear()
            if self._connection.unsent_bytes > MAX_UNREAD_BYTES:
                self.close(CLOSE_RESTART)
