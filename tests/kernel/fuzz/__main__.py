"""Compare many random programs: `python -m tests.kernel.fuzz --programs 100000 --seed 0`."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from fairyring.progress import Progress
from tests.kernel.fuzz.compare import BATCH, compare

TASKS = 200  # batches of a process, which is then replaced: loaded code stays in memory


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    firsts = range(args.seed, args.seed + args.programs, BATCH)
    progress, done, count = Progress(len(firsts), "batches"), 0, 0
    group = TASKS * args.processes
    try:
        for start in range(0, len(firsts), group):
            with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
                for differences in pool.map(compare, firsts[start : start + group]):
                    for text in differences:
                        print(text, flush=True)
                        count += 1
                    done += 1
                    progress(done)
                    if done % 50 == 0:
                        print(f"{done * BATCH:,} programs, {count} differences", file=sys.stderr, flush=True)
    except BrokenProcessPool:  # LLVM aborts where it finds a defect of its own
        last = firsts[min(done + args.processes, len(firsts)) - 1] + BATCH - 1
        print(f"{done * BATCH:,} programs, {count} differences; a process died at a program from {firsts[done]} to {last}")
        return 1
    print(f"{len(firsts) * BATCH:,} programs, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
