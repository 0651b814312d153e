"""The search of the bot `strong`: one for all games.

Flat, by sequential halving: all candidates are played on in the same imagined worlds with the same luck, the worse half is
dropped, the rest go on in more worlds. What is usual (`normal`, or the room's `plan`) is kept to the end, and left only for a
candidate that is better by more than chance explains. In some games a tree below the candidates learns how the seat should go
on (kernel/templates/tree.py). Nothing here knows more than the seat: worlds are imagined from the redacted state alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil, inf, log2, sqrt
from typing import Any

from fairyring.bots import backends
from fairyring.bots.backends import Engine
from fairyring.bots.beliefs import odds_of
from fairyring.bots.opinion import Opinion
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.bot_specs import Memory
from fairyring.core.game.game import Game
from fairyring.core.game.totals import WIN
from fairyring.core.rng import Stream

FEW = 8  # worlds in which every candidate is seen before any is dropped
LAST = 2  # candidates besides the usual action that are compared to the end
SLACK = 0.9  # of the budget is planned for; the rest is for what takes longer than thought
BLINK = 0.002  # seconds: chunks grow until they take so long


@dataclass
class Arm:
    """One candidate, and what came of it so far."""

    action: int
    worlds: int = 0
    sums: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def add(self, worlds: int, sums: Sequence[int]) -> None:
        self.worlds += worlds
        self.sums = [mine + more for mine, more in zip(self.sums, sums, strict=True)]

    @property
    def share(self) -> float:
        return self.sums[0] / WIN / self.worlds if self.worlds else 0.0

    @property
    def gain(self) -> float:
        """On the usual action, in the same worlds."""
        return self.sums[2] / WIN / self.worlds if self.worlds else 0.0

    def error(self, of: int) -> float:
        """The standard error of the share (0) or of the gain (2)."""
        if self.worlds < 2:
            return inf
        mean = self.sums[of] / self.worlds
        return sqrt(max(0.0, self.sums[of + 1] / self.worlds - mean * mean) / (self.worlds - 1)) / WIN

    @property
    def doubt(self) -> float:
        """The standard error of the share, to be told: as if two more games had been imagined, one won and one lost, so that a
        few games that ended alike prove nothing.
        """
        if not self.worlds:
            return inf
        seen = max(0.0, self.sums[1] / WIN / WIN / self.worlds - self.share**2)
        return sqrt((seen * self.worlds + 0.5) / (self.worlds + 2) / self.worlds)


@dataclass
class Thought:
    """One decision being thought about."""

    engine: Engine
    root: State
    seat: int
    seed: int
    odds: Sequence[int]
    deadline: float
    threads: int
    chunk: int  # imagined games between two looks at the clock
    tree: Any = ()
    worlds: int = 0  # imagined so far
    simulations: int = 0

    @property
    def late(self) -> bool:
        return time.perf_counter() >= self.deadline

    def play(self, arms: Sequence[Arm], worlds: int) -> None:
        """Play these on in so many new worlds, or as many as there is time for."""
        while worlds > 0 and not (self.late and self.worlds):
            most = max(1, self.chunk * self.threads // len(arms))
            count = min(worlds, most)
            begun = time.perf_counter()
            done = self._chunk(arms, count)
            if count == most and time.perf_counter() - begun < BLINK:
                self.chunk *= 2
            worlds -= count
            if done < count:
                return

    def _chunk(self, arms: Sequence[Arm], count: int) -> int:
        actions = [arm.action for arm in arms]
        ends = [self.worlds + count * i // self.threads for i in range(self.threads + 1)]

        def part(i: int) -> tuple[int, list[int]]:
            first, end = ends[i], ends[i + 1]
            known = self.seed, self.odds, self.deadline, self.tree
            return self.engine.run(self.root, self.seat, actions, first, end - first, *known)

        if self.threads == 1:
            parts = [part(0)]
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                parts = list(pool.map(part, range(self.threads)))
        for done, sums in parts:
            for k, arm in enumerate(arms):
                arm.add(done, sums[4 * k : 4 * k + 4])
        total = sum(done for done, _sums in parts)
        self.worlds += count
        self.simulations += total * len(arms)
        return total


def search(
    game: Game[Any],
    seat: int,
    redacted: State,
    legal: Sequence[int],
    rng: Stream,
    budget: float | None = None,
    simulations: int | None = None,
    memory: Memory | None = None,
    threads: int = 1,
    engine: Engine | None = None,
) -> Opinion:
    """What to do. Without a budget the same for the same stream, whatever the threads and the engine."""
    begun = time.perf_counter()
    room = game.room
    usual = (room.bots.search.own_rollout or room.bots.policies["normal"])(redacted, seat, rng)
    seed = rng.bits32() << 32 | rng.bits32()
    if len(legal) == 1:
        return Opinion(usual)
    if budget is not None and engine is None:
        backends.want(room)
    used = engine or backends.engine(room)
    deadline = inf if budget is None else begun + SLACK * budget
    root = schema.recast(redacted, room.schema.state)
    planned = room.bots.search.simulations_at(root)
    games = simulations or planned
    odds = odds_of(room, used, root, seat, memory or (), games if budget is None else planned, deadline)
    depth = room.bots.search.tree_depth_at(root)
    tree = used.tree(depth) if depth else ()  # it learns from world to world, so only one thread can use it
    thought = Thought(used, root, seat, seed, odds, deadline, 1 if tree else threads, used.chunk, tree)
    arms = [Arm(usual), *(Arm(action) for action in legal if action != usual)]
    left = halve(thought, arms, games, budget is not None)
    best = max(left[1:], key=lambda arm: arm.gain)
    chosen = best if best.gain > room.bots.search.z * best.error(2) else arms[0]
    seen = [arm for arm in arms if arm is not chosen and arm.worlds]
    others = sorted(seen, key=lambda arm: (arm not in left, -arm.share))  # what was dropped early is known less well
    shares = tuple((arm.action, arm.share, arm.doubt) for arm in (chosen, *others) if arm.worlds)
    return Opinion(chosen.action, shares, thought.simulations)


def halve(thought: Thought, arms: list[Arm], simulations: int, hurried: bool) -> list[Arm]:
    """Those that are left in the end, the usual action first."""
    left = arms
    rounds = 1 + max(0, ceil(log2(max(1, len(arms) - 1) / LAST)))
    for number in range(rounds):
        if hurried and number == 0:
            simulations = min(simulations, _affordable(thought, left))  # so that the last round has its time, too
        each = max(0, simulations - thought.simulations) // (rounds - number)
        thought.play(left, max(each // len(left), FEW if number == 0 and not hurried else 1))
        if number + 1 < rounds:
            ranked = sorted(left[1:], key=lambda arm: -arm.gain)
            left = [left[0], *ranked[: max(LAST, len(ranked) // 2)]]
        if thought.late:
            break
    return left


def _affordable(thought: Thought, arms: Sequence[Arm]) -> int:
    """How many imagined games there is time for, by how long the first ones took."""
    begun = time.perf_counter()
    thought.play(arms, thought.engine.taste)
    now = time.perf_counter()
    return max(thought.simulations, int(thought.simulations * max(0.0, thought.deadline - begun) / max(now - begun, 1e-9)))
