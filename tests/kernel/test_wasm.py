"""WebAssembly modules in node: byte for byte the results of the native and of the interpreted backend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt, log
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import Limits
from fairyring.bots.backends import InterpretedBackend
from fairyring.bots.memory import recall
from fairyring.bots.position import Position
from fairyring.bots.rollout_search import search
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.fields.view import redact
from fairyring.core.game import registry
from fairyring.core.game.contract import NATURE
from fairyring.core.game.room import Room
from fairyring.core.rng import Stream
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.templates.play import CHECKSUM_MODULUS
from fairyring.kernel.tree_arrays import FRACTION_BITS, MAX_COUNT, Tree, ucb_tables
from fairyring.lab import interpreted_play
from tests.kernel.wasm_host import Host, HostedKernel, HostError, Word, Words

GAMES = registry.shipped()
FINALS = 60  # games of each variant and kind of bots
SEED = (1 << 64) - 12345  # a seed with all 64 bits


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host() as started:
        yield started


@pytest.fixture(scope="module")
def kernels(host: Host) -> dict[str, HostedKernel]:
    return {name: host.load(registry.room(name)) for name in GAMES}


def start_of(kernel: HostedKernel, game: fr.Game[Any]) -> bytes:
    start: bytes = kernel("start", schema.pack(schema.blank(game.room.schema.state, game.constants)))
    return start


def lines_of_bots(game: fr.Game[Any]) -> list[list[str]]:
    """Return bots for all seats: random ones, and all levels in turn."""
    levels = [*game.room.bots.policies, "random"]
    return [["random"] * game.players, [levels[seat % len(levels)] for seat in game.seats]]


def variants(name: str) -> Sequence[Mapping[str, Any]]:
    """The variants by the printed rules: modules for pages hold the printed numbers."""
    room = registry.room(name)
    return [options for options in room.checks.variants if not fr.game(name, **options).house_rules]


@pytest.mark.parametrize("name", GAMES)
def test_wasm_plays_the_same_games_as_native_code(kernels: dict[str, HostedKernel], name: str) -> None:
    for options in variants(name):
        game = fr.game(name, **options)
        kernel, native = kernels[name], Kernel(game)
        start = start_of(kernel, game)
        for bots in lines_of_bots(game):
            result = kernel("play", start, 0, FINALS, Word(SEED), bots, FINALS)
            assert b"".join(result["finals"]) == native.finals(FINALS, SEED, bots).tobytes(), (options, bots)
            totals = native.play(0, FINALS, SEED, bots)
            assert result["totals"] == [totals.decisions, *totals.tallies]
            assert result["bySeat"] == [*totals.scores, *totals.wins, *totals.squares]
            assert (result["byReason"], result["byKind"]) == (totals.reasons, totals.kinds)


@pytest.mark.parametrize("name", GAMES)
def test_wasm_plays_the_same_games_as_the_interpreter(kernels: dict[str, HostedKernel], name: str) -> None:
    """Move by move: states with their digests, pending seats, legal actions, weights and results."""
    for index, options in enumerate(variants(name)[:4]):
        game = fr.game(name, **options)
        bots = lines_of_bots(game)[index % 2]
        traced = kernels[name]("trace", start_of(kernels[name], game), index, Word(SEED), bots)
        steps = interpreted_play.steps(game, bots, SEED, index)
        for state, line, (s, seat, action) in zip(traced["states"], [*traced["log"], None], steps, strict=True):
            assert state == schema.pack(s)
            if line is not None:
                if seat == NATURE:
                    choices = [game.rules.weight(s, outcome) for outcome in range(game.room.schema.chance.size)]
                else:
                    choices = [game.rules.legal_nth(s, seat, k) for k in range(game.rules.legal_count(s, seat))]
                assert line == [game.rules.pending(s), seat, action, *choices]
        last = schema.unpack(game.room.schema.state, traced["states"][-1])
        assert schema.digest(last) == schema.digest(s)
        assert traced["outcome"] == {
            "points": [game.rules.score(s, seat) for seat in game.seats],
            "ahead": list(game.winners(s)),
            "reason": game.rules.reason(s),
        }


@pytest.mark.parametrize("name", GAMES)
def test_wasm_traces_are_those_of_native_code(kernels: dict[str, HostedKernel], name: str) -> None:
    game = fr.game(name)
    native, start = Kernel(game), start_of(kernels[name], game)
    for number in range(12):
        bots = lines_of_bots(game)[number % 2]
        traced = kernels[name]("trace", start, number, Word(number), bots)
        states, log = native.trace(number, number, bots)
        assert b"".join(traced["states"]) == states.tobytes()
        for line, (waiting, seat, action, count, checksum, _allowed) in zip(traced["log"], log.tolist(), strict=True):
            assert line[:3] == [waiting, seat, action]
            total = 0
            for choice in line[3:]:
                total = (total * 31 + choice) % CHECKSUM_MODULUS
            assert (sum(line[3:]) if seat == NATURE else len(line[3:]), total) == (count, checksum)


def positions(game: fr.Game[Any], number: int, count: int) -> list[tuple[State, int]]:
    """Return some states of a game with a seat that has several actions, evenly spread."""
    levels = ["normal"] * game.players
    matches = [
        (schema.copy(s), seat)
        for s, seat, _action in interpreted_play.steps(game, levels, 3, number)
        if seat != NATURE and game.rules.legal_count(s, seat) > 1
    ]
    return matches[:: max(1, len(matches) // count)][:count]


@pytest.mark.parametrize("name", GAMES)
def test_wasm_redacts_and_imagines_as_native_code(kernels: dict[str, HostedKernel], name: str) -> None:
    kernel = kernels[name]
    for number, options in enumerate(variants(name)):
        game = fr.game(name, **options)
        native = Kernel(game)
        for s, _seat in positions(game, number, 6):
            for seat in game.seats:
                redacted = kernel("redact", schema.pack(s), seat)
                assert redacted == schema.pack(redact(s, seat))
                unpacked = schema.unpack(game.room.schema.state, redacted)
                worlds, _rng = native.imagine_worlds(unpacked, seat, 5, SEED)
                assert kernel("imagine", redacted, seat, 5, Words([SEED])) == worlds


@pytest.mark.parametrize("name", GAMES)
def test_wasm_refuses_the_actions_that_the_rules_refuse(kernels: dict[str, HostedKernel], name: str) -> None:
    game, kernel = fr.game(name), kernels[name]
    size, outcomes = game.room.schema.actions.size, game.room.schema.chance.size
    for s, _seat in positions(game, 0, 2):
        packed = schema.pack(s)
        for seat in game.seats:
            for action in [*range(0, size, max(1, size // 60))]:
                expected = game.rules.check(s, seat, action)
                assert kernel("refusal", packed, seat, action) == expected, (seat, action)
            assert [kernel("refusal", packed, seat, action) for action in (-1, size, 1 << 40)] == [-1] * 3
        assert [kernel("refusal", packed, NATURE, action) for action in (-1, 0, outcomes)] == [-1] * 3


@pytest.mark.parametrize("name", GAMES)
def test_wasm_refuses_outcomes_without_weight(kernels: dict[str, HostedKernel], name: str) -> None:
    game = fr.game(name)
    states = [schema.copy(s) for s, _seat, _action in interpreted_play.steps(game, ["random"] * game.players, 4, 0)]
    weighed = set()
    for s in [s for s in states if game.rules.pending(s) == NATURE][-3:]:
        for outcome in range(game.room.schema.chance.size):
            weight = game.rules.weight(s, outcome)
            weighed.add(weight > 0)
            assert (kernels[name]("refusal", schema.pack(s), NATURE, outcome) == 0) == (weight > 0)
    assert True in weighed


class WasmBackend:
    """Implements `Backend` of bots/backends.py in node."""

    max_chunk = 64
    calibration_worlds = 8
    is_compiled = True

    def __init__(self, room: Room, kernel: HostedKernel) -> None:
        self._room, self._kernel = room, kernel

    def tree(self, depth: int) -> Tree:
        self._kernel("tree", depth)
        return Tree(depth, *[[]] * 6)

    def run(self, request: SearchRequest, tree: Tree | None = None) -> tuple[int, list[int]]:
        question = {"root": schema.pack(request.root), "seat": request.seat, "actions": list(request.actions)}
        worlds = {"first": request.first, "count": request.count, "seed": Word(request.seed), "weights": Words(request.weights)}
        return request.count, self._kernel("search", question | worlds | {"tree": tree is not None})

    def weigh(self, before: State, seat: int, actor: int, action: int) -> tuple[int, ...]:
        beliefs = self._room.bots.search.beliefs
        assert beliefs is not None
        return tuple(self._kernel("weigh", schema.pack(before), seat, actor, action, beliefs.count(before)))


@pytest.mark.parametrize("name", GAMES)
def test_wasm_search_has_the_sums_of_both_backends(kernels: dict[str, HostedKernel], name: str) -> None:
    room = registry.room(name)
    wasm, native, interpreted = WasmBackend(room, kernels[name]), CompiledBackend(room), InterpretedBackend(room)
    depths = set()
    for number, options in enumerate(variants(name)):
        game = fr.game(name, **options)
        for s, seat in positions(game, number, 3):
            root = redact(s, seat)
            actions = [game.rules.legal_nth(s, seat, k) for k in range(min(5, game.rules.legal_count(s, seat)))]
            depth = room.bots.search.tree_depth_at(root)
            depths.add(depth)
            trees = [backend.tree(depth) if depth else None for backend in (wasm, native, interpreted)]
            for first, count in ((0, 2), (2, 40)):
                request = SearchRequest(root, seat, actions, first, count, SEED)
                sums = wasm.run(request, trees[0])
                assert sums == native.run(request, trees[1])
                if count == 2:
                    assert sums == interpreted.run(request, trees[2])
    assert (max(depths) > 0) == (room.bots.search.tree_depth is not None)


@pytest.mark.parametrize("name", GAMES)
def test_wasm_search_returns_the_opinions_of_native_code(kernels: dict[str, HostedKernel], name: str) -> None:
    """With everything that Python does around it: candidates, halving, beliefs about secrets."""
    game = fr.game(name)
    table = fr.Table(game, seed=5)
    wasm, native = WasmBackend(game.room, kernels[name]), CompiledBackend(game.room)
    opinions = 0
    while opinions < 6 and (pending := table.pending):
        seat = pending[0]
        position = Position.at(table, seat, recall(game, seat, table.record.decisions))
        results = [search(position, Limits(simulations=300), Stream(9), backend) for backend in (wasm, native)]
        assert results[0] == results[1]
        opinions += results[0].simulations > 0
        table.play(seat, results[0].action)
    assert opinions


def test_wasm_ucb_tables_do_not_depend_on_the_last_bits_of_a_logarithm(host: Host) -> None:
    """Math.log may differ from Python's by some units in the last place; the tables are the same all the same."""
    logs, roots = ucb_tables()
    assert host.call("ucbTables", MAX_COUNT, FRACTION_BITS) == [logs, roots]
    for n in range(2, MAX_COUNT):
        for error in (-(2.0**-49), 2.0**-49):  # eight units in the last place
            assert isqrt(int(log(n) * (1 + error) * (1 << FRACTION_BITS))) == logs[n]


def test_wasm_driver_refuses_wrong_arguments(kernels: dict[str, HostedKernel]) -> None:
    game = fr.game("fairy-tale")
    kernel = kernels["fairy-tale"]
    start = start_of(kernel, game)
    cases: list[tuple[tuple[Any, ...], str]] = [
        (("pending", start[:-1]), "bytes"),
        (("redact", start, 5), "no seat"),
        (("redact", bytes(len(start)), 0), "0 seats"),
        (("play", start, 0, 1, Word(1), ["random"]), "bots are needed"),
        (("play", start, 0, 1, Word(1), ["mild"] * game.players), "no bot mild"),
        (("imagine", start, -1, 1, Words([1])), "no seat"),
        (("streams", 99, Word(1), 0), "at most"),
    ]
    for (method, *args), text in cases:
        with pytest.raises(HostError, match=text):
            kernel(method, *args)
    with pytest.raises(HostError, match="without a tree"):
        kernels["fairy"]("tree", 2)
    question = {"root": start, "seat": 0, "actions": [0], "first": 0, "count": 1, "seed": Word(1)}
    with pytest.raises(HostError, match="newer tree"):
        kernel("searchWithOldTree", question)
