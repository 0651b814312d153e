"""The socket: a hello, then messages both ways until somebody goes. What they mean is the table's business."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from fairyring.server.access import Visitors, address, host_allowed, origin_allowed
from fairyring.server.runtime.hosted_table import ENCODE, Served
from fairyring.server.runtime.hub import Hub
from fairyring.server.store import errors as store_errors
from fairyring.server.store.model import NAME
from fairyring.server.ws.outbox import Line
from fairyring.tables.engine.effects import FLOOD, NO_TABLE, RESTART, TOKEN

LOG = logging.getLogger(__name__)
PATIENCE = 10.0  # seconds for a hello
LAST_CALL = 5.0  # seconds for who is told to go; then nobody listens any more, whether it was read or not
NO_HELLO = 1002  # the protocol was not kept
Socket = WebSocket[Any, Any, State]
DECODE = msgspec.json.Decoder().decode
GONE = (WebSocketDisconnect, RuntimeError, OSError)  # what talking to somebody who left can raise; a timeout is an OSError


def read(text: str) -> Any:
    """The message; None if it is none."""
    try:
        return DECODE(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


@websocket("/ws")
async def table_socket(socket: Socket) -> None:
    """Talk with a table. Whoever may not come in is refused before the socket opens."""
    hub: Hub = socket.app.state.hub
    visitors: Visitors = socket.app.state.visitors
    client = socket.scope["client"]
    who = address(client)
    headers = {key: value for key, value in socket.headers.items() if key in ("origin", "host")}
    if not (origin_allowed(headers, hub.settings) and host_allowed(headers, hub.settings)):
        hub.metrics.refused.labels("origin").inc()
        await socket.close(reason="This page is not ours.")
        return
    most = hub.settings.most_sockets
    if hub.draining or (most and hub.sockets >= most) or not visitors.enter(who):
        hub.metrics.refused.labels("sockets").inc()
        await socket.close(reason="Too many.")
        return
    try:
        await socket.accept()
        await _talk(socket, hub, visitors, who)
    except GONE:
        pass
    finally:
        visitors.leave(who)


async def _talk(socket: Socket, hub: Hub, visitors: Visitors, who: str) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            hello = read(await _receive(socket))
    except TimeoutError:
        await socket.close(NO_HELLO)
        return
    if not isinstance(hello, dict) or hello.get("type") != "hello":
        await socket.send_data(ENCODE({"type": "nack", "id": "", "code": "bad-form", "key": "table.bad-form", "args": {}}))
        await socket.close(NO_HELLO)
        return
    served = await _find(hub, visitors, who, hello.get("table"))
    if isinstance(served, int):
        await socket.close(served)
        return
    line = Line(secrets.token_hex(8))
    writer = asyncio.create_task(_write(socket, line))
    served.open(line, hello)
    try:
        async with asyncio.timeout(None) as limit:
            line.when_closing(lambda: limit.reschedule(asyncio.get_running_loop().time() + LAST_CALL))
            while True:
                text = await _receive(socket)
                served.say(line, read(text), len(text))
    except GONE:
        pass
    finally:
        served.close(line)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer
        if line.closing in (TOKEN, FLOOD):
            visitors.allow("miss", who)  # guessing tokens, and coming back after a flood, is as slow as guessing links


async def _find(hub: Hub, visitors: Visitors, who: str, table: Any) -> Served | int:
    """The table; or the code to close with."""
    if not visitors.left("miss", who):
        hub.metrics.refused.labels("misses").inc()
        return FLOOD
    if isinstance(table, str) and NAME.fullmatch(table):
        if table in hub.tables:
            return hub.tables[table]
        try:
            entry = await hub.find(table)
        except store_errors.ANY:
            return RESTART
        if hub.draining:
            return RESTART
        if entry is not None:
            return hub.served(table)
    visitors.allow("miss", who)
    return NO_TABLE


async def _receive(socket: Socket) -> str:
    """The next message; its size is bounded by the server below us. Bytes are no message, and read as an empty one."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=1000)
    told: dict[str, Any] = {**event}
    return told.get("text") or ""


async def _write(socket: Socket, line: Line) -> None:
    with suppress(*GONE):
        while (message := await line.next()) is not None:
            await socket.send_data(message.decode())
            line.written(len(message))
        assert line.closing is not None
        await socket.close(line.closing)
