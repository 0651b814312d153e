"""CPU time of one decision in the table engine, without sockets and store: four connections at a table, messages as text.

    python benchmarks/table_cost.py [--decisions 3000] [--profile] [--against OTHER_CHECKOUT]

Everything is deterministic, so two versions must print the same hash of all rows and of all messages. `--against` runs this
checkout and another one by turns, each in a process of its own, and prints the ratio of their CPU times.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any, Self

import msgspec

from fairyring.server.runtime.cards import card_of
from fairyring.server.runtime.encoding import MessageEncoder
from fairyring.tables.create import create
from fairyring.tables.engine import effects
from fairyring.tables.engine.engine import TableEngine
from fairyring.tables.engine.inputs import Input, Opened, Received, Rows, Stored
from fairyring.tables.limits import PROTOCOL_VERSION
from fairyring.tables.log import stored as stored_rows

GAMES = {"fairy": 4, "fairy-tale": 4, "crane": 3, "fariables": 3, "sneaky-town": 2}
SOCKETS = 4
STEP_MS = 500  # between two inputs, so that no rate limit is reached
PARTS = 25  # that are timed apart: short enough that some run of each is not disturbed by other work


class Bench:
    """One table with four connections. `own` is what the seat of each connection was sent last."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.seats, self.rng = seats, random.Random(seed)
        self.time, self.number, self.phase = 1_700_000_000_000, 0, ""
        self.own: dict[int, dict[str, Any]] = {}
        self.hash = hashlib.sha256()
        self.spent = 0.0
        row, token = create(game, {"options": {"players": seats}}, "p", self.time, self._entropy())
        self.engine, _ = TableEngine.start(row.table, "p", self.time, self._entropy(), single_process=True)
        self.take(Rows(self._now(), self._entropy(), (row,), 1))
        for seat in range(SOCKETS):
            hello = {"type": "hello", "proto": PROTOCOL_VERSION, "table": row.table, "visible": True}
            hello |= {"token": token} if seat == 0 else {}
            self.take(Opened(self._now(), self._entropy(), f"c{seat}", hello))
            if seat < seats:
                self.command(seat, do="sit", seat=seat)
        self.command(0, do="start")

    def _entropy(self) -> bytes:
        return self.rng.randbytes(32)

    def _now(self) -> int:
        self.time += STEP_MS
        return self.time

    def take(self, event: Input) -> None:
        """Do with an input what a host process does."""
        begun = time.process_time()
        queue: list[Input] = [event]
        sent: list[tuple[str, bytes]] = []
        stored: list[Any] = []
        while queue:
            encoder = MessageEncoder()
            for effect in self.engine.take(queue.pop(0)):
                if isinstance(effect, effects.Send):
                    sent.append((effect.conn, encoder.encode(effect.message)))
                elif isinstance(effect, effects.Append):
                    row, in_flight = effect.row, self.engine.in_flight
                    assert in_flight is not None
                    stored.append((stored_rows.to_store(row), card_of(in_flight.draft, "p", row.at)))
                    queue.append(Stored(self.time, b"e" * 32, row.seq, row.hash))
                elif isinstance(effect, effects.Wake):
                    stored.append(effect.at)
        self.spent += time.process_time() - begun
        self.hash.update(repr(stored).encode())
        for conn, text in sent:
            self.hash.update(conn.encode() + text)
            self._read(int(conn[1:]), text)

    def _read(self, conn: int, text: bytes) -> None:
        message = msgspec.json.decode(text)
        assert message["type"] != "nack", message
        beat = message["beat"] if message["type"] == "welcome" else message if message["type"] == "beat" else None
        if beat is None:
            return
        if "table" in beat:
            self.phase = beat["table"]["phase"]
        self.own[conn] = next(iter(beat["seats"].values()), {})

    def command(self, conn: int, **fields: Any) -> None:
        self.number += 1
        text = msgspec.json.encode({"type": "cmd", "id": f"{self.number:016x}", **fields})
        self.take(Received(self._now(), self._entropy(), f"c{conn}", msgspec.json.decode(text), len(text)))

    def decide(self) -> None:
        """One decision, if anybody owes one; a new game when one is over."""
        owing = [seat for seat, own in self.own.items() if own.get("legal") and "chosen" not in own]
        if self.phase == "over":
            self.command(0, do="again")
            self.command(0, do="start")
        elif owing:
            seat = self.rng.choice(owing)
            own = self.own[seat]
            self.command(seat, do="play", seat=seat, ask=own["ask"], action=self.rng.choice(own["legal"])["id"])
        else:
            raise AssertionError("nobody owes a decision")


