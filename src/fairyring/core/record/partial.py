"""The story of a game that is not over, as one seat may keep it: what it can look up, and what it sees now.

A whole record of a running game holds everybody's secrets. This is what a person may be given instead: the events that the
seat may still look up, in their order, and its view. It counts nothing that the seat may not count, and cannot be replayed.
"""

from __future__ import annotations

import json
from typing import Any

from fairyring.core.fields.view import wire
from fairyring.core.record.file import FORMAT
from fairyring.core.table.table import Table


def story(table: Table[Any], seat: int | None) -> str:
    """JSON lines: a head like a record's, marked partial; a line for each event; and what the seat sees now."""
    game = table.game
    head: dict[str, Any] = {"fairyring": FORMAT, "partial": True, "seat": seat, "game": game.name, "rules": game.rules.VERSION}
    head |= {"options": dict(game.options), "seats": [sitter.line() for sitter in table.sitters]}
    lines = [head, *(event.wire() for event in table.events_for(seat)), {"view": wire(table.view(seat))}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
