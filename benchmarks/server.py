"""How fast a live server is: 1,000 tables of all five games, four sockets at each, every decision in a durable log.

    python benchmarks/server.py [--tables 1000] [--every 5.0] [--seconds 20] [--database postgresql://…]
    python benchmarks/server.py --growth            # 100, 300, 1,000 and 3,000 tables; goals; docs/server-growth.svg

The server is `fairyring serve` in a process of its own; all sockets are in this one. People sit at every seat (bots would
measure the workers), the rest of the four only watch. A table's people decide once in `--every` seconds, at moments that do
not wait for anything. A time is taken from before a play is written to a socket until the last message that any of the
table's sockets gets because of it has been read from its socket here: this process's own turn-around is in it, decoding is not.
Then all tables decide as fast as they are answered, which says what the server can do at most.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import shutil
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from growth import Measured, draw, print_goals

from tests.server.support.crowd import AnyMessage, Sitter
from tests.server.support.live import OPEN, Live
from tests.server.support.services import new_folder

GAMES = {"fairy": 4, "fairy-tale": 4, "crane": 3, "fariables": 3, "sneaky-town": 2}
SOCKETS = 4  # at each table
GROWTH = (100, 300, 1000, 3000)
WARM = 12.0  # seconds of play before measuring: the server has swept once after all those came
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Bench:
    """One table and its sockets."""

    rng: random.Random
    sitters: list[Sitter] = field(default_factory=list)
    sent: float = 0.0
    last: float = 0.0
    times: list[float] = field(default_factory=list)

    def heard(self, _message: AnyMessage, now: float) -> None:
        self.last = now

    async def gather(self, server: Live, game: str) -> None:
        seats = GAMES[game]
        table, token = await asyncio.to_thread(server.create, game, seats)
        for seat in range(SOCKETS):
            sitter = await Sitter.come(server.port, table, self.heard, token if seat == 0 else "")
            self.sitters.append(sitter)
            if seat < seats:
                sitter.seat = seat
                await sitter.do("sit", seat=seat)
        await self.sitters[0].do("start")

    async def decide(self) -> bool:
        """One decision, if anybody owes one; a new game when one is over."""
        owing = [sitter for sitter in self.sitters if sitter.owes]
        if not owing:
            if self.sitters[0].phase == "over":
                await self.sitters[0].do("again")
                await self.sitters[0].do("start")
            await asyncio.sleep(0.005)
            return False
        self.sent = self.last = time.perf_counter()
        answer = await self.rng.choice(owing).play(self.rng)
        assert answer.type == "ack", answer.code
        return True

    async def calmly(self, every: float, end: float) -> None:
        """At its own pace: what is due does not wait for what was answered late."""
        at = time.perf_counter() + self.rng.uniform(0, every)
        while at < end:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            decided = await self.decide()
            at += every
            await asyncio.sleep(max(0.0, min(at - time.perf_counter(), 0.5 * every)))
            if decided:
                self.times.append(self.last - self.sent)

    async def hastily(self, end: float) -> int:
        """As fast as it is answered."""
        done = 0
        while time.perf_counter() < end:
            done += await self.decide() and time.perf_counter() < end
        return done


def processes(server: Live) -> tuple[int, list[int]]:
    """The server, and its workers."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return server.pid, [int(pid) for pid in children.split()]


def megabytes(pid: int) -> float:
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def cpu(pid: int) -> float:
    """Seconds, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def metric(server: Live, name: str) -> float:
    """A value that the server publishes."""
    with OPEN(f"{server.url}/metrics", timeout=60) as answer:
        lines: list[str] = answer.read().decode().splitlines()
    return float(next(line for line in lines if line.startswith(f"fairyring_{name} ")).split()[1])


async def lag(worst: list[float]) -> None:
    """How late this process itself is."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(0.01)
        worst.append(time.perf_counter() - begun - 0.01)


async def measure(server: Live, tables: int, every: float, seconds: float, haste: float) -> Measured:
    benches = [Bench(random.Random(number)) for number in range(tables)]
    games, door = list(GAMES), asyncio.Semaphore(20)

    async def gather(number: int) -> None:
        async with door:
            await benches[number].gather(server, games[number % len(games)])

    begun = time.perf_counter()
    await asyncio.gather(*map(gather, range(tables)))
    print(f"{tables} tables, {SOCKETS * tables} sockets, in {time.perf_counter() - begun:.0f} s", flush=True)
    warm = time.perf_counter() + max(every, WARM)
    await asyncio.gather(*(bench.calmly(every, warm) for bench in benches))
    for bench in benches:
        bench.times.clear()
    pid, workers = processes(server)
    late: list[float] = []
    watch = asyncio.create_task(lag(late))
    begun, used, own = time.perf_counter(), cpu(pid), time.process_time()
    await asyncio.gather(*(bench.calmly(every, begun + seconds) for bench in benches))
    spent = time.perf_counter() - begun
    used, own = (cpu(pid) - used) / spent, (time.process_time() - own) / spent
    watch.cancel()
    times = sorted(1000 * took for bench in benches for took in bench.times)
    p50, p95, p99 = (times[int(len(times) * share)] for share in (0.5, 0.95, 0.99))
    late.sort()
    begun, hasty = time.perf_counter(), cpu(pid)
    done = sum(await asyncio.gather(*(bench.hastily(begun + haste) for bench in benches))) if haste else 0
    cost = 1000 * (cpu(pid) - hasty) / done if done else 0.0
    return Measured(
        tables, SOCKETS * tables, len(times) / spent, p50, p95, p99, megabytes(pid), sum(map(megabytes, workers)), used, own,
        1000 * late[int(len(late) * 0.99)], done / haste if haste else 0.0, cost, os.getloadavg()[0],
        int(await asyncio.to_thread(metric, server, "sockets")),
        1000 * await asyncio.to_thread(metric, server, "longest_gc_seconds"),
    )  # fmt: skip


def run(args: argparse.Namespace, tables: int) -> Measured:
    folder = new_folder()
    try:
        with Live(folder, database=args.database, workers=1, most_sockets=0) as server:
            found = asyncio.run(measure(server, tables, args.every, args.seconds, args.haste))
            complaints = server.log.read_text()
            if complaints:
                print(complaints[-2000:])
    finally:
        shutil.rmtree(folder)
    print(found, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two decisions at a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="to measure for")
    parser.add_argument("--haste", type=float, default=10.0, help="seconds at full speed")
    parser.add_argument("--database", default="", help="postgresql://…; without it SQLite")
    parser.add_argument("--growth", action="store_true")
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if args.growth:
        sizes = [run(args, tables) for tables in GROWTH]
        draw(sizes, args.every, Path(__file__).parents[1] / "docs" / "server-growth.svg")
        print_goals(sizes)
    else:
        run(args, args.tables)


if __name__ == "__main__":
    main()
