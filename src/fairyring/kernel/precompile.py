"""`python -m fairyring.kernel.precompile [GAME …]`: compile the search of these games, or of all, into the cache.

The server's workers start it, and searching bots that have no compiled search yet.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from fairyring.core.game import registry
from fairyring.core.game.room_file import load_rooms_of_environment, room_named
from fairyring.kernel.compiled_search import CompiledBackend


def main(names: list[str]) -> None:
    """Compile the search of these games (names or paths), at low priority; of all games without names."""
    with suppress(AttributeError):  # not on Windows
        os.nice(10)
    load_rooms_of_environment()
    for name in names or registry.game_names():
        room = room_named(name)
        if "normal" in room.bots.policies:
            CompiledBackend(room)


if __name__ == "__main__":
    main(sys.argv[1:])
