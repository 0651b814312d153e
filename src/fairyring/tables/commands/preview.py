"""Preview of a turn of several steps: the actions that a seat would have after some of its own. Nothing is written.

The page plans turns with it, so that it needs no rules of a game. Actions are tried on the redacted state, so the answer
reveals nothing; the room declares whether that suffices (`Room.table.can_preview`, checked by the kit).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import ActionError
from fairyring.core.fields.view import wire
from fairyring.tables.commands import moves
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.protocol import incoming
from fairyring.tables.refusals import Refused

MAX_STEPS = 32  # far more than any turn has


def foresee(work: UnitOfWork, conn: Connection, cmd: incoming.Foresee) -> Mapping[str, Any]:
    """Return the view after these actions and what is legal then: nothing if other seats or chance come first."""
    _run, table = moves.require_decision(work, conn, cmd)
    game, seat = table.game, cmd.seat
    if not game.room.table.can_preview or len(cmd.actions) > MAX_STEPS:
        raise Refused("not-now")
    s = game.redact(table.state, seat)
    for action in cmd.actions:
        try:
            game.act(s, seat, game.check(s, seat, action).id)
        except ActionError as error:
            raise Refused.by_game("not-legal", error) from error
    legal = game.legal(s, seat) if seat in game.pending(s) else ()
    return {"legal": [game.space(seat)[id_].wire() for id_ in legal], "view": wire(game.view(s, seat))}
