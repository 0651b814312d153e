"""Limits of TCP connections: a deadline for the head and the body of a request, and how many an address may hold.

uvicorn has neither: its only timer is the pause between two requests. `Config(http=…)` takes a protocol class, so this is its
h11 protocol with timers. A connection that becomes a WebSocket leaves: WebSockets have limits of their own.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from fairyring.server.access.origins import address_of
from fairyring.server.settings import Settings

BYTES_PER_SECOND = 64 * 1024  # a longer body gets a second more for so many bytes
HEAD, BODY = "head", "body"


class ConnectionLimits:
    """HTTP connections of one server, by address. A limit of 0 is switched off; `refuse` is called with each reason."""

    def __init__(self, settings: Settings, refuse: Callable[[str], None]) -> None:
        self.seconds = settings.request_seconds
        self._per_address, self._most = settings.connections_per_address, settings.most_connections
        self.refuse = refuse
        self._proxies = trusted_networks(settings.proxies)
        self.by_address: Counter[str] = Counter()
        self.silent: dict[BoundedHttpProtocol, None] = {}  # those that have not sent a whole head yet, the oldest first

    def enter(self, connection: BoundedHttpProtocol) -> str | None:
        """Count a connection, and return the address that it counts for; None if the address has too many.

        If there are too many in all, the connection that has been silent for longest makes room.
        """
        address = address_of(connection.client)
        exempt = connection.client is None or is_trusted(connection.client[0], self._proxies)
        if self._per_address and not exempt and self.by_address[address] >= self._per_address:
            self.refuse("connections")
            return None
        if self._most and self.by_address.total() >= self._most and self.silent:
            self.refuse("connections")
            next(iter(self.silent)).abort()
        self.by_address[address] += 1
        return address

    def leave(self, address: str) -> None:
        """Count a connection less."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class BoundedHttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with deadlines. Subclassed by `bounded_protocol`, which sets `limits`."""

    limits: ConnectionLimits
    _address: str | None = None  # that it counts for; None once it has left
    _reading: str = ""  # HEAD or BODY while the client owes one
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.limits.enter(self)
        if self._address is None:
            transport.abort()
            return
        self.limits.silent[self] = None
        self._expect(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)
        release_transport(self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def abort(self) -> None:
        """Drop the connection."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._expect("")
        self.limits.silent.pop(self, None)
        if self._address is not None:
            self.limits.leave(self._address)
            self._address = None

    def _watch(self) -> None:
        """Start, keep or stop the timer, by what the client owes now."""
        if self._address is None:
            return
        theirs = self.conn.their_state
        begun = bool(self.conn.trailing_data[0]) or self.cycle is None  # between two requests, uvicorn's own timer runs
        self._expect(BODY if theirs is h11.SEND_BODY else HEAD if theirs is h11.IDLE and begun else "")
        if theirs is not h11.IDLE:
            self.limits.silent.pop(self, None)

    def _expect(self, part: str) -> None:
        if part == self._reading:
            return
        self._reading = part
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if part and self.limits.seconds:
            length = self._content_length() if part == BODY else 0
            self._deadline = self.loop.call_later(self.limits.seconds + length / BYTES_PER_SECOND, self._expire)

    def _content_length(self) -> int:
        """Return the announced length of the body, as far as any route accepts it."""
        text = next((value for name, value in self.headers if name == b"content-length"), b"0")
        return min(int(text), 1 << 22) if text.isdigit() and len(text) < 10 else 0

    def _expire(self) -> None:
        self.limits.refuse("slow")
        self.abort()


def release_transport(transport: asyncio.BaseTransport) -> None:
    """Let a closed transport of asyncio be freed without the garbage collector.

    It keeps the method that reads from its socket, and thereby itself. uvloop's transports do not.
    """
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None  # noqa: SLF001  (there is no other way)


def bounded_protocol(limits_of_server: ConnectionLimits) -> type[asyncio.Protocol]:
    """Return the protocol class for a server."""

    class ServerProtocol(BoundedHttpProtocol):
        limits = limits_of_server

    return ServerProtocol


def trusted_networks(proxies: str) -> tuple[Any, ...]:
    """Return the networks that the setting `proxies` names."""
    return tuple(ipaddress.ip_network(part.strip(), strict=False) for part in proxies.split(",") if part.strip())


def is_trusted(host: str, networks: tuple[Any, ...]) -> bool:
    """Return whether an address is one of a trusted proxy."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)
