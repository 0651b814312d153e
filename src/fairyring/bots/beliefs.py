"""What a seat believes about the secrets of others: each is weighed by how well it goes with what they did in its sight.

An action is read twice. At first sight by habit: how likely a player with this secret does such a thing, as the room tells
(`likelihood`). Second thoughts tell more: in the actor's place, with this secret, what was done is played on in a few imagined
games, and so is the usual action; the room tells what follows from that (`liking`), for nobody likes to lose. Neither needs
more than what the seat itself saw.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from math import exp, inf

from fairyring.bots.backends import Engine
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import redact
from fairyring.core.game.bot_specs import BeliefSpec, Memory, Observation
from fairyring.core.game.room import Room
from fairyring.core.game.totals import WIN
from fairyring.core.rng import Stream

FINE = 1 << 20  # odds of secrets are rounded to so many parts
STAYS = 1e-6  # no secret that can be is ever ruled out by what others do
ENOUGH = 120  # worlds for one secret
KEPT = 4096  # readings that are remembered: an action says the same ever after

_read: dict[tuple[Engine, int, Observation, int], tuple[float, ...]] = {}


def odds_of(
    room: Room, engine: Engine, root: State, seat: int, memory: Memory, simulations: int, deadline: float = inf
) -> tuple[int, ...]:
    """Running sums of the weights of the secrets that can be; () where nothing is remembered, and all are alike.

    With a deadline, second thoughts take half of the time at most, and only of an engine that is fast.
    """
    beliefs = room.bots.search.beliefs
    if beliefs is None or not memory:
        return ()
    possible = [beliefs.suppose(schema.copy(root), seat, k) for k in range(beliefs.count(root))]
    weights = [float(can_be) for can_be in possible]
    now = time.perf_counter()
    enough = deadline if deadline == inf else now + (deadline - now) / 2 if engine.fast else now
    for seen in memory:
        chances = reread(room, engine, beliefs, seat, seen, simulations, enough)
        if not chances:
            if time.perf_counter() > deadline:
                break
            chances = weighed(room, engine.weigh, seat, seen)
        weights = [weight * chance for weight, chance in zip(weights, chances, strict=True)]
        most = max(weights)
        if most <= 0.0:
            return ()
        weights = [weight / most for weight in weights]
    total, sums = 0, []
    for weight, can_be in zip(weights, possible, strict=True):
        total += int(FINE * max(weight, STAYS)) if can_be else 0
        sums.append(total)
    return tuple(sums)


@lru_cache(maxsize=KEPT)
def weighed(room: Room, weigh: Callable[..., tuple[int, ...]], seat: int, seen: Observation) -> tuple[float, ...]:
    """What an action says about each secret, at first sight."""
    return tuple(map(float, weigh(schema.unpack(room.schema.state, seen.before), seat, seen.actor, seen.action)))


def reread(
    room: Room, engine: Engine, beliefs: BeliefSpec, seat: int, seen: Observation, simulations: int, deadline: float
) -> tuple[float, ...]:
    """What it says on second thoughts; () if there was no time for them."""
    key = engine, seat, seen, simulations
    if key not in _read:
        chances = _second_thoughts(room, engine, beliefs, seat, seen, simulations, deadline)
        if not chances:
            return ()
        if len(_read) >= KEPT:
            _read.pop(next(iter(_read)), None)
        _read[key] = chances
    return _read[key]


def _second_thoughts(
    room: Room, engine: Engine, beliefs: BeliefSpec, seat: int, seen: Observation, simulations: int, deadline: float
) -> tuple[float, ...]:
    before = schema.unpack(room.schema.state, seen.before)
    supposed = in_place_of(beliefs, before, seat, seen.actor)
    worlds = min(ENOUGH, max(1, beliefs.worlds_per_simulation * simulations // len(supposed)))
    trust = worlds / (worlds + beliefs.shrinkage)
    chances = [0.0] * beliefs.count(before)
    for k, s in supposed.items():
        if time.perf_counter() > deadline:
            return ()
        if (found := compared(room, engine, s, seen, worlds, deadline)) is None:
            return ()
        usual, usual_wins, done_wins = found
        chances[k] = exp(trust * beliefs.log_likelihood(usual, seen.action, usual_wins, done_wins))
    return tuple(chances)


def in_place_of(beliefs: BeliefSpec, before: State, seat: int, actor: int) -> dict[int, State]:
    """For each secret that can be: what the actor would have known, if it was that."""
    supposed = {}
    for k in range(beliefs.count(before)):
        s = schema.copy(before)
        if beliefs.suppose(s, seat, k):
            supposed[k] = redact(s, actor)
    return supposed


def compared(
    room: Room, engine: Engine, s: State, seen: Observation, worlds: int, deadline: float = inf
) -> tuple[int, float, float] | None:
    """The usual action in the actor's place, and what it and what was done have of the win; None if time was short."""
    usual = room.bots.policies["normal"](s, seen.actor, Stream(seen.action))
    actions = [usual] if usual == seen.action else [usual, seen.action]
    # The same worlds and luck for every secret, so that little of what differs is chance.
    played, sums = engine.run(s, seen.actor, actions, 0, worlds, seen.action, (), deadline)
    shares = [total / WIN / worlds for total in sums[::4]]
    return (usual, shares[0], shares[-1]) if played == worlds else None
