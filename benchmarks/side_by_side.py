"""Runs the compiled rules, a hand-written C program and the interpreted rules by turns, and prints ratios.

A benchmark, not a test: machines differ, so only numbers of one run are compared. One core is measured in CPU time, so that
other work on the machine matters little; several cores can only be measured by the wall clock, on a quiet machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import fairyring as fr
from fairyring.kernel.compiled import Kernel
from fairyring.lab import interpreted_play
from fairyring.lab.simulate import compiled_kernel

HERE = Path(__file__).parent
ROUNDS = 5


def build(source: str, folder: str) -> Path:
    """The C program, compiled with the machine's gcc."""
    program = Path(folder) / Path(source).stem
    subprocess.run(["gcc", "-O3", "-march=native", "-o", program, HERE / source, "-lm"], check=True)
    return program


def run_c(program: Path, players: int, games: int, seed: int) -> dict[str, Any]:
    """What the C program prints for so many games."""
    done = subprocess.run([program, str(players), str(games), str(seed)], check=True, capture_output=True, text=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def measure_kernel(kernel: Kernel, games: int, seed: int, bots: list[str]) -> float:
    """Return games per CPU second of the compiled rules on one core."""
    begun = time.process_time()
    kernel.play(0, games, seed, bots)
    return games / (time.process_time() - begun)


def compare(name: str, source: str, players: int, games: int) -> None:
    """Print games per second of each, round by round, and the median ratios."""
    game = fr.game(name, players=players)
    bots = ["random"] * players
    kernel = compiled_kernel(game)
    kernel.play(0, 100, 1, bots)
    cores = os.cpu_count() or 1
    ratios: dict[str, list[float]] = {"one core : C": [], f"{cores} cores : one core": [], "one core : interpreted": []}
    with tempfile.TemporaryDirectory() as folder:
        program = build(source, folder)
        for number in range(1, ROUNDS + 1):
            speed = {"C": games / run_c(program, players, games, number)["seconds"]}
            speed["one core"] = measure_kernel(kernel, games, number, bots)
            walls = {}
            for threads in (1, cores):
                begun = time.perf_counter()
                totals = kernel.play_many(games * threads, number, bots, threads)
                walls[threads] = totals.games / (time.perf_counter() - begun)
            speed[f"{cores} cores"] = speed["one core"] * walls[cores] / walls[1]
            begun = time.process_time()
            few = max(10, games // 5000)
            interpreted_play.play(game, 0, few, number, bots)
            speed["interpreted"] = few / (time.process_time() - begun)
            print("  ".join(f"{label} {value:,.0f}/s" for label, value in speed.items()))
            for label, values in ratios.items():
                one, other = label.split(" : ")
                values.append(speed[one] / speed[other])
    for label, values in ratios.items():
        print(f"{label:24} {median(values):8.2f}")
