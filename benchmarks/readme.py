"""Measures what the README's table of speeds says, and writes it: `python benchmarks/readme.py`.

All figures are CPU time, so that other work on the machine matters little; the best of several rounds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from side_by_side import ROUNDS, build, measure_kernel, run_c

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.totals import Totals
from fairyring.kernel.compiled import Kernel
from fairyring.lab import interpreted_play

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- speed: benchmarks/readme.py -->\n", "<!-- end of speed -->\n"
CPU_SECONDS = 1.0  # about, for each measurement
C_PROGRAMS = {"fairy": ("fairy.c", 400_000), "fairy-tale": ("fairy_tale.c", 40_000)}
COMPILE = """
import sys, time
import fairyring as fr
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend
import fairyring.kernel.native
game = fr.game(sys.argv[1])
begun = time.process_time()
Kernel(game, checked=False)
played = time.process_time()
CompiledBackend(game.room)
print(played - begun, time.process_time() - played)
"""


def best_speed(play: Callable[[int], Totals], games: int) -> float:
    """Return the decisions per CPU second of `play(games)`, the best of several rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        begun = time.process_time()
        decisions = play(games).decisions
        best = max(best, decisions / (time.process_time() - begun))
    return best


def compile_seconds(name: str) -> tuple[float, float]:
    """Return the CPU seconds to compile a game for play and for search, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "FAIRYRING_CACHE": folder, "FAIRYRING_CHECKED": "no"}
        done = subprocess.run(
            [sys.executable, "-c", COMPILE, name], env=environment, check=True, capture_output=True, text=True
        )
    play, search = map(float, done.stdout.split())
    return play, search


def row(name: str) -> str:
    """Return a game's line of the table."""
    room = registry.room(name)
    players = max(seats for seats in range(room.schema.state.seats[0], room.schema.state.seats[1] + 1) if seats <= 4)
    game = fr.game(name, players=players)
    kernel, bots = Kernel(game, checked=False), ["random"] * players
    begun = time.process_time()
    kernel.play(0, 2000, 1, bots)
    games = int(2000 * CPU_SECONDS / ROUNDS / (time.process_time() - begun))
    fast = best_speed(lambda count: kernel.play(0, count, 1, bots), games)
    slow = best_speed(lambda count: interpreted_play.play(game, 0, count, 1, bots), 20)
    play, search = compile_seconds(name)
    speeds = f"{fast / 1e6:.0f} million | {slow / 1e3:.0f} thousand | {fast / slow:.0f}"
    return f"| {game.room.title}, {players} seats | {speeds} | {play:.1f} s, {search:.1f} s |\n"


def beside_c(name: str) -> float:
    """Return the speed of the compiled rules relative to C, four seats, the median of several rounds."""
    source, games = C_PROGRAMS[name]
    kernel, bots = Kernel(fr.game(name, players=4), checked=False), ["random"] * 4
    kernel.play(0, 100, 1, bots)
    with tempfile.TemporaryDirectory() as folder:
        program = build(source, folder)
        ratios: list[float] = [
            measure_kernel(kernel, games, number, bots) * run_c(program, 4, games, number)["seconds"] / games
            for number in range(1, 2 * ROUNDS)
        ]
    return median(ratios)


def main() -> None:
    """Measure, and replace the block in the README."""
    head = "| random bots, one core | decisions per second, compiled | interpreted | ratio | to compile: play, search |\n"
    table = head + "|---|---|---|---|---|\n" + "".join(row(name) for name in registry.shipped())
    fairy, tale = (beside_c(name) for name in C_PROGRAMS)
    load = os.getloadavg()[0]
    text = (
        f"\nCPU time, measured by `python benchmarks/readme.py` on two shared cores (load {load:.0f}). Beside hand-written C\n"
        f"(gcc -O3 -march=native), Fairy runs at {fairy:.2f} and Fairy Tale at {tale:.2f} of its speed. A game is compiled\n"
        "when it is first used, and interpreted until then; after that it loads from the cache in 50 ms.\n"
    )
    before, rest = README.read_text(encoding="utf-8").split(BEGIN)
    README.write_text(before + BEGIN + table + text + END + rest.split(END)[1], encoding="utf-8")
    print(table + text)


if __name__ == "__main__":
    main()
