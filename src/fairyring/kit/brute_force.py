"""Compares `imagine` with the exact posterior: enumerates all histories of a small instance (chi-square test).

The posterior weighs nature's outcomes by their weights and actions by `prior`; the result is the uniform distribution over
the physical arrangements that a seat cannot rule out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room, SmallInstance
from fairyring.core.rng import Stream
from fairyring.kit.findings import Build
from fairyring.lab.simulate import compiled_kernel

MAX_STATES = 30_000  # of a layer
GROUPS = 5  # positions for each seat and depth: those with most possible worlds, and as many others
MIN_DRAWS = 600  # imagined worlds for each position
INTERPRETED_DRAWS = 30  # of them are drawn interpreted, too, if most are drawn by compiled code
SIGMAS = 6.0  # of the chi-square statistic; a false alarm once in many millions

Layer = dict[bytes, Fraction]


def small_game(room: Room, number: int = 0) -> Game[Any]:
    """Return one of the room's small instances as a game."""
    return Game(room, room.checks.small_instances[number].options, room.checks.small_instances[number].constants)


def layers(game: Game[Any], small: SmallInstance) -> Iterator[Layer]:
    """Yield all states after 0, 1, 2 … decisions, each with its probability under random play."""
    layer: Layer = {schema.pack(game.initial()): Fraction(1)}
    for _ in range(small.depth):
        yield layer
        following: defaultdict[bytes, Fraction] = defaultdict(Fraction)
        for packed, share in layer.items():
            s = schema.unpack(game.state_type, packed)
            pending = game.pending(s)
            if not pending:
                continue
            actor = pending[0]
            chances = game.chances(s) if actor == NATURE else [(a, small.prior(s, actor, a)) for a in game.legal(s, actor)]
            total = sum(weight for _, weight in chances)
            for action, weight in chances:
                t = schema.copy(s)
                game.rules.act(t, actor, action)
                following[schema.pack(t)] += share * weight / total
            if len(following) > MAX_STATES:
                raise AssertionError(f"the small instance is not small: over {MAX_STATES} states; lower its depth or its sizes")
        layer = dict(following)
    yield layer


class Sampler:
    """Draws imagined worlds: interpreted, or with a compiled kernel, whose first worlds are compared with interpreted ones."""

    def __init__(self, game: Game[Any], rng: Stream, build: Build | None) -> None:
        self._game, self._rng = game, rng
        self._kernel = compiled_kernel(game, build == "checked") if build else None

    def draw(self, r: State, seat: int, count: int) -> list[bytes]:
        """Return packed worlds; the same with and without a kernel. Raises AssertionError if the backends differ."""
        if self._kernel is None:
            return [schema.pack(self._game.imagine(r, seat, self._rng)) for _ in range(count)]
        before = self._rng.state
        first = [schema.pack(self._game.imagine(r, seat, self._rng)) for _ in range(min(count, INTERPRETED_DRAWS))]
        worlds, self._rng.state = self._kernel.imagine_worlds(r, seat, count, before)
        assert worlds[: len(first)] == first, f"the backends imagine different worlds for seat {seat}"
        return worlds


def imagination_is_exact(room: Room, seed: int, build: Build | None = None) -> Iterator[str]:
    """On the small instances, `imagine` draws exactly the possible worlds with the right probabilities.

    With `build`, compiled code draws most worlds; they are the same as the interpreter would draw.
    """
    hidden = False
    for number, small in enumerate(room.checks.small_instances):
        game = small_game(room, number)
        sampler = Sampler(game, Stream(seed, number, 7000), build)
        for depth, layer in enumerate(layers(game, small)):
            for seat in game.seats:
                groups = grouped(game, layer, seat)
                hidden |= len(groups[0][1]) > 1
                for r, posterior in groups[:GROUPS] + groups[GROUPS :: max(1, len(groups) // GROUPS)][:GROUPS]:
                    yield from _compare(game, schema.unpack(game.state_type, r), posterior, seat, depth, sampler)
    secret = any(f.visibility.known.value < 2 for f in room.schema.state.fields.values())
    if secret and not hidden:
        yield "nothing is ever hidden on the small instance, so imagination was not tried; make it deeper"


def grouped(game: Game[Any], layer: Layer, seat: int) -> list[tuple[bytes, Layer]]:
    """Return the states of a layer grouped by the knowledge of a seat, groups with most worlds first."""
    groups: defaultdict[bytes, Layer] = defaultdict(dict)
    for packed, share in layer.items():
        groups[schema.pack(game.redact(schema.unpack(game.state_type, packed), seat))][packed] = share
    return sorted(groups.items(), key=lambda item: -len(item[1]))


def _odd_fields(game: Game[Any], odd: bytes, posterior: Layer) -> str:
    """Return a description of the fields whose values occur in no possible world."""
    worlds = [schema.unpack(game.state_type, packed) for packed in list(posterior)[:1000]]
    world = schema.unpack(game.state_type, odd)
    names = [name for name in world.fields if all(getattr(world, name) != getattr(real, name) for real in worlds)]
    return f": no world has its {', '.join(names)}" if names else ", though each of its fields can"


def _compare(game: Game[Any], r: State, posterior: Layer, seat: int, depth: int, sampler: Sampler) -> Iterator[str]:
    draws = max(MIN_DRAWS, min(12_000, 20 * len(posterior)))
    counts = Counter(sampler.draw(r, seat, draws if len(posterior) > 1 else 3))
    draws = counts.total()
    odd = next((world for world in counts if world not in posterior), None)
    if odd is not None:
        yield f"depth {depth}: seat {seat} imagines a world that cannot be{_odd_fields(game, odd, posterior)}"
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
