"""WebSocket endpoint: one hello, then messages in both directions until either side closes.

A plain ASGI application: Litestar's WebSocket objects would stay behind in reference cycles when a connection is closed. The
hello is received by ASGI. Afterwards the connection and its table exchange messages directly (`ws.protocol`).
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from litestar.types import Receive, Send

from fairyring.server.access.origins import address_of, host_allowed, origin_allowed
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.runtime.encoding import ENCODE
from fairyring.server.runtime.hosted_table import HostedTable, parse
from fairyring.server.runtime.hub import Hub
from fairyring.server.store import errors as store_errors
from fairyring.server.ws.outbox import Outbox
from fairyring.server.ws.protocol import EXTENSION, ClientConnection
from fairyring.tables.engine.effects import CLOSE_FLOOD, CLOSE_NO_TABLE, CLOSE_RESTART, CLOSE_UNREADABLE
from fairyring.tables.log.stored import TABLE_ID
from fairyring.tables.refusals import Refused

PATH = "/ws"
HELLO_SECONDS = 10.0  # a client has to send `hello` within this time
POLICY_VIOLATION, PROTOCOL_ERROR = 1008, 1002  # close codes of RFC 6455
HEADERS = (b"origin", b"host")  # that decide who may connect


def is_socket_path(path: str) -> bool:
    """Return whether a path is that of the endpoint; slashes more or less do not matter, as for other routes."""
    return path.strip("/") == PATH.strip("/")


async def serve_socket(hub: Hub, rate_limits: RateLimits, scope: Any, receive: Receive, send: Send) -> None:
    """Connect a client with a table. Foreign origins and clients above a limit are refused before the upgrade."""
    connection: ClientConnection = scope["extensions"].pop(EXTENSION)  # popped: the connection refers to the scope
    address = address_of(scope["client"])
    headers = {key.decode(): value.decode("latin-1") for key, value in scope["headers"] if key in HEADERS}
    refused = _refusal(hub, rate_limits, headers, address)
    if refused:
        hub.metrics.refused.labels(refused).inc()
        reason = "This page is not ours." if refused == "origin" else "Too many."
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": reason})
        return
    try:
        await receive()  # `websocket.connect`
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        code = await _converse(connection, hub, rate_limits, address, receive, send)
        if code is not None:
            await _close(send, code)
    except OSError:  # the client has gone
        pass
    finally:
        rate_limits.remove_socket(address)


def _refusal(hub: Hub, rate_limits: RateLimits, headers: dict[str, str], address: str) -> str:
    """Return why a connection is refused, as the metrics name it; else count it as one of its address and return ""."""
    if not (origin_allowed(headers, hub.settings) and host_allowed(headers, hub.settings)):
        return "origin"
    if not rate_limits.take("connect", address):  # before the upgrade: a hello can cost a row
        return "connects"
    most = hub.settings.most_sockets
    if hub.draining or (most and hub.sockets >= most) or not rate_limits.add_socket(address):
        return "sockets"
    return ""


async def _converse(
    connection: ClientConnection, hub: Hub, rate_limits: RateLimits, address: str, receive: Receive, send: Send
) -> int | None:
    """Receive the hello, then pass on messages until the connection is closed. Return a code to close it with, or None."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            event: Any = await receive()
    except TimeoutError:
        return PROTOCOL_ERROR
    if event["type"] == "websocket.disconnect":
        return None
    hello = parse(event["text"])
    if not isinstance(hello, dict) or hello.get("type") != "hello":
        await send({"type": "websocket.send", "bytes": None, "text": ENCODE(Refused("bad-form").nack()).decode()})
        return PROTOCOL_ERROR
    await hub.next_turn()
    hosted = await _find_table(hub, rate_limits, address, hello.get("table"))
    if isinstance(hosted, int):
        return hosted
    outbox = Outbox(secrets.token_hex(8), connection, address, hub.turn)
    hosted.open(outbox, hello, address)
    try:
        connection.attach(lambda text: hosted.receive(outbox, text))
        while (event := await receive())["type"] != "websocket.disconnect":
            pass  # binary or late messages
        await hub.next_turn()
    finally:
        hosted.close(outbox)
    if event.get("code") == CLOSE_FLOOD:
        rate_limits.take("flood", address)
        hub.metrics.refused.labels("flood").inc()
    return None


async def _close(send: Send, code: int) -> None:
    await send({"type": "websocket.close", "code": code, "reason": ""})


async def _find_table(hub: Hub, rate_limits: RateLimits, address: str, table: Any) -> HostedTable | int:
    """Return the table of a hello, or the close code if there is none.

    Misses are rate-limited, so that ids cannot be guessed; links that lead somewhere are never refused for them: people of a
    school or a phone network share an address. Tokens have 192 bits, so guessing them needs no limit but that of connects.
    """
    if not rate_limits.has_token("flood", address):
        hub.metrics.refused.labels("flood").inc()
        return CLOSE_FLOOD
    if isinstance(table, str) and TABLE_ID.fullmatch(table):
        if table in hub.tables:
            return hub.tables[table]
        try:
            stored = await hub.find(table)
        except store_errors.ANY:
            return CLOSE_RESTART
        if hub.draining:
            return CLOSE_RESTART
        if stored is not None:
            return CLOSE_UNREADABLE if hub.is_unreadable(table) else hub.hosted(table)
    if not rate_limits.take("miss", address):
        hub.metrics.refused.labels("misses").inc()
        return CLOSE_FLOOD
    return CLOSE_NO_TABLE
