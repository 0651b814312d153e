"""Many games in chunks, in order, wherever workers are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fairyring.bots import Limits, backends, exact
from fairyring.bots.guarded import BotError, BotLike, name_of
from fairyring.core.game.game import Game
from fairyring.core.totals import Totals
from fairyring.lab import interpreted_play
from fairyring.lab.rows import Row, is_compiled, play_game, searches
from fairyring.lab.simulate import compiled_kernel
from fairyring.lab.workers.places import CORES
from fairyring.lab.workers.pool import WorkerLostError, open_pool

COMPILED_CHUNK, SLOW_CHUNK = 20_000, 4  # games of a chunk: of compiled bots, and of all others
Span = tuple[int, int]  # first game, number of games


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: `bots` are levels or bots from outside, one for each seat."""

    game: Game[Any]
    bots: tuple[BotLike, ...]
    seed: int = 1
    limits: Limits = field(default_factory=Limits)
    max_seconds: float | None = None  # for a decision of a bot from outside
    decisions: bool = False

    @property
    def is_compiled(self) -> bool:
        """Whether compiled code plays these games and gives their rows."""
        return not self.decisions and self.game.gesture is None and is_compiled(self.game, self.bots)

    @property
    def chunk(self) -> int:
        """The number of games of a chunk."""
        return COMPILED_CHUNK if self.is_compiled else SLOW_CHUNK

    def spans(self, games: int) -> Iterator[Span]:
        """Yield the chunks of games 0 … games-1: the same whatever plays them."""
        for first in range(0, games, self.chunk):
            yield first, min(self.chunk, games - first)


@dataclass(slots=True)
class Chunk:
    """Games of one span. `rows` are lists, or a NumPy array from compiled code."""

    first: int
    rows: Any
    kinds: list[int] = field(default_factory=list)  # decisions by kind of action; empty from compiled code
    decisions: list[tuple[Any, ...]] = field(default_factory=list)
    error: str = ""  # of a bot; the rows are those of the games before


def play_span(plan: Plan, span: Span) -> Chunk:
    """Play the games of a span here. A bot's failure ends the chunk; it is not raised."""
    first, count = span
    if plan.is_compiled:
        return Chunk(first, compiled_kernel(plan.game).rows(first, count, plan.seed, [str(bot) for bot in plan.bots]))
    chunk = Chunk(first, [], [0] * len(plan.game.actions.kinds))
    for index in range(first, first + count):
        decisions: list[tuple[Any, ...]] | None = [] if plan.decisions else None
        kinds = [0] * len(chunk.kinds)
        try:
            row: Row = play_game(plan.game, plan.bots, plan.seed, index, plan.limits, plan.max_seconds, decisions, kinds)
        except BotError as error:
            chunk.error = str(error)
            break
        chunk.rows.append(row)
        chunk.kinds = [a + b for a, b in zip(chunk.kinds, kinds, strict=True)]
        chunk.decisions += decisions or []
    return chunk


def play_spans(plan: Plan, spans: Iterable[Span], workers: int | None = None, on: str = CORES) -> Iterator[Chunk]:
    """Yield the chunks in order, played by `workers` (default: all cores). Stops after a chunk with an error."""
    following = 0
    try:
        with open_pool(PlaySpan(plan), on, workers, threads=plan.is_compiled) as pool:
            for chunk in pool.in_order(spans):
                following = chunk.first + len(chunk.rows)
                yield chunk
                if chunk.error:
                    return
    except WorkerLostError as error:
        bots = " and ".join(dict.fromkeys(f"“{name_of(bot)}”" for bot in plan.bots))
        where = f"{plan.game.room.title}, games from {following} on of seed {plan.seed}, bots {bots}"
        yield Chunk(following, [], [0] * len(plan.game.actions.kinds), error=f"{error} ({where}).")


def prepare(plan: Plan) -> None:
    """Load or compile what the games need; at once where that is done."""
    if plan.is_compiled:
        compiled_kernel(plan.game)
    elif searches(plan.bots):
        backends.compile_now(plan.game.room)
        if "exact" in plan.bots:
            exact.player(plan.game)


# Jobs ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaySpan:
    """Plays the games of a span: the job of `play_spans`."""

    plan: Plan

    @property
    def own_bots(self) -> tuple[BotLike, ...]:
        """The bots that are not levels."""
        return tuple(bot for bot in self.plan.bots if not isinstance(bot, str))

    def prepare(self) -> None:
        prepare(self.plan)

    def __call__(self, span: Span) -> Chunk:
        return play_span(self.plan, span)


@dataclass(frozen=True, slots=True)
class SumSpan:
    """Plays the games of a span between levels, and returns their sums."""

    plan: Plan

    def prepare(self) -> None:
        prepare(self.plan)

    def __call__(self, span: Span) -> Totals:
        plan, levels = self.plan, [str(bot) for bot in self.plan.bots]
        if plan.is_compiled:
            return compiled_kernel(plan.game).play(*span, plan.seed, levels)
        return interpreted_play.play(plan.game, *span, plan.seed, levels, gestures=True, limits=plan.limits)
