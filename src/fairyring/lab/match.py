"""A match: one bot against others, in every seat, with the same luck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fairyring.bots import NO_LIMITS, Limits
from fairyring.bots.guarded import BotError, BotLike, name_of
from fairyring.core.errors import OptionError
from fairyring.core.game.game import Game
from fairyring.core.text.html_table import html_table
from fairyring.core.totals import WIN
from fairyring.lab.checks.arguments import check_games, check_playable, check_seed, find_game, seat_bots_like
from fairyring.lab.elo import RULE_OF_THREE, Z_95
from fairyring.lab.runner import Plan, Span, play_spans
from fairyring.lab.workers.places import CORES
from fairyring.progress import shown


@dataclass(frozen=True, repr=False)
class Match:
    """The share of the win of one bot among others. A fair share is 1 / players."""

    game: str
    players: int
    bot: str
    field: str
    seed: int
    games: int
    share: float  # of the win, from 0 to 1; a shared win is split evenly
    error: float  # half of the 95 % interval
    by_seat: tuple[float, ...]  # share by the bot's seat

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return max(0.0, self.share - self.error), min(1.0, self.share + self.error)

    @property
    def fair_share(self) -> float:
        """What equal bots win."""
        return 1 / self.players

    def __repr__(self) -> str:
        among = f"among {self.players - 1} × “{self.field}”" if self.players > 2 else f"against “{self.field}”"
        percent = f"{self.share:.1%} ± {self.error:.1%}"
        return f"{self.game}: “{self.bot}” {among} wins {percent} of {self.games:,} games (fair: {self.fair_share:.1%})"

    def _repr_html_(self) -> str:
        rows = [(str(seat), f"{share:.1%}") for seat, share in enumerate(self.by_seat, 1)]
        return html_table(repr(self), ("seat", "wins"), rows)


def match(
    game: str | Game[Any],
    bot: BotLike,
    field: BotLike = "normal",
    games: int = 200,
    players: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    limits: Limits = NO_LIMITS,
    max_seconds: float = 60.0,
    progress: Callable[[int], None] | None = None,
    on: str = CORES,
    **options: object,
) -> Match:
    """Return what one bot wins among others, in every seat equally often, on all cores or a cluster (`on="ray"`).

    Every deal is played once for each seat of the bot, with the same luck, so the interval is that of the deals. `games` is
    rounded up to whole deals, at least two. Bots and `progress` are those of `simulate`. Raises OptionError and BotError;
    `played` of a BotError is the match as far as it was played, or None.
    """
    chosen = find_game(game, players, options)
    check_games(games)
    check_seed(seed)
    check_playable(chosen, workers)
    if chosen.players < 2:
        raise OptionError("A match needs at least two seats.")
    deals = max(2, -(-games // chosen.players))
    shares: list[list[float]] = [[] for _ in chosen.seats]
    problem = ""
    with shown(progress, deals * chosen.players) as count:
        for seat in chosen.seats:
            bots = seat_bots_like(chosen, [bot if other == seat else field for other in chosen.seats])
            plan = Plan(chosen, bots, seed, limits, max_seconds)
            spans: list[Span] = [*plan.spans(deals)]
            for chunk in play_spans(plan, spans, workers, on):
                shares[seat] += [int(row[4 + 3 * seat]) / WIN for row in chunk.rows]
                count(sum(map(len, shares)))
                problem = problem or chunk.error
            if problem:
                break
    played = _result(chosen, bot, field, seed, shares) if min(map(len, shares)) > 1 else None
    if problem:
        error = BotError(problem)
        error.played = played
        raise error
    assert played is not None
    return played


def _result(game: Game[Any], bot: BotLike, field: BotLike, seed: int, shares: list[list[float]]) -> Match:
    deals = [sum(parts) / game.players for parts in zip(*shares, strict=False)]
    mean = sum(deals) / len(deals)
    variance = sum((deal - mean) ** 2 for deal in deals) / (len(deals) - 1)
    by_seat = tuple(sum(parts) / len(parts) for parts in shares)
    error = Z_95 * (variance / len(deals)) ** 0.5
    if mean in (0.0, 1.0):  # no deal differs from another, but the next one may
        error = min(1.0, RULE_OF_THREE / len(deals))
    return Match(game.name, game.players, name_of(bot), name_of(field), seed, len(deals) * game.players, mean, error, by_seat)
