"""A league: every bot against every other, one of the first among the second, in every seat; and what that says of them.

Game number i of a seed has the same chance at every table, whoever sits there, so that comparisons are fair with fewer games.
What was played is kept in a file if one is named, chunk by chunk: a league that was stopped goes on, and can be made longer.
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
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

from fairyring.bots import exact, line_up, searches
from fairyring.bots.backends import compile_now
from fairyring.core.errors import DataError, OptionError
from fairyring.core.game.game import Game
from fairyring.core.game.room import Room
from fairyring.core.game.totals import WIN
from fairyring.lab import interpreted_play
from fairyring.lab.elo import SURE, Rating, Table, rate
from fairyring.lab.simulate import check_games, check_seed, compiled_kernel

BLOCKS = 30  # chunks of lucks; how much fewer of them vary says too little
QUICK, SLOW = 500, 2  # games of a chunk: of bots that the compiled host plays by itself, and of those that search


@dataclass(frozen=True)
class Tie:
    """One `alone` in this seat, and in all others `rest`."""

    alone: str
    rest: str
    seat: int

    def bots(self, players: int) -> tuple[str, ...]:
        return tuple(self.alone if seat == self.seat else self.rest for seat in range(players))


@dataclass
class Played:
    """The games of one tie, as chunks (first, count, the wins of the one alone in shares of WIN)."""

    chunks: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(count for _, count, _ in self.chunks)

    @property
    def wins(self) -> int:
        return sum(wins for _, _, wins in self.chunks)

    def missing(self, games: int, most: int) -> Iterator[tuple[int, int]]:
        """What is still to be played of games 0 … games-1, in chunks of at most so many."""
        at = 0
        for first, count, _ in [*sorted(self.chunks), (games, 0, 0)]:
            for begin in range(at, min(first, games), most):
                yield begin, min(most, min(first, games) - begin)
            at = max(at, first + count)


@dataclass(frozen=True)
class League:
    """What came of a league. `share[a][b]`: the wins of one `a` among `b`, the 95 % interval to each side, of how many."""

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
        """The best first."""
        return sorted(self.bots, key=lambda name: -self.ratings[name].elo)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
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
    """Every bot alone among every other: `games` for each such pair, spread evenly over the seats.

    With two seats each is alone among the other at once, so that such a pair plays once.
    """
    check_games(games)
    check_seed(seed)
    check(game, bots, seconds_per_move)
    each = math.ceil(games / game.players)
    ties = [Tie(a, b, seat) for a, b in _pairs(game, bots) for seat in game.seats]
    played = {tie: Played() for tie in ties}
    about = {"league": game.name, "options": dict(game.options), "seed": seed, "seconds_per_move": seconds_per_move}
    begun = time.perf_counter()
    file = _File(Path(save), about) if save else None
    if file is not None:
        file.read(played)
    todo = [(tie, *chunk) for tie in ties for chunk in played[tie].missing(each, _chunk(game, tie, each))]
    todo.sort(key=lambda one: one[1])  # all pairs and seats by turns: one that is stopped early says what it can
    done = sum(played[tie].games for tie in ties)
    for tie, first, count, wins in _results(game, seed, seconds_per_move, todo, processes):
        played[tie].chunks.append((first, count, wins))
        if file is not None:
            file.add(tie, first, count, wins)
        done += count
        progress(done)
    return _summary(game, bots, seed, seconds_per_move, time.perf_counter() - begun, played)


def check(game: Game[Any], bots: Sequence[str], seconds_per_move: float | None) -> None:
    """Refuse what is no league."""
    if len(bots) < 2:
        raise OptionError("A league needs two bots or more; name them with commas between, as easy,normal,strong.")
    if len(set(bots)) < len(bots):
        raise OptionError("Every bot is named once in a league; it meets itself nowhere.")
    if seconds_per_move is not None and not 0 < seconds_per_move < math.inf:
        raise OptionError("The seconds for a move are a number above 0, as 0.1.")
    for name in bots:
        line_up(game, name)
    if game.room.options.reports_outcomes(game.options):
        raise OptionError(f"With these options {game.room.title} waits for people's hands, so bots cannot play a league.")


def total(game: Game[Any], bots: Sequence[str], games: int) -> int:
    """How many games such a league has."""
    return len(_pairs(game, bots)) * game.players * math.ceil(games / game.players)


def _pairs(game: Game[Any], bots: Sequence[str]) -> list[tuple[str, str]]:
    """Who is alone among whom."""
    return list(combinations(bots, 2) if game.players == 2 else permutations(bots, 2))


# Playing ------------------------------------------------------------------------------------------


def _minds(room: Room, tie: Tie) -> bool:
    """Whether the compiled host plays these by itself."""
    return {tie.alone, tie.rest} <= {"random", *room.bots.policies}


def _chunk(game: Game[Any], tie: Tie, each: int) -> int:
    """How many games are played at once: few enough that there are lucks to compare."""
    return min(QUICK if _minds(game.room, tie) else SLOW, max(1, each // BLOCKS))


Todo = tuple[Tie, int, int]


def _results(
    game: Game[Any], seed: int, budget: float | None, todo: Sequence[Todo], processes: int | None
) -> Iterator[tuple[Tie, int, int, int]]:
    """Play it all, over some processes; each chunk as it ends."""
    if processes == 1 or len(todo) < 2:
        for tie, first, count in todo:
            yield tie, first, count, wins_of(game, tie, seed, first, count, budget)
        return
    pool = ProcessPoolExecutor(processes or os.cpu_count(), multiprocessing.get_context("forkserver"))
    waiting: dict[Future[int], Todo] = {}
    left = iter(todo)
    try:
        while True:
            while len(waiting) < 8 and (one := next(left, None)) is not None:
                waiting[pool.submit(wins_of, game, one[0], seed, one[1], one[2], budget)] = one
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield *waiting.pop(future), future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def wins_of(game: Game[Any], tie: Tie, seed: int, first: int, count: int, budget: float | None) -> int:
    """The wins of the one alone in these games, in shares of WIN."""
    bots = tie.bots(game.players)
    if _minds(game.room, tie) and game.hand is None:
        return compiled_kernel(game).play(first, count, seed, bots).wins[tie.seat]
    if any(map(searches, bots)):
        compile_now(game.room)  # a league may wait for it
    if "exact" in bots:
        exact.player(game)  # and for this
    return interpreted_play.play(game, first, count, seed, bots, hands=True, budget=budget).wins[tie.seat]


# The file that it goes on from --------------------------------------------------------------------


class _File:
    """One JSON object a line: what the league is, then its chunks."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self._path = path
        self._about = json.loads(json.dumps(about, default=str))

    def read(self, played: Mapping[Tie, Played]) -> None:
        if not self._path.exists():
            self._path.write_text(json.dumps(self._about) + "\n", encoding="utf-8")
            return
        try:
            about, *lines = [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines() if line]
            chunks = [(Tie(*line["tie"]), (line["first"], line["count"], line["wins"])) for line in lines]
        except (ValueError, KeyError, TypeError):
            raise DataError(f"{self._path} is not a league's file; name another with --save.") from None
        if about != self._about:
            raise OptionError(f"{self._path} is of another league (its game, options, seed or seconds differ); name another.")
        for tie, chunk in chunks:
            if tie in played:
                played[tie].chunks.append(chunk)

    def add(self, tie: Tie, first: int, count: int, wins: int) -> None:
        line = {"tie": [tie.alone, tie.rest, tie.seat], "first": first, "count": count, "wins": wins}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


