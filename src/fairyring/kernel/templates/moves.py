"""One game, move by move: the entry points behind the methods of `kernel.stepping.native_game`.

`states` is one state, `streams` are those of nature and of all seats. The actor is the lowest seat that owes a decision, or
NATURE, or FINISHED.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE, OVER, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import REFUSED, copy_redacted, lowest_bit, start_stream
from fairyring.kernel.templates.outcome import find_winners, split_win

FINISHED = -2  # the actor of a finished game


def actor_of(g: PlayFunctions, s: Any) -> int:
    """Return the actor."""
    waiting = g.pending(s)
    if waiting == OVER:
        return FINISHED
    if waiting == NATURE:
        return NATURE
    return lowest_bit(waiting)


def find_actor(g: PlayFunctions, states: Any, streams: Any) -> int:
    """Return the actor of the state."""
    return actor_of(g, states[0])


def begin(g: PlayFunctions, states: Any, streams: Any, seed: int, number: int) -> int:
    """Set the random streams to those of a game number; the state is not changed. Return the actor."""
    for purpose in range(1 + states[0].players):
        start_stream(streams, purpose, seed, number, purpose)
    return actor_of(g, states[0])


def list_moves(g: PlayFunctions, states: Any, streams: Any, moves: Any) -> int:
    """Write the legal actions of the actor, or nature's possible outcomes, and return their number."""
    s = states[0]
    actor = actor_of(g, s)
    count = 0
    if actor == NATURE:
        for outcome in range(g.outcomes):
            if g.weight(s, outcome) > 0:
                moves[count] = outcome
                count += 1
    elif actor != FINISHED:
        count = g.legal_count(s, actor)
        for k in range(count):
            moves[k] = g.legal_nth(s, actor, k)
    return count


def find_weight(g: PlayFunctions, states: Any, streams: Any, outcome: int) -> int:
    """Return the weight of nature's outcome now."""
    if outcome < 0 or outcome >= g.outcomes or g.pending(states[0]) != NATURE:
        return REFUSED
    return g.weight(states[0], outcome)


def apply_move(g: PlayFunctions, states: Any, streams: Any, move: int) -> int:
    """Apply an action of the actor, or an outcome of nature, and return the next actor."""
    s = states[0]
    actor = actor_of(g, s)
    if actor == FINISHED or move < 0:
        return REFUSED
    if actor == NATURE:
        if move >= g.outcomes or g.weight(s, move) <= 0:
            return REFUSED
    elif move >= g.actions or g.check(s, actor, move) != 0:
        return REFUSED
    g.act(s, actor, move)
    return actor_of(g, s)


def draw_move(g: PlayFunctions, states: Any, streams: Any) -> int:
    """Draw a legal action of the actor from its stream, uniformly, or an outcome from nature's, by weight."""
    s = states[0]
    actor = actor_of(g, s)
    if actor == FINISHED:
        return REFUSED
    if actor == NATURE:
        return g.chance_nth(s, below(streams[0], g.chance_count(s)))
    return g.legal_nth(s, actor, below(streams[1 + actor], g.legal_count(s, actor)))


def step_move(g: PlayFunctions, states: Any, streams: Any, action: int) -> int:
    """Apply an action of a seat, draw for nature until a seat decides or the game is over, and return the next actor."""
    s = states[0]
    actor = actor_of(g, s)
    if actor < 0 or action < 0 or action >= g.actions or g.check(s, actor, action) != 0:
        return REFUSED
    g.act(s, actor, action)
    return draw_all(g, states, streams)


def draw_all(g: PlayFunctions, states: Any, streams: Any) -> int:
    """Draw for nature until a seat decides or the game is over, and return the next actor."""
    s = states[0]
    actor = actor_of(g, s)
    while actor == NATURE:
        g.act(s, NATURE, g.chance_nth(s, below(streams[0], g.chance_count(s))))
        actor = actor_of(g, s)
    return actor


def find_score(g: PlayFunctions, states: Any, streams: Any, seat: int) -> int:
    """Return the points of a seat now."""
    if seat < 0 or seat >= states[0].players:
        return REFUSED
    return g.score(states[0], seat)


def find_share(g: PlayFunctions, states: Any, streams: Any, seat: int) -> int:
    """Return a seat's share of the win of a finished game."""
    if seat < 0 or seat >= states[0].players or g.pending(states[0]) != OVER:
        return REFUSED
    return split_win(find_winners(g, states[0]), seat)


def keep_copy(copies: Any, copied_streams: Any, states: Any, streams: Any) -> int:
    """Leave a copy of state and streams as it is."""
    return 0


def redact_copy(copies: Any, copied_streams: Any, states: Any, streams: Any, seat: int) -> int:
    """Redact a copy for a seat. Its streams begin anew with seed 0: those of the game would tell what nature draws."""
    if seat < 0 or seat >= states[0].players:
        return REFUSED
    copy_redacted(copies, 0, states, 0, seat)
    for purpose in range(1 + states[0].players):
        start_stream(copied_streams, purpose, 0, 0, purpose)
    return 0
