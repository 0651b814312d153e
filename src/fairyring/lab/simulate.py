"""Simulation of many games between bots."""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fairyring.bots import NO_LIMITS, Limits, backends, uses_search
from fairyring.bots.guarded import BotError, BotLike, name_of
from fairyring.core.errors import MissingExtra, OptionError
from fairyring.core.extras import import_extra
from fairyring.core.game.game import Game
from fairyring.core.text.html_table import html_table
from fairyring.core.totals import WIN, Totals
from fairyring.lab import interpreted_play
from fairyring.lab.checks.arguments import (
    FORMER_THREADS,
    check_games,
    check_playable,
    check_seed,
    find_game,
    seat_bots_like,
    take_former_workers,
)
from fairyring.lab.workers.places import CORES, check_place
from fairyring.progress import Counted, announced, shown

if TYPE_CHECKING:
    import pyarrow as pa

    from fairyring.core.record.record import Record
    from fairyring.kernel.compiled import Kernel
    from fairyring.lab.runner import Chunk, Plan

BACKENDS = ("compiled", "interpreted")
PROGRESS_GAMES = 100  # interpreted games between two reports of progress
SEAT_COLUMNS = ("seat", "bot", "score", "wins")
# Digits after the point in tables and JSON of the command line; 6 for all others.
DIGITS = {"startup_seconds": 3, "games_per_s": 1, "decisions_per_s": 1}


