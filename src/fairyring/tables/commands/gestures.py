"""Hands on screens (`core.hand`): what their owner is given, what the others see of them, and what they bring.

Nothing here knows which game it is. The owner's page moves the hand by itself and tells, for the picture only, how far it is
(`trace`, not kept, not answered). The seated audience is shown that on a grid in time; others hear of it when the hand is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.core.errors import CannotParse
from fairyring.core.table import seal
from fairyring.core.table.gesture import Gesture
from fairyring.tables import clocks
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import moves
from fairyring.tables.engine.effects import Effect, Send, Tell
from fairyring.tables.engine.session import Conn, Live, Shown, Viewer, viewer_of
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import GRID, HAND_PACE, TRACE_RATE
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.rows import Row
from fairyring.tables.log.state import Durable
from fairyring.tables.protocol.sent import Band
from fairyring.tables.refusals import Refused

Cmd = Mapping[str, Any]
OWN_SEEDS = 1 << 31  # the seeds of a bot's hands are none of its decisions'


def awaited(durable: Durable) -> tuple[Gesture, int] | None:
    """The hand that the table waits for, and whose it is."""
    table = durable.playing
    seat = table.holder if table is not None else None
    if table is None or table.game.gesture is None or seat is None:
        return None
    return table.game.gesture, seat


def number(durable: Durable) -> int:
    """Which hand of the game is awaited; 0 if none is."""
    found = awaited(durable)
    return found[0].number(moves.running(durable)[1].state) if found else 0


def kind(durable: Durable) -> Gesture | None:
    """The hand that the game being played has at times."""
    table = durable.playing
    return table.game.gesture if table is not None else None


def given(durable: Durable, seat: int) -> dict[str, Any]:
    """What a seat is given of its own hand, as a part of its picture; nothing for others."""
    found = awaited(durable)
    if found is None or found[1] != seat:
        return {}
    table = moves.running(durable)[1]
    told = found[0].owner_data(table.game, table.state, durable.chance.master)
    return {found[0].name: {"ask": opaque_ids.ask(durable, seat), **told}}


# While it moves -------------------------------------------------------------------------------------


def trace(desk: Desk, conn: Conn, message: Mapping[str, Any]) -> None:
    """A page tells how far the hand is. What is not from its owner, or too much, is dropped without a word."""
    allowed = desk.allows(conn.id, "trace", TRACE_RATE)
    found = awaited(desk.durable)
    if not allowed or found is None or desk.durable.paused:
        return
    hand, holder = found
    table = moves.running(desk.durable)[1]
    which = hand.number(table.state)
    if message.get("c") != which or viewer_of(desk.durable, conn) != holder or desk.durable.seats[holder].stand_in:
        return
    seen = hand.observe(table.game, table.state, desk.durable.chance.master, message)
    if seen is None:
        return
    presence.active(desk, conn.guest)
    before = desk.live.shown_hand
    if before is None or before.number != which:
        before = Shown(which)
    due = (desk.time // GRID + 1) * GRID if before.due is None else before.due
    desk.live.shown_hand = replace(before, now=seen, due=due if seen != before.band else None)


def due(durable: Durable, live: Live) -> int | None:
    """When the audience is to be shown the hand anew."""
    shown = live.shown_hand
    return shown.due if shown is not None and shown.number == number(durable) else None


def show(desk: Desk) -> None:
    """The grid has come: show the seated audience how the hand looks now, here and in other processes."""
    shown = desk.live.shown_hand
    if shown is None:
        return
    desk.live.shown_hand = replace(shown, band=shown.now, due=None)
    _spread(desk)
    desk.out.append(Tell({"from": desk.live.me, "hand": [shown.number, shown.now]}))


def heard(desk: Desk, told: Any) -> None:
    """Another process has the owner's page."""
    which, band = told
    if which == number(desk.durable):
        desk.live.shown_hand = Shown(which, band, band)
        _spread(desk)


def _spread(desk: Desk) -> None:
    for conn in desk.live.conns.values():
        desk.out += to_audience(desk.durable, desk.live, conn, viewer_of(desk.durable, conn))


def to_audience(durable: Durable, live: Live, conn: Conn, viewer: Viewer) -> list[Effect]:
    """What a socket is sent of the hand that moves: nothing for its owner, for watchers, and behind the curtain."""
    shown, found = live.shown_hand, awaited(durable)
    if shown is None or found is None or shown.band is None or shown.number != number(durable):
        return []
    if conn.fresh or viewer is None or viewer == found[1]:
        return []
    return [Send(conn.id, Band(shown.number, shown.band).wire())]


