"""Plan of a simulated world, from a seed: game, pages, faults, and the list of steps that minimisation shortens."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, replace
from typing import Any

FAULTS = (
    "slow",  # the network is slow and reorders between sockets
    "drop",  # sockets die, messages in them are lost
    "double",  # pages send everything twice
    "half-open",  # a socket is dead and the server does not know
    "store-slow",
    "store-error",
    "store-unknown",  # committed, but the answer is lost
    "store-full",
    "kill",  # processes die between any two effects
    "stall",  # a process stands still
    "jump",  # a clock jumps ahead
    "bus",  # hints and presence are lost
    "worker",  # bots crash, answer nonsense, answer late
)
SHORT = 0.95
PAGES = ("honest", "impatient", "hostile", "hot", "sleeper")


@dataclass(frozen=True)
class Step:
    """Something that happens at a time: a page does something, or a fault strikes."""

    at: int
    kind: str  # "page" or a fault
    target: int  # which page or process
    dice: int  # decides what exactly


@dataclass(frozen=True)
class Plan:
    """Everything that a seed decides."""

    seed: int
    game: str
    options: tuple[tuple[str, Any], ...]
    clock: tuple[tuple[str, int], ...]
    public: bool
    processes: int
    alone: bool
    pages: tuple[str, ...]
    faults: frozenset[str]
    steps: tuple[Step, ...]
    short: bool = False  # a table's life of some seconds: people come, begin, play a little, and all kinds of things happen
    swap: int = -1  # in the twin world this play (counted) is another choice
    extra: bool = False  # and there it is made, then replaced
    outage: tuple[int, int] | None = None  # when processes cannot hear each other at all, and for how long

    def with_steps(self, steps: tuple[Step, ...]) -> Plan:
        return replace(self, steps=steps)


def grabs(seed: int, quiet: bool) -> str:
    """Every fourth world or so is one of Crane, with a hand on a screen or with a real deck; of those with twins, more."""
    luck = dice("crane", seed).random()
    return "riffle" if luck < (0.4 if quiet else 0.18) else "real" if luck < (0.5 if quiet else 0.26) else ""


def plan(seed: int, quiet: bool = False, short: bool | None = None) -> Plan:
    """The plan of a seed; a quiet one has no faults, one process and a store without delay. Of twenty lives, one is long."""
    rng = random.Random(f"plan {seed}")
    short = dice("life", seed).random() < SHORT if short is None else short
    game = rng.choice(("fairy", "pebbles", "pebbles"))
    players = rng.choice((2, 2, 3)) if game == "pebbles" else rng.choice((2, 3))
    options: list[tuple[str, Any]] = [("players", players)]
    if game == "fairy":
        options.append(("variant", rng.choice(("standard", "fifteen"))))
    if grab := grabs(seed, quiet):
        game, options = "crane", [("players", 2 + players % 2), ("grab", grab)]
    count = rng.choice((1, 2, 2, 3) if short else (1, 2, 2, 3, 3, 4))
    pages = tuple(rng.choices(PAGES, (6, 2, 0 if quiet else 2, 2, 0 if quiet else 2), k=count))
    pages = ("honest" if pages[0] in ("hostile", "sleeper") else pages[0], *pages[1:])
    faults = frozenset(fault for fault in FAULTS if not quiet and rng.random() < 0.3)
    clock: list[tuple[str, int]] = []
    if rng.random() < 0.3:
        clock = [("per", rng.choice((2000, 8000)))] if rng.random() < 0.5 else [("bank", 20000), ("add", 2000)]
    span = rng.choice((2, 4, 6) if short else (20, 40, 120)) * 1000
    haste = 4 if short else 1
    steps = []
    for number, kind in enumerate(pages):
        at = rng.randrange(500 // haste)
        while at < span:
            steps.append(Step(at, "page", number, rng.randrange(1 << 30)))
            at += rng.randrange(200, 2500) // haste if kind != "sleeper" else rng.randrange(1000, 30000) // haste
    for fault in sorted(faults & {"drop", "half-open", "store-full", "kill", "stall", "jump"}):
        times = range(rng.randrange(1, 3 if short else 5))
        steps += [Step(rng.randrange(1000, span), fault, rng.randrange(6), rng.randrange(1 << 30)) for _ in times]
    alone = rng.random() < 0.2
    return Plan(
        seed,
        game,
        tuple(options),
        tuple(clock),
        not quiet and rng.random() < 0.3,
        1 if quiet or alone else rng.choice((1, 2, 2, 3)),
        quiet or alone,
        pages,
        faults,
        tuple(sorted(steps, key=lambda step: step.at)),
        short,
    )


def entropy(*names: Any) -> bytes:
    """32 bytes that a name decides."""
    return hashlib.sha256(repr(names).encode()).digest()


class Dice:
    """One throw for one purpose, independent of all others. Worlds throw very often, and a `Random` takes long to seed."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def random(self) -> float:
        return self.number / (1 << 64)

    def randrange(self, start: int, stop: int | None = None) -> int:
        low, high = (0, start) if stop is None else (start, stop)
        return low + self.number % (high - low)


def dice(*names: Any) -> Dice:
    """The throw that a name decides."""
    return Dice(int.from_bytes(hashlib.blake2b(repr(names).encode(), digest_size=8).digest(), "big"))


def outage(seed: int) -> Plan:
    """A plan of four minutes with people at two processes, which cannot hear each other for three of them."""
    rng = random.Random(f"outage {seed}")
    steps = [
        Step(at, "page", number, rng.randrange(1 << 30)) for number in range(3) for at in range(100 * number, 240_000, 4000)
    ]
    return replace(
        plan(seed, short=False),
        clock=(),
        public=bool(seed % 2),
        processes=2,
        alone=False,
        pages=("honest", "honest", "honest"),
        faults=frozenset({"bus"}),
        steps=tuple(sorted(steps, key=lambda step: step.at)),
        outage=(20_000, 180_000),
    )
