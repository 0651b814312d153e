"""Attack suite: run attacks on a real server beside honest tables, and print the longest stall that honest players saw.

    python -m tests.server.attack                                   # all attacks, 5 seconds each
    python -m tests.server.attack tiny-frames-from-one-socket drawings --seconds 10 --json

The server is `fairyring serve` with its usual limits, on loopback, with SQLite in a temporary folder. Each attack comes
from eight loopback addresses of its own. Four tables of two people play meanwhile, and a monitor asks for /health each 20 ms.
Exits with 1 if something was lost, crashed, hung or failed, or if memory grew without bound. Times are printed, not judged:
they depend on the load of the machine. The column “busy” hardly does: it is the most CPU time that the server's event loop
took before it answered /health. “lag” is how late the measuring process itself was.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import shutil
import sys
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tests.server.attack import attacks
from tests.server.attack.attacker import ATTACKS, HANGING
from tests.server.attack.honest import HUNG_SECONDS, Honest, Waits, resident_mb
from tests.server.campaigns.verdict import judge
from tests.server.support.live import OPEN, Live
from tests.server.support.services import Postgres, Redis, new_folder

ROOT = Path(__file__).parents[3]
CALM = "calm"  # the row without an attack, to compare with
GROWTH_MB = 150.0  # memory may grow by so much in one attack: caches of answers and tables have limits of their own
CHILD_SECONDS = 180.0  # an attack may take, beyond its own time
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Result:
    """What one attack did to the server and to honest players."""

    attack: str
    finding: str
    sent: int = 0
    answers: dict[str, int] = field(default_factory=dict)
    health_ms: float = 0.0  # longest wait for /health
    move_ms: float = 0.0  # longest wait for an acknowledged move
    moves: int = 0
    busy_ms: float = 0.0  # most CPU time that the event loop took before it answered /health
    lag_ms: float = 0.0  # of the measuring process itself
    cpu: float = 0.0  # of the server, in cores
    before_mb: float = 0.0
    peak_mb: float = 0.0
    after_mb: float = 0.0
    defects: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        ordered = sorted(self.answers.items(), key=lambda pair: -pair[1])
        answers = ", ".join(f"{count} × {answer}" for answer, count in ordered)
        times = " ".join(f"{ms:7.0f}" for ms in (self.busy_ms, self.health_ms, self.move_ms, self.lag_ms))
        memory = " ".join(f"{mb:5.0f}" for mb in (self.before_mb, self.peak_mb, self.after_mb))
        verdict = "; ".join(self.defects) or "ok"
        return (
            f"{self.attack:36}{self.finding:9}{self.sent:9} {times} {self.cpu:5.2f} {memory}  {verdict}\n    {answers or '-'}"
        )


HEAD = (
    f"{'attack':36}{'finding':9}{'sent':>9}    busy /health    move     lag   cpu    MB  peak after  verdict\n"
    "    answers (busy, /health, move and lag: the longest, in milliseconds; cpu: cores)"
)


class Campaign:
    """One server, honest players, and one attack after the other."""

    def __init__(self, servers: list[Live], url: str, seconds: float) -> None:
        self.server, self.servers, self.url, self.seconds = servers[0], servers, url, seconds
        self.honest = Honest(servers)
        self.results: list[Result] = []
        self._logged = 0  # bytes of the log that were read
        self._failures = 0.0

    async def run(self, names: list[str], show: bool = True) -> list[str]:
        """Run attacks; return the defects of the whole run, such as lost moves."""
        gc.disable()  # a collection stops this process for up to 0.2 s, and looks like a wait for the server
        await self.honest.begin()
        for name in (CALM, *names):
            self.results.append(await self._attack(name))
            if show:
                print(self.results[-1].line, flush=True)
            if self.server.process is None or self.server.process.poll() is not None:
                return [f"The server ended during {name}."]
            self.honest.check()
        await self.honest.end()
        for server in self.servers:
            if code := await asyncio.to_thread(server.stop):
                return [f"The server ended with {code} when it was asked to stop."]
        try:
            totals = await judge(self.url, self.honest.tables)
        except AssertionError as error:
            return [str(error)]
        if show:
            print(f"Honest players: {totals}.")
        return []

    async def _attack(self, name: str) -> Result:
        result = Result(name, ATTACKS[name].finding if name in ATTACKS else "")
        result.before_mb = resident_mb(self.server.pid)
        started, used = time.perf_counter(), self._cpu()
        self.honest.waits = Waits()
        if name == CALM:
            await asyncio.sleep(self.seconds)
        else:
            try:
                async with asyncio.timeout(self.seconds + CHILD_SECONDS):
                    started, used = await self._child(name, result)
            except TimeoutError:
                result.defects.append("the attack was not over in time")
        await asyncio.sleep(0.5)  # waits that began in the attack end
        self._measure(result, started, used)
        await asyncio.to_thread(self._examine, result)
        return result

    async def _child(self, name: str, result: Result) -> tuple[float, float]:
        """Run the process of the attacker; return time and CPU time at which the attack itself began."""
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.server.attack.child", name, str(self.server.port), str(self.seconds),
            stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        assert child.stdout is not None
        started, used = time.perf_counter(), self._cpu()
        try:
            while line := (await child.stdout.readline()).decode():
                if line.startswith("begin"):
                    started, used, self.honest.waits = time.perf_counter(), self._cpu(), Waits()
                elif line.startswith("{"):
                    totals = json.loads(line)
                    result.sent, result.answers = totals["sent"], totals["answers"]
            if await child.wait():
                result.defects.append("the attack could not be run")
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
        return started, used

    def _measure(self, result: Result, started: float, used: float) -> None:
        waits = self.honest.waits
        result.health_ms, result.move_ms, result.lag_ms = map(Waits.longest, (waits.health, waits.moves, waits.lags))
        result.busy_ms = Waits.longest(waits.busy)
        result.moves, result.peak_mb = len(waits.moves), waits.peak_mb
        result.cpu = (self._cpu() - used) / max(0.001, time.perf_counter() - started)
        if waits.unhealthy:
            result.defects.append(f"/health was not 200 {waits.unhealthy} times")
        if result.health_ms > 1000 * HUNG_SECONDS:
            result.defects.append("the server hung")

    def _examine(self, result: Result) -> None:
        """Look for defects that do not depend on the speed of the machine."""
        result.after_mb = resident_mb(self.server.pid)
        if result.attack != CALM and not result.sent:
            result.defects.append("nothing was sent")
        if result.after_mb - result.before_mb > GROWTH_MB:
            result.defects.append(f"memory grew by {result.after_mb - result.before_mb:.0f} MB")
        wrong = [answer for answer in result.answers if answer.startswith("5") and answer != "503"]
        wrong += [answer for answer in result.answers if answer in (HANGING, "failed", "closed 1011")]
        result.defects += [f"{result.answers[answer]} × {answer}" for answer in wrong]
        with self.server.log.open("rb") as log:
            log.seek(self._logged)
            text = log.read()
        self._logged += len(text)
        complaints = Counter(map(complaint, text.decode(errors="replace").splitlines()))
        result.defects += [f"{count} × in the log: {line}" for line, count in complaints.items() if line]
        if self.server.health() and (failures := self._metric("fairyring_failures_total")) > self._failures:
            result.defects.append(f"{failures - self._failures:.0f} failures counted")
            self._failures = failures

    def _metric(self, name: str) -> float:
        with OPEN(f"{self.server.url}/metrics", timeout=HUNG_SECONDS) as answer:
            lines = answer.read().decode().splitlines()
        return next((float(line.split()[1]) for line in lines if line.startswith(f"{name} ")), 0.0)

    def _cpu(self) -> float:
        """Return the CPU time of the server process so far, in seconds, without its workers."""
        try:
            fields = Path(f"/proc/{self.server.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / TICK


def complaint(line: str) -> str:
    """Return what a line of the log says, if it is an error: the last line of its traceback, or all of it."""
    try:
        entry = json.loads(line)
    except ValueError:
        return line.strip()[:300]
    error = str(entry.get("error", "")).strip().rpartition("\n")[2]
    return f"{entry.get('message')}: {error}"[:300] if error or entry.get("level") in ("error", "critical") else ""


def run(names: list[str], seconds: float, show: bool = True, processes: int = 1) -> tuple[list[Result], list[str]]:
    """Run attacks on a server of their own; return the results, and the defects of the whole run.

    With several processes, on PostgreSQL with Redis, honest players are at all of them, and the first is attacked.
    """
    with ExitStack() as stack:
        folder = new_folder()
        stack.callback(shutil.rmtree, folder)
        url, database, redis = f"sqlite:///{folder}/tables.db", "", ""
        if processes > 1:
            postgres, pubsub = Postgres(), Redis()
            stack.callback(postgres.remove)
            stack.callback(pubsub.remove)
            url = database = postgres.url(asyncio.run(postgres.new_database()))
            redis = pubsub.url
        servers = [
            stack.enter_context(Live(folder, workers=1, limited=True, database=database, redis=redis, log=f"log{number}"))
            for number in range(processes)
        ]
        campaign = Campaign(servers, url, seconds)
        defects = asyncio.run(campaign.run(names, show))
        return campaign.results, defects


def main() -> None:
    assert attacks.LOADED
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="attacks to run; all if none is named")
    parser.add_argument("--seconds", type=float, default=5.0, help="duration of each attack")
    parser.add_argument("--processes", type=int, default=1, help="servers; more than one: on PostgreSQL with Redis")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--list", action="store_true", help="list the attacks")
    args = parser.parse_args()
    if args.list:
        print("\n".join(ATTACKS))
        return
    if unknown := [name for name in args.names if name not in ATTACKS]:
        parser.error(f"there is no attack {', '.join(unknown)}; --list lists them")
    if not args.json:
        print(HEAD, flush=True)
    results, defects = run(args.names or list(ATTACKS), args.seconds, not args.json, args.processes)
    if args.json:
        print(json.dumps({"results": [asdict(result) for result in results], "defects": defects}, indent=2))
    else:
        failed = [result.attack for result in results if result.defects]
        print("\n".join(defects) or f"Defects: {', '.join(failed) or 'none'}.")
        print(f"Load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")
    sys.exit(bool(defects) or any(result.defects for result in results))