@dataclass(frozen=True, repr=False)
class Simulation:
    """The results of a simulation, which print as a table. Sequences are by seat."""

    game: str
    options: Mapping[str, Any]
    players: int
    games: int
    seed: int
    bots: Sequence[str]
    backend: str
    workers: int
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
    _plan: Any = field(default=None, repr=False, compare=False)
    _chunks: Any = field(default=None, repr=False, compare=False)  # games that are not played again for rows
    _on: str = field(default=CORES, repr=False, compare=False)  # where games are played again for rows

    def as_dict(self, rounded: bool = False) -> dict[str, Any]:
        """Return the results as JSON values; `rounded` for people."""
        values = {item.name: getattr(self, item.name) for item in fields(self) if not item.name.startswith("_")}
        values["threads"] = self.workers  # as release 0.1 called it
        return {name: _round(value, DIGITS.get(name, 6)) for name, value in values.items()} if rounded else values

    @property
    def threads(self) -> int:
        """The number of workers, as release 0.1 called it. Deprecated."""
        warnings.warn(FORMER_THREADS, DeprecationWarning, 2)
        return self.workers

    @cached_property
    def table(self) -> pa.Table:
        """One row for each game, as an Arrow table: bots, scores, places and shares by seat, decisions, reason, tallies, seed.

        Needs the extra `lab`. Games of compiled bots are played again for it, which takes as long as the first time.
        """
        from fairyring.lab import rows, runner  # noqa: PLC0415  (they import this module)

        plan: Plan = self._plan
        pyarrow = rows.arrow()
        chunks = self._chunks
        if chunks is None:
            chunks = runner.play_spans(plan, plan.spans(self.games), self.workers, self._on)
        parts = [rows.arrow_table(plan.game, plan.bots, plan.seed, chunk.first, chunk.rows) for chunk in chunks]
        return pyarrow.concat_tables([rows.arrow_schema(plan.game).empty_table(), *parts])

    @cached_property
    def decision_table(self) -> pa.Table:
        """One row for each decision of a simulation with `decisions=True`, as an Arrow table."""
        from fairyring.lab import rows  # noqa: PLC0415

        if self._plan is None or not self._plan.decisions:
            raise OptionError("Decisions were not kept; ask for them: simulate(…, decisions=True).")
        return rows.decision_table([decision for chunk in self._chunks or () for decision in chunk.decisions])

    def record(self, index: int) -> Record:
        """Return the record of game number `index`, which is played once more: for replays and `Record.save`.

        Raises OptionError for a game that was not played, BotError if a bot of yours fails.
        """
        from fairyring.lab import rows  # noqa: PLC0415

        if not 0 <= index < self.games:
            raise OptionError(f"Game {index} was not played; games are 0 to {self.games - 1}.")
        plan: Plan = self._plan
        return rows.record_game(plan.game, plan.bots, plan.seed, index, plan.limits, plan.max_seconds)

    def to_polars(self) -> Any:
        """Return `table` as a data frame of Polars."""
        return import_extra("polars").from_arrow(self.table)

    def to_pandas(self) -> Any:
        """Return `table` as a data frame of pandas."""
        import_extra("pandas")
        return self.table.to_pandas()

    def _title(self) -> str:
        house = self._plan.game.house_rules if self._plan is not None else {}
        rules = f" (house rules: {', '.join(f'{name}={value}' for name, value in house.items())})" if house else ""
        return f"{self.game}{rules}: {self.games:,} games of seed {self.seed}"

    def _rows(self) -> list[tuple[str, str, str, str]]:
        values = zip(self.bots, self.mean_score, self.score_error, self.win_share, strict=True)
        return [
            (str(n), bot, f"{score:.3f} ± {error:.3f}", f"{wins:.1%}") for n, (bot, score, error, wins) in enumerate(values, 1)
        ]

    def __repr__(self) -> str:
        lines = [f"{self._title()}, {self.decisions_per_s:,.0f} decisions a second"]
        lines += [f"  {n:>4}  {bot:16.16}  {score:>18}  {wins:>7}" for n, bot, score, wins in [SEAT_COLUMNS, *self._rows()]]
        return "\n".join([*lines, "  ended by " + ", ".join(f"{name} {share:.1%}" for name, share in self.end_reasons.items())])

    def _repr_html_(self) -> str:
        return html_table(self._title(), SEAT_COLUMNS, self._rows())


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
    bots: str | BotLike | Sequence[BotLike] = "random",
    workers: int | None = None,
    backend: str = "compiled",
    progress: Callable[[int], None] | None = None,
    *,
    decisions: bool = False,
    limits: Limits = NO_LIMITS,
    max_seconds: float = 60.0,
    on: str = CORES,
    **options: object,
) -> Simulation:
    """Play many games between bots and return their statistics, and on request a row for each game (`Simulation.table`).

    `game` is a name, with `players` and options as keywords, or a `Game`, without them. `bots` is one for all seats or one
    each: a level, or a bot of yours: a function `(position, limits, rng)` that returns an action's id, or an object with such a
    `choose`. It has `max_seconds` for a decision. With `decisions`, every decision is kept (`Simulation.decision_table`).

    The same seed gives the same results with any number of `workers` (default: as many as there are cores), with either
    backend, and on a Ray cluster (`on="ray"`). `progress` is called with the number of games played so far; without it, a
    terminal shows a bar. Raises OptionError, and BotError if a bot of yours fails; its `played` is a `Simulation` of the games
    before.
    """
    workers = take_former_workers(options, workers)
    game = find_game(game, players, options)
    check_games(games)
    check_seed(seed)
    if backend not in BACKENDS:
        raise OptionError(f"There is no backend “{backend}”; it is compiled or interpreted.")
    check_playable(game, workers)
    check_place(on)
    if on != CORES and backend == "interpreted":
        raise OptionError("The interpreted backend is for comparison on this machine; name no backend on a cluster.")
    if game.gesture is not None and backend == "compiled":
        raise OptionError(f"With these options {game.room.title} is simulated by the interpreted backend only; ask for that.")
    sitting = seat_bots_like(game, bots)
    with shown(progress, games) as count:
        if decisions or (backend == "compiled" and not all(isinstance(bot, str) for bot in sitting)):
            plan = _plan(game, sitting, seed, limits, max_seconds, decisions)
            return _simulate_rows(plan, games, workers, on, count)
        if not all(isinstance(bot, str) for bot in sitting):
            raise OptionError("Bots of your own play with the interpreted rules anyway; name no backend.")
        plan = _plan(game, sitting, seed, limits)
        if on != CORES or (backend == "compiled" and any(map(uses_search, map(str, sitting)))):
            return _simulate_sums(plan, games, workers, on, count)
        return _simulate_here(plan, games, workers, backend, count)


def _simulate_here(plan: Plan, games: int, workers: int | None, backend: str, progress: Counted) -> Simulation:
    """Play games between levels in this process, and keep their sums."""
    levels = [str(bot) for bot in plan.bots]
    used = 1 if backend == "interpreted" else workers or os.cpu_count() or 1
    begun = time.perf_counter()
    run = _prepare(plan.game, levels, plan.seed, backend, used, plan.limits)
    ready = time.perf_counter()
    totals = run(games, progress)
    result = _results(plan.game, levels, plan.seed, backend, used, totals, ready - begun, time.perf_counter() - ready)
    return replace(result, _plan=plan)


def _plan(
    game: Game[Any],
    bots: Sequence[BotLike],
    seed: int,
    limits: Limits,
    max_seconds: float | None = None,
    decisions: bool = False,
) -> Plan:
    from fairyring.lab.runner import Plan  # noqa: PLC0415  (it imports this module)

    return Plan(game, tuple(bots), seed, limits, max_seconds, decisions)


