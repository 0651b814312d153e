"""Hints: what a good bot would do in a seat, computed by a worker from what that seat knows, and sent to that seat alone.

Hints exist only where one person plays against bots. Nothing is written to the log.
"""

from __future__ import annotations

from typing import Any

from fairyring.bots import Position, recall
from fairyring.bots.advice import Basis, hint_position, percents
from fairyring.core.declared.declare import UNSET
from fairyring.core.table.table import Table
from fairyring.tables.bot_jobs import Job, Weights, hint_request
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands import moves
from fairyring.tables.engine.effects import Send, StartHintJob
from fairyring.tables.engine.session import Connection
from fairyring.tables.engine.unit_of_work import Reply, UnitOfWork
from fairyring.tables.limits import HINT_BUDGET_MS, HINT_RATE
from fairyring.tables.log.state import PERSON, PLAYING, TableState, without_own_choice
from fairyring.tables.protocol import incoming, outgoing
from fairyring.tables.protocol.encode import encode
from fairyring.tables.refusals import Refused

JOB_PREFIX = "hint "  # of the job's id; the id of the decision follows


def hint(work: UnitOfWork, conn: Connection, cmd: incoming.AskHint) -> None:
    """Start a hint job; asked again for the same decision, send the last answer again."""
    moves.require_decision(work, conn, cmd)
    if not _one_person(work.state):
        raise Refused("not-now", "hint.people")
    last = work.session.last_hint
    if last is not None and last[0] == cmd.ask:
        work.out.append(Reply(conn.id, last[1]))
        return
    work.require_rate(conn.guest, "hint", HINT_RATE)
    work.out.append(StartHintJob(conn.id, hint_job(work.state, cmd.seat, cmd.ask)))


def _one_person(state: TableState) -> bool:
    return sum(seat.kind == PERSON for seat in state.seats) == 1


def hint_job(state: TableState, seat: int, ask: str) -> Job:
    """Return the job: what the seat knows, as if it had not chosen yet, and nothing else."""
    _run, table = moves.running_game(state)
    position, _basis = _position(table, seat)
    known, memory = position.knowledge, position.memory
    return hint_request(f"{JOB_PREFIX}{ask}", table.game, state.options, seat, known, memory, HINT_BUDGET_MS)


def _position(table: Table[Any], seat: int) -> tuple[Position, Basis | None]:
    table = without_own_choice(table, seat)
    return hint_position(Position.at(table, seat, recall(table.game, seat, table.history)))


def receive_hint(work: UnitOfWork, conn_id: str, job: Job, choices: Weights) -> None:
    """Send a hint to the connection that asked, if the decision is still open."""
    state, conn, ask = work.state, work.session.connections.get(conn_id), job.id.removeprefix(JOB_PREFIX)
    if conn is None or state.phase != PLAYING or state.run is None or job.seat not in state.seats_of(conn.guest):
        return
    if ask != opaque_ids.decision_id(state, job.seat) or not _one_person(state):
        return
    best = percents(choices)
    actions = [action for action, _percent in best]
    values = [percent for _action, percent in best if percent >= 0]
    often = [round(100 * share) for *_value, share in choices[: len(best)]]
    _run, table = moves.running_game(state)
    _position_before, basis = _position(table, job.seat)
    message = encode(outgoing.Hint(job.seat, ask, actions, values, often if any(often) else UNSET, basis or UNSET))
    if best:
        work.session.last_hint = (ask, message)
    work.out.append(Send(conn_id, message))
