"""What could follow: the actions that a seat would have after some of its own. Nothing happens, and nothing is written.

A page that lets somebody plan a turn of several steps asks this, so that no rule of a game has to be in it. It is tried on what
the seat knows, so it tells nothing else; rooms say whether that suffices (`Room.table.can_preview`, and the kit checks it).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import ActionError
from fairyring.core.fields.view import wire
from fairyring.tables.commands import moves
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.refusals import Refused

STEPS = 32  # far more than any turn has


def foresee(desk: Desk, conn: Conn, cmd: Mapping[str, Any]) -> Mapping[str, Any]:
    """The picture after these actions and what is legal then: nothing, if others or chance would come first."""
    _run, table = moves.asked(desk, conn, cmd)
    game, seat = table.game, cmd["seat"]
    if not game.room.table.can_preview or len(cmd["actions"]) > STEPS:
        raise Refused("not-now")
    s = game.redact(table.state, seat)
    for said in cmd["actions"]:
        if not isinstance(said, int | str) or isinstance(said, bool):
            raise Refused("bad-form", "field", field="actions")
        try:
            game.act(s, seat, game.check(s, seat, said).id)
        except ActionError as error:
            raise Refused.by_game("not-legal", error) from error
    legal = game.legal(s, seat) if seat in game.pending(s) else ()
    return {"legal": [game.space(seat)[action].wire() for action in legal], "view": wire(game.view(s, seat))}
