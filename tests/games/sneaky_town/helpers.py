"""A table for the tests."""

from __future__ import annotations

from typing import Any

import fairyring as fr
from fairyring.core.game import registry
from fairyring.core.game.game import Game

# With these racks the blue sun lies on 1,2, the brown sun on 2,4 and the flower on 3,5.
RACKS = ("rack blue,brown,flower,void,void", "rack void,blue,void,brown,flower")
TILES = (("blue-sun", "brown-sun", "flower", "void", "void"), ("void", "blue-sun", "void", "brown-sun", "flower"))
CLOSED = (None,) * 5


def town(moves: str = "", racks: tuple[str, ...] = RACKS, **options: object) -> fr.Table[Any]:
    """A checked table where the players, in turn, make these moves, parted by semicolons."""
    chosen: dict[str, object] = {"match": "single", **options}
    table: fr.Table[Any] = fr.Table(Game(registry.room("sneaky-town"), chosen, checked=True), chance=racks)
    for move in filter(None, moves.split(";")):
        table.play(table.pending[0], move.strip())
    return table
