"""WebSocket endpoint: one hello, then messages in both directions until either side closes.

The endpoint parses JSON; the table engine decodes and decides the messages.
"""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from fairyring.server.access.origins import address_of, host_allowed, origin_allowed
from fairyring.server.access.rate_limits import RateLimits
from fairyring.server.runtime.hosted_table import ENCODE, HostedTable
from fairyring.server.runtime.hub import Hub
from fairyring.server.store import errors as store_errors
from fairyring.server.store.model import TABLE_ID
from fairyring.server.ws.outbox import Outbox
from fairyring.tables.engine.effects import CLOSE_FLOOD, CLOSE_NO_TABLE, CLOSE_RESTART, CLOSE_TOKEN
from fairyring.tables.refusals import Refused

HELLO_SECONDS = 10.0  # a client has to send `hello` within this time
CLOSE_GRACE_SECONDS = 5.0  # grace period after a close was decided; then the connection is aborted
PROTOCOL_ERROR = 1002  # close code of RFC 6455
Socket = WebSocket[Any, Any, State]
DECODE = msgspec.json.Decoder().decode
DISCONNECTED = (WebSocketDisconnect, RuntimeError, OSError)  # raised on a closed connection; a timeout is an OSError


def parse(text: str) -> Any:
    """Return the JSON value of a message; None if it is not JSON or nested too deep."""
    try:
        return DECODE(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


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
    outbox = Outbox(secrets.token_hex(8))
    writer = asyncio.create_task(_write(socket, outbox))
    hosted.open(outbox, hello, address)
    try:
        async with asyncio.timeout(None) as limit:
            outbox.when_closing(lambda: limit.reschedule(asyncio.get_running_loop().time() + CLOSE_GRACE_SECONDS))
            while True:
                text = await _receive(socket)
                hosted.receive(outbox, parse(text), len(text))
    except DISCONNECTED:
        pass
    finally:
        hosted.close(outbox)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer
        if outbox.closing in (CLOSE_TOKEN, CLOSE_FLOOD):
            rate_limits.take("miss", address)  # guessing tokens, and returning after a flood, is as slow as guessing ids


async def _find_table(hub: Hub, rate_limits: RateLimits, address: str, table: Any) -> HostedTable | int:
    """Return the table of a hello, or the close code if there is none."""
    if not rate_limits.has_token("miss", address):
        hub.metrics.refused.labels("misses").inc()
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
            return hub.hosted(table)
    rate_limits.take("miss", address)
    return CLOSE_NO_TABLE


async def _receive(socket: Socket) -> str:
    """Return the next text message; an empty text for a binary one. uvicorn limits its size."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=1000)
    fields: dict[str, Any] = {**event}
    return fields.get("text") or ""


async def _write(socket: Socket, outbox: Outbox) -> None:
    """Send the messages of the outbox, and close the WebSocket at its end."""
    with suppress(*DISCONNECTED):
        while (message := await outbox.next()) is not None:
            await socket.send_data(message.decode())
            outbox.written(len(message))
        assert outbox.closing is not None
        await socket.close(outbox.closing)
