"""Search with the kernel of the page, run by node through the calls that the worker registers."""

from __future__ import annotations

import json
import struct
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import fairyring as fr
from fairyring.bots import backends, exact
from fairyring.bots.rollout_search import search
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.rng import Stream
from fairyring.offline import kernels
from fairyring.offline.host import Host
from fairyring.tables.bot_jobs import Job
from tests.kernel.wasm_host import Host as Node
from tests.kernel.wasm_host import HostedKernel, Word, Words

SIMULATIONS = 200


class NodeCalls:
    """What client/src/offline/kernels.ts registers, with a pipe to node in place of a worker."""

    def __init__(self, kernel: HostedKernel) -> None:
        self.kernel = kernel
        self.runs: list[int] = []  # worlds asked for

    def tree(self, depth: int) -> None:
        self.kernel("tree", depth)

    def run(
        self, root: bytes, seat: int, actions: Sequence[int], first: int, count: int, seed: bytes, weights: bytes, tree: bool
    ) -> bytes:
        self.runs.append(count)
        question = {"root": root, "seat": seat, "actions": actions, "first": first, "count": count, "tree": tree}
        secrets = Words(struct.unpack(f"<{len(weights) // 8}q", weights))
        sums = self.kernel("search", question | {"seed": Word(*struct.unpack("<Q", seed)), "weights": secrets})
        return struct.pack(f"<{len(sums)}q", *sums)

    def weigh(self, before: bytes, seat: int, actor: int, action: int, count: int) -> bytes:
        likelihoods = self.kernel("weigh", before, seat, actor, action, count)
        return struct.pack(f"<{len(likelihoods)}q", *likelihoods)


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as host:
        yield host


def positions(game: fr.Game[Any], count: int) -> Iterator[fr.Position]:
    """Decisions in a game of bots, with what their seats remember."""
    table = fr.Table(game, seed=3)
    seated = fr.seat_bots(table, "normal", seed=4)
    while table.outcome is None and count:
        seat = table.pending[0]
        if len(table.legal(seat)) > 1 and len(table.history) % 5 == 0:
            count -= 1
            legal = tuple(action.id for action in table.legal(seat))
            memory = fr.bots.recall(game, seat, table.history)
            yield fr.Position(game, seat, table.redacted(seat), legal, memory)
        table.play(seat, seated[seat].choose(table).action)


@pytest.mark.parametrize("name", registry.shipped())
def test_kernel_backend_has_the_opinions_of_the_interpreter(node: Node, name: str) -> None:
    room = registry.room(name)
    calls = NodeCalls(node.load(room))
    backend, limits = kernels.KernelBackend(room, calls), fr.Limits(simulations=SIMULATIONS)
    for position in positions(registry.game(name), 3):
        opinions = [search(position, limits, Stream(9), used) for used in (backend, backends.interpreted(room))]
        assert opinions[0] == opinions[1]
        assert opinions[0].simulations
    assert calls.runs


def test_kernel_backend_respects_the_deadline_between_chunks(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that moves with each question: the search ends although its number of worlds is not reached."""
    room = registry.room("fairy")
    calls = NodeCalls(node.load(room))
    monkeypatch.setattr(time, "perf_counter", lambda: 0.01 * len(calls.runs))
    position = next(positions(registry.game("fairy"), 1))
    opinion = search(position, fr.Limits(simulations=10**6, seconds=0.3), Stream(9), kernels.KernelBackend(room, calls))
    assert 0 < len(calls.runs) <= 30
    assert 0 < opinion.simulations < 10**6


def test_kernels_register_serves_bots(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_compiled", {})
    game = registry.game("fairy")
    calls = NodeCalls(node.load(game.room))
    kernels.register("fairy", calls)
    position = next(positions(game, 1))
    job = Job("x", "fairy", game.room.rules.VERSION, {"players": 4}, position.seat, "strong",
              schema.pack(position.knowledge), tuple(position.legal), 7, 300)  # fmt: skip
    answer = json.loads(Host("p").think(json.dumps(job.plain())))
    assert answer["action"] in position.legal
    assert answer["simulations"] > 0
    assert calls.runs


def test_exact_is_not_offered_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its solvers need NumPy; a seat that has it from elsewhere is played by the strongest bot there is."""
    game = registry.game("fairy", players=2)
    assert "exact" in fr.bots.levels(game)
    monkeypatch.setattr(exact, "_has_numpy", lambda: False)
    assert "exact" not in fr.bots.levels(game)
    position = next(positions(game, 1))
    job = Job("x", "fairy", game.room.rules.VERSION, {"players": 2}, position.seat, "exact",
              schema.pack(position.knowledge), tuple(position.legal), 7, 30)  # fmt: skip
    assert json.loads(Host("p").think(json.dumps(job.plain())))["action"] in position.legal
