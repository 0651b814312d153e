"""Honest players beside an attack: tables that are played at all the time, and a monitor that asks for /health.

Every wait is noted. The players remember what was acknowledged, and `verdict.judge` compares it with the log at the end.
"""

from __future__ import annotations

import asyncio
import http.client
import random
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairyring.tables.protocol.outgoing import Ack
from tests.server.support.live import Live
from tests.server.support.players import Player, World

GAMES = ("fairy", "fairy-tale", "crane", "fairy")
HEALTH_EVERY = 0.02  # seconds
PAUSE = 0.1  # seconds that an honest player thinks, besides the pause after a move
HUNG_SECONDS = 60.0  # without an answer of /health


@dataclass
class Waits:
    """The waits of honest clients during one attack, in seconds."""

    moves: list[float] = field(default_factory=list)
    health: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)  # CPU time of the event loop until it answered /health
    lags: list[float] = field(default_factory=list)  # of our own event loop: how late this process itself was
    unhealthy: int = 0  # answers of /health other than 200, or none
    peak_mb: float = 0.0

    @staticmethod
    def longest(waits: list[float]) -> float:
        """Return the longest of them in milliseconds."""
        return 1000 * max(waits, default=0.0)


class HonestPlayer(Player):
    """A player whose moves are timed, from sending until the acknowledgement."""

    waits_of: Honest

    async def do(self, do: str, /, **fields: Any) -> Ack:
        if do == "play":
            # Or a run of quick moves meets the rate of commands, and the client's pause of 3 seconds is taken for a stall.
            await asyncio.sleep(PAUSE)
        started = time.perf_counter()
        answer = await super().do(do, **fields)
        if do == "play":
            self.waits_of.waits.moves.append(time.perf_counter() - started)
        return answer


class Honest(World):
    """Two people at each of a few tables, and the monitor."""

    def __init__(self, servers: list[Live], seed: int = 1) -> None:
        super().__init__(servers, seed, short=True)
        self.waits = Waits()
        self._stopped = threading.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._monitor = threading.Thread(target=self._watch_health, name="health", daemon=True)

    async def begin(self) -> None:
        """Return when all tables play and the monitor runs."""
        started = [asyncio.Event() for _ in GAMES]
        self._tasks = [asyncio.create_task(self._table(n, game, started[n])) for n, game in enumerate(GAMES)]
        self._tasks.append(asyncio.create_task(self._watch_lag()))
        while not all(event.is_set() for event in started):
            self.check()
            await asyncio.sleep(0.01)
        self._monitor.start()

    def check(self) -> None:
        """Raise what made an honest player stop."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def end(self) -> None:
        """Let all games come to their end, or give them up, and stop the monitor."""
        self.ending = True
        *tables, lag = self._tasks
        async with asyncio.timeout(300):
            await asyncio.gather(*tables)
        lag.cancel()
        self._stopped.set()
        await asyncio.to_thread(self._monitor.join)

    async def _table(self, number: int, game: str, started: asyncio.Event) -> None:
        rng = random.Random(f"{self.seed} {number}")
        table, token = await asyncio.to_thread(self.servers[0].create, game, 2)
        people: list[Player] = []
        self.tables[table] = people
        try:
            for seat in range(2):
                player = HonestPlayer(self.servers, rng, table, token if seat == 0 else None)
                player.waits_of = self
                people.append(await player.__aenter__())
                await player.sit(seat)
            while True:
                await self._game(people, started)
                if self.ending:
                    return
                await self._again(people)
        finally:
            for sitter in people:
                await sitter.close()

    @staticmethod
    async def _again(people: list[Player]) -> None:
        n = people[0].table.n
        await people[0].do("again")
        for player in people:
            await player.until(lambda player=player: player.table.n > n)  # type: ignore[misc]

    async def _game(self, people: list[Player], started: asyncio.Event) -> None:
        n = people[0].table.n
        await people[0].start()
        started.set()
        async with asyncio.TaskGroup() as group:
            for player in people:
                group.create_task(player.play_on(n))
            group.create_task(self._give_up(n, people))
        self.games += 1

    async def _watch_lag(self) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(0.01)
            self.waits.lags.append(time.perf_counter() - started - 0.01)

    def _watch_health(self) -> None:
        """Ask for /health on one connection, in a thread, so that players do not delay it."""
        server = self.servers[0]
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HUNG_SECONDS)
        while not self._stopped.wait(HEALTH_EVERY):
            waits, started, used = self.waits, time.perf_counter(), loop_seconds(server.pid)
            try:
                connection.request("GET", "/health")
                answer = connection.getresponse()
                answer.read()
                waits.unhealthy += answer.status != 200
                waits.peak_mb = max(waits.peak_mb, resident_mb(server.pid))
            except (OSError, http.client.HTTPException):
                waits.unhealthy += 1
                connection.close()
            waits.health.append(time.perf_counter() - started)
            waits.busy.append(loop_seconds(server.pid) - used)
        connection.close()


def loop_seconds(pid: int) -> float:
    """Return the CPU time of the main thread of a process so far, which runs its event loop; 0 if it has ended.

    Other than a wait, it hardly depends on what else the machine does.
    """
    try:
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9
    except OSError:
        return 0.0


def resident_mb(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)
