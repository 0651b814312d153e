"""Partial records: what one seat may keep of a running game, its log and its view.

A whole record holds everybody's secrets. A partial one holds the events that the seat may look up, in order, and its view. It
has no counts that the seat may not know, and cannot be replayed.
"""

from __future__ import annotations

import json
from typing import Any

from fairyring.core.fields.view import wire
from fairyring.core.record.file import FORMAT
from fairyring.core.table.table import Table


def story(table: Table[Any], seat: int | None) -> str:
    """Return JSON lines: a head like a record's, marked partial; a line for each event; the view of the seat."""
    game = table.game
    head: dict[str, Any] = {"fairyring": FORMAT, "partial": True, "seat": seat, "game": game.name, "rules": game.rules.VERSION}
    head |= {"options": dict(game.options), "seats": [sitter.line() for sitter in table.sitters]}
    lines = [head, *(event.wire() for event in table.events_for(seat)), {"view": wire(table.view(seat))}]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
