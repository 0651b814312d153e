"""Turns of bots and stand-ins: jobs for their decisions, their pace, retries, and a quick decision when workers fail."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.bots import recall, uses_search
from fairyring.core.fields import schema
from fairyring.core.table import seal
from fairyring.core.text.messages import Message, Player
from fairyring.tables import tutorial
from fairyring.tables.bot_jobs import Job, quick_action
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands.moves import running_game, write_decision
from fairyring.tables.commands.seats import bot_level
from fairyring.tables.engine.effects import CancelJob, ReportFallback, Send, StartJob
from fairyring.tables.engine.session import RunningJob, Session
from fairyring.tables.engine.unit_of_work import UnitOfWork
from fairyring.tables.limits import BOT_PACE_MS, MINUTE, SECOND, bot_budget_ms
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import BOT, PLAYING, TableState
from fairyring.tables.protocol import outgoing
from fairyring.tables.protocol.encode import encode

MAX_TRIES = 2  # by workers; then the table decides without one


def owed_by_bots(state: TableState) -> Iterator[tuple[str, int]]:
    """Yield the decisions that a bot has to make now: decision id and seat."""
    run = state.run
    if run is None or state.phase != PLAYING or state.paused:
        return
    seats, expired = state.seats, run.expired
    if not expired and not any(seat.kind == BOT or seat.stand_in for seat in seats):
        return  # asked after every row: `Run.pending` costs more
    for seat in run.pending:
        if seats[seat].played_by_bot or seat in expired:
            yield opaque_ids.decision_id(state, seat), seat


def bot_job(state: TableState, decision: str, seat: int) -> Job:
    """Return the job of a decision: what the seat knows, and nothing else. The seed is the same when it is asked again."""
    run, table = running_game(state)
    level = state.seats[seat].level or bot_level(state)
    own_decisions = sum(step.seat == seat for step in table.history)
    return Job(
        decision,
        run.name,
        run.rules,
        state.options,
        seat,
        level,
        schema.pack(table.redacted(seat)),
        tuple(action.id for action in table.legal(seat)),
        seal.bot_seed(state.chance.master, seat, own_decisions),
        bot_budget_ms(level),
        recall(table.game, seat, table.history) if uses_search(level) else (),
    )


def start_job(work: UnitOfWork, decision: str, seat: int) -> None:
    """Start the job of a decision. The pace follows from the seed, also for an only choice, so it reveals nothing."""
    job = bot_job(work.state, decision, seat)
    low, high = BOT_PACE_MS
    pace = low + job.seed % (high - low) if work.session.watched(work.time) else 0
    run, _table = running_game(work.state)
    scripted = tutorial.scripted_answer(work.state, seat, run.turns[seat])
    work.session.jobs[decision] = RunningJob(job, work.time, work.time + pace, answer=scripted)
    if scripted is None:
        work.out.append(StartJob(job))


def job_due(running: RunningJob) -> int:
    """Return when a job has to be attended: when its answer is to be shown, or when the worker is overdue."""
    return running.show if running.answer is not None else running.asked + 2 * running.job.budget + SECOND


def attend_job(work: UnitOfWork, decision: str) -> None:
    """Play the answer of a job; without one, ask again, and in the end decide here, without search.

    No bot searches in this process: that takes up to a third of a second, in which all tables would wait.
    """
    running = work.session.jobs[decision]
    if running.answer is not None:
        _play_answer(work, decision, running)
    elif running.tries < MAX_TRIES:
        work.session.jobs[decision] = replace(running, asked=work.time, tries=running.tries + 1)
        work.out.append(StartJob(running.job))
    else:
        work.session.jobs[decision] = replace(running, answer=quick_action(running.job))
        _note_fallback(work, running.job)


def _note_fallback(work: UnitOfWork, job: Job) -> None:
    """Count a decision without a worker; tell people that a bot plays below its level, at most once a minute."""
    work.out.append(ReportFallback())
    if not uses_search(job.level) or work.time < work.session.noted_at + MINUTE:
        return
    work.session.noted_at = work.time
    message = Message("table.note.hasty", {"seat": Player(job.seat)}).wire()
    note = encode(outgoing.Note(message["key"], message["args"]))
    work.out += [Send(conn, note) for conn in work.session.connections]


def _play_answer(work: UnitOfWork, decision: str, running: RunningJob) -> None:
    del work.session.jobs[decision]
    seat, answer = running.job.seat, running.answer
    if (decision, seat) not in owed_by_bots(work.state) or answer is None:
        return  # late: the owner has returned, or the game has moved on
    run, table = running_game(work.state)
    how = "clock" if seat in run.expired else "stand-in" if work.state.seats[seat].stand_in else "bot"
    write_decision(work, seat, table.game.actions[answer].text, how)


def receive_answer(work: UnitOfWork, decision: str, action: int) -> None:
    """Keep a worker's answer until it is to be shown; an illegal one counts as a failure."""
    running = work.session.jobs.get(decision)
    if running is None or running.answer is not None:
        return
    if action in running.job.legal:
        work.session.jobs[decision] = replace(running, answer=action)
    else:
        receive_failure(work, decision)


def receive_failure(work: UnitOfWork, decision: str) -> None:
    """Attend to a job whose worker failed, at once."""
    running = work.session.jobs.get(decision)
    if running is not None and running.answer is None:
        attend_job(work, decision)


def cancel_stale_jobs(state: TableState, session: Session) -> list[CancelJob]:
    """Forget the jobs that are not needed any more, and return their cancellations."""
    if not session.jobs:
        return []
    needed = {decision for decision, _seat in owed_by_bots(state)}
    stale = [decision for decision in session.jobs if decision not in needed]
    for decision in stale:
        del session.jobs[decision]
    return [CancelJob(decision) for decision in stale]
