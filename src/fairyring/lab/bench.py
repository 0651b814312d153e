"""Speed of a game on one core, both backends side by side; and of its search, beside OpenSpiel's searches."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.totals import Totals
from fairyring.lab import compare_openspiel, interpreted_play
from fairyring.lab.simulate import compiled_kernel
from fairyring.progress import announced

if TYPE_CHECKING:
    from fairyring.kernel.compiled import Kernel

MAX_SECONDS = 3600.0
SEATS = 4  # where the game allows it
SLICES = 4  # the backends alternate, so that load of the machine affects both
MAX_BATCH = 20_000  # games of one call


def bench(name: str, seconds: float = 1.0, players: int | None = None) -> dict[str, Any]:
    """Return decisions per second of random bots with the default options; rollouts per second if OpenSpiel is installed.

    `players` defaults to 4, or the nearest number that the game allows. `seconds` is the time for each backend.
    """
    if not 0 < seconds <= MAX_SECONDS:  # also refuses NaN
        raise OptionError(f"{seconds:g} seconds cannot be measured; ask for more than 0 and at most {MAX_SECONDS:g}.")
    lo, hi = registry.room(name).schema.state.seats
    game = registry.game(name, players=min(max(SEATS, lo), hi) if players is None else players)
    bots = ["random"] * game.players
    with announced(f"{game.room.title}: loading or compiling, then measuring both backends …"):
        kernel = compiled_kernel(game)
        kernel.play(0, 1, 1, bots)
        results = _measure(game, kernel, bots, seconds)
        if compare_openspiel.installed() and "normal" in game.room.bots.policies:
            results["imagined_games_per_s"] = compare_openspiel.compare(game, seconds)
        return results


def _measure(game: Game[Any], kernel: Kernel, bots: list[str], seconds: float) -> dict[str, Any]:
    backends: dict[str, Callable[[int, int], Totals]] = {
        "compiled": lambda first, count: kernel.play(first, count, 1, bots),
        "interpreted": lambda first, count: interpreted_play.play(game, first, count, 1, bots),
    }
    decisions, spent = dict.fromkeys(backends, 0), dict.fromkeys(backends, 0.0)
    for _ in range(SLICES):
        for name, play in backends.items():
            first, count, end = 0, 1, time.perf_counter() + seconds / SLICES
            while not count > 1 or time.perf_counter() < end:  # at least one batch, however short the time is
                begun = time.perf_counter()
                decisions[name] += play(first, count).decisions
                spent[name] += time.perf_counter() - begun
                first, count = first + count, min(2 * count, MAX_BATCH)
    speed = {name: decisions[name] / spent[name] for name in backends}
    return {
        "game": game.name,
        "players": game.players,
        "compiled_decisions_per_s": round(speed["compiled"]),
        "interpreted_decisions_per_s": round(speed["interpreted"]),
        "ratio": round(speed["compiled"] / speed["interpreted"], 1),
    }
