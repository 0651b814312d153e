"""Decisions of a finished game that are worth judging, each with the job that judges it from what its seat knew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairyring.bots import Recall
from fairyring.core.record.record import Record
from fairyring.tables.bot_jobs import Job, hint_request

MIN_BUDGET_MS = 20  # for a decision


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision with more than one legal action, and the job that judges it."""

    index: int  # in the record
    seat: int
    done: int
    job: Job

    def plain(self) -> dict[str, Any]:
        """Return the decision as JSON."""
        return {"index": self.index, "seat": self.seat, "done": self.done, "job": self.job.plain()}

    @staticmethod
    def read(fields: Mapping[str, Any]) -> JudgedDecision:
        """Return a decision from JSON."""
        return JudgedDecision(fields["index"], fields["seat"], fields["done"], Job.read(fields["job"]))


def decisions(record: Record, options: Mapping[str, Any]) -> Iterator[JudgedDecision]:
    """Yield the decisions of people; where only bots played, those of all seats."""
    game = record.game()
    people = [seat for seat, sitter in enumerate(record.sitters) if not sitter.bot]
    recalls = {seat: Recall(game, seat) for seat in people or game.seats}
    for index, (s, decision, _events) in enumerate(record.walk(game)):
        if decision is None:
            return
        seat, done = decision.seat, game.action(decision.seat, decision.action).id
        if seat in recalls and len(game.legal(s, seat)) > 1:
            yield JudgedDecision(
                index,
                seat,
                done,
                hint_request("", game, options, seat, game.redact(s, seat), recalls[seat].memory, MIN_BUDGET_MS),
            )
        for recall in recalls.values():
            recall.watch(seat, done)
