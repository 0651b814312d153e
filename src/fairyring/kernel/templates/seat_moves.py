"""Single moves of a named seat: what a host outside Python needs to play a game step by step.

box: [0] the state; the other states of the box have the same constants.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import LEGAL, NATURE, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import copy_redacted, copy_state
from fairyring.kernel.templates.outcome import find_winners
from fairyring.kernel.templates.play import choose

NO_SUCH_ACTION = -1  # result of `apply_action`; refusals of the rules are above 0


def pending_seats(g: PlayFunctions, box: Any) -> int:
    """Return a bit for each seat that owes a decision, or NATURE, or OVER."""
    return g.pending(box[0])


def list_legal(g: PlayFunctions, box: Any, seat: int, actions: Any) -> int:
    """Write the legal actions of a seat, ascending, as far as the array reaches; return their number."""
    s = box[0]
    count = g.legal_count(s, seat)
    for k in range(min(count, len(actions))):
        actions[k] = g.legal_nth(s, seat, k)
    return count


def list_weights(g: PlayFunctions, box: Any, weights: Any) -> None:
    """Write the weight of each of nature's outcomes."""
    for outcome in range(min(g.outcomes, len(weights))):
        weights[outcome] = g.weight(box[0], outcome)


def draw_chance(g: PlayFunctions, box: Any, streams: Any) -> int:
    """Return an outcome of nature, drawn from stream 0 by the weights of the rules."""
    s = box[0]
    return g.chance_nth(s, below(streams[0], g.chance_count(s)))


def choose_action(g: PlayFunctions, box: Any, seat: int, bot: int, streams: Any) -> int:
    """Return the action of a bot, see `play.choose`. Overwrites box[1] and box[2]."""
    copy_state(box, 1, box, 0)
    return choose(g, box, seat, bot, streams)


def apply_action(g: PlayFunctions, box: Any, seat: int, action: int) -> int:
    """Apply an action, or an outcome of nature, to box[0]; return LEGAL, or why the state is unchanged."""
    s = box[0]
    if seat == NATURE:
        if g.pending(s) != NATURE or action < 0 or action >= g.outcomes or g.weight(s, action) == 0:
            return NO_SUCH_ACTION
    else:
        if action < 0 or action >= g.actions:
            return NO_SUCH_ACTION
        refusal = g.check(s, seat, action)
        if refusal != LEGAL:
            return refusal
    g.act(s, seat, action)
    return LEGAL


def redact_state(box: Any, seat: int) -> None:
    """Copy box[0] to box[1], with every field blank that the seat cannot know."""
    copy_redacted(box, 1, box, 0, seat)


def count_points(g: PlayFunctions, box: Any, points: Any) -> int:
    """Write the points of each seat, then the number of the end reason; return a bit for each seat that is ahead."""
    s = box[0]
    for seat in range(s.players):
        points[seat] = g.score(s, seat)
    points[s.players] = g.reason(s)
    return find_winners(g, s)
