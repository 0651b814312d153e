"""Digests of final states, to compare builds and backends: `python -m tests.kernel.digests --games 1000000`.

Each game is played with its default options, by random bots and by each policy in turn, a share of the games each.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any

import fairyring as fr
from fairyring.core.fields import schema
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.kernel.compiled import Kernel
from fairyring.lab import interpreted_play

CHUNK = 1000  # games; each chunk has bots of one level


def line_ups(game: Game[Any], games: int, chunk: int) -> Iterator[tuple[int, int, list[str]]]:
    """Return chunks of games: first, count, and the bots."""
    levels = ["random", *game.room.bots.policies]
    for place, first in enumerate(range(0, games, chunk)):
        yield first, min(chunk, games - first), [levels[place % len(levels)]] * game.players


def compiled_digests(game: Game[Any], games: int, seed: int, checked: bool, chunk: int = CHUNK) -> list[str]:
    """Return a digest of the final states of each chunk."""
    kernel = Kernel(game, checked)

    def digest(part: tuple[int, int, list[str]]) -> str:
        first, count, bots = part
        finals = kernel.finals(count, seed, bots, first)
        return blake2b(finals.tobytes(), digest_size=16).hexdigest()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(digest, line_ups(game, games, chunk)))


def interpreted_digests(game: Game[Any], games: int, seed: int, chunk: int = CHUNK) -> list[str]:
    """Return the same from the interpreted backend."""
    digests = []
    for first, count, bots in line_ups(game, games, chunk):
        digest = blake2b(digest_size=16)
        for number in range(first, first + count):
            for state, _seat, _action in interpreted_play.steps(game, bots, seed, number):
                s = state
            digest.update(schema.pack(s))
        digests.append(digest.hexdigest())
    return digests


def differing(first: list[str], second: list[str]) -> list[int]:
    """Return the numbers of the chunks that differ."""
    return [place for place, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]


def main() -> None:
    """Compare all games; exit with 1 if any differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="games that fast and checked build play")
    parser.add_argument("--interpreted", type=int, default=20_000, help="games that the interpreted backend plays, too")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for name in registry.shipped():
        game, begun = fr.game(name), time.process_time()
        fast, checked = (compiled_digests(game, options.games, options.seed, build) for build in (False, True))
        plain = interpreted_digests(game, options.interpreted, options.seed)
        short = compiled_digests(game, options.interpreted, options.seed, checked=False)
        differences = differing(fast, checked) + differing(short, plain)
        wrong += len(differences)
        print(
            f"{name}: {options.games:,} games fast and checked, {options.interpreted:,} interpreted: "
            f"{f'different in chunks {differences}' if differences else 'no difference'} "
            f"({time.process_time() - begun:.0f} CPU s)",
            flush=True,
        )
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
