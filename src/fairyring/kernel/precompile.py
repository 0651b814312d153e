"""`python -m fairyring.kernel.precompile [GAME …]`: compile the search of these games, or of all, into the cache.

The server's workers start this when they start, and bots that think ahead when they have no compiled search yet. One at a time
on a machine: who comes second waits, and finds it done.
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
except ImportError:  # not on Windows; there two may compile the same, which does no harm
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone() -> Iterator[None]:
    """Nobody else compiles meanwhile."""
    with (cache_folder() / "warm.lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(names: list[str]) -> None:
    with suppress(AttributeError):  # not on Windows
        os.nice(10)
    for name in names or registry.game_names():
        room = registry.room(name)
        if "normal" in room.bots.policies:
            with alone():
                CompiledBackend(room)


if __name__ == "__main__":
    main(sys.argv[1:])
