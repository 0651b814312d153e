"""Analysis of a finished game: which decisions cost most, each judged by a worker from what its seat knew then.

Who has workers walks: `judged_decisions.decisions` yields jobs, and `Judgements` collects their answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from fairyring.api.errors import RequestError
from fairyring.api.judged_decisions import MIN_BUDGET_MS, JudgedDecision
from fairyring.bots.advice import cost
from fairyring.core.game.game import Game
from fairyring.tables.bot_jobs import Weights
from fairyring.tables.log.state import OVER, TableState

GAME_SECONDS = 20  # for all decisions of a game
MAX_BUDGET_MS = 300  # for a decision
MARKS_PER_SEAT = 3
ROUGH_ERROR = 0.06  # median standard error of the best action; above it, only blunders are certain


def require_finished(state: TableState) -> None:
    """Raise RequestError if the game is not over."""
    if state.phase != OVER:
        raise RequestError(409, "not-now", "This game is not over yet; when it is, its decisions can be looked at.")


def budget_ms(total: int, seconds: int = GAME_SECONDS) -> int:
    """Return the thinking time for each of so many decisions, which have so many seconds together."""
    return max(MIN_BUDGET_MS, min(MAX_BUDGET_MS, 1000 * seconds // max(1, total)))


@dataclass(slots=True)
class Judgements:
    """What workers said about decisions of one game."""

    costs: list[tuple[float, int, JudgedDecision]] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)

    def add(self, decision: JudgedDecision, shares: Weights) -> None:
        """Note the weights of a decision's choices; none if its job failed."""
        if not shares:
            return
        self.errors.append(shares[0][2])
        if (lost := cost(shares, decision.done)) > 0:
            self.costs.append((lost, shares[0][0], decision))

    @property
    def rough(self) -> bool:
        """Whether the workers had too little time to be sure."""
        return bool(self.errors) and sorted(self.errors)[len(self.errors) // 2] > ROUGH_ERROR

    def result(self, game: Game[Any], decided: int) -> dict[str, Any]:
        """Return the costliest decisions of each seat, in order; `decided` is how many there were to judge."""
        marks: list[dict[str, Any]] = []
        for seat in game.seats:
            own = sorted((item for item in self.costs if item[2].seat == seat), key=lambda item: -item[0])[:MARKS_PER_SEAT]
            for lost, better, decision in own:
                done, best = (game.space(seat)[action].wire() for action in (decision.done, better))
                at, percent = decision.index + 1, round(100 * lost)
                marks.append({"at": at, "seat": seat, "done": done, "better": best, "cost": percent})
        marks.sort(key=lambda mark: mark["at"])
        return {"game": game.name, "decisions": decided, "looked": len(self.errors), "marks": marks}
