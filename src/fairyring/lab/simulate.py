"""Simulation of many games between bots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fairyring.bots import assign_levels, backends, uses_search
from fairyring.core.errors import MissingExtra, OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.totals import WIN, Totals
from fairyring.lab import interpreted_play
from fairyring.progress import announced

if TYPE_CHECKING:
    from fairyring.kernel.compiled import Kernel

BACKENDS = ("compiled", "interpreted")
MAX_GAMES = 10**18  # game numbers are 64-bit
MAX_THREADS = 1024
SEEDS = 1 << 64
PROGRESS_GAMES = 100  # interpreted games between two reports of progress
Progress = Callable[[int], None]
# Digits after the point in tables and JSON of the command line; 6 for all others.
DIGITS = {"startup_seconds": 3, "games_per_s": 1, "decisions_per_s": 1}


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation. Sequences are by seat."""

    game: str
    options: Mapping[str, Any]
    players: int
    games: int
    seed: int
    bots: Sequence[str]
    backend: str
    threads: int
    startup_seconds: float  # loading or compiling
    seconds: float  # playing
    games_per_s: float
    decisions_per_s: float
    mean_score: Sequence[float]
    score_error: Sequence[float]  # standard errors of the means
    win_share: Sequence[float]  # a shared win is split evenly
    mean_turns: float  # per round where the game has the tally `rounds`, else per game; 0 without the tally `turns`
    end_reasons: Mapping[str, float]  # share of the games
    actions: Mapping[str, float]  # share of the decisions, by kind
    tallies: Mapping[str, float]  # the game's other tallies, per game

    def as_dict(self, rounded: bool = False) -> dict[str, Any]:
        """Return the results as JSON values; `rounded` for people."""
        values = asdict(self)
        return {name: _round(value, DIGITS.get(name, 6)) for name, value in values.items()} if rounded else values


def _round(value: Any, digits: int) -> Any:
    if isinstance(value, dict):
        return {key: _round(item, digits) for key, item in value.items()}
    if isinstance(value, list):
        return [_round(item, digits) for item in value]
    return round(value, digits) if isinstance(value, float) else value


def simulate(
    game: str | Game[Any],
    players: int | None = None,
    games: int = 10_000,
    seed: int = 1,
    bots: str | Sequence[str] = "random",
    threads: int | None = None,
    backend: str = "compiled",
    progress: Callable[[int], None] = lambda done: None,
    **options: object,
) -> Simulation:
    """Play many games between bots and return their statistics.

    `game` is a name, with `players` and options as keywords, or a `Game`, without them. `bots` is one level for all seats or
    one each. The same seed gives the same results on any number of threads and with either backend. Games of bots that search
    run on one thread. `progress` is called with the number of games played so far. Raises OptionError.
    """
    if isinstance(game, str):
        game = registry.game(game, **options, **({} if players is None else {"players": players}))
    elif options or players is not None:
        named = ", ".join(([] if players is None else ["players"]) + list(options))
        raise OptionError(f"This game has its options already, so it takes none here: {named}.")
    check_games(games)
    check_seed(seed)
    if backend not in BACKENDS:
        raise OptionError(f"There is no backend “{backend}”; it is compiled or interpreted.")
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so it cannot be simulated.")
    if game.gesture is not None and backend == "compiled":
        raise OptionError(f"With these options {game.room.title} is simulated by the interpreted backend only; ask for that.")
    levels = assign_levels(game, bots)
    if threads is not None and not 1 <= threads <= MAX_THREADS:
        raise OptionError(f"{threads} threads cannot play; use 1 to {MAX_THREADS}, or name no number for all cores.")
    searching = any(map(uses_search, levels))
    used = 1 if backend == "interpreted" or searching else threads or os.cpu_count() or 1
    begun = time.perf_counter()
    run = _prepare(game, levels, seed, backend, used)
    ready = time.perf_counter()
    totals = run(games, progress)
    return _results(game, levels, seed, backend, used, totals, ready - begun, time.perf_counter() - ready)


def check_games(games: int) -> None:
    """Raise an OptionError unless this many games can be played."""
    if games < 1:
        raise OptionError(f"{games} games cannot be played; ask for one or more.")
    if games > MAX_GAMES:
        raise OptionError("So many games cannot be played; ask for at most 1e18.")


def check_seed(seed: int) -> None:
    """Raise an OptionError unless this is a seed."""
    if not 0 <= seed < SEEDS:
        raise OptionError("A seed is a whole number from 0 to 2^64 - 1.")


def _prepare(
    game: Game[Any], levels: Sequence[str], seed: int, backend: str, threads: int
) -> Callable[[int, Progress], Totals]:
    """Load or compile what the games need; return the function that plays them."""
    searching = any(map(uses_search, levels))
    if searching and backend == "compiled":
        with announced(f"Loading the compiled search of {game.room.title} (the first time some seconds) …"):
            backends.compile_now(game.room)
    if searching or backend == "interpreted":
        return lambda games, progress: _play_interpreted(game, levels, seed, games, progress)
    with announced(f"Loading the compiled rules of {game.room.title} (the first time some seconds) …"):
        kernel = compiled_kernel(game)
    return lambda games, progress: kernel.play_many(games, seed, levels, threads, progress)


def compiled_kernel(game: Game[Any], checked: bool | None = None) -> Kernel:
    """Return the compiled backend of a game. llvmlite is imported here. Raises MissingExtra without it."""
    if find_spec(backends.COMPILER) is None:
        raise MissingExtra(
            "The compiled backend needs llvmlite, which is missing here: install it, or use the interpreted one."
        )
    from fairyring.kernel.compiled import Kernel  # noqa: PLC0415

    return Kernel(game, checked)


def _play_interpreted(game: Game[Any], levels: Sequence[str], seed: int, games: int, progress: Progress) -> Totals:
    totals = Totals.zero(game.room, game.players)
    step = 1 if any(map(uses_search, levels)) else PROGRESS_GAMES
    for first in range(0, games, step):
        totals += interpreted_play.play(game, first, min(step, games - first), seed, levels, gestures=True)
        progress(totals.games)
    return totals


def _results(
    game: Game[Any],
    levels: Sequence[str],
    seed: int,
    backend: str,
    threads: int,
    totals: Totals,
    startup_seconds: float,
    seconds: float,
) -> Simulation:
    n = totals.games
    means = [total / n for total in totals.scores]
    variances = [square / n - mean**2 for square, mean in zip(totals.squares, means, strict=True)]
    tallies = {str(word): total for word, total in zip(game.room.schema.tallies.words, totals.tallies, strict=True)}
    turns, rounds = tallies.pop("turns", 0), tallies.pop("rounds", 0)
    reasons = zip(game.room.schema.ends.words, totals.reasons[1:], strict=True)
    return Simulation(
        game=game.name,
        options=dict(game.options),
        players=game.players,
        games=n,
        seed=seed,
        bots=list(levels),
        backend=backend,
        threads=threads,
        startup_seconds=startup_seconds,
        seconds=seconds,
        games_per_s=n / seconds,
        decisions_per_s=totals.decisions / seconds,
        mean_score=means,
        score_error=[(max(0.0, variance) / n) ** 0.5 for variance in variances],
        win_share=[wins / WIN / n for wins in totals.wins],
        mean_turns=turns / (rounds or n),
        end_reasons={str(reason): count / n for reason, count in reasons if count},
        actions={kind.name: count / totals.decisions for kind, count in zip(game.actions.kinds, totals.kinds, strict=True)},
        tallies={word: total / n for word, total in tallies.items()},
    )
