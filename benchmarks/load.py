"""CPU time until a new process has loaded the compiled search of a game from the cache: `python benchmarks/load.py`.

The interpreter, the package and the game are loaded already, as when a bot is asked for its first move. Other work on the
machine makes CPU times longer, too, so the best of several processes is printed.
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median

from fairyring.core.game import registry

ROUNDS = 9
BOUND = 50.0  # ms, of CPU
LOAD = """
import sys, time
import fairyring as fr
from fairyring.bots import backends
room = fr.game(sys.argv[1]).room
backends.interpreted(room)
begun = time.process_time()
from fairyring.kernel import load
imported = time.process_time()
backends.compile_now(room)
print(1000 * (imported - begun), 1000 * (time.process_time() - imported))
"""


def measure(game: str) -> tuple[float, float]:
    """Return CPU milliseconds of importing llvmlite and our loader, and of loading the code, in a new process."""
    done = subprocess.run([sys.executable, "-c", LOAD, game], check=True, capture_output=True, text=True)
    imports, code = map(float, done.stdout.split())
    return imports, code


def main() -> None:
    """Print the times of all games."""
    for game in registry.shipped():
        measure(game)  # compiles it if it is not in the cache
        times = [measure(game) for _ in range(ROUNDS)]
        totals = [imports + code for imports, code in times]
        best = min(times, key=sum)
        print(
            f"{game:12} {min(totals):5.1f} ms of CPU at best ({best[0]:.1f} importing, {best[1]:.1f} loading), median "
            f"{median(totals):.1f}: {'below' if min(totals) < BOUND else 'above'} {BOUND:.0f}"
        )


if __name__ == "__main__":
    main()
