"""League: every bot against every other, one challenger among a field of equal bots, in every seat.

Game number i of a seed has the same chance at every table (common random numbers), so that comparisons need fewer games.
Results are appended to a file if one is named; a league that was stopped resumes from it, and can be made longer.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from fairyring.bots import Limits, assign_levels, backends, exact, uses_search
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.game.room import Room
from fairyring.core.totals import WIN
from fairyring.lab import interpreted_play
from fairyring.lab.elo import Z_95, Rating, TableResult, rate
from fairyring.lab.simulate import check_games, check_seed, compiled_kernel

MIN_BLOCKS = 30  # chunks of seeds; fewer do not estimate the variance between them
COMPILED_CHUNK, SEARCH_CHUNK = 500, 2  # games of a chunk: of bots that compiled code plays, and of bots that search
TASKS_PER_PROCESS = 2  # chunks in flight, so that no process waits for its next one


@dataclass(frozen=True)
class Pairing:
    """One `challenger` in this seat, and `field` bots in all others."""

    challenger: str
    field: str
    seat: int

    def levels(self, players: int) -> tuple[str, ...]:
        """Return the level of each seat."""
        return tuple(self.challenger if seat == self.seat else self.field for seat in range(players))


@dataclass
class PairingResult:
    """The games of one pairing, in chunks (first, count, wins of the challenger in units of WIN)."""

    chunks: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(count for _, count, _ in self.chunks)

    @property
    def wins(self) -> int:
        """The challenger's wins, in units of WIN."""
        return sum(wins for _, _, wins in self.chunks)

    def missing(self, games: int, chunk: int) -> Iterator[tuple[int, int]]:
        """Yield (first, count) of the chunks, of at most `chunk` games, that are missing of games 0 … games-1."""
        at = 0
        for first, count, _ in [*sorted(self.chunks), (games, 0, 0)]:
            for begin in range(at, min(first, games), chunk):
                yield begin, min(chunk, min(first, games) - begin)
            at = max(at, first + count)


@dataclass(frozen=True)
class League:
    """The results of a league. `share[a][b]`: win share of one `a` among `b`, half of its 95 % interval, number of games."""

    game: str
    options: Mapping[str, Any]
    players: int
    bots: Sequence[str]
    seed: int
    seconds_per_move: float | None
    games: int
    seconds: float
    ratings: Mapping[str, Rating]
    share: Mapping[str, Mapping[str, tuple[float, float, int]]]

    @property
    def ranked(self) -> list[str]:
        """The bots, best first."""
        return sorted(self.bots, key=lambda name: -self.ratings[name].elo)

    def as_dict(self) -> dict[str, Any]:
        """Return the results as JSON values."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "players": self.players,
            "fair_share": 1 / self.players,
            "seed": self.seed,
            "seconds_per_move": self.seconds_per_move,
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "bots": {name: {"elo": round(r.elo, 1), "error": round(r.error, 1)} for name, r in self.ratings.items()},
            "alone_among": {
                a: {b: {"share": round(s, 5), "error": round(e, 5), "games": n} for b, (s, e, n) in row.items()}
                for a, row in self.share.items()
            },
        }


def play_league(
    game: Game[Any],
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    seconds_per_move: float | None = None,
    processes: int | None = None,
    save: str | Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> League:
    """Play every bot as challenger among every other: `games` for each pairing, spread evenly over the seats.

    With two seats each pair of bots is played once. `save` is the file to resume from and to append to. `processes` is the
    number of worker processes (default: all cores). Raises OptionError, and DataError for a damaged file.
    """
    check_games(games)
    check_seed(seed)
    check(game, bots, seconds_per_move)
    per_seat = math.ceil(games / game.players)
    pairings = [Pairing(a, b, seat) for a, b in _pairs(game, bots) for seat in game.seats]
    results = {pairing: PairingResult() for pairing in pairings}
    begun = time.perf_counter()
    file = _ResumeFile(Path(save), _identity(game, seed, seconds_per_move)) if save else None
    if file is not None:
        file.read(results)
    tasks = [(p, *chunk) for p in pairings for chunk in results[p].missing(per_seat, _chunk(game, p, per_seat))]
    tasks.sort(key=lambda task: task[1])  # all pairings in turn, so that a stopped league has results of all
    done = sum(result.games for result in results.values())
    for pairing, first, count, wins in _play(game, seed, Limits(seconds=seconds_per_move), tasks, processes):
        results[pairing].chunks.append((first, count, wins))
        if file is not None:
            file.add(pairing, first, count, wins)
        done += count
        progress(done)
    return _summary(game, bots, seed, seconds_per_move, time.perf_counter() - begun, results)


def check(game: Game[Any], bots: Sequence[str], seconds_per_move: float | None) -> None:
    """Raise an OptionError unless these bots can play a league."""
    if len(bots) < 2:
        raise OptionError("A league needs two bots or more; name them with commas between, as easy,normal,strong.")
    if len(set(bots)) < len(bots):
        raise OptionError("Every bot is named once in a league; it meets itself nowhere.")
    if seconds_per_move is not None and not 0 < seconds_per_move < math.inf:
        raise OptionError("The seconds for a move are a number above 0, as 0.1.")
    for name in bots:
        assign_levels(game, name)
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so bots cannot play a league.")


def count_games(game: Game[Any], bots: Sequence[str], games: int) -> int:
    """Return the number of games of a whole league with `games` for each pairing."""
    return len(_pairs(game, bots)) * game.players * math.ceil(games / game.players)


def _pairs(game: Game[Any], bots: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs (challenger, field)."""
    return list(combinations(bots, 2) if game.players == 2 else permutations(bots, 2))


