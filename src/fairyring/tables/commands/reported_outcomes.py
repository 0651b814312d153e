"""Outcomes from outside: a real deck at a table of people. One seat says what the hand brought, another one confirms it.

Where a bot plays the seat that should say it, any person at the table may; and a bot, which has no eyes, confirms what nobody
else is there to confirm.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.game.contract import NATURE
from fairyring.core.table.table import Table
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands.moves import checked, go_on, running
from fairyring.tables.engine.session import Conn, Live
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import PACE
from fairyring.tables.log.state import PERSON, Durable
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]


def _people(durable: Durable) -> list[int]:
    return [p for p, seat in enumerate(durable.seats) if seat.kind == PERSON and not seat.stand_in]


def tellers(durable: Durable) -> tuple[int, ...]:
    """The seats that may report now. A hand on a screen reports itself.

    Where bots play for all people, no bot can see the deck: each of these people may say it, and plays again by saying so.
    """
    table = durable.playing
    if table is None or table.reported is not None or table.holder is not None or not table.reporters:
        return ()
    people = _people(durable) or [p for p, seat in enumerate(durable.seats) if seat.kind == PERSON]
    return tuple([p for p in table.reporters if p in people] or people)


def confirming(durable: Durable) -> tuple[int, ...]:
    """The seats of people of which one has to confirm what was reported, other than who reported it."""
    table = durable.playing
    if table is None or durable.run is None:
        return ()
    return tuple(p for p in table.confirmers if p in _people(durable) and p != durable.run.stead)


def awaited(durable: Durable) -> tuple[int, ...]:
    """Whom the table waits for."""
    table = durable.playing
    if table is None or table.holder is not None:
        return ()
    return table.reporters if table.reported is None else confirming(durable)


def _outside(desk: Desk, conn: Conn, cmd: Cmd) -> Table[Any]:
    desk.need_running()
    desk.need_here(conn, cmd["seat"])
    if desk.durable.paused:
        raise Refused("paused")
    if cmd["ask"] != opaque_ids.outcome(desk.durable):
        raise Refused("past")
    return running(desk.durable)[1]


def report(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Say what the world brought."""
    table = _outside(desk, conn, cmd)
    allowed, seat = tellers(desk.durable), cmd["seat"]
    if not allowed:
        raise Refused("past")
    if seat not in allowed:
        raise Refused("not-yours")
    action = checked(table, NATURE, cmd["outcome"])
    own = seat in table.reporters
    data = {"seat": seat if own else table.reporters[0], "outcome": action.text}
    desk.write("report", data if own else {**data, "stead": seat})
    go_on(desk)


def confirm(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """Say whether that is right."""
    table = _outside(desk, conn, cmd)
    if table.reported is None:
        raise Refused("past")
    if cmd["seat"] not in confirming(desk.durable):
        raise Refused("not-yours")
    desk.write("confirm", {"seat": cmd["seat"], "right": cmd["right"]})
    go_on(desk)


def bot_due(durable: Durable, live: Live, time: int) -> int | None:
    """When a bot confirms, because no person can; None where it does not."""
    table = durable.playing
    if table is None or table.reported is None or durable.paused or confirming(durable):
        return None
    return live.moved + (PACE[0] if live.watched(time) else 0)


def by_bot(desk: Desk) -> None:
    table = running(desk.durable)[1]
    seats = [p for p in table.confirmers if desk.durable.seats[p].played_by_bot] or list(table.confirmers)
    desk.write("confirm", {"seat": seats[0], "right": True, "how": "bot"})
    go_on(desk)
