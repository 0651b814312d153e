"""Compares the compiled rules of two versions of Fairyring, by turns: `python benchmarks/versions.py PYTHON`.

PYTHON is an interpreter with the other version, such as the last one on numba (docs/experiments/compiling.md has its commit):

    git worktree add ../numba 118cc71 && python3 -m venv ../numba-venv && ../numba-venv/bin/pip install -e ../numba
    python benchmarks/versions.py ../numba-venv/bin/python

Best CPU times of several rounds, so that other work on the machine matters little. Prints how many times as fast this version
is. Where the bots of the two versions differ, so does what is measured.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from statistics import median
from typing import Any

import fairyring as fr
from fairyring.core.game.contract import NATURE
from fairyring.core.rng import Stream
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend

try:
    from fairyring.kernel.search_request import SearchRequest
except ImportError:  # an older version takes its parts
    SearchRequest = None  # type: ignore[assignment, misc]

GAMES = {"fairy": 4, "crane": 4, "fariables": 4, "sneaky-town": 2, "fairy-tale": 2}  # with seats
KINDS = ("random", "normal", "search")
SECONDS = 0.15  # of CPU for one measurement
ROUNDS = 7


def measure(game: str, kind: str) -> float:
    """Return CPU seconds of one game, or of one rollout."""
    run = prepare(game, kind)
    count, took = 1, 0.0
    while took < SECONDS:
        count = max(2 * count, int(count * SECONDS / max(took, 1e-6))) if took else 64
        begun = time.process_time()
        run(count)
        took = time.process_time() - begun
    return took / count


@cache
def prepare(name: str, kind: str) -> Callable[[int], object]:
    """Return a function that plays so many games, or makes so many rollouts. It is compiled already."""
    game = fr.game(name, players=GAMES[name])
    if kind == "search":
        return prepare_search(game)
    kernel, bots = Kernel(game), [kind] * GAMES[name]
    kernel.play(0, 10, 1, bots)
    return lambda count: kernel.play(0, count, 1, bots)


def prepare_search(game: Any) -> Callable[[int], object]:
    """Return a function that makes rollouts for the first decision of a game."""
    s, nature = game.initial(), Stream(1)
    while game.pending(s)[0] == NATURE:
        game.rules.act(s, NATURE, game.draw(s, nature))
    seat = game.pending(s)[0]
    redacted, actions, backend = game.redact(s, seat), game.legal(s, seat), CompiledBackend(game.room)

    def run(count: int) -> object:
        parts = (redacted, seat, actions, 0, -(-count // len(actions)), 1)
        request: Any = (*parts, (), 0.0) if SearchRequest is None else (SearchRequest(*parts),)
        return backend.run(*request)

    return run


class Worker:
    """A process that measures with the Fairyring of its interpreter."""

    def __init__(self, python: str) -> None:
        command = [python, __file__, "--worker"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, game: str, kind: str) -> float:
        """Return CPU seconds of one game, or of one rollout."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps([game, kind]), file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def work() -> None:
    """Answer requests."""
    for line in sys.stdin:
        print(measure(*json.loads(line)), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python", nargs="?", help="interpreter with the other version")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return work()
    if args.python is None:
        parser.error("the interpreter with the other version is missing")
    workers = [Worker(args.python), Worker(sys.executable)]
    best: dict[tuple[str, str], list[float]] = {(game, kind): [1e9, 1e9] for game in args.games for kind in KINDS}
    for _ in range(args.rounds):
        for (game, kind), times in best.items():
            for place, worker in enumerate(workers):
                times[place] = min(times[place], worker.measure(game, kind))
    print("| game, seats | random | normal | search |\n|---|---|---|---|")
    for game in args.games:
        cells = [f"{best[game, kind][0] / best[game, kind][1]:.2f}" for kind in KINDS]
        print(f"| {game} {GAMES[game]} | {' | '.join(cells)} |")
    ratios = [[best[game, kind][0] / best[game, kind][1] for game in args.games] for kind in KINDS]
    print(f"| median | {' | '.join(f'{median(each):.2f}' for each in ratios)} |")
    return None


if __name__ == "__main__":
    main()
