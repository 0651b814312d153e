"""Compare many random programs: `python -m tests.kernel.fuzz --programs 100000 --seed 0`."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from fairyring.progress import Progress
from tests.kernel.fuzz.compare import BATCH, compare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first program")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    firsts = range(args.seed, args.seed + args.programs, BATCH)
    progress, count = Progress(len(firsts), "batches"), 0
    # A process is replaced now and then: code that was loaded stays in memory.
    with ProcessPoolExecutor(args.processes, max_tasks_per_child=200) as pool:
        for done, differences in enumerate(pool.map(compare, firsts), start=1):
            for text in differences:
                print(text)
                count += 1
            progress(done)
    print(f"{len(firsts) * BATCH:,} programs, {count} differences")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
