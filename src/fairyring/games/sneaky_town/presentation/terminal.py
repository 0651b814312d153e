"""The board of Sneaky Town as lines of text."""

from __future__ import annotations

from typing import Any

from fairyring.core.game.game import Game
from fairyring.core.text.messages import Named, Player, Speaker
from fairyring.games.sneaky_town.presentation.drawing import Drawing
from fairyring.games.sneaky_town.schema import Stone


def table(game: Game[Any], view: Any, say: Speaker) -> list[str]:
    """The town from above, with the racks below it and the swap marks beside it."""
    lines = [heading(game, view, say)]
    if view.rounds:
        points, wins = view.points, view.wins
        args = {"a": points[0], "b": points[1], "first": wins[0], "second": wins[1]}
        lines.append(say.say("table.last", ender=None if view.ender is None else Player(view.ender), **args))
    return [*lines, *Drawing(game, view, say).board()]


def heading(game: Game[Any], view: Any, say: Speaker) -> str:
    """Which round and turn it is."""
    if view.reason:
        return say.say("table.over", rounds=view.rounds, why=Named("end", view.reason))
    return say.say(
        "table.turn",
        round=view.rounds + 1,
        turn=view.turns + 1,
        limit=game.options["turn_limit"],
        seat=Player(view.turn),
        colour=Named("stone", Stone.word(view.turn)),
    )
