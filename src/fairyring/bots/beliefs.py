"""Posterior weights of the secrets of other seats, by the likelihood of the actions that the seat witnessed.

Each action has two likelihoods. The game's own `likelihood` needs no rollouts. The better one compares, in the actor's place
and for each secret, the win rate of the action with that of the default action in a few rollouts; the game's
`log_likelihood` turns the two win rates into a likelihood. Decisions that the search leaves to the policy are not the result
of win rates, so they have the first one only. Both use only what the seat itself observed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from math import exp, inf

from fairyring.bots.backends import Backend
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import redact
from fairyring.core.game.bot_specs import BeliefSpec, Memory, Observation
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.core.totals import WIN
from fairyring.kernel.search_request import SearchRequest

WEIGHT_SCALE = 1 << 20  # integer weight of the most likely secret
MIN_WEIGHT = 1e-6  # of the most likely secret; actions never rule out a possible secret
MAX_WORLDS = 120  # rollout worlds for one secret
CACHE_SIZE = 4096  # observations whose likelihoods are cached

_rollout_cache: dict[tuple[Backend, int, Observation, int], tuple[float, ...]] = {}


def cumulative_weights(
    room: Room, backend: Backend, root: State, seat: int, memory: Memory, simulations: int, deadline: float = inf
) -> tuple[int, ...]:
    """Return running sums of the integer weights of all secrets; () for uniform weights.

    With a deadline (of `perf_counter`), rollouts take at most half of the time, and only on a compiled backend.
    """
    beliefs = room.bots.search.beliefs
    if beliefs is None or not memory:
        return ()
    possible = [beliefs.suppose(schema.copy(root), seat, k) for k in range(beliefs.count(root))]
    weights = [float(flag) for flag in possible]
    now = time.perf_counter()
    rollout_deadline = deadline if deadline == inf else now + (deadline - now) / 2 if backend.is_compiled else now
    for observation in memory:
        likelihoods = rollout_likelihoods(room, backend, beliefs, seat, observation, simulations, rollout_deadline)
        if not likelihoods:
            if time.perf_counter() > deadline:
                break
            likelihoods = prior_likelihoods(room, backend.weigh, seat, observation)
        weights = [weight * likelihood for weight, likelihood in zip(weights, likelihoods, strict=True)]
        most = max(weights)
        if most <= 0.0:
            return ()
        weights = [weight / most for weight in weights]
    total, sums = 0, []
    for weight, flag in zip(weights, possible, strict=True):
        total += int(WEIGHT_SCALE * max(weight, MIN_WEIGHT)) if flag else 0
        sums.append(total)
    return tuple(sums)


@lru_cache(maxsize=CACHE_SIZE)
def prior_likelihoods(
    room: Room, weigh: Callable[..., tuple[int, ...]], seat: int, observation: Observation
) -> tuple[float, ...]:
    """Return the likelihood of an action for each secret, without rollouts."""
    before = schema.unpack(room.schema.state, observation.before)
    return tuple(map(float, weigh(before, seat, observation.actor, observation.action)))


def rollout_likelihoods(
    room: Room, backend: Backend, beliefs: BeliefSpec, seat: int, observation: Observation, simulations: int, deadline: float
) -> tuple[float, ...]:
    """Return the likelihood of an action for each secret, by rollouts; () if time ran out. Results are cached."""
    key = backend, seat, observation, simulations
    if key not in _rollout_cache:
        likelihoods = _compute_likelihoods(room, backend, beliefs, seat, observation, simulations, deadline)
        if not likelihoods:
            return ()
        if len(_rollout_cache) >= CACHE_SIZE:
            _rollout_cache.pop(next(iter(_rollout_cache)), None)
        _rollout_cache[key] = likelihoods
    return _rollout_cache[key]


def _compute_likelihoods(
    room: Room, backend: Backend, beliefs: BeliefSpec, seat: int, observation: Observation, simulations: int, deadline: float
) -> tuple[float, ...]:
    before = schema.unpack(room.schema.state, observation.before)
    if room.bots.search.is_left_to_policy(before, observation.actor):
        return ()
    by_secret = actor_knowledge(beliefs, before, seat, observation.actor)
    worlds = min(MAX_WORLDS, max(1, beliefs.worlds_per_simulation * simulations // len(by_secret)))
    trust = worlds / (worlds + beliefs.shrinkage)
    likelihoods = [0.0] * beliefs.count(before)
    for k, s in by_secret.items():
        if time.perf_counter() > deadline:
            return ()
        if (rates := estimate_win_rates(room, backend, s, observation, worlds, deadline)) is None:
            return ()
        likelihoods[k] = exp(trust * beliefs.log_likelihood(rates[0], observation.action, rates[1], rates[2]))
    return tuple(likelihoods)


def actor_knowledge(beliefs: BeliefSpec, before: State, seat: int, actor: int) -> dict[int, State]:
    """Return what the actor would have known for each possible secret, by its number."""
    by_secret = {}
    for k in range(beliefs.count(before)):
        s = schema.copy(before)
        if beliefs.suppose(s, seat, k):
            by_secret[k] = redact(s, actor)
    return by_secret


def estimate_win_rates(
    room: Room, backend: Backend, s: State, observation: Observation, worlds: int, deadline: float = inf
) -> tuple[int, float, float] | None:
    """Return the actor's default action, its win rate and that of the observed action; None if time ran out."""
    default = room.bots.policies["normal"](s, observation.actor, Stream(observation.action))
    actions = [default] if default == observation.action else [default, observation.action]
    # Common random numbers: the same worlds and streams for every secret, so that differences have little noise.
    request = SearchRequest(s, observation.actor, actions, 0, worlds, observation.action, clock=deadline)
    completed, sums = backend.run(request)
    shares = [total / WIN / worlds for total in sums[::4]]
    return (default, shares[0], shares[-1]) if completed == worlds else None
