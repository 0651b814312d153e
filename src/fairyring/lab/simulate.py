"""Simulation: many games between bots, and what came of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fairyring.bots import backends, line_up, searches
from fairyring.core.errors import MissingExtra, OptionError
from fairyring.core.game import registry
from fairyring.core.game.game import Game
from fairyring.core.game.totals import WIN, Totals
from fairyring.lab import interpreted_play
from fairyring.progress import announced

if TYPE_CHECKING:
    from fairyring.kernel.compiled import Kernel

HOSTS = ("compiled", "interpreted")
MOST_GAMES = 10**18  # more have no numbers
MOST_THREADS = 1024
SEEDS = 1 << 64
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation; lists are by seat."""

    game: str
    options: Mapping[str, Any]
    players: int
    games: int
    seed: int
    bots: Sequence[str]
    host: str
    threads: int
    startup_seconds: float  # loading or compiling the rules
    seconds: float  # playing
    games_per_s: float
    decisions_per_s: float
    mean_score: Sequence[float]
    score_error: Sequence[float]  # standard errors of the means
    win_share: Sequence[float]  # shared wins are split
    mean_turns: float
    end_reasons: Mapping[str, float]  # shares
    actions: Mapping[str, float]  # shares of the decisions, by kind
    tallies: Mapping[str, float]  # the game's other counts, per game

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def simulate(
    game: str | Game[Any],
    players: int | None = None,
    games: int = 10_000,
    seed: int = 1,
    bots: str | Sequence[str] = "random",
    threads: int | None = None,
    host: str = "compiled",
    progress: Callable[[int], None] = lambda done: None,
    **options: object,
) -> Simulation:
    """Play many games between bots. The same seed gives the same results on any number of threads, in either host."""
    if isinstance(game, str):
        game = registry.game(game, **options, **({} if players is None else {"players": players}))
    check_games(games)
    check_seed(seed)
    if host not in HOSTS:
        raise OptionError(f"There is no host “{host}”; it is compiled or interpreted.")
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so it cannot be simulated.")
    if game.hand is not None and host == "compiled":
        raise OptionError(f"With these options {game.room.title} is simulated by the interpreted host only; ask for that.")
    bots = line_up(game, bots)
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise OptionError(f"{threads} threads cannot play; use 1 to {MOST_THREADS}, or name no number for all cores.")
    thinking = any(searches(level) for level in bots)
    used = 1 if host == "interpreted" or thinking else threads or os.cpu_count() or 1
    begun = time.perf_counter()
    run = _prepare(game, bots, seed, host, used)
    ready = time.perf_counter()
    totals = run(games, progress)
    return _results(game, bots, seed, host, used, totals, ready - begun, time.perf_counter() - ready)


def check_games(games: int) -> None:
    """Refuse a number of games that cannot be played."""
    if games < 1:
        raise OptionError(f"{games} games cannot be played; ask for one or more.")
    if games > MOST_GAMES:
        raise OptionError("So many games cannot be played; ask for at most 1e18.")


def check_seed(seed: int) -> None:
    """Refuse what is no seed."""
    if not 0 <= seed < SEEDS:
        raise OptionError("A seed is a whole number from 0 to 2^64 - 1.")


def _prepare(game: Game[Any], bots: Sequence[str], seed: int, host: str, threads: int) -> Callable[[int, Progress], Totals]:
    thinking = any(searches(level) for level in bots)
    if thinking and host == "compiled":
        with announced(f"Loading the compiled search of {game.room.title} (the first time up to a minute) …"):
            backends.compile_now(game.room)
    if thinking or host == "interpreted":
        return lambda games, progress: _play_interpreted(game, bots, seed, games, progress)
    with announced(f"Loading the compiled rules of {game.room.title} (the first time up to a minute) …"):
        kernel = compiled_kernel(game)
        kernel.play(0, 0, seed, bots)
    return lambda games, progress: kernel.play_many(games, seed, bots, threads, progress)


def compiled_kernel(game: Game[Any]) -> Kernel:
    """The compiled host of a game; numba is imported here, and only when it is used."""
    if find_spec("numba") is None:
        raise MissingExtra("The compiled host needs numba, which is missing here: install it, or use the interpreted host.")
    from fairyring.kernel.compiled import Kernel  # noqa: PLC0415

    return Kernel(game)


def _play_interpreted(game: Game[Any], bots: Sequence[str], seed: int, games: int, progress: Progress) -> Totals:
    total = interpreted_play.play(game, 0, 0, seed, bots)
    step = 1 if any(searches(level) for level in bots) else 100
    for first in range(0, games, step):
        total += interpreted_play.play(game, first, min(step, games - first), seed, bots, hands=True)
        progress(total.games)
    return total


def _results(
    game: Game[Any], bots: Sequence[str], seed: int, host: str, threads: int, totals: Totals, startup: float, seconds: float
) -> Simulation:
    n = totals.games
    means = [total / n for total in totals.scores]
    variances = [square / n - mean**2 for square, mean in zip(totals.squares, means, strict=True)]
    turns, rounds, *others = totals.tallies
    reasons = zip(game.room.schema.ends.words, totals.reasons[1:], strict=True)
    return Simulation(
        game=game.name,
        options=dict(game.options),
        players=game.players,
        games=n,
        seed=seed,
        bots=list(bots),
        host=host,
        threads=threads,
        startup_seconds=round(startup, 3),
        seconds=round(seconds, 6),
        games_per_s=round(n / seconds, 1),
        decisions_per_s=round(totals.decisions / seconds, 1),
        mean_score=[round(mean, 6) for mean in means],
        score_error=[round((max(0.0, variance) / n) ** 0.5, 6) for variance in variances],
        win_share=[round(wins / WIN / n, 6) for wins in totals.wins],
        mean_turns=round(turns / rounds, 6),
        end_reasons={str(reason): round(count / n, 6) for reason, count in reasons if count},
        actions={
            kind.name: round(count / totals.decisions, 6) for kind, count in zip(game.actions.kinds, totals.kinds, strict=True)
        },
        tallies={
            str(name): round(count / n, 6) for name, count in zip(game.room.schema.tallies.words[2:], others, strict=True)
        },
    )
