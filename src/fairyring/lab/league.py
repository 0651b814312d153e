"""League: every bot against every other, one challenger among a field of equal bots, in every seat.

Game number i of a seed has the same chance at every table (common random numbers), so that comparisons need fewer games.
Results are appended to a file if one is named; a league that was stopped resumes from it, and can be made longer.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from fairyring.bots import Limits
from fairyring.bots.guarded import BotError, BotLike, name_of
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.options import FileText
from fairyring.core.text.html_table import html_table
from fairyring.core.totals import WIN
from fairyring.lab.checks.arguments import check_games, check_playable, check_seed, find_game, seat_bots_like
from fairyring.lab.elo import Z_95, Rating, TableResult, rate
from fairyring.lab.rows import is_compiled
from fairyring.lab.runner import Chunk, Plan, Span, play_span, prepare
from fairyring.lab.workers.places import CORES, check_place
from fairyring.lab.workers.pool import WorkerLostError, open_pool
from fairyring.progress import shown

MIN_BLOCKS = 30  # chunks of seeds; fewer do not estimate the variance between them
COMPILED_CHUNK, SLOW_CHUNK = 500, 2  # games of a chunk: of bots that compiled code plays, and of all others


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


@dataclass(frozen=True, repr=False)
class League:
    """The results of a league, which print as a table.

    `share[a][b]`: win share of one `a` among `b`, half of its 95 % interval, number of games.
    """

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

    def _columns(self) -> list[str]:
        return ["", "Elo", *(f"among {name}" for name in self.ranked)]

    def _rows(self) -> list[list[str]]:
        rows = []
        for name in self.ranked:
            rating, shares = self.ratings[name], self.share[name]
            cells = [f"{shares[other][0]:.1%} ± {shares[other][1]:.1%}" if other != name else "·" for other in self.ranked]
            rows.append([name, f"{rating.elo:+.0f} ± {rating.error:.0f}", *cells])
        return rows

    def __repr__(self) -> str:
        rows = [self._columns(), *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([self._title(), *lines])

    def _repr_html_(self) -> str:
        return html_table(self._title(), self._columns(), self._rows())

    def _title(self) -> str:
        return f"{self.game}: {self.games:,} games of seed {self.seed}; wins of one among others (fair: {1 / self.players:.1%})"


def play_league(
    game: Game[Any],
    bots: Sequence[BotLike],
    games: int,
    seed: int = 1,
    seconds_per_move: float | None = None,
    workers: int | None = None,
    save: str | Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    on: str = CORES,
    max_seconds: float = 60.0,
) -> League:
    """Play every bot as challenger among every other: `games` for each pairing, spread evenly over the seats.

    With two seats each pair of bots is played once. A bot is a level, or one of yours as in `simulate`, which has `max_seconds`
    for a decision and is known by its name. `save` is the file to resume from and to append to. `workers` is the
    number of workers (default: all cores), on this machine or a cluster (`on="ray"`). Raises OptionError, DataError for a
    damaged file, and BotError if a bot of yours fails; its `played` is the league so far, or None if a pairing has no game yet.
    """
    check_games(games)
    check_seed(seed)
    check_place(on)
    check_playable(game, workers)
    names = check(game, bots, seconds_per_move)
    per_seat = math.ceil(games / game.players)
    pairings = [Pairing(a, b, seat) for a, b in _pairs(game, names) for seat in game.seats]
    results = {pairing: PairingResult() for pairing in pairings}
    begun = time.perf_counter()
    file = _ResumeFile(Path(save), _identity(game, seed, seconds_per_move)) if save else None
    if file is not None:
        file.read(results)
    job = PlayTask(game, dict(zip(names, bots, strict=True)), seed, Limits(seconds=seconds_per_move), max_seconds)
    tasks = [(p, chunk) for p in pairings for chunk in results[p].missing(per_seat, job.chunk(p, per_seat))]
    tasks.sort(key=lambda task: task[1][0])  # all pairings in turn, so that a stopped league has results of all
    done = sum(result.games for result in results.values())
    problem = ""
    for (pairing, (first, _count)), chunk in _play(job, tasks, workers, on):
        played = (first, len(chunk.rows), sum(int(row[4 + 3 * pairing.seat]) for row in chunk.rows))
        if len(chunk.rows):
            results[pairing].chunks.append(played)
            if file is not None:
                file.add(pairing, *played)
        done += len(chunk.rows)
        progress(done)
        problem = chunk.error
        if problem:
            break
    complete = all(result.games for result in results.values())
    seconds = time.perf_counter() - begun
    league = _summary(game, names, seed, seconds_per_move, seconds, results) if complete else None
    if problem:
        which = "The game played is" if done == 1 else f"The {done:,} games played are"
        kept = f" {which} kept in {save}, and a new run goes on from there." if save else ""
        error = BotError(problem + kept)
        error.played = league
        raise error
    assert league is not None
    return league


def league(
    game: str | Game[Any],
    bots: Sequence[BotLike] = ("random", "normal"),
    games: int = 200,
    players: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    seconds_per_move: float | None = None,
    save: str | Path | None = None,
    max_seconds: float = 60.0,
    progress: Callable[[int], None] | None = None,
    on: str = CORES,
    **options: object,
) -> League:
    """Rate bots by playing each as challenger among each other: `games` for each pairing, on all cores.

    Bots and `progress` are those of `simulate`. `save` is a file that keeps what was played: a league that was stopped goes on
    from there.
    Raises OptionError, DataError for a damaged file, and BotError, whose `played` is the league so far.
    """
    chosen = find_game(game, players, options)
    check_games(games)
    check(chosen, bots, seconds_per_move)
    with shown(progress, count_games(chosen, bots, games)) as count:
        return play_league(chosen, bots, games, seed, seconds_per_move, workers, save, count, on, max_seconds)


def check(game: Game[Any], bots: Sequence[BotLike], seconds_per_move: float | None) -> tuple[str, ...]:
    """Return the names of bots that can play a league. Raises OptionError."""
    if len(bots) < 2:
        raise OptionError("A league needs two bots or more; name them with commas between, as easy,normal,strong.")
    names = tuple(map(name_of, bots))
    if len(set(names)) < len(names):
        raise OptionError("Every bot is named once in a league; it meets itself nowhere.")
    if seconds_per_move is not None and not 0 < seconds_per_move < math.inf:
        raise OptionError("The seconds for a move are a number above 0, as 0.1.")
    for bot in bots:
        seat_bots_like(game, bot)
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so bots cannot play a league.")
    return names


def count_games(game: Game[Any], bots: Sequence[BotLike], games: int) -> int:
    """Return the number of games of a whole league with `games` for each pairing."""
    return len(_pairs(game, [*map(name_of, bots)])) * game.players * math.ceil(games / game.players)


def _pairs(game: Game[Any], bots: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs (challenger, field)."""
    return list(combinations(bots, 2) if game.players == 2 else permutations(bots, 2))