# Playing ------------------------------------------------------------------------------------------


def _is_compilable(room: Room, pairing: Pairing) -> bool:
    """Return whether compiled code plays both bots."""
    return {pairing.challenger, pairing.field} <= {"random", *room.bots.policies}


def _chunk(game: Game[Any], pairing: Pairing, per_seat: int) -> int:
    """Return the games of a chunk: few enough that there are MIN_BLOCKS of them."""
    return min(COMPILED_CHUNK if _is_compilable(game.room, pairing) else SEARCH_CHUNK, max(1, per_seat // MIN_BLOCKS))


Task = tuple[Pairing, int, int]  # first game, number of games


def _play(
    game: Game[Any], seed: int, limits: Limits, tasks: Sequence[Task], processes: int | None
) -> Iterator[tuple[Pairing, int, int, int]]:
    """Play all tasks, in several processes; yield each with the challenger's wins as it ends."""
    if processes == 1 or len(tasks) < 2:
        for pairing, first, count in tasks:
            yield pairing, first, count, count_wins(game, pairing, seed, first, count, limits)
        return
    workers = processes or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(_start_method()))
    running: dict[Future[int], Task] = {}
    queue = iter(tasks)
    try:
        while True:
            while len(running) < TASKS_PER_PROCESS * workers and (task := next(queue, None)) is not None:
                pairing, first, count = task
                running[pool.submit(count_wins, game, pairing, seed, first, count, limits)] = task
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield *running.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _start_method() -> str:
    """Return `forkserver`, which never forks a process with threads, where the system has it; else `spawn`."""
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def count_wins(game: Game[Any], pairing: Pairing, seed: int, first: int, count: int, limits: Limits) -> int:
    """Play games number first … first+count-1; return the challenger's wins in units of WIN."""
    levels = pairing.levels(game.players)
    if _is_compilable(game.room, pairing) and game.gesture is None:
        return compiled_kernel(game).play(first, count, seed, levels).wins[pairing.seat]
    if any(map(uses_search, levels)):
        backends.compile_now(game.room)
    if "exact" in levels:
        exact.player(game)
    return interpreted_play.play(game, first, count, seed, levels, gestures=True, limits=limits).wins[pairing.seat]


# The file to resume from --------------------------------------------------------------------------


def _identity(game: Game[Any], seed: int, seconds_per_move: float | None) -> dict[str, Any]:
    """Return what two runs must have in common to be one league. Files count by their content."""
    options = {
        name: f"{value} sha256:{sha256(value.text.encode()).hexdigest()}" if isinstance(value, FileText) else value
        for name, value in game.options.items()
    }
    return {"league": game.name, "options": options, "seed": seed, "seconds_per_move": seconds_per_move}


class _ResumeFile:
    """JSON lines: the identity of the league, then its chunks."""

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self._path = path
        self._identity = json.loads(json.dumps(identity, default=str))

    def read(self, results: Mapping[Pairing, PairingResult]) -> None:
        """Add the chunks of the file to the results; begin the file if there is none."""
        if not self._path.exists():
            self._path.write_text(json.dumps(self._identity) + "\n", encoding="utf-8")
            return
        try:
            identity, *lines = [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines() if line]
            chunks = [(Pairing(*line["tie"]), (line["first"], line["count"], line["wins"])) for line in lines]
        except (ValueError, KeyError, TypeError):
            raise DataError(f"{self._path} is not a league's file; name another with --save.") from None
        if identity != self._identity:
            raise OptionError(f"{self._path} is of another league (its game, options, seed or seconds differ); name another.")
        for pairing, chunk in chunks:
            if pairing in results:
                results[pairing].chunks.append(chunk)

    def add(self, pairing: Pairing, first: int, count: int, wins: int) -> None:
        """Append a chunk."""
        names = [pairing.challenger, pairing.field, pairing.seat]
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"tie": names, "first": first, "count": count, "wins": wins}) + "\n")


