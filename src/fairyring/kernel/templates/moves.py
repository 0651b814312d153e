"""One game, move by move.

Two kinds of entry points: moves of the actor, behind the methods of `kernel.stepping.native_game`, and moves of a named seat,
for hosts of WebAssembly (client/src/lib/kernel/kernel.ts). `streams` are those of nature and of all seats. The actor is the
lowest seat that owes a decision, or NATURE, or FINISHED.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import LEGAL, NATURE, OVER, below
from fairyring.kernel.game_functions import PlayFunctions
from fairyring.kernel.primitives import REFUSED, copy_redacted, copy_state, lowest_bit
from fairyring.kernel.templates.outcome import find_winners, split_win
from fairyring.kernel.templates.play import choose, start_streams

FINISHED = -2  # the actor of a finished game
NO_SUCH_ACTION = -1  # refusal of an id that no action or outcome has, or of an outcome that cannot be drawn; others are above 0


def find_refusal(g: PlayFunctions, s: Any, seat: int, action: int) -> int:
    """Return why a seat, or nature, cannot do this now; LEGAL if it can."""
    if seat == NATURE:
        possible = g.pending(s) == NATURE and 0 <= action < g.outcomes and g.weight(s, action) > 0
        return LEGAL if possible else NO_SUCH_ACTION
    return g.check(s, seat, action) if 0 <= action < g.actions else NO_SUCH_ACTION


def list_legal_of(g: PlayFunctions, s: Any, seat: int, actions: Any) -> int:
    """Write the legal actions of a seat, as far as the array reaches; return their number."""
    count = g.legal_count(s, seat)
    for k in range(min(count, len(actions))):
        actions[k] = g.legal_nth(s, seat, k)
    return count


def draw_outcome(g: PlayFunctions, s: Any, rng: Any) -> int:
    """Return an outcome of nature, drawn by the weights of the rules."""
    return g.chance_nth(s, below(rng, g.chance_count(s)))


# Moves of the actor; `states` is one state -----------------------------------------------------------


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
    start_streams(streams, states[0].players, seed, number)
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
        count = list_legal_of(g, s, actor, moves)
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
    if actor == FINISHED or find_refusal(g, s, actor, move) != LEGAL:
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
        return draw_outcome(g, s, streams[0])
    return g.legal_nth(s, actor, below(streams[1 + actor], g.legal_count(s, actor)))


def step_move(g: PlayFunctions, states: Any, streams: Any, action: int) -> int:
    """Apply an action of a seat, draw for nature until a seat decides or the game is over, and return the next actor."""
    s = states[0]
    actor = actor_of(g, s)
    if actor < 0 or find_refusal(g, s, actor, action) != LEGAL:
        return REFUSED
    g.act(s, actor, action)
    return draw_all(g, states, streams)


def draw_all(g: PlayFunctions, states: Any, streams: Any) -> int:
    """Draw for nature until a seat decides or the game is over, and return the next actor."""
    s = states[0]
    actor = actor_of(g, s)
    while actor == NATURE:
        g.act(s, NATURE, draw_outcome(g, s, streams[0]))
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
    start_streams(copied_streams, states[0].players, 0, 0)
    return 0


# Moves of a named seat; box: [0] the state, the other states of the box have the same constants ---------


def pending_seats(g: PlayFunctions, box: Any) -> int:
    """Return a bit for each seat that owes a decision, or NATURE, or OVER."""
    return g.pending(box[0])


def list_legal(g: PlayFunctions, box: Any, seat: int, actions: Any) -> int:
    """Write the legal actions of a seat, as far as the array reaches; return their number."""
    return list_legal_of(g, box[0], seat, actions)


def list_weights(g: PlayFunctions, box: Any, weights: Any) -> None:
    """Write the weight of each of nature's outcomes."""
    for outcome in range(min(g.outcomes, len(weights))):
        weights[outcome] = g.weight(box[0], outcome)


def draw_chance(g: PlayFunctions, box: Any, streams: Any) -> int:
    """Return an outcome of nature, drawn from its stream."""
    return draw_outcome(g, box[0], streams[0])


def choose_action(g: PlayFunctions, box: Any, seat: int, bot: int, streams: Any) -> int:
    """Return the action of a bot, see `play.choose`. Overwrites box[1] and box[2]."""
    copy_state(box, 1, box, 0)
    return choose(g, box, seat, bot, streams)


def apply_action(g: PlayFunctions, box: Any, seat: int, action: int) -> int:
    """Apply an action, or an outcome of nature, to box[0]; return LEGAL, or why the state is unchanged."""
    refusal = find_refusal(g, box[0], seat, action)
    if refusal == LEGAL:
        g.act(box[0], seat, action)
    return refusal


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
