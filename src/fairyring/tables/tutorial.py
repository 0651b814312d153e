"""Tutorial: the first game at a guided table, whose chance and bots follow the room's guide as far as it goes.

Its chance is not fair, and clients are told so: the settings say `guided`, the record has no seal, and only one person may
sit there. The next game at the table is an ordinary one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import CannotParse, FairyringError
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Tutorial
from fairyring.tables.commands import seats
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.log.state import BOT, TableState
from fairyring.tables.refusals import Refused


def tutorial_options(game: str) -> Mapping[str, Any]:
    """Return the options of a game's tutorial; raise Refused if it has none."""
    guide = seats.game_with_options(game, {}).room.presentation.tutorial
    if guide is None:
        raise Refused("bad-form", "guided.none")
    return guide.options


def seat_bots(work: UnitOfWork) -> None:
    """Put bots on all seats but the first, which is the learner's."""
    for seat in range(1, len(work.state.seats)):
        work.write("seat", {"seat": seat, "kind": BOT, "level": seats.bot_level(work.state)})


def scripted_outcome(state: TableState, number: int) -> int | None:
    """Return the outcome of chance with this number, if the guide has one and the rules allow it."""
    return _scripted(state, NATURE, number)


def scripted_answer(state: TableState, seat: int, number: int) -> int | None:
    """Return a bot's decision with this number, likewise. People's seats have no script."""
    return _scripted(state, seat, number) if state.seats[seat].kind == BOT else None


def _scripted(state: TableState, seat: int, number: int) -> int | None:
    table = state.playing
    if not state.settings.guided or table is None:
        return None
    guide: Tutorial | None = table.game.room.presentation.tutorial
    lines = () if guide is None else guide.chance if seat == NATURE else guide.bots.get(seat, ())
    return _legal_id(table.game, table.state, seat, lines[number]) if number < len(lines) else None


def _legal_id(game: Game[Any], game_state: State, seat: int, text: str) -> int | None:
    try:
        return game.check(game_state, seat, text).id
    except CannotParse as error:
        import logging  # noqa: PLC0415  (a browser never needs it)

        logging.getLogger(__name__).warning("tutorial of %s, seat %d: cannot parse %r: %s", game.name, seat, text, error)
        return None
    except FairyringError:
        return None  # the game took another course than the guide's author assumed