def _simulate_sums(plan: Plan, games: int, workers: int | None, on: str, progress: Counted) -> Simulation:
    """Play games between levels in chunks, wherever workers are, and keep their sums."""
    from fairyring.lab.runner import SumSpan, prepare  # noqa: PLC0415  (it imports this module)
    from fairyring.lab.workers.pool import open_pool  # noqa: PLC0415  (a page has no processes)

    totals = Totals.zero(plan.game.room, plan.game.players)
    begun = time.perf_counter()
    if on == CORES:
        with announced(f"Loading the compiled search of {plan.game.room.title} (the first time some seconds) …"):
            prepare(plan)
    with open_pool(SumSpan(plan), on, workers, threads=plan.is_compiled) as pool:
        ready = time.perf_counter()
        for part in pool.in_order(plan.spans(games)):
            totals += part
            progress(totals.games)
    levels = [name_of(bot) for bot in plan.bots]
    seconds = max(1e-9, time.perf_counter() - ready)
    result = _results(plan.game, levels, plan.seed, "compiled", pool.size, totals, ready - begun, seconds)
    return replace(result, _plan=plan, _on=on)


def _simulate_rows(plan: Plan, games: int, workers: int | None, on: str, progress: Counted) -> Simulation:
    """Play games one by one and keep their rows: for bots from outside, and for decisions."""
    from fairyring.lab.runner import play_spans  # noqa: PLC0415  (it imports this module)

    game, seed = plan.game, plan.seed
    chunks: list[Chunk]
    used, chunks, totals = workers or os.cpu_count() or 1, [], Totals.zero(game.room, game.players)
    begun = time.perf_counter()
    for chunk in play_spans(plan, plan.spans(games), workers, on):
        chunks.append(chunk)
        for row in chunk.rows:
            totals += row_totals(game, row)
        totals.kinds = [a + b for a, b in zip(totals.kinds, chunk.kinds, strict=True)]
        progress(totals.games)
    names = [name_of(bot) for bot in plan.bots]
    result = None
    if totals.games:
        result = _results(game, names, seed, "interpreted", used, totals, 0.0, max(1e-9, time.perf_counter() - begun))
        result = replace(result, _plan=plan, _chunks=chunks)
    if chunks[-1].error:
        error = BotError(chunks[-1].error)
        error.played = result
        raise error
    assert result is not None
    return result


def row_totals(game: Game[Any], row: Sequence[int]) -> Totals:
    """Return the totals of one game's row, without kinds of actions."""
    totals, players = Totals.zero(game.room, game.players), game.players
    totals.games, totals.decisions = 1, row[0]
    totals.reasons[row[1]] = 1
    for seat in game.seats:
        totals.scores[seat], totals.squares[seat], totals.wins[seat] = (
            row[2 + 3 * seat],
            row[2 + 3 * seat] ** 2,
            row[4 + 3 * seat],
        )
    totals.tallies = list(row[2 + 3 * players :])
    return totals


def _prepare(
    game: Game[Any], levels: Sequence[str], seed: int, backend: str, workers: int, limits: Limits
) -> Callable[[int, Counted], Totals]:
    """Load or compile what the games need; return the function that plays them on this machine."""
    if backend == "interpreted":
        return lambda games, progress: _play_interpreted(game, levels, seed, games, limits, progress)
    with announced(f"Loading the compiled rules of {game.room.title} (the first time some seconds) …"):
        kernel = compiled_kernel(game)
    return lambda games, progress: kernel.play_many(games, seed, levels, workers, progress)


def compiled_kernel(game: Game[Any], checked: bool | None = None) -> Kernel:
    """Return the compiled backend of a game. llvmlite is imported here. Raises MissingExtra without it."""
    if find_spec(backends.COMPILER) is None:
        raise MissingExtra(
            "The compiled backend needs llvmlite, which is missing here: install it, or use the interpreted one."
        )
    from fairyring.kernel.compiled import Kernel  # noqa: PLC0415

    return Kernel(game, checked)


def _play_interpreted(
    game: Game[Any], levels: Sequence[str], seed: int, games: int, limits: Limits, progress: Counted
) -> Totals:
    totals = Totals.zero(game.room, game.players)
    step = 1 if any(map(uses_search, levels)) else PROGRESS_GAMES
    for first in range(0, games, step):
        totals += interpreted_play.play(game, first, min(step, games - first), seed, levels, gestures=True, limits=limits)
        progress(totals.games)
    return totals


def _results(
    game: Game[Any],
    levels: Sequence[str],
    seed: int,
    backend: str,
    workers: int,
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
        workers=workers,
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
