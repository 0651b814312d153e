"""The tree below the candidates: made of what the seat knows, the same in both hosts, and never larger than its table."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import Limits, Position, backends, rollout_search
from fairyring.bots.backends import Backend
from fairyring.core.fields import schema
from fairyring.core.fields.schema import SeenBy
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.kernel import tree_arrays
from fairyring.kernel.compiled_search import CompiledBackend
from fairyring.kernel.compiler.module import module_text
from fairyring.kernel.entries import search_entries
from fairyring.kernel.game_functions import search_functions
from fairyring.kernel.primitives import join_key
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.templates.tree import add_key, pick_child
from fairyring.lab import interpreted_play
from tests.bots.test_search import OPTIONS, positions, secretly

DEPTH = 3


@cache
def with_tree() -> Room:
    """Fairy, which compiles fast, with a tree."""
    room = registry.room("fairy")
    return replace(room, bots=replace(room.bots, search=replace(room.bots.search, tree_depth=lambda _s: DEPTH)))


@cache
def compiled() -> Backend:
    assert backends.compile_now(with_tree())
    return backends.current(with_tree())


def decisions(name: str, most: int = 40) -> Iterator[tuple[fr.Game[Any], Any, int]]:
    game = fr.game(name, **OPTIONS[name])
    steps = (step for step in interpreted_play.steps(game, ["normal"] * game.players, 5, 0) if step[1] != NATURE)
    for _, (s, seat, _action) in zip(range(most), steps, strict=False):
        yield game, s, seat


@pytest.mark.parametrize("name", OPTIONS)
def test_knowledge_identifies_the_view_of_the_seat(name: str) -> None:
    """The number of a whole state is that of the seat's part of it, and every position that is known to differ has its own."""
    numbers: dict[bytes, int] = {}
    for game, s, seat in decisions(name):
        knowledge = search_functions(game.room).knowledge
        redacted = game.redact(s, seat)
        numbers[bytes([seat]) + schema.pack(redacted)] = knowledge(s, seat)
        assert knowledge(s, seat) == knowledge(redacted, seat)
    assert len(numbers) > 10
    assert len(set(numbers.values())) == len(numbers)


@pytest.mark.parametrize("name", OPTIONS)
def test_knowledge_gives_every_entry_bits_of_its_own(name: str) -> None:
    """Entries share words of the hash; states that differ in one bit of one entry have different keys."""
    game = fr.game(name, **OPTIONS[name])
    knowledge = search_functions(game.room).knowledge
    keys = [knowledge(game.initial(), 0)]
    for field in game.room.schema.state.fields.values():
        if field.const or field.visibility.derived or field.visibility.known is SeenBy.NOBODY or len(field.shape) > 1:
            continue
        for bit in range((field.hi - field.lo).bit_length()):
            s = game.initial()
            value = getattr(s, field.name) if not field.shape else getattr(s, field.name)[0]
            if (changed := field.lo + (value - field.lo ^ 1 << bit)) > field.hi:
                continue
            if field.shape:
                getattr(s, field.name)[0] = changed
            else:
                setattr(s, field.name, changed)
            keys.append(knowledge(s, 0))
    assert len(set(keys)) == len(keys) > 10


def test_knowledge_ignores_secret_choices() -> None:
    tables = [secretly("fairy-tale", lambda legal: legal[0]), secretly("fairy-tale", lambda legal: legal[-1])]
    knowledge = search_functions(tables[0].game.room).knowledge
    seat = tables[0].pending[-1]
    assert knowledge(tables[0].state, seat) == knowledge(tables[1].state, seat)
    assert knowledge(tables[0].state, 0) != knowledge(tables[1].state, 0)  # who chose knows what


def test_tree_is_the_same_in_both_backends() -> None:
    plain, quick = backends.interpreted(with_tree()), compiled()
    assert quick is not plain
    for game, s, seat in positions("fairy"):
        r, legal = schema.recast(game.redact(s, seat), game.room.schema.state), game.legal(s, seat)
        trees = plain.tree(DEPTH), quick.tree(DEPTH)
        runs = [
            engine.run(SearchRequest(r, seat, legal, 0, 60, 9), tree)
            for engine, tree in zip((plain, quick), trees, strict=True)
        ]
        assert runs[0] == runs[1]
        assert trees[0].path == list(trees[1].path)
        assert trees[0].keys == list(trees[1].keys)
        taken = [slot for slot, key in enumerate(trees[0].keys) if key]
        for name in ("visits", "shares"):
            assert [getattr(trees[0], name)[slot] for slot in taken] == [getattr(trees[1], name)[slot] for slot in taken]
        assert trees[0].path[0] > 60  # places that are taken


def test_tree_of_a_decision_knows_nothing_of_earlier_ones() -> None:
    """Its tables may have been those of another tree; two that live at once have their own."""
    plain, engine, used, results = backends.interpreted(with_tree()), compiled(), set[int](), []
    for game, s, seat in positions("fairy", most=3):
        r, legal = schema.recast(game.redact(s, seat), game.room.schema.state), game.legal(s, seat)
        tree, other = engine.tree(DEPTH), engine.tree(DEPTH)
        first = engine.run(SearchRequest(r, seat, legal, 0, 60, 9), tree)
        assert engine.run(SearchRequest(r, seat, legal, 0, 60, 9), other) == first
        assert plain.run(SearchRequest(r, seat, legal, 0, 60, 9), plain.tree(DEPTH)) == first
        assert ctypes.addressof(tree.keys) != ctypes.addressof(other.keys)
        used |= {ctypes.addressof(tree.keys), ctypes.addressof(other.keys)}
        results.append(first)
        del tree, other
    assert len(used) < 2 * len(results)  # memory was used again