# What it says -------------------------------------------------------------------------------------


def error_of(seats: Sequence[Played], games: int, won: float) -> float:
    """The standard error of the share won.

    Games of one luck go together, one in each seat, and are no strangers. In Crane what the cards gave to the one alone in one
    seat they give to the others in the next, so that the sum varies less; in Fairy, where all seats are alike, it varies more.
    Where few lucks are played in all seats, the more careful of both is said.
    """
    share = won / games
    strangers = math.sqrt(share * (1 - share) / games)  # a share of a win varies at most as heads and tails do
    luck: dict[tuple[int, int], list[int]] = {}
    for one in seats:
        for first, count, wins in one.chunks:
            luck.setdefault((first, count), []).append(wins)
    blocks = [(count * len(seats), sum(wins) / WIN) for (_, count), wins in luck.items() if len(wins) == len(seats)]
    if len(blocks) < 2:
        return strangers
    played, mean = sum(count for count, _ in blocks), sum(wins for _, wins in blocks) / sum(count for count, _ in blocks)
    spread = sum((wins - mean * count) ** 2 for count, wins in blocks) / (len(blocks) - 1)
    together = math.sqrt(spread * len(blocks)) / played
    return together if len(blocks) >= BLOCKS and played == games else max(together, strangers)


def _summary(
    game: Game[Any], bots: Sequence[str], seed: int, budget: float | None, seconds: float, played: Mapping[Tie, Played]
) -> League:
    tables: list[Table] = []
    share: dict[str, dict[str, tuple[float, float, int]]] = {a: {} for a in bots}
    for a, b in _pairs(game, bots):
        these = [played[Tie(a, b, seat)] for seat in game.seats]
        n, won = sum(one.games for one in these), sum(one.wins for one in these) / WIN
        tables.append(((a, *[b] * (game.players - 1)), {a: won, b: n - won}))
        share[a][b] = (won / n, SURE * error_of(these, n, won), n)
        if game.players == 2:
            share[b][a] = (1 - won / n, *share[a][b][1:])
    return League(
        game.name, game.options, game.players, bots, seed, budget, sum(one.games for one in played.values()), seconds,
        rate(bots, tables), share,
    )  # fmt: skip
