"""A lesson: the first game at a guided table, whose chance and bots follow the room's guide as far as it goes.

That is not fair chance, and everybody is told so: the settings say `guided`, the record says it and has no seal, and
only one person may sit there. The next game at the table is an ordinary one.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import CannotParse, FairyringError
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Tutorial
from fairyring.tables.commands import seats
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.log.state import BOT, Durable
from fairyring.tables.refusals import Refused


def asked(game: str) -> Mapping[str, Any]:
    """What a lesson is played with: the guide's own options, not listed, without clocks."""
    guide = seats.choose(game, {}).room.presentation.tutorial
    if guide is None:
        raise Refused("bad-form", "guided.none")
    return {"options": dict(guide.options)}


def prepare(desk: Desk) -> None:
    """Bots sit down everywhere but at the first seat, which is the learner's."""
    for seat in range(1, len(desk.durable.seats)):
        desk.write("seat", {"seat": seat, "kind": BOT, "level": seats.level_for(desk.durable)})


def outcome(durable: Durable, drawn: int) -> int | None:
    """Nature's outcome with this number, if the guide says so and the rules allow it."""
    return _scripted(durable, NATURE, drawn)


def answer(durable: Durable, seat: int, number: int) -> int | None:
    """A bot's decision with this number, in the same way. A person's seat has no script."""
    return _scripted(durable, seat, number) if durable.seats[seat].kind == BOT else None


def _scripted(durable: Durable, seat: int, number: int) -> int | None:
    table = durable.playing
    if not durable.settings.guided or table is None:
        return None
    guide: Tutorial | None = table.game.room.presentation.tutorial
    lines = () if guide is None else guide.chance if seat == NATURE else guide.bots.get(seat, ())
    return _legal(table.game, table.state, seat, lines[number]) if number < len(lines) else None


def _legal(game: Game[Any], state: State, seat: int, text: str) -> int | None:
    try:
        return game.check(state, seat, text).id
    except CannotParse as error:
        logging.getLogger(__name__).warning("tutorial of %s, seat %d: cannot parse %r: %s", game.name, seat, text, error)
        return None
    except FairyringError:
        return None  # the game went another way than the guide's author thought: chance and bots do as ever
