"""All cores beside one, for every game, by turns: `python benchmarks/cores.py`.

The wall clock says how many times as fast all cores are, on a quiet machine. Beside other work it says nothing; then CPU time
for a game, with all threads relative to one, still says whether threads disturb each other or do work twice (1.00: neither).
"""

from __future__ import annotations

import os
import time
from statistics import median

import fairyring as fr
from fairyring.core.game import registry
from fairyring.kernel.compiled import Kernel

ROUNDS = 5
SECONDS = 1.0  # about, for one core


def measure(kernel: Kernel, games: int, threads: int) -> tuple[float, float]:
    """Return wall-clock and CPU seconds for a game with random bots."""
    walls, spent = time.perf_counter(), time.process_time()
    kernel.play_many(games, 1, ["random"] * kernel.game.players, threads)
    return (time.perf_counter() - walls) / games, (time.process_time() - spent) / games


def main() -> None:
    """Print the ratios of all games."""
    cores = os.cpu_count() or 1
    print(f"{cores} cores beside one, medians of {ROUNDS} rounds; load {os.getloadavg()[0]:.0f}")
    for name in registry.shipped():
        kernel = Kernel(fr.game(name), checked=False)
        games = int(SECONDS / measure(kernel, 2000, 1)[1])
        rounds = [(measure(kernel, games, 1), measure(kernel, games * cores, cores)) for _ in range(ROUNDS)]
        speed = median(one[0] / many[0] for one, many in rounds)
        cost = median(many[1] / one[1] for one, many in rounds)
        print(f"{name:12} {speed:5.2f} times as fast   CPU time for a game {cost:5.2f} of one core's")


if __name__ == "__main__":
    main()
