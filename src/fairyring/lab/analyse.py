"""Cost of the decisions of a recorded game: the share of the win that each action lost against the best known one.

Each decision is judged by the knowledge of its seat at that time; hidden and later information does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from fairyring.bots import NO_LIMITS, Limits, Opinion, Position, Recall
from fairyring.bots.advice import advise, cost
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.record.record import Record


@dataclass(frozen=True)
class JudgedDecision:
    """One decision, with the opinion of the advising bot on it."""

    index: int  # in the record
    seat: int
    action: int
    opinion: Opinion

    @property
    def best(self) -> int:
        """The action that the bot would have chosen."""
        return self.opinion.action

    @property
    def cost(self) -> float:
        """The lost share of the win; 0 where the difference may be chance."""
        return cost(self.opinion.shares, self.action)


def judge(
    record: Record,
    seats: Collection[int] | None = None,
    limits: Limits = NO_LIMITS,
    progress: Callable[[int], None] = lambda index: None,
    wait: bool = True,
) -> Iterator[JudgedDecision]:
    """Yield a judgement of each decision of these seats (default: all) that had an alternative.

    `wait`: the search waits for the compiler, see `SearchBot`.
    """
    game = record.game()
    recalls = {seat: Recall(game, seat) for seat in (game.seats if seats is None else seats)}
    for index, (s, decision, _events) in enumerate(record.walk()):
        progress(index)
        if decision is None:
            return
        seat, action = decision.seat, game.action(decision.seat, decision.action).id
        if seat != NATURE and seat in recalls and game.rules.legal_count(s, seat) > 1:
            position = Position.of(game, s, seat, recalls[seat].memory)
            yield JudgedDecision(index, seat, action, advise(position, limits, wait))
        for recall in recalls.values():
            recall.watch(seat, action)


def as_dict(game: Game[Any], judged: JudgedDecision) -> dict[str, Any]:
    """Return a judgement as JSON values."""
    return {
        "index": judged.index,
        "seat": judged.seat,
        "action": str(game.action(judged.seat, judged.action)),
        "cost": round(judged.cost, 4),
        "best": str(game.action(judged.seat, judged.best)),
        "simulations": judged.opinion.simulations,
        "choices": [
            {"action": str(game.action(judged.seat, action)), "share": round(share, 4), "error": round(error, 4)}
            for action, share, error in judged.opinion.shares
        ],
    }
