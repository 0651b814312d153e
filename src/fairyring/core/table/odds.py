"""Odds: the weights of chance outcomes, as far as they can be computed without the rules.

A device notes the odds of a game before it opens its share of sealed chance. Afterwards it derives the weights of every draw
from them, so that a record cannot claim other ones. Only kinds whose weights follow a simple model are published; of all
others, only a program with the rules can verify the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from fairyring.core.game.contract import NATURE

if TYPE_CHECKING:
    from fairyring.core.game.game import Game

MAX_OUTCOMES = 256  # of one kind that are published

Model = Literal["urn", "die", "rules"]


@dataclass(frozen=True, slots=True)
class Draw:
    """How the weights of one kind of outcome evolve.

    An `urn` loses a unit of weight with each draw, a `die` keeps its weights; those of `rules` follow from the rules only.
    """

    model: Model = "rules"
    events: tuple[str, ...] = ()  # kinds of events that show an outcome: their arguments include those of the outcome
    reportable: bool = False  # whether people or a gesture bring it about, in games that have those


def odds(game: Game[Any]) -> dict[str, Any]:
    """Return by kind of outcome its model, its first weights in the order of ids, and the events that show it.

    The first weights are found by following nature from the initial position to the first decision of a seat.
    """
    draws = game.room.table.draws
    reported = game.gesture is not None or game.room.options.reports_outcomes(game.options)
    published: dict[str, Any] = {
        kind: {"model": "rules", "reported": True} for kind, draw in draws.items() if draw.reportable and reported
    }
    s = game.initial()
    while game.pending(s) == (NATURE,) and not game.rules.reporters(s):
        chances = game.chances(s)
        kind = game.chance[chances[0][0]].kind
        draw = draws.get(kind)
        if draw is not None and draw.model != "rules" and kind not in published and len(chances) <= MAX_OUTCOMES:
            published[kind] = {"model": draw.model, "outcomes": _outcomes(game, chances), "events": list(draw.events)}
        if published.keys() >= draws.keys():
            break
        game.act(s, NATURE, chances[0][0])
    return published


def _outcomes(game: Game[Any], chances: tuple[tuple[int, int], ...]) -> list[dict[str, Any]]:
    actions = [(game.chance[outcome], weight) for outcome, weight in chances]
    return [{"outcome": action.text, "weight": weight, "args": action.args} for action, weight in actions]


def weights_after(model: str, first: Mapping[str, int], drawn: Mapping[str, int]) -> dict[str, int]:
    """Return the weights of a kind after some outcomes were drawn, in the order of ids; `drawn` counts them."""
    return {outcome: weight - (drawn.get(outcome, 0) if model == "urn" else 0) for outcome, weight in first.items()}
