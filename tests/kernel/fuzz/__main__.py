"""Compare many random programs: `python -m tests.kernel.fuzz --programs 100000 --seed 0`."""

from __future__ import annotations

import argparse
import os
import sys
from multiprocessing import get_context

from fairyring.progress import Progress
from tests.kernel.fuzz.compare import BATCH, compare

TASKS = 200  # batches of a process


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    firsts = range(args.seed, args.seed + args.programs, BATCH)
    progress, count = Progress(len(firsts), "batches"), 0
    # A process is replaced now and then: loaded code stays in memory. (ProcessPoolExecutor of Python 3.11 hangs then.)
    with get_context("spawn").Pool(args.processes, maxtasksperchild=TASKS) as pool:
        for done, differences in enumerate(pool.imap(compare, firsts), start=1):
            for text in differences:
                print(text)
                count += 1
            progress(done)
            if done % 50 == 0:
                print(f"{done * BATCH:,} programs, {count} differences", file=sys.stderr, flush=True)
    print(f"{len(firsts) * BATCH:,} programs, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
