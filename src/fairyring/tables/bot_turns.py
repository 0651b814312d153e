"""Bots and stand-ins: asked for what their seat owes, paced, asked again, and replaced when they fail."""

from __future__ import annotations

from collections.abc import Iterator

from fairyring.bots import recall, uses_search
from fairyring.core.fields import schema
from fairyring.core.table import seal
from fairyring.tables import tutorial
from fairyring.tables.bot_jobs import Job, at_random
from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.commands.moves import decided, running
from fairyring.tables.commands.seats import level_for
from fairyring.tables.engine.effects import Ask, Cancel
from fairyring.tables.engine.session import Live, Thinking
from fairyring.tables.engine.unit_of_work import Desk
from fairyring.tables.limits import PACE, SECOND, budget
from fairyring.tables.log.frozen import replace
from fairyring.tables.log.state import PLAYING, Durable

TRIES = 2  # by workers; then the table takes any legal action


def wanted(durable: Durable) -> Iterator[tuple[str, int]]:
    """The decisions that a bot has to make now: their names, and the seats."""
    run = durable.run
    if run is None or durable.phase != PLAYING or durable.paused:
        return
    for seat in run.pending:
        if durable.seats[seat].played_by_bot or seat in run.expired:
            yield opaque_ids.ask(durable, seat), seat


def make(durable: Durable, ask: str, seat: int) -> Job:
    """The job: what the seat knows, and not a byte more. Asked again it thinks the same."""
    run, table = running(durable)
    level = durable.seats[seat].level or level_for(durable)
    own = sum(step.seat == seat for step in table.history)
    return Job(
        ask,
        run.name,
        run.rules,
        durable.options,
        seat,
        level,
        schema.pack(table.redacted(seat)),
        tuple(action.id for action in table.legal(seat)),
        seal.bot_seed(durable.chance.master, seat, own),
        budget(level),
        recall(table.game, seat, table.history) if uses_search(level) else (),
    )


def ask(desk: Desk, label: str, seat: int) -> None:
    """Let a worker think. Pace tells nothing: it is the same for an only choice, and comes from the seed."""
    job = make(desk.durable, label, seat)
    low, high = PACE
    pace = low + job.seed % (high - low) if desk.live.watched(desk.time) else 0
    run, _table = running(desk.durable)
    told = tutorial.answer(desk.durable, seat, run.turns[seat])
    desk.live.jobs[label] = Thinking(job, desk.time, desk.time + pace, answer=told)
    if told is None:
        desk.out.append(Ask(job))


def due(thinking: Thinking) -> int:
    """When something has to be done about a job."""
    return thinking.show if thinking.answer is not None else thinking.asked + 2 * thinking.job.budget + SECOND


def attend(desk: Desk, label: str) -> None:
    """Play what was answered; or ask again, and in the end take what is at hand.

    A mind may think for a third of a second, and here all tables would wait for it.
    """
    thinking = desk.live.jobs[label]
    if thinking.answer is not None:
        _play(desk, label, thinking)
    elif thinking.tries < TRIES:
        desk.live.jobs[label] = replace(thinking, asked=desk.time, tries=thinking.tries + 1)
        desk.out.append(Ask(thinking.job))
    else:
        desk.live.jobs[label] = replace(thinking, answer=at_random(thinking.job))


def _play(desk: Desk, label: str, thinking: Thinking) -> None:
    del desk.live.jobs[label]
    seat, answer = thinking.job.seat, thinking.answer
    if (label, seat) not in wanted(desk.durable) or answer is None:
        return  # the owner came back, or the game went on: late answers are dropped
    run, table = running(desk.durable)
    how = "clock" if seat in run.expired else "stand-in" if desk.durable.seats[seat].stand_in else "bot"
    decided(desk, seat, table.game.actions[answer].text, how)


def answered(desk: Desk, label: str, action: int) -> None:
    thinking = desk.live.jobs.get(label)
    if thinking is None or thinking.answer is not None:
        return
    if action in thinking.job.legal:
        desk.live.jobs[label] = replace(thinking, answer=action)
    else:
        failed(desk, label)


def failed(desk: Desk, label: str) -> None:
    """A worker failed: it is due at once."""
    thinking = desk.live.jobs.get(label)
    if thinking is not None and thinking.answer is None:
        attend(desk, label)


def stale(durable: Durable, live: Live) -> list[Cancel]:
    """Jobs that nobody needs any more; they are forgotten here."""
    needed = {label for label, _seat in wanted(durable)}
    gone = [label for label in live.jobs if label not in needed]
    for label in gone:
        del live.jobs[label]
    return [Cancel(label) for label in gone]
