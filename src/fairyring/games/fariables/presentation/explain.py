"""Why a move of Fariables is best: what spaces are worth now, what is open, and how near the end is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons
from fairyring.core.text.messages import Message, Named, Player, msg
from fairyring.games.fariables.presentation.describe import aids
from fairyring.games.fariables.rules import holds
from fairyring.games.fariables.schema import Fairy, Phase, State

Worths = dict[str, Fraction]  # by space; flowers count what all kinds are worth on average


def explain(game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> Reasons:
    """R4, R14–R20: the worth of the spaces that are left or taken, against those that could be."""
    known = aids(game, s, seat)
    tokens, spaces = _worths(known["tokens"]), _worths(known["open"])
    brings = tuple(_brings(game, s, action, {**spaces, **tokens}) for action in actions)
    points = [Fraction(*each) for each in known["points_with_flowers"]]
    rival = max((other for other in game.seats if other != seat), key=lambda other: points[other])
    chance = round(100 * Fraction(*known.get("chance_of_end", [0, 1])))
    stand = msg("why.points", mine=round(points[seat]), seat=Player(rival), points=round(points[rival]), percent=chance)
    return Reasons((stand, *_follows(game, s, actions[0], tokens, spaces)), brings)


def _worths(fractions: dict[str, list[int]]) -> Worths:
    return {space: Fraction(*worth) for space, worth in fractions.items()}


def _kind(game: Game[Any], s: State, space: str) -> int:
    return s.kind[game.vocabulary["space"].index(space)]


def _brings(game: Game[Any], s: State, action: Action, worths: Worths) -> Message:
    if action.kind == "done":
        return msg("why.stay")
    space = str(action.args["space"])
    return msg("why.flower" if _kind(game, s, space) == Fairy.FLOWER else "why.space", worth=round(worths[space]))


def _follows(game: Game[Any], s: State, best: Action, tokens: Worths, spaces: Worths) -> tuple[Message, ...]:
    """Why the best choice is better: what a token leaves is worth little, or what it takes is worth much."""
    most = max(spaces, key=lambda space: spaces[space])
    open_now = {"worth": round(spaces[most]), "kind": Named("fairy", Fairy.word(_kind(game, s, most)))}
    if best.kind == "done":
        return (msg("why.nothing-better", **open_now),)
    space = Named("space", str(best.args["space"]))
    if best.kind == "lift":
        here = tokens[str(space.word)]
        if here == min(tokens.values()):
            return (msg("why.least", space=space, **open_now),)
        return (msg("why.lift", space=space, **open_now),)
    if spaces[str(space.word)] == spaces[most]:
        return (msg("why.most-open", space=space),)
    if s.phase == Phase.PLACING or s.hand > 1:
        beside = _best_beside(game, s, str(space.word), spaces)
        if beside is not None:
            return (msg("why.beside", space=space, worth=round(spaces[beside]), next=Named("space", beside)),)
    return (msg("why.grows", space=space, **open_now),)


def _best_beside(game: Game[Any], s: State, space: str, spaces: Worths) -> str | None:
    """R7, R16: the open space beside another one that is worth most: the next token may go there."""
    names = game.vocabulary["space"]
    near = s.near[names.index(space)]
    beside = [str(names[p]) for p in range(s.spaces) if holds(near[0], near[1], p) and str(names[p]) in spaces]
    return max(beside, key=lambda name: spaces[name], default=None)
