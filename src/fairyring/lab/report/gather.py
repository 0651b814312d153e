"""What a report needs, played: rows of many games, some games decision by decision, matches between levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from fairyring.bots import NO_LIMITS, Limits, assign_levels, levels, uses_search
from fairyring.core.errors import FairyringError, OptionError
from fairyring.core.extras import import_extra
from fairyring.core.game.game import Game
from fairyring.lab.checks.arguments import check_games, check_playable, check_seed
from fairyring.lab.compare import Difference, difference, differences
from fairyring.lab.match import Match, match
from fairyring.lab.report.sampled import SampledGame, sample_games
from fairyring.lab.rows import arrow, arrow_schema, arrow_table
from fairyring.lab.runner import Plan, play_spans, prepare
from fairyring.lab.workers.places import CORES, check_place
from fairyring.progress import announced, shown

if TYPE_CHECKING:
    import pyarrow as pa

SAMPLED, SAMPLED_SEARCHING = 1_000, 20  # games decision by decision: usually, and if a bot searches
SKILL_LEVELS = ("strong", "normal", "random")
MATCH_GAMES, MATCH_GAMES_SEARCHING = 1_000, 60  # of a match: usually, and if a bot searches
SIMULATIONS = 200  # of a decision of a searching bot in a match, instead of a time limit: the same on any machine
# Called with what is played and how many games of it; returns a context that gives a callback for the games done.


@dataclass(frozen=True)
class Findings:
    """Everything that the page shows. `rows` has the columns of `Simulation.table`."""

    game: Game[Any]
    bots: Sequence[str]
    games: int
    seed: int
    rows: pa.Table
    sample: Sequence[SampledGame]
    matches: Sequence[Match]
    other: Game[Any] | None = None  # the game with the options compared with
    changes: Mapping[str, Difference] = field(default_factory=dict)  # by column
    end_changes: Mapping[str, Difference] = field(default_factory=dict)  # share of games, by end reason

    def column(self, name: str) -> np.ndarray[Any, Any]:
        """Return a column of the rows."""
        return np.asarray(self.rows[name].to_numpy())

    def by_seat(self, what: str) -> list[np.ndarray[Any, Any]]:
        """Return a column for each seat: `score`, `place` or `share`."""
        return [self.column(f"{what}_{seat + 1}") for seat in self.game.seats]

    @property
    def reasons(self) -> list[str]:
        """The reasons for which games ended, the most frequent first; "" where the rules name none."""
        counts = Counter(reason or "" for reason in self.rows["reason"].to_pylist())
        return sorted(counts, key=lambda reason: (-counts[reason], reason))


@dataclass(frozen=True, slots=True)
class Where:
    """Where a report plays: the number of workers (None for all cores), and the place."""

    workers: int | None
    on: str


def gather(game: Game[Any], bots: str, games: int, seed: int, other: Game[Any] | None, matches: bool, where: Where) -> Findings:
    """Play all that a report needs. Raises OptionError."""
    check_place(where.on)
    check_games(games)
    if games < 2:
        raise OptionError("A report needs two games or more, since intervals come from how games differ.")
    check_seed(seed)
    for one in (game, *([] if other is None else [other])):
        check_playable(one, where.workers)
    if other is not None and other.players != game.players:
        raise OptionError("Two games with different numbers of seats have no rows in common; compare with as many.")
    if other is not None and other == game:
        raise OptionError("--versus names the options that the game has already; name one that differs.")
    sitting = assign_levels(game, bots)
    rows = _play(game, sitting, games, seed, where)
    sampled = min(games, SAMPLED_SEARCHING if any(map(uses_search, sitting)) else SAMPLED)
    with shown(None, sampled, "games, decision by decision") as progress:
        sample = sample_games(game, sitting, seed, sampled, NO_LIMITS, progress, where.workers, where.on)
    played = _play_matches(game, seed, where) if matches and game.players > 1 else []
    if other is None:
        return Findings(game, sitting, games, seed, rows, sample, played)
    others = _play(other, assign_levels(other, bots), games, seed, where)
    return Findings(
        game, sitting, games, seed, rows, sample, played, other, differences(rows, others), _end_changes(rows, others)
    )


def _end_changes(rows: pa.Table, others: pa.Table) -> dict[str, Difference]:
    compute = import_extra("pyarrow.compute")
    one, two = (compute.fill_null(table["reason"], "") for table in (rows, others))
    reasons = sorted({*one.unique().to_pylist(), *two.unique().to_pylist()})
    return {reason: difference(compute.equal(one, reason), compute.equal(two, reason)) for reason in reasons}


def _play(game: Game[Any], bots: Sequence[str], games: int, seed: int, where: Where) -> pa.Table:
    plan = Plan(game, tuple(bots), seed)
    parts = [arrow_schema(game).empty_table()]
    if where.on == CORES:
        with announced(f"Loading the compiled rules of {game.room.title} (the first time some seconds) …"):
            prepare(plan)
    with shown(None, games) as progress:
        for chunk in play_spans(plan, plan.spans(games), where.workers, where.on):
            if chunk.error:
                raise FairyringError(chunk.error)
            parts.append(arrow_table(game, bots, seed, chunk.first, chunk.rows))
            progress(chunk.first + len(chunk.rows))
    return arrow().concat_tables(parts)


def _play_matches(game: Game[Any], seed: int, where: Where) -> list[Match]:
    known = [level for level in SKILL_LEVELS if level in levels(game)]
    played = []
    for bot, field_bot in ((one, other) for place, one in enumerate(known) for other in known[place + 1 :]):
        games = MATCH_GAMES_SEARCHING if uses_search(bot) or uses_search(field_bot) else MATCH_GAMES
        with shown(None, games, f"games of “{bot}” among “{field_bot}”") as progress:
            limits = Limits(simulations=SIMULATIONS)
            one = match(game, bot, field_bot, games, None, seed, where.workers, limits, progress=progress, on=where.on)
            played.append(one)
    return played
