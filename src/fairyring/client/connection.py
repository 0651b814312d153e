"""A program's connection to a table: comes back when it is lost, and sends again what was not answered, under the same id."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fairyring.tables.engine.effects import FLOOD, NO_TABLE, RELOAD, TOKEN
from fairyring.tables.limits import PROTO
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.outgoing import Ack, Nack

RESEND = 3.0  # seconds without an answer
WAITS = (0.0, 0.2, 0.5, 1.0, 2.0, 5.0)  # before coming back, the first time, the second …
LARGEST = 1 << 20  # bytes of a message
ONCE = ("here", "away")  # of one connection only: the curtain is down after each reconnect
FATAL = {RELOAD: "another version of the protocol", NO_TABLE: "no such table", TOKEN: "the token is refused", FLOOD: "too fast"}


class Refusal(Exception):
    """A command was refused and changed nothing."""

    def __init__(self, nack: Nack) -> None:
        super().__init__(f"{nack.code}: {nack.key} {nack.args or ''}".rstrip())
        self.nack, self.code = nack, nack.code


class Gone(Exception):
    """The table cannot be talked to any more; `code` is what the socket was closed with."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(f"{code}: {why}")
        self.code = code


class _Pending:
    """A command that is not answered yet."""

    def __init__(self, do: str, text: str) -> None:
        self.do, self.text = do, text
        self.answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()


class Talk:
    """Hello, commands and their answers. Whoever builds on it says what is done with all other messages, in `_told`."""

    waits: tuple[float, ...] = WAITS

    def __init__(self, url: str, table: str, token: str | None = None, take: str | None = None) -> None:
        self.url = url.replace("http", "ws", 1) if url.startswith("http") else url
        self.url += "" if self.url.endswith("/ws") else "/ws"
        self.name, self.token, self.take = table, token, take
        self.at: str | None = None  # the newest cursor
        self.connections = 0  # that were welcomed
        self.notices: list[Nack] = []  # what was refused that had no id: a link that is too old, a table that is full
        self._opening: ClientConnection | None = None
        self._socket: ClientConnection | None = None  # once welcomed
        self._pending: dict[str, _Pending] = {}
        self._news = asyncio.Event()
        self._over: Gone | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def _told(self, message: outgoing.Told) -> None:
        raise NotImplementedError

    def _connect(self) -> None:
        self._task(self._run())

    async def close(self) -> None:
        """Hang up; the seat stays ours."""
        self._end(Gone(1000, "closed by ourselves"))
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true of what we are shown."""
        while not true():
            if self._over is not None:
                raise self._over
            self._news.clear()
            await self._news.wait()

    async def do(self, do: str, /, **fields: Any) -> Ack:
        """A command; returns when it is in the log, raises Refusal when it is not, and lasts through lost connections."""
        if self._over is not None:
            raise self._over
        id_ = secrets.token_hex(12)
        said = {"type": "cmd", "id": id_, "do": do, **{name: value for name, value in fields.items() if value is not None}}
        pending = self._pending[id_] = _Pending(do, json.dumps(said))
        try:
            while True:
                await self._send(pending.text)
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(pending.answer), RESEND)
        finally:
            self._pending.pop(id_, None)

    # The connection ------------------------------------------------------------------------

    def _task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        failed = 0
        while self._over is None:
            await asyncio.sleep(self.waits[min(failed, len(self.waits) - 1)])
            welcomed = self.connections
            try:
                code = await self._connection()
            except (OSError, InvalidHandshake, TimeoutError) as error:
                code = 1006
                if not welcomed:
                    self._end(Gone(code, f"the server cannot be reached: {error}"))
            except msgspec.DecodeError as error:
                code = 1002
                self._end(Gone(code, f"a message that cannot be read: {error}"))
            if code in FATAL:
                self._end(Gone(code, self.notices[-1].key if self.notices and code == NO_TABLE else FATAL[code]))
            failed = 0 if self.connections > welcomed else failed + 1

    async def _connection(self) -> int:
        """One connection, from hello to the code that it is closed with."""
        async with connect(self.url, max_size=LARGEST, compression=None) as socket:
            self._opening = socket
            try:
                await socket.send(self._hello())
                async for text in socket:
                    self._read(text)
            except ConnectionClosed:
                pass
            finally:
                self._opening = self._socket = None
                self._forget_curtain()
        return socket.close_code or 1006

    def _hello(self) -> str:
        wanted = {"token": self.token, "since": self.at, "take": self.take}
        hello = {"type": "hello", "proto": PROTO, "table": self.name, "visible": True}
        return json.dumps(hello | {name: value for name, value in wanted.items() if value})

    def _forget_curtain(self) -> None:
        for pending in self._pending.values():
            if pending.do in ONCE and not pending.answer.done():
                pending.answer.set_exception(ConnectionError("the connection was lost, and the curtain is down"))

    async def _send(self, *texts: str) -> None:
        """Send if we are welcome; if not, the next welcome sends everything that is not answered."""
        for text in texts:
            if self._socket is not None:
                with suppress(ConnectionClosed):
                    await self._socket.send(text)

    def _end(self, gone: Gone) -> None:
        self._over = self._over or gone
        for pending in self._pending.values():
            if not pending.answer.done():
                pending.answer.set_exception(self._over)
        self._news.set()

    def _read(self, text: str | bytes) -> None:
        message = outgoing.decode_told(text)
        match message:
            case None:
                pass  # of a later version; nothing depends on it
            case Ack():
                self._answered(message.id, message)
            case Nack(id=""):
                self.notices.append(message)
            case Nack(code="too-fast"):
                pass  # it was not looked at, and is sent again
            case Nack():
                self._answered(message.id, Refusal(message))
            case _:
                self._told(message)
        self._news.set()

    def _answered(self, id_: str, answer: Ack | Refusal) -> None:
        pending = self._pending.get(id_)
        if pending is None or pending.answer.done():
            return
        if isinstance(answer, Ack):
            pending.answer.set_result(answer)
        else:
            pending.answer.set_exception(answer)

    def _welcome(self) -> None:
        """This connection is welcome: everything that is not answered is said in it."""
        self.take = None  # a link is used once
        self.connections += 1
        self._socket = self._opening
        self._task(self._send(*[pending.text for pending in self._pending.values()]))

    def _say_hello_again(self) -> None:
        if self._opening is not None:
            self._task(self._opening.close())
