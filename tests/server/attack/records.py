"""Records of games for attacks: finished ones, long ones, and texts that look like records."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import fairyring as fr
from fairyring.tables.limits import MAX_IMPORT_DECISIONS


@cache
def finished(game: str, seed: int = 1, **options: Any) -> str:
    """Return the record of a game that random players played to its end, as text."""
    return _played(fr.game(game, **options), seed, MAX_IMPORT_DECISIONS)


@cache
def longest(seed: int = 1) -> str:
    """Return a record with nearly as many decisions as may be imported: a match of Sneaky Town without an end."""
    return _played(fr.game("sneaky-town", turn_limit=0, match="lead:9"), seed, MAX_IMPORT_DECISIONS - 50)


def _played(game: Any, seed: int, decisions: int) -> str:
    table: Any = fr.Table(game, seed=seed)
    rng = random.Random(seed)
    while table.outcome is None and len(table.history) < decisions:
        seat = table.pending[0]
        table.play(seat, rng.choice(table.legal(seat)))
    return str(table.record.dumps())


def with_file(game: str, option: str, text: str) -> str:
    """Return a finished record whose head claims a deck or board of one's own."""
    head, *rest = finished(game).splitlines()
    fields = json.loads(head)
    fields["options"][option] = "own"
    fields["files"] = {option: text}
    return "\n".join([json.dumps(fields), *rest, ""])


def empty_lines(count: int) -> str:
    """Return a head and so many empty objects."""
    return finished("fairy").partition("\n")[0] + "\n" + "{}\n" * count
