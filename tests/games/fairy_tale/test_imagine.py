"""What a seat can imagine (R24): exactly the worlds it cannot rule out, as often as they deserve."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import Limits, Position, backends
from fairyring.bots.rollout_search import search
from fairyring.core.fields import schema
from fairyring.core.game.registry import room
from fairyring.core.game.room import SmallInstance
from fairyring.core.rng import Stream
from fairyring.games.fairy_tale.conformance.invariants import INVARIANTS
from fairyring.games.fairy_tale.conformance.small import prior
from fairyring.games.fairy_tale.imagination import sampler
from fairyring.games.fairy_tale.schema import State
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend
from fairyring.kit import brute_force
from fairyring.lab import interpreted_play

from .helpers import HANDS, dealt, kind


def small(depth: int, players: int, hand_size: int, plays: int, rounds: int, **deck: int) -> SmallInstance:
    copies = [0] * 40
    for name, number in deck.items():
        copies[kind(name.replace("_", "-"))] = number
    sizes = {"hand_size": hand_size, "plays": plays, "rounds": rounds, "copies": tuple(copies)}
    return SmallInstance({"players": players}, sizes, depth, prior)


@pytest.mark.parametrize(
    "instance",
    [
        small(15, 2, 3, 2, 2, bard=6, elven_warrior=7),  # hands that come back, plays, and the next deal
        small(15, 3, 3, 1, 1, bard=4, elven_warrior=6),  # two others share what was passed on
        small(13, 3, 2, 1, 2, bard=4, castle=8),  # the next round remembers the last
        small(9, 2, 2, 1, 1, bard=1, castle=1, homesteaders=1, elven_warrior=1, vampire=1, demon=1),  # six kinds
    ],
)
def test_r24_imagine_agrees_with_brute_force(instance: SmallInstance) -> None:
    """Against all histories, weighted; the kit does this on every layer of one instance, here are other ones."""
    tale = room("fairy-tale")
    game = brute_force.small_game(replace(tale, checks=replace(tale.checks, small_instances=(instance,))))
    sampler = brute_force.Sampler(game, Stream(3), build="checked")
    findings: list[str] = []
    *_, layer = brute_force.layers(game, instance)
    for seat in (0, 1):
        widest = brute_force.grouped(game, layer, seat)[:2]
        assert len(widest[0][1]) > 1
        for r, posterior in widest:
            findings += brute_force._compare(game, schema.unpack(game.state_type, r), posterior, seat, instance.depth, sampler)
    assert not findings


def test_r24_imagine_keeps_known_cards() -> None:
    """What I passed on and did not see again is with one of those who had the hand after me."""
    table = dealt(HANDS)
    for name in ("castle", "demon", "werewolf"):
        table.play(table.pending[0], f"draft {name}")
    table.play(1, "draft vampire")
    table.play(2, "draft dwarven-warrior")
    where: Counter[str] = Counter()
    for seed in range(300):
        world = table.game.imagine(table.redacted(0), 0, Stream(seed))
        assert isinstance(world, State)
        assert set(world.hand[1]) == {kind(name) + 1 for name in ("fairy-ring", "bard", "homesteaders", "vampire")} | {0}
        assert world.commit[1] in world.hand[1]
        where[str(world.commit[1])] += 1
    assert len(where) == 4
    assert min(where.values()) > 40


@pytest.mark.parametrize("players", [2, 4, 5])
def test_r24_imagine_keeps_invariants_and_knowledge(players: int) -> None:
    """Whole games: the laws hold in every imagined world, it looks the same to the seat, and it is found quickly."""
    game = fr.game("fairy-tale", players=players)
    kernel = Kernel(game)
    for seed, bots in ((1, "random"), (2, "normal")):
        states, _log = kernel.trace(0, seed, [bots] * players)
        for record in states[:: 1 + len(states) // 12]:
            s = kernel.state(record)
            for seat in (0, players - 1):
                r = game.redact(s, seat)
                world = game.imagine(r, seat, Stream(seed))
                assert isinstance(world, State)
                assert schema.pack(game.redact(world, seat)) == schema.pack(r)
                assert all(law(world) for law in INVARIANTS)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_imagination_of_impossible_knowledge_is_refused(players: int) -> None:
    """A seat that has played cannot have seen no hand: no backend loops, crashes or makes up a world."""
    game = fr.game("fairy-tale", players=players)
    kernels = [Kernel(game, checked) for checked in (False, True)]
    refused = 0
    for state, seat, _action in interpreted_play.steps(game, ["random"] * players, 3, 0):
        s: Any = state
        if seat == fr.NATURE or not s.round:
            continue
        r = game.redact(s, seat)
        r.memory[seat] = [0] * len(r.memory[seat])
        with pytest.raises(fr.ImpossibleKnowledge, match=f"no world agrees with what seat {seat} knows"):
            game.imagine(r, seat, Stream(1))
        for kernel in kernels:
            with pytest.raises(fr.ImpossibleKnowledge):
                kernel.imagine_worlds(r, seat, 1, 1)
        position = Position(game, seat, r, game.legal(s, seat))
        if len(position.legal) > 1:
            for backend in (backends.InterpretedBackend(game.room), CompiledBackend(game.room, checked=False)):
                with pytest.raises(fr.ImpossibleKnowledge):
                    search(position, Limits(simulations=8), Stream(1), backend)
            refused += 1
    assert refused


def test_imagination_gives_up_where_the_pool_lacks_cards_for_ever() -> None:
    """The repair of a draw has an end, even where no draw can be repaired."""
    game: fr.Game[Any] = fr.game("fairy-tale", players=3)
    positions = (s for s, seat, _action in interpreted_play.steps(game, ["random"] * 3, 3, 0) if seat == 0)
    given_up = 0
    for s in positions:
        world: Any = game.redact(s, 0)
        if world.step < 5:
            continue
        sampler.fill_pool(world, 0)
        sampler.draw_sources(world, 0, Stream(1))
        if any(world.forced):
            world.deck = [0] * len(world.deck)
            with pytest.raises(AssertionError, match="the pool lacks cards"):
                sampler.repair(world, 0, 1, 1, Stream(1))
            given_up += 1
            break
    assert given_up
