"""What a Ray cluster costs: start-up, bytes that travel, CPU time beside the same games on this machine.

    python benchmarks/cluster.py

Starts a cluster of one node on this machine, and plays each batch here and there in turn. CPU time is that of all processes,
Ray's own included.
"""

from __future__ import annotations

import importlib
import os
import pickle
import time
from collections.abc import Callable
from typing import Any

import psutil  # type: ignore[import-untyped]

import fairyring as fr
from fairyring.lab.runner import Plan, PlaySpan, SumSpan
from fairyring.lab.workers.pool import open_pool

TASKS = 400
BATCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Fairy, `normal`, 2,000,000 games, sums", {"game": "fairy", "players": 4, "games": 2_000_000, "bots": "normal"}),
    ("Sneaky Town, `strong` and `normal`, 60 games", {"game": "sneaky-town", "match": "single", "games": 60}),
)


class Nothing:
    """A job that does nothing."""

    def prepare(self) -> None:
        pass

    def __call__(self, item: int) -> int:
        return item


def tree_cpu() -> float:
    """Return the CPU seconds of this process and of all that it started, as far as they live."""
    total = time.process_time()
    for child in psutil.Process().children(recursive=True):
        try:
            times = child.cpu_times()
            total += times.user + times.system
        except psutil.NoSuchProcess:
            pass
    return total


def measured(run: Callable[[], object]) -> tuple[float, float]:
    """Return CPU seconds and wall seconds."""
    cpu, wall = tree_cpu(), time.perf_counter()
    run()
    return tree_cpu() - cpu, time.perf_counter() - wall


def main() -> None:
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # a cluster of this process only
    from fairyring.lab.workers import on_ray  # noqa: PLC0415

    print("start of a cluster: {:.1f} s CPU, {:.1f} s".format(*measured(on_ray.connect)))

    def first() -> None:
        with open_pool(Nothing(), "ray") as pool:
            list(pool.in_order(range(pool.size)))

    def empty() -> None:
        with open_pool(Nothing(), "ray") as pool:
            list(pool.in_order(range(TASKS)))

    print("start of its workers: {:.1f} s CPU, {:.1f} s".format(*measured(first)))
    cpu, wall = measured(empty)
    print(f"an empty task: {1e3 * cpu / TASKS:.2f} ms CPU, {1e3 * wall / TASKS:.2f} ms")
    ray = importlib.import_module("ray")
    game = fr.game("fairy", players=4)
    plan = Plan(game, ("normal",) * 4)
    for name, job in (("rows", PlaySpan(plan)), ("sums", SumSpan(plan))):
        sent, back = len(ray.cloudpickle.dumps(job)), len(pickle.dumps(job((0, plan.chunk)), 5))
        print(f"{name} of Fairy for four: job {sent:,} bytes, chunk of {plan.chunk:,} games {back:,} bytes")
    for name, settings in BATCHES:
        options = {"bots": ["strong", "normal"], "limits": fr.Limits(simulations=400), **settings}
        for seed, on, workers in ((1, "cores", 1), (1, "ray", None), (2, "cores", 1), (2, "ray", None)):  # bots remember seeds
            cpu, wall = measured(lambda o=options, s=seed, p=on, t=workers: fr.simulate(**o, seed=s, on=p, workers=t))  # type: ignore[misc]
            print(f"{name}, seed {seed}, {on}: {cpu:.2f} s CPU, {wall:.2f} s")


if __name__ == "__main__":
    main()
