"""Speed and size of the WebAssembly modules: in node, beside native code, by turns in one run: `python benchmarks/wasm.py`.

Speed is CPU time; the ratio is the median over the rounds. Sizes are of the files, raw and with brotli at quality 11.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests have the host in node

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.fields.view import redact
from fairyring.kernel.compiled import Kernel
from fairyring.kernel.compiled_search import CompiledBackend
from fairyring.kernel.search_request import SearchRequest
from fairyring.kernel.wasm.build import build
from tests.kernel.wasm_host import Host, HostedKernel, Word

GAMES = {"fairy": 4, "fairy-tale": 4, "crane": 4, "fariables": 4, "sneaky-town": 2}
ROUNDS = 5
SECONDS = 0.3  # of one measurement, about
SEED = 1


def native_seconds(run: Callable[[int], object], count: int) -> float:
    """Return the CPU time of one run."""
    begun = time.process_time()
    run(count)
    return time.process_time() - begun


def compare(label: str, unit: str, native: Callable[[int], object], wasm: Callable[[int], float]) -> float:
    """Measure both by turns, print units per second of each and their ratio, and return the ratio."""
    count = 8
    while native_seconds(native, count) < SECONDS / 4:
        count *= 2
    count *= 2
    for _ in range(3):
        wasm(max(1, count // 4))  # node compiles anew what runs often
    speeds = [(count / native_seconds(native, count), count / wasm(count)) for _ in range(ROUNDS)]
    ratio = median(in_node / here for here, in_node in speeds)
    here, in_node = (median(column) for column in zip(*speeds, strict=True))
    print(f"  {label:22} native {here:12,.0f} {unit}/s   node {in_node:12,.0f} {unit}/s   ratio {ratio:.2f}", flush=True)
    return ratio


def compare_play(kernel: HostedKernel, native: Kernel, start: bytes, bot: str) -> float:
    """Compare whole games."""
    bots = [bot] * native.game.players

    def in_node(count: int) -> float:
        kernel("play", start, 0, count, Word(SEED), bots)
        return kernel.host.cpu

    return compare(f"play, {bot}", "games", lambda count: native.play(0, count, SEED, bots), in_node)


def compare_search(kernel: HostedKernel, game: fr.Game[Any], backend: CompiledBackend) -> float:
    """Compare rollouts of the search at the first decision that has several actions."""
    table = fr.Table(game, seed=SEED)
    while len(table.legal(table.pending[0])) < 2:
        table.play(table.pending[0], table.legal(table.pending[0])[0])
    seat = table.pending[0]
    root = redact(table.state, seat)
    actions = [action.id for action in table.legal(seat)][:8]
    question = {"root": schema.pack(root), "seat": seat, "actions": actions, "first": 0, "seed": Word(SEED)}

    def in_node(count: int) -> float:
        kernel("search", {**question, "count": count})
        return kernel.host.cpu

    return compare("search", "worlds", lambda count: backend.run(SearchRequest(root, seat, actions, 0, count, SEED)), in_node)


def main() -> None:
    """Print the figures of all games."""
    ratios: list[float] = []
    raw = packed = 0
    with Host() as host:
        for name, players in GAMES.items():
            game = fr.game(name, players=players)
            module = build(game.room)
            size = host.call("brotli", module.code)
            raw, packed = raw + len(module.code), packed + size
            print(f"{game.room.title}, {players} seats: {len(module.code):,} bytes, {size:,} with brotli")
            kernel = HostedKernel(host, host.call("load", module.code, module.manifest))
            start = kernel("start", schema.pack(schema.blank(game.room.schema.state, game.constants)))
            native = Kernel(game, checked=False)
            ratios += [compare_play(kernel, native, start, bot) for bot in ("random", "normal")]
            ratios.append(compare_search(kernel, game, CompiledBackend(game.room, checked=False)))
    print(f"All: {raw:,} bytes, {packed:,} with brotli; ratio to native {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
