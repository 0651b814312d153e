"""Clocks: for each decision, or a bank with an increment. They run only while a person here could decide."""

from __future__ import annotations

from dataclasses import dataclass

from fairyring.tables.broadcast import opaque_ids
from fairyring.tables.engine.session import Live
from fairyring.tables.limits import LAG
from fairyring.tables.log.state import PERSON, PLAYING, Durable


@dataclass(frozen=True, slots=True)
class Clock:
    """The running clock of one seat."""

    seat: int
    deadline: int


def runs(durable: Durable, seat: int) -> bool:
    """Whether the seat's clock runs: not in Sealing, a pause, or behind a stand-in."""
    run = durable.run
    if run is None or not durable.settings.clock or durable.phase != PLAYING or durable.paused or seat in run.expired:
        return False
    sitting = durable.seats[seat]
    return sitting.kind == PERSON and not sitting.stand_in and seat in run.pending


def limit(durable: Durable, seat: int) -> int:
    """What this decision may take."""
    assert durable.run is not None
    clock = durable.settings.clock
    return clock["per"] if "per" in clock else durable.run.banks[seat]


def _since(durable: Durable, live: Live, seat: int) -> int | None:
    """Since when the clock runs.

    Within one row a seat may already owe its next decision, or its clock may have been stopped and run again; of that `live`
    knows nothing yet, and what was spent is written already.
    """
    owed = live.owed.get(seat)
    if owed is None or not runs(durable, seat) or owed.ask != opaque_ids.ask(durable, seat):
        return None
    return owed.since if owed.spent == kept(durable, seat) else None


def kept(durable: Durable, seat: int) -> int:
    """What the decision had taken when its clock was stopped last."""
    return 0 if durable.run is None else durable.run.spent.get(seat, 0)


def spent(durable: Durable, live: Live, seat: int, time: int) -> int:
    """What the decision has taken so far. Counted from when this process knows of it: downtime is nobody's time."""
    since = _since(durable, live, seat)
    return kept(durable, seat) + (0 if since is None else max(0, time - since))


def charge(durable: Durable, live: Live, seat: int, time: int) -> int:
    """What a decision that arrives now costs: a little is taken off for the lag."""
    if not runs(durable, seat):
        return 0
    return max(0, spent(durable, live, seat, time) - LAG)


def deadline(durable: Durable, live: Live, seat: int) -> int | None:
    """When the seat's clock will have run out; None while it does not run."""
    since = _since(durable, live, seat)
    if since is None:
        return None
    return since + max(0, limit(durable, seat) - kept(durable, seat)) + LAG


def overdue(durable: Durable, live: Live, seat: int, time: int) -> bool:
    end = deadline(durable, live, seat)
    return end is not None and time > end


def stopped(durable: Durable, live: Live, time: int, seats: tuple[int, ...] | None = None) -> dict[str, int]:
    """What to remember of the running clocks when they are stopped now."""
    wanted = range(len(durable.seats)) if seats is None else seats
    return {str(p): spent(durable, live, p, time) for p in wanted if runs(durable, p)}
