"""Why an action of Sneaky Town is best: in how many ways the opponent's tiles may lie, and who is ahead in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.game.actions import Action
from fairyring.core.game.game import Game
from fairyring.core.game.room import Reasons
from fairyring.core.text.messages import Message, msg
from fairyring.games.sneaky_town import beliefs
from fairyring.games.sneaky_town.lookup import CHARMS
from fairyring.games.sneaky_town.schema import State


def explain(game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> Reasons:
    """R17–R21, R27: with how many racks of the opponent each action puts the seat ahead, and what a house may hide."""
    now = beliefs.count_outcomes(s, seat)
    brings = tuple(_brings(game, s, seat, action) for action in actions)
    return Reasons(
        (msg("why.now", ahead=now["win"], of=now.total(), behind=now["lose"]), *_follows(game, s, seat, actions)), brings
    )


def _brings(game: Game[Any], s: State, seat: int, action: Action) -> Message:
    if action.kind == "reveal":
        least, most = _stakes(s, seat, _line(game, action))
        return msg("why.reveal", least=least, most=most) if least < most else msg("why.reveal-nothing")
    after = _outcomes_after(game, s, seat, action)
    return msg("why.end" if action.kind == "end" else "why.after", ahead=after["win"], of=after.total())


def _follows(game: Game[Any], s: State, seat: int, actions: Sequence[Action]) -> tuple[Message, ...]:
    """Why the best action is better, as far as the racks tell it."""
    best = actions[0]
    if best.kind == "end":
        return (msg("why.end-now"),)
    if best.kind != "reveal":
        return ()
    line = best.args["line"]
    worst = min(_stakes(s, seat, _line(game, action))[0] for action in actions if action.kind == "reveal")
    if _stakes(s, seat, _line(game, best))[0] == worst < 0:
        return (msg("why.threat", line=line, points=-worst),)
    return (msg("why.know", line=line),)


def _line(game: Game[Any], action: Action) -> int:
    return game.vocabulary["line"].index(action.args["line"])


def _stakes(s: State, seat: int, line: int) -> tuple[int, int]:
    """R17–R20: the least and the most that the tile of a closed house brings the seat as the stones lie; nothing for a void."""
    tiles = beliefs.line_probabilities(s, seat)[line]
    gains = [beliefs.gain(s, seat, tile, line) if tile in CHARMS else 0 for tile in tiles]
    return min(gains), max(gains)


def _outcomes_after(game: Game[Any], s: State, seat: int, action: Action) -> Counter[str]:
    """Count the racks of the opponent with which the seat would win, tie or lose if the round ended after an action."""
    t, other = schema.copy(s), 1 - seat
    points = {name: game.vocabulary["point"].index(word) for name, word in action.args.items() if name in ("point", "target")}
    match action.kind:
        case "cast" | "recover":
            t.stones[seat] ^= 1 << points["point"]
        case "transfer":
            t.stones[seat] ^= 1 << points["point"] | 1 << points["target"]
        case "swap":
            both = 1 << points["point"] | 1 << points["target"]
            t.stones[seat] ^= both
            t.stones[other] ^= both
    return beliefs.count_outcomes(t, seat)
