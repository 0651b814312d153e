"""Players of a soak test: they play, try what is forbidden, disconnect and return; every message is kept."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from fairyring.core.table import seal

RUBBISH: tuple[Any, ...] = (
    "{", "7", "", {}, {"type": "cmd"}, {"type": "hello"}, {"type": "cmd", "id": 3, "do": "play"},
    {"type": "cmd", "id": "r", "do": "options", "options": {"players": [1]}}, {"type": "cmd", "id": "r", "do": []},
)  # fmt: skip
NAMES = ("\u202eevil", "x" * 200, "", "\u0000")
PACE = 0.15  # seconds, or up to twice that, between two acts
LINES = 2  # of chat that a person says at most: it is a place for canaries, not for talking


@dataclass
class Heard:
    """One connection: what it said hello with, what it heard, and for which seats it had said `here` by then."""

    token: str
    since: str
    texts: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    code: int | None = None


@dataclass
class PersonLog:
    """All that a person heard and said, to be held against the log."""

    name: str
    tokens: list[str] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)  # of seat links, that this person asked for or was given
    chats: list[str] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    records: list[str] = field(default_factory=list)  # of the running game, by HTTP
    commands: dict[str, dict[str, Any]] = field(default_factory=dict)
    said: Counter[str] = field(default_factory=Counter)  # how often each of them was sent


class Person:
    """One guest. `role` is host, player, hot (two seats) or watcher."""

    def __init__(self, url: str, table: str, role: str, rng: random.Random, token: str = "", take: str = "") -> None:
        self.url, self.name, self.role, self.rng, self.token, self.take = (
            url.replace("http", "ws") + "/ws",
            table,
            role,
            rng,
            token,
            take,
        )
        self.log = PersonLog(f"N{rng.getrandbits(60):x}", [token] if token else [], [take] if take else [])
        self.at = ""
        self.guest = 0
        self.shown: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.socket: ClientConnection | None = None
        self.heres: list[int] = []
        self.gone = False
        self.kicked = False
        self.games = 0
        self._count = 0
        self._open: Heard | None = None
        self._share = rng.randbytes(32)
        self._said: set[tuple[str, int]] = set()

    # The connection -------------------------------------------------------------------------------

    async def run(self) -> None:
        """Come, act, vanish and come back, until the party is over."""
        while not self.gone:
            with suppress(OSError, InvalidHandshake):
                async with connect(self.url, proxy=None, compression=None, max_size=None, close_timeout=1) as socket:
                    await self._connection(socket)
            await asyncio.sleep(self.rng.random() * 0.5)

    async def _connection(self, socket: ClientConnection) -> None:
        since = self.at if self.rng.random() < 0.8 else ""
        hello = {"type": "hello", "proto": 1, "table": self.name, "visible": self.rng.random() < 0.95}
        hello |= {key: value for key, value in (("token", self.token), ("since", since), ("take", self.take)) if value}
        self._open = Heard(self.token, since)
        self.log.heard.append(self._open)
        self.heres, self.take = [], ""
        actor: asyncio.Task[None] | None = None
        try:
            await socket.send(json.dumps(hello))
            async for text in socket:
                assert isinstance(text, str)
                self._hear(text)
                if actor is None and self.guest:
                    self.socket = socket
                    actor = asyncio.create_task(self._act())
        except ConnectionClosed:
            pass
        finally:
            self.socket, self._open.code = None, socket.close_code
            if actor is not None:
                actor.cancel()
                with suppress(asyncio.CancelledError, ConnectionClosed):
                    await actor
        if socket.close_code == 4003:
            self.token, self.at, self.guest = "", "", 0  # revoked: as somebody new

    def _hear(self, text: str) -> None:
        assert self._open is not None
        self._open.texts.append((text, tuple(self.heres)))
        message = json.loads(text)
        if message["type"] == "welcome":
            self.guest = message["you"]["guest"]
            self.token = message["you"].get("token", self.token)
            if self.token not in self.log.tokens:
                self.log.tokens.append(self.token)
        beat = message.get("beat", message)
        if beat["type"] == "beat":
            self.at, self.shown, self.table = beat["at"], beat, beat.get("table", self.table)
        if "code" in message and message["type"] == "ack":
            self.log.codes.append(message["code"])

    async def say(self, message: Any) -> None:
        if self.socket is not None:
            await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def do(self, do: str, /, **fields: Any) -> None:
        """A command, sometimes twice."""
        self._count += 1
        message = {"type": "cmd", "id": f"{self.rng.getrandbits(64):x}-{self._count}", "do": do, **fields}
        self.log.commands[str(message["id"])] = message
        if do == "here":
            self.heres.append(fields["seat"])
        for _ in range(2 if self.rng.random() < 0.05 else 1):
            self.log.said[str(message["id"])] += 1
            await self.say(message)

    # What they do ---------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        return str(self.table.get("phase", ""))

    @property
    def seats(self) -> list[int]:
        return [p for p, seat in enumerate(self.table.get("seats", [])) if seat.get("guest") == self.guest]

    @property
    def own(self) -> dict[str, Any]:
        return next(iter(self.shown.get("seats", {}).values()), {})

    async def _act(self) -> None:
        while True:
            await asyncio.sleep(PACE * (1 + self.rng.random()))
            await self._chance()
            if self.rng.random() < 0.12:
                await self._mischief()
            elif self.phase == "gathering":
                await self._gather()
            elif self.phase == "playing":
                await self._play()
            elif self.phase == "over" and self.role == "host" and self.games and self.rng.random() < 0.3:
                self.games -= 1
                await self.do("again")

    async def _chance(self) -> None:
        """Promise a share, and open it; some never do."""
        n, chance = self.table["n"], self.table["chance"]
        key = seal.promise(self.name, n, self.guest, self._share).hex()
        if (
            self.phase == "gathering"
            and self.seats
            and str(self.guest) not in chance["promises"]
            and ("share", n) not in self._said
        ):
            self._said.add(("share", n))
            await self.do("share", n=n, key=key)
        if self.phase == "sealing" and chance["keys"].get(str(self.guest)) == key and ("open", n) not in self._said:
            self._said.add(("open", n))
            if self.rng.random() < 0.9:
                await self.do("open", n=n, share=self._share.hex())

    async def _gather(self) -> None:
        expected = {"host": 1, "player": 1, "hot": 2}.get(self.role, 0)
        free = [p for p, seat in enumerate(self.table["seats"]) if seat["kind"] == "empty"]
        if len(self.seats) < expected and free:
            await self.do("sit", seat=self.rng.choice(free), name=self.log.name)
        elif self.table["host"] == self.guest and not free:
            await self.do("start")
        elif self.table["host"] == self.guest and self.rng.random() < 0.1:
            await self.do("bot", seat=self.rng.choice(free))  # somebody did not come

    async def _play(self) -> None:
        seats, own = self.seats, self.own
        if len(seats) > 1 and (not own or ("ask" not in own or "chosen" in own)):
            await self.do("here", seat=self.rng.choice(seats))
        elif "ask" in own and ("chosen" not in own or self.rng.random() < 0.05):
            seat = next(int(p) for p in self.shown["seats"])
            action = self.rng.choice(own["legal"])
            choice = self.rng.choice((action["id"], {"kind": action["kind"], "args": action["args"]}))
            await self.do("play", seat=seat, ask=own["ask"], action=choice)
        elif "riffle" in own:
            await self._riffle(own["riffle"])
        elif "report" in own:
            seat, outcome = next(int(p) for p in self.shown["seats"]), self.rng.choice(own["report"]["outcomes"])
            await self.do("report", seat=seat, ask=own["report"]["ask"], outcome=outcome["id"])
        elif "confirm" in own:
            seat = next(int(p) for p in self.shown["seats"])
            await self.do("confirm", seat=seat, ask=own["confirm"]["ask"], right=self.rng.random() < 0.8)
        elif "chosen" in own and self.rng.random() < 0.1:
            await self.do("take_back", seat=next(int(p) for p in self.shown["seats"]), ask=own["ask"])

    async def _riffle(self, hand: dict[str, Any]) -> None:
        """Move the hand for a while, then be done, or open the eyes."""
        rng, ticks = self.rng, self.rng.randint(0, len(hand["at"]) + 2)
        if rng.random() < 0.6:
            await self.say({"type": "trace", "c": hand["c"], "n": ticks})
        else:
            seat = next(int(p) for p in self.shown["seats"])
            ended: dict[str, Any] = {"eyes": True} if rng.random() < 0.1 else {"n": ticks}
            await self.do("riffle", seat=seat, ask=hand["ask"], **ended)

    async def _mischief(self) -> None:  # noqa: C901, PLR0912  (a list)
        rng, own = self.rng, self.own
        seat = rng.randrange(-1, 6)
        match rng.randrange(16):
            case 0:
                await self.say(rng.choice(RUBBISH))
            case 1 | 2:
                await self.do(
                    "play", seat=seat, ask=own.get("ask", "x"), action=rng.choice((0, 1, 99, -1, "x", {}, {"kind": "bet"}))
                )
            case 3:
                await self.do("take_back", seat=seat, ask=own.get("ask", ""))
            case 4 if len(self.log.chats) < LINES:
                self.log.chats.append(f"C{rng.getrandbits(60):x}")
                await self.do("chat", text=self.log.chats[-1])
            case 5:
                await self.do("shout", n=rng.randrange(11))
            case 6:
                await self.do(rng.choice(("start", "again", "pause", "resume", "nothing", "away", "abandon", "away", "forget")))
            case 7:
                await self.do("here", seat=seat)
            case 8:
                await self.do("stand_in", seat=rng.choice(self.seats or [0]), on=rng.random() < 0.5)
            case 9:
                await self.do("vote", about=rng.choice(("stand-in", "pause", "x")), seat=seat)
            case 10 if rng.random() < 0.2:
                await self.do("kick", who=rng.randrange(1, 6))
            case 11 if rng.random() < 0.3:
                await self.do("device", seat=rng.choice((None, *self.seats)))
            case 12:
                await self.do("rename", name=rng.choice(NAMES))
            case 13 if rng.random() < 0.5:
                await self.say({"type": "trace", "c": rng.randrange(9), "n": rng.randrange(-1, 30)})
                await self.do("riffle", seat=seat, ask=own.get("ask", "x"), n=rng.randrange(-1, 30))
            case 13:
                await self.do("reseat", seat=seat, who=rng.randrange(1, 6))
            case 14 if rng.random() < 0.2:
                await self.do(rng.choice(("leave", "only_here", "bot", "stand")), seat=seat)
            case 15 if self.socket is not None:
                if rng.random() < 0.5:
                    self.socket.transport.abort()
                else:
                    await self.socket.close()
            case _:
                await self.say({"type": rng.choice(("ping", "visible")), "on": rng.random() < 0.8})
