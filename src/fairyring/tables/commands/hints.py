"""Hints: what a good bot would do in somebody's seat, thought out by a worker from what that seat knows, and told to it alone.

Nothing is written. Where other people sit there are none: against them everybody plays with their own head.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fairyring.bots import recall
from fairyring.bots.advice import percents
from fairyring.tables.bot_jobs import Job, Weighed, advice
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import moves
from fairyring.tables.engine.effects import Consult, Send
from fairyring.tables.engine.session import Conn
from fairyring.tables.engine.unit_of_work import Desk, Reply
from fairyring.tables.limits import HINT_BUDGET, HINT_RATE
from fairyring.tables.log.state import PERSON, PLAYING, Durable, taken_back
from fairyring.tables.protocol.sent import Hint
from fairyring.tables.refusals import Refused


def hint(desk: Desk, conn: Conn, cmd: Mapping[str, Any]) -> None:
    """Let a worker think about it; asked again, what it said is said again."""
    moves.asked(desk, conn, cmd)
    seat, ask = cmd["seat"], cmd["ask"]
    if sum(one.kind == PERSON for one in desk.durable.seats) != 1:
        raise Refused("not-now", "hint.people")
    known = desk.live.hint
    if known is not None and known[0] == ask:
        desk.out.append(Reply(conn.id, known[1]))
        return
    desk.need_patience(conn.guest, "hint", HINT_RATE)
    desk.out.append(Consult(conn.id, make(desk.durable, seat, ask)))


def make(durable: Durable, seat: int, ask: str) -> Job:
    """What the seat knows, as if it had not chosen yet, and not a byte more."""
    _run, table = moves.running(durable)
    table = taken_back(table, seat)
    memory = recall(table.game, seat, table.history)
    return advice(f"hint {ask}", table.game, durable.options, seat, table.redacted(seat), memory, HINT_BUDGET)


def advised(desk: Desk, conn_id: str, job: Job, choices: Weighed) -> None:
    """A worker has thought about it: tell who asked, if that is still the question there."""
    durable, conn, ask = desk.durable, desk.live.conns.get(conn_id), job.id.removeprefix("hint ")
    if conn is None or durable.phase != PLAYING or durable.run is None or job.seat not in durable.seats_of(conn.guest):
        return
    if ask != opaque_ids.ask(durable, job.seat) or sum(one.kind == PERSON for one in durable.seats) != 1:
        return
    best = percents(choices)
    numbers = tuple(percent for _action, percent in best if percent >= 0)
    often = tuple(round(100 * share) for *_how_good, share in choices[: len(best)])
    told = Hint(job.seat, ask, tuple(action for action, _percent in best), numbers, often if any(often) else ()).wire()
    if best:
        desk.live.hint = (ask, told)
    desk.out.append(Send(conn_id, told))