# Statistics ---------------------------------------------------------------------------------------


def standard_error(seats: Sequence[PairingResult], games: int, won: float) -> float:
    """Return the standard error of the win share over all seats, by blocks of games that share their seeds.

    Games with the same seed in different seats are correlated: negatively in Crane, where good cards for one seat are bad
    for the others, positively in Fairy, where all seats guess the same card. With fewer than MIN_BLOCKS complete blocks, the
    larger of the block error and the binomial error is returned.
    """
    share = won / games
    binomial = math.sqrt(share * (1 - share) / games)  # an upper bound where wins are shared
    by_seed: dict[tuple[int, int], list[int]] = {}
    for result in seats:
        for first, count, wins in result.chunks:
            by_seed.setdefault((first, count), []).append(wins)
    blocks = [(count * len(seats), sum(wins) / WIN) for (_, count), wins in by_seed.items() if len(wins) == len(seats)]
    if len(blocks) < 2:
        return binomial
    played = sum(count for count, _ in blocks)
    mean = sum(wins for _, wins in blocks) / played
    variance = sum((wins - mean * count) ** 2 for count, wins in blocks) / (len(blocks) - 1)
    blocked = math.sqrt(variance * len(blocks)) / played
    return blocked if len(blocks) >= MIN_BLOCKS and played == games else max(blocked, binomial)


def _summary(
    game: Game[Any],
    bots: Sequence[str],
    seed: int,
    seconds_per_move: float | None,
    seconds: float,
    results: Mapping[Pairing, PairingResult],
) -> League:
    tables: list[TableResult] = []
    share: dict[str, dict[str, tuple[float, float, int]]] = {a: {} for a in bots}
    for a, b in _pairs(game, bots):
        seats = [results[Pairing(a, b, seat)] for seat in game.seats]
        n, won = sum(result.games for result in seats), sum(result.wins for result in seats) / WIN
        tables.append(((a, *[b] * (game.players - 1)), {a: won, b: n - won}))
        share[a][b] = (won / n, Z_95 * standard_error(seats, n, won), n)
        if game.players == 2:
            share[b][a] = (1 - won / n, *share[a][b][1:])
    games = sum(result.games for result in results.values())
    return League(
        game.name, game.options, game.players, bots, seed, seconds_per_move, games, seconds, rate(bots, tables), share
    )
