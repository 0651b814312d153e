"""WebSocket endpoint: one hello, then messages in both directions until either side closes.

The hello is received by ASGI. Afterwards the connection and its table exchange messages directly (`ws.protocol`).
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from fairyring.server.access.origins import address_of, host_allowed, origin_allowed
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.runtime.hosted_table import ENCODE, HostedTable, parse
from fairyring.server.runtime.hub import Hub
from fairyring.server.store import errors as store_errors
from fairyring.server.store.model import TABLE_ID
from fairyring.server.ws.outbox import Outbox
from fairyring.server.ws.protocol import EXTENSION, ClientConnection
from fairyring.tables.engine.effects import CLOSE_FLOOD, CLOSE_NO_TABLE, CLOSE_RESTART, CLOSE_UNREADABLE
from fairyring.tables.refusals import Refused

HELLO_SECONDS = 10.0  # a client has to send `hello` within this time
PROTOCOL_ERROR = 1002  # close code of RFC 6455
Socket = WebSocket[Any, Any, State]
DISCONNECTED = (WebSocketDisconnect, OSError)  # raised on a closed connection; a timeout is an OSError


@websocket("/ws")
async def table_socket(socket: Socket) -> None:
    """Connect a client with a table. Foreign origins and clients above a limit are refused before the upgrade."""
    hub: Hub = socket.app.state.hub
    rate_limits: RateLimits = socket.app.state.rate_limits
    address = address_of(socket.scope["client"])
    headers = {key: value for key, value in socket.headers.items() if key in ("origin", "host")}
    if not (origin_allowed(headers, hub.settings) and host_allowed(headers, hub.settings)):
        hub.metrics.refused.labels("origin").inc()
        await socket.close(reason="This page is not ours.")
        return
    if not rate_limits.take("connect", address):  # before the upgrade: a hello can cost a row
        hub.metrics.refused.labels("connects").inc()
        await socket.close(reason="Too many.")
        return
    most = hub.settings.most_sockets
    if hub.draining or (most and hub.sockets >= most) or not rate_limits.add_socket(address):
        hub.metrics.refused.labels("sockets").inc()
        await socket.close(reason="Too many.")
        return
    try:
        await socket.accept()
        await _converse(socket, hub, rate_limits, address)
    except DISCONNECTED:
        pass
    finally:
        rate_limits.remove_socket(address)


async def _converse(socket: Socket, hub: Hub, rate_limits: RateLimits, address: str) -> None:
    """Receive the hello, then pass on messages until the connection is closed."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = parse(await _receive(socket))
    except TimeoutError:
        await socket.close(PROTOCOL_ERROR)
        return
    if not isinstance(hello, dict) or hello.get("type") != "hello":
        await socket.send_data(ENCODE(Refused("bad-form").nack()))
        await socket.close(PROTOCOL_ERROR)
        return
    hosted = await _find_table(hub, rate_limits, address, hello.get("table"))
    if isinstance(hosted, int):
        await socket.close(hosted)
        return
    extensions: Any = socket.scope["extensions"]
    connection: ClientConnection = extensions[EXTENSION]
    outbox = Outbox(secrets.token_hex(8), connection, address)
    hosted.open(outbox, hello, address)
    try:
        connection.attach(lambda text: hosted.receive(outbox, text))
        code = await _disconnected(socket)
    finally:
        hosted.close(outbox)
    if code == CLOSE_FLOOD:
        rate_limits.take("flood", address)
        hub.metrics.refused.labels("flood").inc()


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


async def _receive(socket: Socket) -> str:
    """Return the next text message; an empty text for a binary one. uvicorn limits its size."""
    event: Any = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event.get("code", 1005))
    return event.get("text") or ""


async def _disconnected(socket: Socket) -> int:
    """Return the close code when the connection is closed, or when it is decided to close it."""
    while True:
        try:
            await _receive(socket)
        except WebSocketDisconnect as disconnect:
            return disconnect.code