# Playing ------------------------------------------------------------------------------------------


Task = tuple[Pairing, Span]


@dataclass(frozen=True, slots=True)
class PlayTask:
    """Plays some games of a pairing: the job of a league. `bots` are by name."""

    game: Game[Any]
    bots: Mapping[str, BotLike]
    seed: int
    limits: Limits
    max_seconds: float | None = None

    @property
    def own_bots(self) -> tuple[BotLike, ...]:
        """The bots that are not levels."""
        return tuple(bot for bot in self.bots.values() if not isinstance(bot, str))

    def chunk(self, pairing: Pairing, per_seat: int) -> int:
        """Return the games of a chunk: few enough that there are MIN_BLOCKS of them."""
        compiled = is_compiled(self.game, [self.bots[pairing.challenger], self.bots[pairing.field]])
        return min(COMPILED_CHUNK if compiled else SLOW_CHUNK, max(1, per_seat // MIN_BLOCKS))

    def plan(self, pairing: Pairing) -> Plan:
        """Return what a pairing plays."""
        bots = tuple(self.bots[name] for name in pairing.levels(self.game.players))
        return Plan(self.game, bots, self.seed, self.limits, self.max_seconds)

    def prepare(self) -> None:
        for a, b in _pairs(self.game, [*self.bots]):
            prepare(self.plan(Pairing(a, b, 0)))

    def __call__(self, task: Task) -> Chunk:
        pairing, span = task
        return play_span(self.plan(pairing), span)


def _play(job: PlayTask, tasks: Sequence[Task], workers: int | None, on: str) -> Iterator[tuple[Task, Chunk]]:
    """Play all tasks, wherever workers are; yield each with its games as it ends."""
    if not tasks:
        return
    try:
        with open_pool(job, on, 1 if on == CORES and len(tasks) < 2 else workers) as pool:
            yield from pool.as_done(tasks)
    except WorkerLostError as error:
        bots = " and ".join(f"“{name}”" for name in job.bots)
        where = f"{job.game.room.title}, a league of seed {job.seed}, bots {bots}"
        yield tasks[0], Chunk(tasks[0][1][0], [], error=f"{error} ({where}).")


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
