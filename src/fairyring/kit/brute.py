"""Imagination against brute force: on a small instance, all histories are enumerated and the worlds compared.

The posterior gives nature's outcomes their weights and every seat's action its `prior`: what is left is
exactly the uniform distribution over the physical arrangements that the seat cannot rule out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

from fairyring.core import schema
from fairyring.core.game import Game
from fairyring.core.rng import Stream
from fairyring.core.room import Room
from fairyring.core.rules import NATURE
from fairyring.core.schema import State

MOST_STATES = 30_000
GROUPS = 5  # positions compared for each seat and depth: those with most possible worlds, and some others
DRAWS = 600
SIGMAS = 6.0  # of the chi-square statistic; one false alarm in many millions

Layer = dict[bytes, Fraction]


def small_game(room: Room) -> Game[Any]:
    """The room's small instance."""
    return Game(room, room.small.options, room.small.constants)


def layers(game: Game[Any], depth: int) -> Iterator[Layer]:
    """All states after 0, 1, 2 … decisions, each with its probability under random play."""
    layer: Layer = {schema.pack(game.initial()): Fraction(1)}
    for _ in range(depth):
        yield layer
        following: defaultdict[bytes, Fraction] = defaultdict(Fraction)
        for packed, share in layer.items():
            s = schema.unpack(game.state_type, packed)
            pending = game.pending(s)
            if not pending:
                continue
            actor = pending[0]
            chances = (
                game.chances(s) if actor == NATURE else [(a, game.room.small.prior(s, actor, a)) for a in game.legal(s, actor)]
            )
            total = sum(weight for _, weight in chances)
            for action, weight in chances:
                t = schema.copy(s)
                game.rules.act(t, actor, action)
                following[schema.pack(t)] += share * weight / total
        layer = dict(following)
        if len(layer) > MOST_STATES:
            raise AssertionError(f"the small instance is not small: {len(layer)} states; lower its depth or its sizes")
    yield layer


def imagination_is_exact(room: Room, seed: int) -> Iterator[str]:
    """On the small instance, imagined worlds are the possible ones, all of them, as often as they should be."""
    game = small_game(room)
    rng = Stream(seed, 0, 7000)
    hidden = False
    for depth, layer in enumerate(layers(game, room.small.depth)):
        states = [(schema.unpack(game.state_type, packed), share) for packed, share in layer.items()]
        for seat in game.seats:
            groups: defaultdict[bytes, Layer] = defaultdict(dict)
            for (s, share), packed in zip(states, layer, strict=True):
                groups[schema.pack(game.redact(s, seat))][packed] = share
            chosen = sorted(groups.items(), key=lambda item: -len(item[1]))
            hidden |= len(chosen[0][1]) > 1 if chosen else False
            for r, posterior in chosen[:GROUPS] + chosen[GROUPS :: max(1, len(chosen) // GROUPS)][:GROUPS]:
                yield from _compare(game, schema.unpack(game.state_type, r), posterior, seat, depth, rng)
    secret = any(f.who.known.value < 2 for f in room.state.fields.values())
    if secret and not hidden:
        yield "nothing is ever hidden on the small instance, so imagination was not tried; make it deeper"


def _compare(game: Game[Any], r: State, posterior: Layer, seat: int, depth: int, rng: Stream) -> Iterator[str]:
    draws = max(DRAWS, min(12_000, 20 * len(posterior)))
    counts = Counter(schema.pack(game.imagine(r, seat, rng)) for _ in range(draws if len(posterior) > 1 else 3))
    draws = counts.total()
    if any(world not in posterior for world in counts):
        yield f"depth {depth}: seat {seat} imagines a world that cannot be"
        return
    if len(posterior) > 1 and len(counts) == 1:
        yield f"depth {depth}: seat {seat} always imagines the same one of {len(posterior)} possible worlds"
        return
    mass = sum(posterior.values())
    expected = {world: float(share / mass) * draws for world, share in posterior.items()}
    if len(posterior) < 2 or min(expected.values()) < 5:
        return
    statistic = sum((counts[world] - mean) ** 2 / mean for world, mean in expected.items())
    freedom = len(expected) - 1
    if statistic > freedom + SIGMAS * sqrt(2 * freedom) + 2 * SIGMAS:
        yield f"depth {depth}: seat {seat} imagines {len(posterior)} worlds in wrong shares (chi² {statistic:.0f} of {freedom})"
