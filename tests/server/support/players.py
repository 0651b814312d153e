"""Players for crash tests: they play all five games and remember every answer.

Whatever they did must be in the log afterwards: see `verdict`.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Self

from fairyring.client.client import Client, CommandRefused, Disconnected
from fairyring.core.declared.declare import UNSET
from fairyring.tables.protocol.outgoing import Ack
from tests.server.support.live import Live

GAMES = {"fairy": (2, 3), "fairy-tale": (2, 3), "crane": (2, 3), "fariables": (2, 3), "sneaky-town": (2, 2)}
LONG = ("fariables", "sneaky-town")  # hundreds of decisions, by who decides at random
PICTURE = ("view", "prompt", "seats", "table")


class Player(Client):
    """A guest who goes to any of the servers, comes back soon, and remembers what was answered and shown."""

    waits = (0.0, 0.05, 0.1, 0.15)

    def __init__(self, servers: list[Live], rng: random.Random, table: str, token: str | None = None) -> None:
        super().__init__(servers[0].url, table, token)
        self.servers, self.rng = servers, rng
        self.acked: dict[str, str] = {}  # what was said, by its id
        self.refused: dict[str, str] = {}
        self.picture: dict[str, Any] = {}  # the newest of everything that beats told, as it came
        self.codes: list[int] = []  # what its sockets were closed with
        self.heard = 0.0  # when the newest beat came, on the monotonic clock

    @classmethod
    async def come(cls, servers: list[Live], rng: random.Random, table: str, token: str | None = None) -> Self:
        """Come in; if the server dies before it has said who we are, come again as somebody new."""
        while True:
            try:
                return await cls(servers, rng, table, token).__aenter__()
            except Disconnected as gone:
                if gone.code not in (1006, 1012):
                    raise
            await asyncio.sleep(0.1)

    async def _run_once(self) -> int:
        self.url = self.rng.choice(self.servers).url.replace("http", "ws", 1) + "/ws"
        code = await super()._run_once()
        self.codes.append(code)
        return code

    def _answer(self, id_: str, answer: Ack | CommandRefused) -> None:
        if isinstance(answer, Ack) and self._writes(id_):
            self.acked.setdefault(id_, self._pending[id_].text if id_ in self._pending else "")
        elif isinstance(answer, CommandRefused):
            self.refused[id_] = str(answer)
        super()._answer(id_, answer)

    def _writes(self, id_: str) -> bool:
        """A vote alone needs no entry; all else that these people say does."""
        return id_ not in self._pending or self._pending[id_].do != "abandon"

    def _read(self, text: str | bytes) -> None:
        message = json.loads(text)
        beat = message["beat"] if message["type"] == "welcome" else message if message["type"] == "beat" else {}
        self.picture |= {key: beat[key] for key in PICTURE if key in beat}
        if message["type"] == "beat":
            self.heard = time.monotonic()
        super()._read(text)

    async def decide(self) -> None:
        """One decision; now and then a second thought about it, and a word."""
        rng, ask = self.rng, self.own.ask if self.own else ""
        await self.play(rng.choice(self.legal))
        if self.own is not None and self.own.ask == ask and self.own.chosen is not UNSET and rng.random() < 0.3:
            others = [action for action in self.legal if action != self.own.chosen]  # the same again would need no entry
            await (self.play(rng.choice(others)) if others and rng.random() < 0.5 else self.take_back())
        if rng.random() < 0.05:
            await self.say("…")

    def over(self, n: int) -> bool:
        """Whether game number `n` has ended. What we were told last may still be of the game before."""
        return self.table.n > n or (self.table.n == n and self.table.phase == "over")

    async def play_on(self, n: int) -> None:
        """Play game number `n` to its end."""
        while True:
            await self.until(lambda: self.owes or self.over(n))
            if self.over(n):
                return
            try:
                await self.decide()
            except CommandRefused as refusal:
                if refusal.code not in ("past", "not-now"):  # somebody else's choice came first, or a stand-in's
                    raise
            await asyncio.sleep(self.rng.uniform(0.05, 0.2))  # nobody may say more than ten things a second


@dataclass
class World:
    """Servers, and the tables that people play at them."""

    servers: list[Live]
    seed: int
    short: bool = False  # for a test: no bots, who take their time; long games are given up at the end
    ending: bool = False  # no more games are begun
    tables: dict[str, list[Player]] = field(default_factory=dict)
    games: int = 0  # that were played to their end

    @property
    def acked(self) -> int:
        """How many commands were acknowledged, in all."""
        return sum(len(player.acked) for there in self.tables.values() for player in there)

    def unfinished(self) -> list[str]:
        """Return the tables that people have not left yet."""
        return [name for name, there in self.tables.items() if there[0]._end is None]

    def heard(self, table: str) -> float:
        """Return when the newest beat of a table came to any of its people, on the monotonic clock."""
        return max(player.heard for player in self.tables[table])

    async def somewhere(self, rng: random.Random, ask: Callable[[Live], Any]) -> Any:
        """Ask any server over HTTP until one answers."""
        while True:
            try:
                return await asyncio.to_thread(ask, rng.choice(self.servers))
            except (OSError, HTTPException):  # the latter: killed in the middle of an answer
                await asyncio.sleep(0.1)

    async def one_table_after_the_other(self, number: int) -> None:
        rng = random.Random(f"{self.seed} {number}")
        games = sorted(GAMES)
        while not self.ending:
            await self.one_table(rng, games[number % len(games)])
            number += 1

    async def one_table(self, rng: random.Random, game: str) -> None:
        """People come, sit, start, play to the end, perhaps once more, and go."""
        seats = rng.randint(*GAMES[game])
        people = seats if self.short else rng.randint(1, seats)
        table, token = await self.somewhere(rng, lambda server: server.create(game, seats))
        host = await Player.come(self.servers, rng, table, token)
        there = self.tables[table] = [host]
        more = people - 1 + (rng.random() < 0.3)  # the last one, if there is one more, only watches
        there += [await Player.come(self.servers, rng, table) for _ in range(more)]
        try:
            for seat in range(seats):
                await (there[seat].sit(seat) if seat < people else host.bot(seat))
            await self._games(rng, host, there)
        finally:
            for player in there:
                await player.close()

    async def _give_up(self, n: int, there: list[Player]) -> None:
        """When all is to end, everybody at the table votes for it, until it is so."""
        while not there[0].over(n):
            for player in there if self.ending else ():
                if player.seats:
                    with suppress(CommandRefused):  # it is over already
                        await player.do("abandon")
            await asyncio.sleep(0.2)

    async def _games(self, rng: random.Random, host: Player, there: list[Player]) -> None:
        while True:
            n, long = host.table.n, self.short and host.table.game in LONG
            await host.start()
            async with asyncio.TaskGroup() as group:
                for player in there:
                    group.create_task(player.play_on(n))
                if long:
                    group.create_task(self._give_up(n, there))
            self.games += 1
            if self.ending or rng.random() < 0.5:
                return
            await host.do("again")
            await host.until(lambda n=n: host.table.n > n)  # type: ignore[misc]
