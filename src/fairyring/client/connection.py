"""WebSocket connection of the Python client: reconnects when it is lost, and resends unanswered commands under the same id."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fairyring.core.declared.declare import UNSET
from fairyring.core.declared.decode import DecodeError
from fairyring.tables.engine.effects import CLOSE_FLOOD, CLOSE_NO_TABLE, CLOSE_RELOAD, CLOSE_TOKEN
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.protocol import incoming
from fairyring.tables.protocol.decode_outgoing import decode_server_message
from fairyring.tables.protocol.encode import encode
from fairyring.tables.protocol.outgoing import Ack, Nack, ServerMessage

RESEND_SECONDS = 3.0  # without an answer
RECONNECT_SECONDS = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0)  # before the first try, the second …
MAX_MESSAGE_BYTES = 1 << 20
NOT_RESENT = ("here", "away")  # they concern one connection: the curtain is down after each reconnect
FATAL_CLOSE_CODES = {
    CLOSE_RELOAD: "another version of the protocol",
    CLOSE_NO_TABLE: "no such table",
    CLOSE_TOKEN: "the token is refused",
    CLOSE_FLOOD: "too fast",
}
PROTOCOL_ERROR, ABNORMAL_CLOSURE = 1002, 1006  # close codes of RFC 6455


class CommandRefused(Exception):
    """A command was refused and changed nothing. `code` is for programs."""

    def __init__(self, nack: Nack) -> None:
        super().__init__(f"{nack.code}: {nack.key} {nack.args or ''}".rstrip())
        self.nack, self.code = nack, nack.code


class Disconnected(Exception):
    """The connection is closed for good; `code` is the close code of the WebSocket."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code}: {reason}")
        self.code = code


class _PendingCommand:
    """A command that is not answered yet."""

    def __init__(self, do: str, text: str) -> None:
        self.do, self.text = do, text
        self.answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()


class Connection:
    """Hello, commands and their answers. Subclasses process all other messages in `_receive`."""

    reconnect_seconds: tuple[float, ...] = RECONNECT_SECONDS

    def __init__(self, url: str, table: str, token: str | None = None, take: str | None = None) -> None:
        self.url = url.replace("http", "ws", 1) if url.startswith("http") else url
        self.url = self.url.rstrip("/").removesuffix("/ws") + "/ws"
        self.name, self.token, self.take = table, token, take
        self.at: str | None = None  # the newest cursor
        self.connections = 0  # how often the client was welcomed
        self.notices: list[Nack] = []  # refusals of hellos: a seat link that is too old, a table that is full
        self._opening: ClientConnection | None = None
        self._socket: ClientConnection | None = None  # once welcomed
        self._pending: dict[str, _PendingCommand] = {}
        self._changed = asyncio.Event()
        self._end: Disconnected | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def _receive(self, message: ServerMessage) -> None:
        raise NotImplementedError

    def _connect(self) -> None:
        self._start(self._run())

    async def close(self) -> None:
        """Close the connection; the guest keeps the seat."""
        self._disconnect(Disconnected(1000, "closed by ourselves"))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition on what the client was sent holds; raise Disconnected if it cannot any more."""
        while not condition():
            if self._end is not None:
                raise self._end
            self._changed.clear()
            await self._changed.wait()

    async def do(self, do: str, /, **fields: Any) -> Ack:
        """Send a command and return its ack once it is in the log, however often the connection is lost.

        Raises CommandRefused, or Disconnected. Fields that are None are left out.
        """
        if self._end is not None:
            raise self._end
        id_ = secrets.token_hex(12)
        command = {"type": "cmd", "id": id_, "do": do, **{name: value for name, value in fields.items() if value is not None}}
        pending = self._pending[id_] = _PendingCommand(do, json.dumps(command))
        try:
            while True:
                await self._send(pending.text)
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(pending.answer), RESEND_SECONDS)
        finally:
            self._pending.pop(id_, None)

    # The WebSocket -------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        """Connect again and again, until a close code is fatal."""
        failures = 0
        while self._end is None:
            await asyncio.sleep(self.reconnect_seconds[min(failures, len(self.reconnect_seconds) - 1)])
            welcomed = self.connections
            try:
                code = await self._run_once()
            except (OSError, InvalidHandshake, TimeoutError) as error:
                code = ABNORMAL_CLOSURE
                if not welcomed:
                    self._disconnect(Disconnected(code, f"the server cannot be reached: {error}"))
            except DecodeError as error:
                code = PROTOCOL_ERROR
                self._disconnect(Disconnected(code, f"a message cannot be read: {error}"))
            if code in FATAL_CLOSE_CODES:
                refused = self.notices and code == CLOSE_NO_TABLE
                self._disconnect(Disconnected(code, self.notices[-1].key if refused else FATAL_CLOSE_CODES[code]))
            failures = 0 if self.connections > welcomed else failures + 1

    async def _run_once(self) -> int:
        """Run one WebSocket, from hello to its close code."""
        async with connect(self.url, max_size=MAX_MESSAGE_BYTES, compression=None) as socket:
            self._opening = socket
            try:
                await socket.send(self._hello())
                async for text in socket:
                    self._read(text)
            except ConnectionClosed:
                pass
            finally:
                self._opening = self._socket = None
                self._fail_curtain_commands()
        return socket.close_code or ABNORMAL_CLOSURE

    def _hello(self) -> str:
        token, since, take = self.token or UNSET, self.at or UNSET, self.take or UNSET
        return json.dumps(encode(incoming.Hello(PROTOCOL_VERSION, self.name, True, token, since, take)))

    def _fail_curtain_commands(self) -> None:
        for pending in self._pending.values():
            if pending.do in NOT_RESENT and not pending.answer.done():
                pending.answer.set_exception(ConnectionError("the connection was lost, and the curtain is down"))

    async def _send(self, *texts: str) -> None:
        """Send if welcomed; if not, everything unanswered is sent after the next welcome."""
        for text in texts:
            if self._socket is not None:
                with suppress(ConnectionClosed):
                    await self._socket.send(text)

    def _disconnect(self, end: Disconnected) -> None:
        self._end = self._end or end
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(self._end)
        self._changed.set()

    def _read(self, text: str | bytes) -> None:
        try:
            value = json.loads(text)
        except ValueError as error:
            raise DecodeError(f"no JSON: {error}") from error
        message = decode_server_message(value)
        match message:
            case None:
                pass  # a type of a later version
            case Ack():
                self._answer(message.id, message)
            case Nack(id=""):
                self.notices.append(message)
            case Nack(code="too-fast"):
                pass  # not looked at; it is resent
            case Nack():
                self._answer(message.id, CommandRefused(message))
            case _:
                self._receive(message)
        self._changed.set()

    def _answer(self, id_: str, answer: Ack | CommandRefused) -> None:
        pending = self._pending.get(id_)
        if pending is None or pending.answer.done():
            return
        if isinstance(answer, Ack):
            pending.answer.set_result(answer)
        else:
            pending.answer.set_exception(answer)

    def _accept_welcome(self) -> None:
        """Use the WebSocket that was welcomed, and send everything unanswered over it."""
        self.take = None  # a seat link is used once
        self.connections += 1
        self._socket = self._opening
        self._start(self._send(*[pending.text for pending in self._pending.values()]))

    def _reconnect(self) -> None:
        """Close the WebSocket; the next hello catches up."""
        if self._opening is not None:
            self._start(self._opening.close())
