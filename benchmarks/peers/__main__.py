"""Our games beside those of the field: `python benchmarks/peers [--seconds S] [--json FILE] [--svg FILE]`. One run, one core.

The three example games are the same games in all programs (examples/compare_with_openspiel.py proves it for OpenSpiel), so
their ratios compare like with like; our five games have no peers and stand beside them. Peers are measured if they are
installed: `pip install open_spiel 'pettingzoo[classic]' rlcard pgx`. Figures are CPU time, and loops take turns, so that load
of the machine affects all; only ratios of one run mean anything.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # one core, before anything starts threads
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"
sys.path.insert(0, str(Path(__file__).parent))

import chart
import loops
from loops import Loop

import fairyring as fr

ROUNDS = 3
SIMULATIONS = (1_000, 10_000, 100_000)  # of one search: what is done once for each weighs less the longer it is
PEERS = ("open_spiel", "pettingzoo", "rlcard", "pgx")
GOOFSPIEL = "goofspiel(players=2,num_cards=13,points_order=random,imp_info=False,returns_type=point_difference)"
EXAMPLES = {"leduc_poker": "leduc_poker", "connect_four": "connect_four", "goofspiel": GOOFSPIEL}
# PettingZoo's classic games, RLCard's and pgx's, by our example
PETTINGZOO = {"leduc_poker": "leduc_holdem_v4", "connect_four": "connect_four_v3"}
RLCARD = {"leduc_poker": "leduc-holdem"}
OURS = ("fairy", "fairy-tale", "crane", "fariables", "sneaky-town")
PGX = {"leduc_poker": "leduc_holdem", "connect_four": "connect_four"}
Task = tuple[str, str, str]  # kind, game, program


def tasks() -> dict[Task, Callable[[], Loop]]:
    """Return what is measured, by (kind, game, program). A loop is made when it is first measured."""
    made: dict[Task, Callable[[], Loop]] = {}
    for name, theirs in EXAMPLES.items():
        game = loops.example_game(name)
        made["play", name, "fairyring"] = partial(loops.our_bulk, game)
        made["step", name, "fairyring"] = partial(loops.our_steps, game)
        made["step", name, "fairyring, PettingZoo"] = partial(loops.our_aec, game)
        made["step", name, "OpenSpiel, C++"] = partial(loops.openspiel_steps, theirs)
        made["step", name, "fairyring, OpenSpiel Python game"] = partial(loops.our_openspiel_steps, game)
        if name != "goofspiel":  # OpenSpiel's searches need turns
            made["play", name, "OpenSpiel, C++"] = partial(loops.openspiel_bulk, theirs, game)
            for simulations in SIMULATIONS:
                kind = f"search {simulations}"
                made[kind, name, "fairyring"] = partial(loops.our_search, game, simulations)
                made[kind, name, "OpenSpiel, C++"] = partial(loops.openspiel_search, theirs, simulations)
        if name in PETTINGZOO:
            made["step", name, "PettingZoo classic"] = partial(loops.pettingzoo_classic, PETTINGZOO[name])
        if name in RLCARD:
            made["step", name, "RLCard"] = partial(loops.rlcard_steps, RLCARD[name])
        if name in PGX:
            made["step", name, "pgx"] = partial(loops.pgx_steps, PGX[name])
    for name in OURS:
        made["play", name, "fairyring"] = partial(loops.our_bulk, fr.game(name))
        made["step", name, "fairyring"] = partial(loops.our_steps, fr.game(name))
    return made


def measure(seconds: float) -> dict[Task, float]:
    """Return decisions (searches: simulations) per CPU second, medians of rounds by turns, of what is installed."""
    ready: dict[Task, Loop] = {}
    for task, make in tasks().items():
        try:
            ready[task] = make()
        except ImportError as error:
            print(f"left out: {' '.join(task)} ({error})", file=sys.stderr)
    results: dict[Task, list[float]] = {task: [] for task in ready}
    for number in range(ROUNDS):
        for task, loop in ready.items():
            results[task].append(loop(seconds))
        print(f"round {number + 1} of {ROUNDS}", file=sys.stderr)
    return {task: median(values) for task, values in results.items()}


def installed(package: str) -> str:
    """Return the version of a package, or “not installed”."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def main() -> None:
    """Measure, print a table, and write figures and chart if asked to."""
    parser = argparse.ArgumentParser(description="Our games beside those of the field.")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of each loop in each of the rounds (default 0.5)")
    parser.add_argument("--json", type=Path, help="write the figures into this file")
    parser.add_argument("--svg", type=Path, help="draw them into this file")
    args = parser.parse_args()
    results = measure(args.seconds)
    print("| kind | game | program | per second | fairyring is |\n|---|---|---|---|---|")
    for (kind, game, program), value in results.items():
        ratio = results[kind, game, "fairyring"] / value
        print(f"| {kind} | {game} | {program} | {value:,.0f} | {'' if program == 'fairyring' else f'{ratio:,.1f} ×'} |")
    print("\n" + ", ".join(f"{package} {installed(package)}" for package in PEERS))
    if args.json:
        args.json.write_text(json.dumps({" / ".join(task): round(value) for task, value in results.items()}, indent=1) + "\n")
    if args.svg:
        args.svg.write_text(chart.draw(results), encoding="utf-8")


if __name__ == "__main__":
    main()
