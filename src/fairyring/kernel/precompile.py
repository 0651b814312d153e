"""`python -m fairyring.kernel.precompile [GAME …]`: compile the search of these games, or of all, into the cache.

The server's workers start it, and searching bots that have no compiled search yet. A file lock serialises compiles across
processes; the second process finds the machine code in the cache.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from fairyring.core.game import registry
from fairyring.kernel.cache import cache_folder
from fairyring.kernel.compiled_search import CompiledBackend

try:
    import fcntl
except ImportError:  # Windows; two processes may compile the same there, which is harmless
    fcntl = None  # type: ignore[assignment]


@contextmanager
def compile_lock() -> Iterator[None]:
    """Hold the lock on compiling, across processes."""
    with (cache_folder() / "warm.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(names: list[str]) -> None:
    """Compile the search of these games, at low priority; of all games without names."""
    with suppress(AttributeError):  # not on Windows
        os.nice(10)
    for name in names or registry.game_names():
        room = registry.room(name)
        if "normal" in room.bots.policies:
            with compile_lock():
                CompiledBackend(room)


if __name__ == "__main__":
    main(sys.argv[1:])
