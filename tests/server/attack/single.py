"""Cost of single requests and messages: the CPU time that the event loop spends on the most expensive ones of each kind.

    python -m tests.server.attack.single [--rounds 5]

The server is a real one that does nothing else. Each line is the least and the most of some rounds, in milliseconds of CPU time
of the main thread, which hardly depend on what else the machine does. The budget of docs/operating.md is 20 ms.
"""

from __future__ import annotations

import argparse
import http.client
import json
import secrets
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any

from websockets.sync.client import connect

from fairyring.tables.limits import PROTOCOL_VERSION
from tests.paths import ROOT
from tests.server.attack.content import FILE_BYTES, board_text, board_with_tabs, deck_with_parentheses, file
from tests.server.attack.honest import loop_seconds
from tests.server.support.live import LONGEST, Live
from tests.server.support.services import new_folder

BUDGET_MS = 20.0
BODY_BYTES, FRAME_BYTES = 2_000_000, 79_000  # nearly as many as allowed
RECORD_BYTES = 1_040_000
QUIET_MS, QUIET_SECONDS = 1.0, 0.05  # the server is idle if its loop took no longer in this time


@dataclass(frozen=True, slots=True)
class Cost:
    """What one kind of request or message cost the event loop, in milliseconds, and how it was answered."""

    name: str
    least: float
    most: float
    answer: str


