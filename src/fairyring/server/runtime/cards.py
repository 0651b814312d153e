"""Cards of tables: by them the store finds a table, and lists the public ones, without its log."""

from __future__ import annotations

from functools import cache
from operator import attrgetter, is_
from typing import Any

from fairyring.core.game.options import Option, RuleNumber
from fairyring.core.game.room import Room
from fairyring.server import store
from fairyring.tables import rules_versions
from fairyring.tables.engine import timers
from fairyring.tables.engine.session import Session
from fairyring.tables.log.state import BOT, PERSON, TableState
from fairyring.tables.log.stored import Json


def card_of(state: TableState, process: str, time: int, last: LastSummary | None = None) -> store.Card:
    """Return the card of a table: when its next timer is due without connections, and its summary. Holds no names.

    `last` keeps the summary for the next card of the same table.
    """
    session = Session.without_connections(process, time)
    if state.settings.clock or state.playing is None or state.playing.holder is not None:
        timers.track_owed_decisions(state, session, time)  # else no timer depends on it
    return store.Card(
        wake_at=timers.next_wake(state, session, time),
        public=state.settings.public,
        started=state.started,
        summary=summary(state) if last is None else last.of(state),
    )


SUMMARY_FIELDS = ("seats", "guests", "host", "phase", "game", "settings", "options")  # what `summary` reads
_summary_fields = attrgetter(*SUMMARY_FIELDS)


class LastSummary:
    """The summary of a table's newest card. Most rows are decisions, after which it is the same object, encoded once."""

    __slots__ = ("_fields", "_summary")

    def __init__(self) -> None:
        self._fields: tuple[Any, ...] = ()
        self._summary = store.Summary()

    def of(self, state: TableState) -> store.Summary:
        """Return the summary of a state, made anew if anything that it is made of is another object."""
        fields = _summary_fields(state)
        if not (self._fields and all(map(is_, fields, self._fields))):
            self._fields, self._summary = fields, summary(state)
        return self._summary


def summary(state: TableState) -> store.Summary:
    """Return what the list of public tables shows."""
    kinds = [seat.kind for seat in state.seats]
    host = state.guests.get(state.host)
    return store.Summary(
        {
            "game": state.game,
            "phase": state.phase,
            "seats": len(kinds),
            "people": kinds.count(PERSON),
            "bots": kinds.count(BOT),
            "animal": host.animal if host else "",
            "clock": {**state.settings.clock},
            "options": _chosen_options(state),
        }
    )


def _chosen_options(state: TableState) -> dict[str, Json]:
    """Return the options that are not the default, as text. Files of somebody's own are left out: they may say anything."""
    room = rules_versions.newest_room(state.game)
    if room is None:
        return {}
    defaults = _defaults(room)
    chosen = {name: value for name, value in state.options.items() if name in defaults and value != defaults[name]}
    names = defaults if len(chosen) > 1 else chosen  # in the order in which they are declared
    return {name: str(chosen[name]) for name in names if name in chosen and isinstance(chosen[name], str | int)}


@cache
def _defaults(room: Room) -> dict[str, Any]:
    """Return the defaults of all options."""
    declared: list[Option | RuleNumber] = [*room.options.declared, *room.options.numbers]
    return {option.name: option.default for option in declared}
