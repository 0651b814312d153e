"""WebSocket protocol of the server: uvicorn's, with a rate limit before frames are decoded, and without ASGI for each message.

uvicorn parses everything that one read of the socket returned (256 KiB may hold 40,000 frames), queues it, and hands it to a
task. Here frames are counted by their headers first: a frame above the rate is dropped without being decoded, and after
`MAX_RATE_VIOLATIONS` of them the connection is closed and reads nothing any more. Messages are delivered a few at a time, so
that other connections get their turn, and outgoing messages are written without a task for each connection.

Plain text messages are decoded here. All other frames (fragments, control frames, malformed ones) go, one by one and whole,
through the parser of `websockets`, so that the protocol is still enforced by that library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN
from websockets.utils import apply_mask

from fairyring.server.access.connections import release_transport
from fairyring.tables.engine.effects import CLOSE_FLOOD
from fairyring.tables.limits import MAX_RATE_VIOLATIONS, MESSAGE_RATE

EXTENSION = "fairyring.connection"  # key of the connection in the extensions of the ASGI scope
CLOSE_GRACE_SECONDS = 5.0  # for the client to answer a close frame; then the connection is aborted
MESSAGES_PER_TURN = 8  # delivered in one go; other connections have their turn before the next ones
INVALID_TEXT = 1007  # close code of RFC 6455
FINAL_TEXT, FINAL_CLOSE = 0x81, 0x88  # first bytes of frames
CONTINUATION, TEXT, BINARY = 0x0, 0x1, 0x2  # opcodes
FINAL, MASKED, LENGTH = 0x80, 0x80, 0x7F  # bits of the first and of the second byte


def frame(payload: bytes) -> bytes:
    """Return a text message as one frame."""
    size = len(payload)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + payload
    if size < 1 << 16:
        return bytes((FINAL_TEXT, 126)) + size.to_bytes(2, "big") + payload
    return bytes((FINAL_TEXT, 127)) + size.to_bytes(8, "big") + payload


class EventQueue:
    """The events of an attached connection for ASGI: only its end. An asyncio.Queue takes 3 kB, a fifth of a connection."""

    __slots__ = ("_events", "_waiter")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        """Return the next event. For one reader."""
        while not self._events:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._waiter = None
        return self._events.pop(0)


class _NoSender:
    """Stands for the asyncio.Event for which `send` of ASGI waits: an attached connection is written to directly."""

    def set(self) -> None: ...

    def clear(self) -> None: ...


NO_SENDER: Any = _NoSender()


class ClientConnection(WebSocketsSansIOProtocol):
    """One WebSocket. Until `attach`, messages arrive by ASGI; afterwards at the callback, and only the disconnect by ASGI."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.frames_read = 0  # decoded frames; the others were dropped
        self._unparsed = bytearray()
        self._fragmented = False  # within a message of several frames
        rate, burst = MESSAGE_RATE
        self._rate, self._burst = float(rate), float(burst)
        self._tokens, self._refilled_at, self._violations = self._burst, 0.0, 0
        self._on_text: Callable[[str], None] | None = None
        self._messages: list[str] = []  # received, not delivered yet; few, because of the rate limit
        self._delivering = False  # whether `_deliver` is scheduled
        self._ignoring = False  # after a flood nothing is read any more

    # Outgoing -----------------------------------------------------------------------------------

    @property
    def unsent_bytes(self) -> int:
        """What was written and not taken by the operating system yet."""
        return self.transport.get_write_buffer_size()

    def write(self, data: bytes) -> None:
        """Write frames. Never blocks; does nothing on a closed connection."""
        if not (self.disconnected or self.close_sent):
            self.transport.write(data)

    def close(self, code: int) -> None:
        """Send a close frame, and read no further message. A client that does not answer it is aborted."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._messages.clear()
        self.close_timer = self.loop.call_later(CLOSE_GRACE_SECONDS, self.transport.abort)
        self._resume()

    # Incoming -----------------------------------------------------------------------------------

    def attach(self, on_text: Callable[[str], None]) -> None:
        """Deliver all further messages to a callback; binary ones as an empty text. It must not raise."""
        self._on_text = on_text
        self.scope.clear()  # type: ignore[attr-defined]
        del self.request, self.response  # the handshake is over, and its headers are a fifth of a connection's memory
        rest: Any = EventQueue()
        while not self.queue.empty():
            event: Any = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                self._messages.append(event.get("text") or "")
            else:
                rest.put_nowait(event)
        self.queue, self.writable = rest, NO_SENDER
        self._deliver()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]  # ASGI lets servers add their own
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
        elif not (self._ignoring or self.transport.is_closing()):
            self._unparsed += data
            self._read_frames()
            self._deliver()

    def _read_frames(self) -> None:
        """Decode the whole frames received so far, as many as the rate allows."""
        at = 0
        while not (self._ignoring or self.transport.is_closing()):
            end = self._frame_end(at)
            if end is None:
                break
            if self._within_rate() and (not self.close_sent or self._unparsed[at] == FINAL_CLOSE):
                self._read_frame(at, end)
            at = end
        del self._unparsed[:at]

    def _frame_end(self, at: int) -> int | None:
        """Return where the frame at this position ends; None if it is not complete.

        A frame that is too long is passed on by its header alone, which the parser refuses.
        """
        buffer = self._unparsed
        if len(buffer) < at + 2:
            return None
        size, start = buffer[at + 1] & LENGTH, at + 2
        if size >= 126:
            start += 2 if size == 126 else 8
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[at + 2 : start], "big")
        if buffer[at + 1] & MASKED:
            start += 4
        if size > (self.config.ws_max_size or 0):
            return start if len(buffer) >= start else None
        return start + size if len(buffer) >= start + size else None

    def _within_rate(self) -> bool:
        """Count a frame; return whether it may be decoded. Close the connection after too many that may not."""
        now = self.loop.time()
        self._tokens = min(self._burst, self._tokens + (now - self._refilled_at) * self._rate)
        self._refilled_at = now
        if self._tokens >= 1:
            self._tokens -= 1
            self.frames_read += 1
            return True
        self._violations += 1
        if self._violations >= MAX_RATE_VIOLATIONS:
            self.close(CLOSE_FLOOD)
            self._ignoring = True
            self._unparsed.clear()
            self._pause()
        return False

    def _read_frame(self, at: int, end: int) -> None:
        buffer = self._unparsed
        first, second = buffer[at], buffer[at + 1]
        start = at + (6 if second & LENGTH < 126 else 8)
        if first != FINAL_TEXT or self._fragmented or not second & MASKED or second & LENGTH == 127 or start > end:
            if first & 0xF in (TEXT, BINARY, CONTINUATION):
                self._fragmented = not first & FINAL
            super().data_received(bytes(buffer[at:end]))
            return
        try:
            text = apply_mask(bytes(buffer[start:end]), bytes(buffer[start - 4 : start])).decode()
        except UnicodeDecodeError:
            self.conn.fail(INVALID_TEXT)
            self.handle_parser_exception()
        else:
            self._receive(text)

    def send_receive_event_to_app(self) -> None:
        """Receive a message that the parser of `websockets` has put together."""
        data, self.frames = b"".join(self.frames), []
        try:
            self._receive(data.decode() if self.curr_msg_data_type == "text" else "")
        except UnicodeDecodeError:
            self.conn.fail(INVALID_TEXT)
            self.handle_parser_exception()

    def _receive(self, text: str) -> None:
        if self.close_sent:
            return
        if self._on_text is not None:
            self._messages.append(text)
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        self._pause()

    def _deliver(self) -> None:
        """Deliver some messages to the callback, and the rest at a later turn of the event loop."""
        if self._on_text is None or self._delivering:
            return
        for _ in range(min(MESSAGES_PER_TURN, len(self._messages))):
            if not self._messages:
                break  # the callback closed the connection
            self._on_text(self._messages.pop(0))
        if self._messages:
            self._pause()
            self._delivering = True
            self.loop.call_soon(self._deliver_rest)
        else:
            self._resume()

    def _deliver_rest(self) -> None:
        self._delivering = False
        self._deliver()

    def _pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _resume(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        self._messages.clear()
        super().connection_lost(exc)
        self._break_cycles()

    def _break_cycles(self) -> None:
        """Remove references by which the objects of a closed connection keep each other alive.

        They are freed at once then, and need no garbage collection: one that reaches objects as old as connections usually
        are stops the event loop for as long as it scans all tables.
        """
        self._on_text = None  # refers to the outbox, and that to us
        self.conn.parser.close()  # the frame of the generator refers to the parser
        self.conn.parser_exc = None  # so does its traceback
        release_transport(self.transport)