class Single:
    """Sends one thing after the other to an idle server."""

    def __init__(self, server: Live, rounds: int) -> None:
        self._server, self._rounds, self._number = server, rounds, 0
        self.table, self._token = server.create("fairy", 4)

    def costs(self) -> Iterator[Cost]:
        """Yield the cost of everything that is tried."""
        for name, send in [*self._requests(), *self._messages()]:
            spent, answer = [], ""
            for _ in range(self._rounds):
                before = self._idle()
                answer = send()
                spent.append(self._loop_ms() - before)
            yield Cost(name, min(spent), max(spent), answer)

    def _loop_ms(self) -> float:
        return 1000 * loop_seconds(self._server.pid)

    def _idle(self) -> float:
        """Wait until the server does nothing; return the CPU time of its loop by then."""
        while True:
            before = self._loop_ms()
            time.sleep(QUIET_SECONDS)
            if (now := self._loop_ms()) - before < QUIET_MS:
                return now

    def _new(self) -> str:
        """Return text that no cache of the server knows."""
        self._number += 1
        return f"{self._number} {secrets.token_hex(4)}"

    # HTTP ---------------------------------------------------------------------------------------

    def _ask(self, method: str, path: str, body: bytes | None = None) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self._server.port, timeout=LONGEST)
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return str(answer.status)

    def _post(self, path: str, make: Callable[[], Any]) -> Callable[[], str]:
        return lambda: self._ask("POST", path, json.dumps(make()).encode())

    def _post_raw(self, path: str, body: bytes) -> Callable[[], str]:
        return lambda: self._ask("POST", path, body)

    def _table(self, game: str, **options: Callable[[], Any]) -> Callable[[], str]:
        return self._post("/api/tables", lambda: {"game": game, "options": {name: make() for name, make in options.items()}})

    def _requests(self) -> Iterator[tuple[str, Callable[[], str]]]:
        deck = resources.files("fairyring.games.fairy_tale").joinpath("deck.csv").read_text(encoding="utf-8")
        record = (ROOT / "tests/games/fairy/records/top.jsonl").read_text(encoding="utf-8")
        lines = record.splitlines()
        long_record = "\n".join([lines[0], *lines[1:-1] * 3000])[:RECORD_BYTES]
        paths = ("/health", "/", "/api/tables", f"/api/tables/{self.table}", "/api/games/fairy-tale/catalogue")
        yield from ((f"GET {path.replace(self.table, 'ID')}", lambda path=path: self._ask("GET", path)) for path in paths)
        yield "POST /api/tables", self._table("fairy")
        yield "POST /api/tables, an own deck", self._table("fairy-tale", deck=lambda: file(f"{deck}\n# {self._new()}"))
        yield "POST /api/tables, an own board", self._table("fariables", board=lambda: file(board_text(self._new())))
        yield (
            "POST /api/tables, a deck of parentheses",
            self._table("fairy-tale", deck=lambda: file(deck_with_parentheses(FILE_BYTES))),
        )
        yield "POST /api/tables, a board of tabs", self._table("fariables", board=lambda: file(board_with_tabs(FILE_BYTES)))
        yield "POST /api/tables, 5,000 options", self._table("fairy", **{f"k{n}": int for n in range(5000)})
        for path in ("verify", "replay", "tables/import"):
            yield f"POST /api/{path}, a record of 1 MiB", self._post(f"/api/{path}", lambda: {"record": long_record})
        yield "POST /api/verify, a record of empty lines", self._post("/api/verify", lambda: {"record": "{}\n" * 340_000})
        yield "POST /api/verify, 2 MiB of quotes", self._post("/api/verify", lambda: {"record": '"' * (BODY_BYTES // 2)})
        escapes = b'{"record":"' + rb"\u00e9" * (BODY_BYTES // 6) + b'"}'
        yield "POST /api/verify, 2 MiB of escapes", self._post_raw("/api/verify", escapes)
        yield "POST /api/verify, 2 MiB of brackets", self._post_raw("/api/verify", b"[" * BODY_BYTES)
        keys = b"{" + b",".join(b'"k%d":1' % n for n in range(BODY_BYTES // 13)) + b"}"
        yield "POST /api/verify, 150,000 keys", self._post_raw("/api/verify", keys)
        yield "POST /api/tools/qr, 100 characters", self._post("/api/tools/qr", lambda: {"link": self._new().ljust(100, "x")})
        yield "POST /api/tools/qr, 300 characters", self._post("/api/tools/qr", lambda: {"link": self._new().ljust(300, "x")})

    # WebSocket ----------------------------------------------------------------------------------

    def _messages(self) -> Iterator[tuple[str, Callable[[], str]]]:
        size = FRAME_BYTES
        yield "hello of a watcher", lambda: self._say(None)
        yield "chat", lambda: self._say({"do": "chat", "text": "ä" * 200}, self._token)
        yield (
            "options of 60,000 characters",
            lambda: self._say({"do": "options", "options": {"players": 4}, "comment": "x" * 60_000}, self._token),
        )
        yield "a frame of numbers", lambda: self._say({"do": "play", "action": [1] * (size // 3)}, self._token)
        yield "a frame of keys", lambda: self._say({"do": "sit", **{f"k{n}": 1 for n in range(size // 12)}}, self._token)
        yield "a frame of brackets", lambda: self._say("[" * (size // 2) + "]" * (size // 2), self._token)
        yield "a frame of text", lambda: self._say(json.dumps("a" * size), self._token)

    def _say(self, command: dict[str, Any] | str | None, token: str = "") -> str:
        """Come to the table, say something, and return what is answered, or by what code the connection was closed."""
        with connect(f"ws://127.0.0.1:{self._server.port}/ws", compression=None) as socket:
            hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": self.table, "visible": True}
            socket.send(json.dumps(hello | ({"token": token} if token else {})))
            answer = json.loads(socket.recv(LONGEST))
            if isinstance(command, dict):
                socket.send(json.dumps({"type": "cmd", "id": secrets.token_hex(8), **command}))
                while answer["type"] not in ("ack", "nack"):
                    answer = json.loads(socket.recv(LONGEST))
            elif command is not None:
                socket.send(command)
                socket.send('{"type":"ping"}')
                while answer["type"] != "pong":
                    answer = json.loads(socket.recv(LONGEST))
        return str(answer.get("code") or answer["type"])


def measure(rounds: int) -> Iterator[Cost]:
    """Start a server without limits by address, and yield the costs."""
    folder = new_folder()
    try:
        with Live(folder, workers=1, warm="no") as server:
            yield from Single(server, rounds).costs()
    finally:
        shutil.rmtree(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    highest = Cost("", 0.0, 0.0, "")
    for cost in measure(parser.parse_args().rounds):
        print(f"{cost.name:44} {cost.least:6.1f} {cost.most:6.1f} ms  {cost.answer}", flush=True)
        highest = max(highest, cost, key=lambda cost: cost.least)
    print(f"The most expensive is “{highest.name}”: {highest.least:.1f} ms of a budget of {BUDGET_MS:.0f} ms.")


if __name__ == "__main__":
    main()
