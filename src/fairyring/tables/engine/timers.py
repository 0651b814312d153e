"""Duties: what is due at some time without anybody saying anything. One list says when, and does it.

The process that wrote the last row is the warden; the others act some seconds later, and only if nothing came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from fairyring.tables import bot_turns, clocks
from fairyring.tables.broadcast import opaque_ids, presence
from fairyring.tables.commands import gestures, moves, reported_outcomes, votes
from fairyring.tables.engine.effects import Forget, Tell
from fairyring.tables.engine.session import Live, Owed, owner
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import (
    ABSENT,
    HOST_ABSENT,
    HOST_ABSENT_PLAYING,
    NEVER_STARTED,
    PUBLIC_STAND_IN,
    RETELL,
    SECOND,
    UNTOUCHED,
    WARDEN,
)
from fairyring.tables.limits import SEALING as SEALING_WINDOW
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import OVER, PLAYING, SEALING, Durable

Duty = tuple[int, Callable[[Desk], None]]


def perform(desk: Desk) -> None:
    """Do what is due. Doing one thing may change what else is due, so they are looked up again."""
    for _ in range(64):
        due = [duty for at, duty in duties(desk.durable, desk.live, desk.time) if at <= desk.time]
        if not due:
            return
        due[0](desk)


def wake_at(durable: Durable, live: Live, time: int) -> int | None:
    """When the next thing is due."""
    return min((at for at, _duty in duties(durable, live, time)), default=None)


def duties(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    """Everything that will have to be done, with its time."""
    late = 0 if durable.by == live.me or live.alone else WARDEN + live.jitter
    for at, duty in _written(durable, live, time):
        yield max(at, live.moved) + late, duty
    yield from _local(durable, live, time)


def _written(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    """What writes the log, or asks a bot: only one process should."""
    yield from _bots(durable, live, time)
    if durable.phase == SEALING:
        yield live.sealing + SEALING_WINDOW, moves.deal
    yield from _clocks(durable, live)
    yield from _stand_ins(durable, live, time)
    yield from _host(durable, live, time)
    again = votes.again_due(durable, live, time)
    if again is not None:
        yield again, votes.go_again
    if not durable.archived and not live.conns:
        if durable.started:
            yield durable.at + UNTOUCHED, lambda desk: desk.write("archive", {"on": True})
        elif time >= durable.at + NEVER_STARTED:
            yield durable.at + NEVER_STARTED, _forget
        else:
            yield durable.at + NEVER_STARTED, lambda desk: None


def _forget(desk: Desk) -> None:
    desk.out.append(Forget())
    desk.write("archive", {"on": True})


def _bots(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    holds = gestures.awaited(durable)
    confirms = reported_outcomes.bot_due(durable, live, time)
    if confirms is not None:
        yield confirms, reported_outcomes.by_bot
    for label, seat in bot_turns.wanted(durable):
        if holds is not None:  # a hand is moved here: it takes no thinking, and a worker need not know what is heard
            at = gestures.bot_due(durable, live, seat, time)
            if at is not None:
                yield at, partial(gestures.by_bot, seat)
        elif label in live.jobs:
            yield bot_turns.due(live.jobs[label]), partial(_attend, label)
        else:
            yield live.moved, partial(_ask, label, seat)


def _attend(label: str, desk: Desk) -> None:
    bot_turns.attend(desk, label)


def _ask(label: str, seat: int, desk: Desk) -> None:
    bot_turns.ask(desk, label, seat)


def _clocks(durable: Durable, live: Live) -> Iterator[Duty]:
    for seat in live.owed:
        end = clocks.deadline(durable, live, seat)
        if end is not None:
            yield end + 1, partial(_expire, seat)


def _expire(seat: int, desk: Desk) -> None:
    """Apply an expired clock: the action that `TableHooks.out_of_time` of the game forces, else one decision of a bot."""
    _run, table = moves.running(desk.durable)
    out_of_time = table.game.room.table.out_of_time
    action = out_of_time(table.state, seat) if out_of_time is not None else None
    desk.write("clock", {"seat": seat})
    if action is not None:
        moves.decided(desk, seat, table.game.actions[action].text, "clock", clocks.limit(desk.durable, seat))


def _stand_ins(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    """At a public table nobody has to vote; but somebody has to be there to play for."""
    if not durable.settings.public or durable.phase != PLAYING or not live.watched(time):
        return
    for seat in live.owed:
        guest = owner(durable, seat)
        if guest and not durable.seats[seat].stand_in and not live.connected(guest, time):
            at = max(live.last(guest).socket, live.owed[seat].since) + max(PUBLIC_STAND_IN, ABSENT)
            yield at, partial(_let_stand_in, seat)


def _let_stand_in(seat: int, desk: Desk) -> None:
    votes.set_stand_in(desk, seat, on=True)


def _host(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    """An absent host is followed by whoever present sits here longest."""
    if not live.watched(time) or live.connected(durable.host, time):
        return
    heirs = [guest for guest in live.present_people(durable, time) if guest != durable.host]
    if heirs:
        limit = HOST_ABSENT_PLAYING if durable.phase in (PLAYING, SEALING) else HOST_ABSENT
        yield live.last(durable.host).socket + limit, lambda desk: desk.write("host", {"guest": heirs[0]})


def _local(durable: Durable, live: Live, time: int) -> Iterator[Duty]:
    """What only this process's own sockets see."""
    if live.conns:
        guests = {guest for guest in live.seen if guest in durable.guests} | set(durable.people)
        change = presence.next_change(live, guests, time)
        if change is not None:
            yield change, lambda desk: None
    shown = gestures.due(durable, live)
    if shown is not None:
        yield shown, gestures.show
    moves = gestures.bot_moves(durable, live, time)
    if moves is not None:
        yield moves, gestures.move_bot
    if any(clocks.runs(durable, seat) for seat in live.owed):
        yield live.pulse + SECOND, _pulse
    if not live.alone and live.conns:
        yield live.retell + RETELL, _tell


def _pulse(desk: Desk) -> None:
    desk.live.pulse = desk.time


def stood_still(live: Live, missed: int) -> None:
    """This process slept, or its clock jumped: nobody's clock ran meanwhile."""
    live.owed = {seat: replace(owed, since=owed.since + missed) for seat, owed in live.owed.items()}


def _tell(desk: Desk) -> None:
    desk.live.retell = desk.time
    desk.out.append(Tell(presence.tell(desk.live)))


def notice(durable: Durable, live: Live, time: int) -> None:
    """After a row: who owes what since when, as far as this process knows."""
    run = durable.run
    pending = run.pending if run is not None and durable.phase == PLAYING else ()
    owed: dict[int, Owed] = {}
    for seat in (*pending, *reported_outcomes.awaited(durable)):
        name = opaque_ids.ask(durable, seat) + ("" if clocks.runs(durable, seat) else " stopped")
        before, spent = live.owed.get(seat), clocks.kept(durable, seat)
        same = before is not None and (before.ask, before.spent) == (name, spent)
        owed[seat] = before if before is not None and same else Owed(name, time, spent)
    live.owed = owed
    if live.shown_hand is not None and live.shown_hand.number != gestures.number(durable):
        live.shown_hand = None
    live.sealing = (live.sealing or time) if durable.phase == SEALING else 0
    live.over = (live.over or time) if durable.phase == OVER else 0
    if durable.phase == OVER or not owed:
        live.votes = {key: who for key, who in live.votes.items() if key[0] == "again"}