def finished(row: Row, live: Live) -> list[Effect]:
    """When the hand is done, everybody may know how it looked in the end."""
    told = [entry.data["shown"] for entry in row.entries if entry.kind == "hand" and entry.data.get("shown")]
    return [Send(conn.id, Band(*shown).wire()) for shown in told for conn in live.conns.values() if not conn.fresh]


# The end ----------------------------------------------------------------------------------------------


def finish(desk: Desk, conn: Conn, cmd: Cmd) -> None:
    """The owner says that it is done. It was the last thing to be decided, so there is no taking back."""
    moves.asked(desk, conn, cmd)
    found = awaited(desk.durable)
    if found is None or found[1] != cmd["seat"]:
        raise Refused("past")
    charge = clocks.charge(desk.durable, desk.live, cmd["seat"], desk.time)
    _bring(desk, found[0], cmd["seat"], {name: cmd.get(name) for name in found[0].fields}, "", charge)


def by_bot(seat: int, desk: Desk) -> None:
    """A bot moves its hand, or the stand-in of who is absent."""
    found = awaited(desk.durable)
    if found is None or found[1] != seat:
        return
    run, table = moves.running(desk.durable)
    sitting = desk.durable.seats[seat]
    stands_in = sitting.stand_in or seat in run.expired
    told = found[0].bot_input(table.game, table.state, desk.durable.chance.master, stands_in)
    _bring(desk, found[0], seat, told, "clock" if seat in run.expired else "stand-in" if sitting.stand_in else "bot")


def bot_due(durable: Durable, live: Live, seat: int, time: int) -> int | None:
    """When a bot's hand is done: paced as its choices are. None before this process knows that it is owed."""
    owed = live.owed.get(seat)
    if owed is None or not owed.ask.startswith(opaque_ids.ask(durable, seat)):
        return None
    low, high = HAND_PACE
    seed = seal.bot_seed(durable.chance.master, seat, OWN_SEEDS + number(durable))
    return owed.since + (low + seed % (high - low) if live.watched(time) else 0)


def bot_moves(durable: Durable, live: Live, time: int) -> int | None:
    """When the audience is to see a bot's hand again: at each point of the grid until it is done."""
    found = awaited(durable)
    if found is None or durable.paused or not live.conns or not durable.seats[found[1]].played_by_bot:
        return None
    done = bot_due(durable, live, found[1], time)
    shown = live.shown_hand
    last = shown.seen if shown is not None and shown.number == number(durable) else 0
    if done is None:
        return None
    at = (max(last, live.owed[found[1]].since) // GRID + 1) * GRID
    return at if at < done else None


def move_bot(desk: Desk) -> None:
    """A bot's hand goes on evenly to where it will end. Each process moves it for its own sockets."""
    found = awaited(desk.durable)
    done = bot_due(desk.durable, desk.live, found[1], desk.time) if found is not None else None
    if found is None or done is None:
        return
    hand, seat = found
    table, master = moves.running(desk.durable)[1], desk.durable.chance.master
    told = hand.bot_input(table.game, table.state, master, desk.durable.seats[seat].stand_in)
    since = desk.live.owed[seat].since
    which = hand.number(table.state)
    band = hand.observe(table.game, table.state, master, hand.bot_progress(told, desk.time - since, done - since))
    before = desk.live.shown_hand
    same = before is not None and before.number == which and before.band == band
    desk.live.shown_hand = Shown(which, band, band or 0, None, desk.time)
    if not same:
        _spread(desk)


def _bring(desk: Desk, hand: Gesture, seat: int, told: Mapping[str, Any], how: str, charge: int = 0) -> None:
    table = moves.running(desk.durable)[1]
    master = desk.durable.chance.master
    try:
        outcome, extra = hand.resolve(table.game, table.state, master, told)
    except CannotParse as error:
        raise Refused.by_game("bad-form", error) from error
    data: dict[str, Any] = {"seat": seat, "plays": outcome, "told": extra}
    which = hand.number(table.state)
    band = hand.observe(table.game, table.state, master, told)
    data |= {"shown": [which, band]} if band is not None else {}
    data |= ({"how": how} if how else {}) | ({"charge": charge} if charge else {})
    desk.write("hand", data)
    moves.go_on(desk)
