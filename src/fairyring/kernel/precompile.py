"""`python -m fairyring.kernel.precompile [--house-rules] [GAME …]`: compile the search of some or all games into the cache.

The server's workers start it, and searching bots that have no compiled search yet.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from fairyring.core.game import registry
from fairyring.core.game.room_file import load_rooms_of_environment, room_named
from fairyring.kernel.compiled_search import CompiledBackend

HOUSE_RULES = "--house-rules"


def main(names: list[str]) -> None:
    """Compile the search of these games (names or paths), at low priority; of all games without names.

    With HOUSE_RULES first, for tables that change numbers of the rules.
    """
    house_rules = names[:1] == [HOUSE_RULES]
    names = names[house_rules:]
    with suppress(AttributeError):  # not on Windows
        os.nice(10)
    load_rooms_of_environment()
    for name in names or registry.game_names():
        room = room_named(name)
        if "normal" in room.bots.policies:
            CompiledBackend(room.with_house_rules() if house_rules else room)


if __name__ == "__main__":
    main(sys.argv[1:])
