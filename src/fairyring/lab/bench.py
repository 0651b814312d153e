"""Speed of a game, both hosts side by side in one run, on one core; and of its search, beside OpenSpiel's."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fairyring.core.errors import OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.totals import Totals
from fairyring.lab import compare_openspiel, interpreted_play
from fairyring.lab.simulate import compiled_kernel
from fairyring.progress import announced

if TYPE_CHECKING:
    from fairyring.kernel.compiled import Kernel

LONGEST = 3600.0  # seconds
SEATS = 4
SLICES = 4  # the hosts take turns, so that a busy moment of the machine hits both


def bench(name: str, seconds: float = 1.0, players: int | None = None) -> dict[str, Any]:
    """Decisions of random bots per second, with the default options; imagined games per second if OpenSpiel is installed.

    Unless told otherwise, with four seats, or as near to that as the game has them.
    """
    if not 0 < seconds <= LONGEST:  # nor what is no number
        raise OptionError(f"{seconds:g} seconds cannot be measured; ask for more than 0 and at most {LONGEST:g}.")
    lo, hi = registry.room(name).schema.state.seats
    game = registry.game(name, players=min(max(SEATS, lo), hi) if players is None else players)
    bots = ["random"] * game.players
    with announced(f"{game.room.title}: loading or compiling, then measuring both hosts …"):
        kernel = compiled_kernel(game)
        kernel.play(0, 1, 1, bots)
        found = _measure(game, kernel, bots, seconds)
        if compare_openspiel.installed() and "normal" in game.room.bots.policies:
            found["imagined_games_per_s"] = compare_openspiel.beside(game, seconds)
        return found


def _measure(game: Game[Any], kernel: Kernel, bots: list[str], seconds: float) -> dict[str, Any]:
    hosts: dict[str, Callable[[int, int], Totals]] = {
        "compiled": lambda first, count: kernel.play(first, count, 1, bots),
        "interpreted": lambda first, count: interpreted_play.play(game, first, count, 1, bots),
    }
    decisions, spent = dict.fromkeys(hosts, 0), dict.fromkeys(hosts, 0.0)
    for _ in range(SLICES):
        for host, play in hosts.items():
            first, count, end = 0, 1, time.perf_counter() + seconds / SLICES
            while not count > 1 or time.perf_counter() < end:  # once at least, however short the time is
                begun = time.perf_counter()
                decisions[host] += play(first, count).decisions
                spent[host] += time.perf_counter() - begun
                first, count = first + count, min(2 * count, 20_000)
    speed = {host: decisions[host] / spent[host] for host in hosts}
    return {
        "game": game.name,
        "players": game.players,
        "compiled_decisions_per_s": round(speed["compiled"]),
        "interpreted_decisions_per_s": round(speed["interpreted"]),
        "ratio": round(speed["compiled"] / speed["interpreted"], 1),
    }
