"""Proxy to PostgreSQL that fails around a COMMIT."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import TracebackType
from typing import Self

BEFORE, AFTER, SILENT = "cut before", "cut after", "silent after"


class Proxy:
    """Forwards everything, until `fault` is set: then the next COMMIT

    - is never passed on, and the line is cut (BEFORE);
    - is passed on and answered, but the answer never arrives: the line is cut (AFTER), or just stays silent (SILENT).

    With `shut` no new line is let through.
    """

    def __init__(self, server: Path, folder: Path) -> None:
        self.fault: str | None = None
        self.struck = asyncio.Event()
        self.shut = False
        self._server, self._path = server, folder / ".s.PGSQL.5432"
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_unix_server(self._serve, self._path)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, from_client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        if self.shut:
            to_client.close()
            return
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        answers = asyncio.create_task(self._pump(from_server, to_client))
        self._tasks.add(answers)
        try:
            while data := await from_client.read(65536):
                if self.fault and b"COMMIT" in data:
                    fault, self.fault = self.fault, None
                    answers.cancel()
                    await asyncio.wait([answers])
                    if fault != BEFORE:
                        to_server.write(data)
                        await from_server.read(65536)  # it is committed now
                    self.struck.set()
                    if fault == SILENT:
                        await from_client.read()  # until the client has had enough
                    break
                to_server.write(data)
        except ConnectionError:
            pass
        finally:
            answers.cancel()
            to_server.close()
            to_client.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
        except ConnectionError:
            pass
        writer.close()