def test_tree_for_few_rollouts_gives_the_same_results_from_a_smaller_table() -> None:
    engine = CompiledBackend(with_tree())
    for game, s, seat in positions("fairy", most=3):
        r, legal = schema.recast(game.redact(s, seat), game.room.schema.state), game.legal(s, seat)
        request = SearchRequest(r, seat, legal, 0, 60, 9)
        rollouts = 60 * len(legal)
        small, large = engine.tree(DEPTH, rollouts), engine.tree(DEPTH)
        assert engine.run(request, small) == engine.run(request, large)
        assert small.path[0] == large.path[0]
        assert len(small.keys) == tree_arrays.slots_for(rollouts) < len(large.keys) == tree_arrays.TABLE_SIZE
        assert sorted(key for key in small.keys if key) == sorted(key for key in large.keys if key)
        tiny = engine.tree(DEPTH, 4)  # too small
        assert engine.run(request, tiny)[0] == 60
        assert tiny.path[0] <= len(tiny.keys) * 3 // 4
    assert all(2 * rollouts < tree_arrays.slots_for(rollouts) // 4 * 3 for rollouts in range(1, 8000))
    assert tree_arrays.slots_for(10**6) == tree_arrays.TABLE_SIZE


def test_tree_search_does_not_depend_on_chunks() -> None:
    game, s, seat = next(positions("fairy"))
    tall: Game[Any] = Game(with_tree(), game.options)
    r, legal = game.redact(s, seat), game.legal(s, seat)
    limits = Limits(simulations=5000)
    with_a_tree, without = (rollout_search.search(Position.of(g, s, seat), limits, Stream(2), compiled()) for g in (tall, game))
    assert with_a_tree != without
    engine, parts = compiled(), []
    for chunk in (100, 7):
        tree, sums = engine.tree(DEPTH), [0] * (4 * len(legal))
        for first in range(0, 100, chunk):
            count = min(chunk, 100 - first)
            _done, more = engine.run(
                SearchRequest(schema.recast(r, game.room.schema.state), seat, legal, first, count, 9), tree
            )
            sums = [a + b for a, b in zip(sums, more, strict=True)]
        parts.append(sums)
    assert parts[0] == parts[1]


def test_run_without_a_tree_follows_the_policies() -> None:
    """Who is given none gets what the search of a game without trees gets; and with one, something else."""
    flat, tall = backends.interpreted(registry.room("fairy")), backends.interpreted(with_tree())
    differ = 0
    for game, s, seat in positions("fairy"):
        r, legal = schema.recast(game.redact(s, seat), game.room.schema.state), game.legal(s, seat)
        usual = flat.run(SearchRequest(r, seat, legal, 0, 40, 9))
        assert usual == tall.run(SearchRequest(r, seat, legal, 0, 40, 9))
        differ += usual != tall.run(SearchRequest(r, seat, legal, 0, 40, 9), tall.tree(DEPTH))
    assert differ


def test_tree_with_a_full_table_still_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree_arrays, "TABLE_SIZE", 32)
    engine = backends.interpreted(with_tree())
    for game, s, seat in positions("fairy", most=2):
        r, legal, tree = schema.recast(game.redact(s, seat), game.room.schema.state), game.legal(s, seat), engine.tree(DEPTH)
        before = 0
        for first in (0, 60, 120):
            assert engine.run(SearchRequest(r, seat, legal, first, 60, 9), tree)[0] == 60
            assert sum(key > 0 for key in tree.keys) == tree.path[0] == 24
            assert sum(tree.visits) > before
            before = sum(tree.visits)


def test_pick_child_learns_the_better_action() -> None:
    """One node, one action that always wins, one that never does: in the end it does the first nearly always."""
    g = search_functions(with_tree())
    game, s, seat = next(positions("fairy"))
    legal = game.legal(s, seat)
    usual, good = legal[0], legal[-1]
    tree = tree_arrays.new_tree(1)
    node = add_key(tree, 12345, 12345)
    done = []
    for _ in range(200):
        done.append(pick_child(g, s, seat, usual, node, tree, 2))
        child = add_key(tree, join_key(12345, done[-1]), node + 1 + done[-1])
        assert tree.path[2] in (-1, child)
        tree.visits[node] += 1
        tree.visits[child] += 1
        tree.shares[child] += 2520 if done[-1] == good else 0
    assert done[:4] == [usual] * 4
    assert set(done) == set(legal)  # nothing is left untried
    assert done[100:].count(good) > 85


def test_tree_search_chooses_legal_actions() -> None:
    """Fairy Tale for two is searched with a tree, for three without."""
    for players in (2, 3):
        for game, s, seat in positions("fairy-tale", every=11, most=6, players=players):
            assert game.room.bots.search.tree_depth_at(s) == (4 if players == 2 else 0)
            legal = game.legal(s, seat)
            opinion = rollout_search.search(Position.of(game, s, seat), Limits(simulations=120), Stream(1))
            assert opinion.action in legal
            assert opinion.simulations >= 100


def test_compiled_search_has_a_tree_only_where_declared() -> None:
    texts = {name: module_text(search_entries(registry.room(name)), False) for name in OPTIONS}
    expected = {name for name, text in texts.items() if '@"pick_child.' in text}
    assert expected == {name for name in OPTIONS if registry.room(name).bots.search.tree_depth} == {"fairy-tale"}
    assert '@"knowledge.' not in texts["fairy"]
