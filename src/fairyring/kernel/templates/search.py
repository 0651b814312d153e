"""Rollouts of the search: every candidate is played on in the same imagined worlds.

The search itself, which picks and drops candidates, is bots/rollout_search.py. All sums are integers, so that they do not
depend on backend or chunks.
"""

from __future__ import annotations

from typing import Any

from fairyring.core.game.contract import NATURE, OVER, below
from fairyring.kernel.game_functions import SearchFunctions
from fairyring.kernel.primitives import copy_state, join_key, lowest_bit, out_of_time, start_stream
from fairyring.kernel.templates.outcome import find_winners, split_win
from fairyring.kernel.templates.tree import add_key, pick_child


def draw_outcome(g: SearchFunctions, s: Any, rng: Any) -> int:
    """Draw nature's outcome: by the weights of the rules, or as the game's search says."""
    if g.has_draw_outcome:
        return g.draw_outcome(s, rng)
    return g.chance_nth(s, below(rng, g.chance_count(s)))


def next_action(g: SearchFunctions, s: Any, actor: int, seat: int, rng: Any) -> int:
    """Return the action of the rollout policy; the searching seat may have another policy than the others."""
    if g.at_random:
        return g.legal_nth(s, actor, below(rng, g.legal_count(s, actor)))
    if g.has_own_rollout and actor == seat:
        return g.own_rollout(s, actor, rng)
    return g.rollout(s, actor, rng)


def play_on(g: SearchFunctions, s: Any, seat: int, action: int, streams: Any, tree: Any) -> int:
    """Apply an action, play on to the end or the horizon, and return the seat's value in units of WIN.

    Rollout policies decide. Where `tree` has a depth, it decides for the searching seat, grows by a node and records the
    result.
    """
    end = g.turn_count(s) + g.horizon
    actor = seat
    steps = 0
    inside = tree.depth if g.has_tree else 0
    while True:
        g.act(s, actor, action)
        waiting = g.pending(s)
        if waiting == OVER or (g.horizon and g.turn_count(s) >= end):
            break
        if waiting == NATURE:
            actor = NATURE
            action = draw_outcome(g, s, streams[1])
            continue
        actor = lowest_bit(waiting)
        action = next_action(g, s, actor, seat, streams[2 + actor])
        if g.has_tree and inside and actor == seat:
            key = g.knowledge(s, seat)
            node = add_key(tree, key, key)
            if node < 0:
                inside = 0
                continue
            action = pick_child(g, s, seat, action, node, tree, 2 * steps + 2)
            child = tree.path[2 * steps + 2]
            if child < 0:
                child = add_key(tree, join_key(key, action), node + 1 + action)
            if child < 0:
                inside = 0
                continue
            tree.path[2 * steps + 1] = node
            tree.path[2 * steps + 2] = child
            steps += 1
            inside = 1 if tree.visits[node] > 0 and steps < tree.depth else 0
    share = split_win(find_winners(g, s), seat) if waiting == OVER else g.evaluate(s, seat)
    if g.has_tree:
        for step in range(1, 2 * steps + 1):
            tree.visits[tree.path[step]] += 1
            tree.shares[tree.path[step]] += share
    return share


def imagine_world(g: SearchFunctions, s: Any, seat: int, weights: Any, rng: Any) -> None:
    """Fill in one world that the seat cannot rule out; with `weights`, the secret is drawn by them."""
    if len(weights):
        unit = below(rng, weights[len(weights) - 1])
        k = 0
        while weights[k] <= unit:
            k += 1
        g.suppose(s, seat, k)
    else:
        g.imagine(s, seat, rng)
    g.sample_choices(s, seat, rng)


def search_worlds(
    g: SearchFunctions,
    box: Any,
    seat: int,
    actions: Any,
    first: int,
    count: int,
    seed: int,
    weights: Any,
    streams: Any,
    shares: Any,
    sums: Any,
    tree: Any,
    clock: Any,
) -> int:
    """Play every action on in worlds number first … first+count-1, with common random numbers; return the completed worlds.

    box: [0] the seat's knowledge, [1] the world, [2] the rollout. `weights` are running sums, or empty.
    `tree` holds the statistics of earlier worlds (tree.py); without a depth it is not used.
    sums, for each action: shares of the win, their squares, gains on the first action, their squares.
    """
    players = box[0].players
    for world in range(first, first + count):
        copy_state(box, 1, box, 0)
        start_stream(streams, 0, seed, world, 0)
        imagine_world(g, box[1], seat, weights, streams[0])
        for k in range(len(actions)):
            if out_of_time(clock):
                return world - first
            copy_state(box, 2, box, 1)
            for purpose in range(1, 2 + players):
                start_stream(streams, purpose, seed, world, purpose)
            shares[k] = play_on(g, box[2], seat, actions[k], streams, tree)
        for k in range(len(actions)):
            gain = shares[k] - shares[0]
            sums[4 * k] += shares[k]
            sums[4 * k + 1] += shares[k] * shares[k]
            sums[4 * k + 2] += gain
            sums[4 * k + 3] += gain * gain
    return count


def weigh_worlds(g: SearchFunctions, box: Any, seat: int, actor: int, action: int, likelihoods: Any) -> None:
    """Compute the likelihood of an action for each secret. box[0] is the seat's knowledge before it."""
    for k in range(len(likelihoods)):
        copy_state(box, 1, box, 0)
        likelihoods[k] = g.likelihood(box[1], actor, action) if g.suppose(box[1], seat, k) else 0