class Sampler:
    """Sampling profiler on CPU time: where a decision spends its time, by function, with and without what it calls."""

    def __init__(self) -> None:
        self.own: Counter[str] = Counter()
        self.total: Counter[str] = Counter()
        signal.signal(signal.SIGPROF, self._sample)

    def _sample(self, _number: int, frame: FrameType | None) -> None:
        stack = []
        while frame is not None:
            code = frame.f_code
            stack.append(f"{'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_qualname}")
            frame = frame.f_back
        self.own[stack[0]] += 1
        self.total.update(set(stack))

    def __enter__(self) -> Self:
        signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
        return self

    def __exit__(self, *_error: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def report(self, lines: int = 70) -> None:
        samples = sum(self.own.values())
        for title, counter in (("own time", self.own), ("with calls", self.total)):
            print(f"{title}, % of {samples} samples")
            for name, count in counter.most_common(lines):
                print(f"  {100 * count / samples:5.1f}  {name}")


def measure(decisions: int) -> dict[str, Any]:
    """CPU seconds by game for each of some equal parts, and the hash of everything stored and sent."""
    result: dict[str, Any] = {}
    gc.disable()  # as in a server
    for game, seats in GAMES.items():
        benches = [Bench(game, seats, seed) for seed in range(4)]
        for bench in benches:
            for _ in range(60):
                bench.decide()
        parts = []
        for _ in range(PARTS):
            before = sum(bench.spent for bench in benches)
            for _ in range(decisions // len(GAMES) // len(benches) // PARTS):
                for bench in benches:
                    bench.decide()
            parts.append(sum(bench.spent for bench in benches) - before)
        digest = hashlib.sha256(b"".join(bench.hash.digest() for bench in benches)).hexdigest()[:16]
        result[game] = (parts, digest)
    return result


def against(other: Path, decisions: int, rounds: int) -> None:
    """Run this checkout and another one by turns. Of each part the fastest run counts: other work only makes it slower."""
    results: dict[Path, list[dict[str, Any]]] = {Path(__file__).parents[1]: [], other: []}
    for _ in range(rounds):
        for checkout, runs in results.items():
            command = [sys.executable, __file__, "--decisions", str(decisions), "--json"]
            done = subprocess.run(
                command, env=os.environ | {"PYTHONPATH": str(checkout / "src")}, capture_output=True, text=True, check=True
            )
            runs.append(json.loads(done.stdout))
    here, there = results.values()
    sums = [0.0, 0.0]
    for game in GAMES:
        first, second = (
            sum(map(min, zip(*(run[game][0] for run in runs), strict=True))) / (decisions // len(GAMES))
            for runs in (here, there)
        )
        sums[0], sums[1] = sums[0] + first, sums[1] + second
        same = "same bytes" if here[0][game][1] == there[0][game][1] else "OTHER BYTES"
        print(f"{game:12} {1e6 * first:6.0f} µs here, {1e6 * second:6.0f} µs there, ratio {second / first:.2f}, {same}")
    first, second = (total / len(GAMES) for total in sums)
    print(f"all          {1e6 * first:6.0f} µs here, {1e6 * second:6.0f} µs there, ratio {second / first:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each checkout")
    parser.add_argument("--profile", action="store_true", help="print where the time goes")
    parser.add_argument("--game", choices=list(GAMES), help="one game only")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--against", type=Path, help="another checkout")
    args = parser.parse_args()
    if args.game:
        for name in set(GAMES) - {args.game}:
            del GAMES[name]
    if args.against:
        against(args.against, args.decisions, args.rounds)
        return
    if args.profile:
        with Sampler() as sampler:
            measure(args.decisions)
        sampler.report()
    elif args.json:
        print(json.dumps(measure(args.decisions)))
    else:
        for game, (parts, digest) in measure(args.decisions).items():
            print(f"{game:12} {1e6 * sum(parts) / (args.decisions // len(GAMES)):6.0f} µs, {digest}")


if __name__ == "__main__":
    main()
