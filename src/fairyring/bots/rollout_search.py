"""Search of the bot `strong`: sequential halving over rollouts in imagined worlds, with common random numbers.

All candidates are played on in the same worlds with the same random streams; the worse half is dropped, the rest continue in
more worlds. The default action (policy `normal`, or `own_rollout` of the game) stays to the end, and is left only for a
candidate whose paired gain exceeds z standard errors. Some games grow a tree below the candidates
(kernel/templates/tree.py). Worlds are imagined from the seat's redacted state alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, inf, log2, sqrt

from fairyring.bots import backends
from fairyring.bots.backends import Backend
from fairyring.bots.beliefs import cumulative_weights
from fairyring.bots.position import Limits, Opinion, Position
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.tree_arrays import Tree

MIN_WORLDS = 8  # worlds for every candidate before the first is dropped
FINALISTS = 2  # candidates besides the default action that are compared to the end
PLANNED_TIME = 0.9  # of the time limit; the rest absorbs errors of the estimate
TARGET_CHUNK_SECONDS = 0.002  # chunks double until they take this long


@dataclass
class Arm:
    """A candidate action with the sums of its rollouts."""

    action: int
    worlds: int = 0
    sums: list[int] = field(default_factory=lambda: [0, 0, 0, 0])  # shares, their squares, paired gains, their squares

    def add(self, worlds: int, sums: Sequence[int]) -> None:
        """Add the sums of more worlds."""
        self.worlds += worlds
        self.sums = [total + more for total, more in zip(self.sums, sums, strict=True)]

    @property
    def share(self) -> float:
        """The mean share of the win."""
        return self.sums[0] / WIN / self.worlds if self.worlds else 0.0

    @property
    def gain(self) -> float:
        """The mean gain on the default action in the same worlds."""
        return self.sums[2] / WIN / self.worlds if self.worlds else 0.0

    def error(self, of: int) -> float:
        """Return the standard error of the share (`of` 0) or of the gain (`of` 2)."""
        if self.worlds < 2:
            return inf
        mean = self.sums[of] / self.worlds
        return sqrt(max(0.0, self.sums[of + 1] / self.worlds - mean * mean) / (self.worlds - 1)) / WIN

    @property
    def smoothed_error(self) -> float:
        """The standard error of the share for display, with one win and one loss added, so that a few equal results
        do not claim certainty.
        """
        if not self.worlds:
            return inf
        variance = max(0.0, self.sums[1] / WIN / WIN / self.worlds - self.share**2)
        return sqrt((variance * self.worlds + 0.5) / (self.worlds + 2) / self.worlds)


@dataclass
class SearchRun:
    """The state of one search."""

    backend: Backend
    root: State
    seat: int
    seed: int
    weights: Sequence[int]  # cumulative weights of secrets, or empty
    deadline: float  # of perf_counter
    chunk: int  # rollouts between two looks at the clock
    tree: Tree | None = None
    worlds: int = 0  # so far
    simulations: int = 0

    @property
    def late(self) -> bool:
        """Whether the deadline has passed."""
        return time.perf_counter() >= self.deadline

    def play(self, arms: Sequence[Arm], worlds: int) -> None:
        """Play the candidates on in this many new worlds, or as many as time allows."""
        actions = [arm.action for arm in arms]
        while worlds > 0 and not (self.late and self.worlds):
            most = max(1, self.chunk // len(arms))
            count = min(worlds, most)
            begun = time.perf_counter()
            request = SearchRequest(self.root, self.seat, actions, self.worlds, count, self.seed, self.weights, self.deadline)
            completed, sums = self.backend.run(request, self.tree)
            for k, arm in enumerate(arms):
                arm.add(completed, sums[4 * k : 4 * k + 4])
            self.worlds += count
            self.simulations += completed * len(arms)
            if count == most and time.perf_counter() - begun < TARGET_CHUNK_SECONDS:
                self.chunk *= 2
            worlds -= count
            if completed < count:
                return


def search(position: Position, limits: Limits, rng: Stream, backend: Backend | None = None) -> Opinion:
    """Return the best action with estimates. Without a time limit, the result does not depend on the backend.

    Raises ImpossibleKnowledge if no world agrees with what the seat knows.

    `backend` is for tests and experiments; by default the compiled one if it is loaded, else the interpreted one.
    """
    begun = time.perf_counter()
    room, seat, seconds = position.game.room, position.seat, limits.seconds
    spec = room.bots.search
    default = (spec.own_rollout or room.bots.policies["normal"])(position.knowledge, seat, rng)
    seed = rng.bits32() << 32 | rng.bits32()
    if len(position.legal) == 1:
        return Opinion(default)
    used = backend or backends.current(room)
    deadline = inf if seconds is None else begun + PLANNED_TIME * seconds
    root = schema.recast(position.knowledge, room.schema.state)
    position.game.check_knowledge(root, seat)
    usual = spec.simulations_at(root)
    simulations = limits.simulations or usual
    weights = cumulative_weights(room, used, root, seat, position.memory, simulations if seconds is None else usual, deadline)
    depth = spec.tree_depth_at(root)
    run = SearchRun(used, root, seat, seed, weights, deadline, used.max_chunk, used.tree(depth) if depth else None)
    arms = [Arm(default), *(Arm(action) for action in position.legal if action != default)]
    finalists = halve(run, arms, simulations, seconds is not None)
    best = max(finalists[1:], key=lambda arm: arm.gain)
    is_better = best.gain > spec.z * best.error(2) and not spec.is_left_to_policy(root, seat)
    chosen = best if is_better else arms[0]
    others = [arm for arm in arms if arm is not chosen and arm.worlds]
    others.sort(key=lambda arm: (arm not in finalists, -arm.share))
    shares = tuple((arm.action, arm.share, arm.smoothed_error) for arm in (chosen, *others) if arm.worlds)
    return Opinion(chosen.action, shares, run.simulations)


def halve(run: SearchRun, arms: list[Arm], simulations: int, timed: bool) -> list[Arm]:
    """Run sequential halving; return the finalists, the default action first."""
    left, wanted = arms, simulations
    rounds = 1 + max(0, ceil(log2(max(1, len(arms) - 1) / FINALISTS)))
    for number in range(rounds):
        if timed and number == 0:
            simulations = min(simulations, _affordable(run, left))  # so that the last round gets its time, too
        each = max(0, simulations - run.simulations) // (rounds - number)
        run.play(left, max(each // len(left), MIN_WORLDS if number == 0 and not timed else 1))
        if number + 1 < rounds:
            ranked = sorted(left[1:], key=lambda arm: -arm.gain)
            left = [left[0], *ranked[: max(FINALISTS, len(ranked) // 2)]]
        if run.late:
            break
    if timed:  # the first worlds may have been slow by chance: then the estimate left time over
        run.play(left, max(0, wanted - run.simulations) // len(left))
    return left


def _affordable(run: SearchRun, arms: Sequence[Arm]) -> int:
    """Return how many rollouts fit before the deadline, estimated from the first ones."""
    begun = time.perf_counter()
    run.play(arms, run.backend.calibration_worlds)
    now = time.perf_counter()
    return max(run.simulations, int(run.simulations * max(0.0, run.deadline - begun) / max(now - begun, 1e-9)))
