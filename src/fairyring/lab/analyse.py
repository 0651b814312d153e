"""What a game's decisions were worth: for each, how much of the win the chosen action cost, as far as could be known then.

Every decision is looked at as its seat saw it: what was hidden from it stays hidden, and what came later does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from fairyring.bots import Opinion
from fairyring.bots.advice import advise, cost
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Record


@dataclass(frozen=True)
class Looked:
    """One decision: what was done, and what the adviser thought of it then."""

    index: int  # in the record
    seat: int
    done: int
    thought: Opinion

    @property
    def best(self) -> int:
        return self.thought.action

    @property
    def cost(self) -> float:
        """The share of the win that it cost; 0 where the difference may be chance."""
        return cost(self.thought.shares, self.done)


def look(
    record: Record,
    seats: Collection[int] | None = None,
    simulations: int | None = None,
    budget: float | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Looked]:
    """Every decision of these seats (or of all) where there was a choice, one after the other."""
    game = record.game()
    for index, (s, decision) in enumerate(record.walk()):
        progress(index)
        if decision is None or decision.seat == NATURE or (seats is not None and decision.seat not in seats):
            continue
        legal = game.legal(s, decision.seat)
        if len(legal) < 2:
            continue
        done = game.action(decision.seat, decision.action).id
        history = record.decisions[:index]
        thought = advise(game, decision.seat, game.redact(s, decision.seat), legal, history, budget, simulations)
        yield Looked(index, decision.seat, done, thought)


def as_dict(game: Game[Any], looked: Looked) -> dict[str, Any]:
    """Ready for JSON."""
    return {
        "index": looked.index,
        "seat": looked.seat,
        "action": str(game.action(looked.seat, looked.done)),
        "cost": round(looked.cost, 4),
        "best": str(game.action(looked.seat, looked.best)),
        "simulations": looked.thought.simulations,
        "choices": [
            {"action": str(game.action(looked.seat, action)), "share": round(share, 4), "error": round(error, 4)}
            for action, share, error in looked.thought.shares
        ],
    }
