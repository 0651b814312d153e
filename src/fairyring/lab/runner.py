"""Many games in chunks on all cores, in order: threads for compiled bots, processes for all others."""

from __future__ import annotations

import multiprocessing
import os
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from fairyring.bots import Limits, backends
from fairyring.bots.guarded import BotError, BotLike
from fairyring.core.game.game import Game
from fairyring.lab.rows import Row, is_compiled, play_game, searches
from fairyring.lab.simulate import compiled_kernel

COMPILED_CHUNK, SLOW_CHUNK = 20_000, 4  # games of a chunk: of compiled bots, and of all others
CHUNKS_PER_WORKER = 2  # in flight, so that no worker waits for its next one
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


def play_spans(plan: Plan, spans: Iterable[Span], workers: int | None = None) -> Iterator[Chunk]:
    """Yield the chunks in order, played on `workers` cores (default: all). Stops after a chunk with an error."""
    prepare(plan)
    count = workers or os.cpu_count() or 1
    pool, call = _pool(plan, count)
    waiting: deque[Future[Chunk] | Chunk] = deque()
    rest = iter(spans)
    try:
        while True:
            while len(waiting) < CHUNKS_PER_WORKER * count and (span := next(rest, None)) is not None:
                waiting.append(_submit(pool, call, span) if pool is not None else call(span))
                if pool is None:
                    break
            if not waiting:
                return
            head = waiting.popleft()
            chunk = head.result() if isinstance(head, Future) else head
            yield chunk
            if chunk.error:
                return
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def prepare(plan: Plan) -> None:
    """Load or compile what the games need, before workers start."""
    if plan.is_compiled:
        compiled_kernel(plan.game)
    elif searches(plan.bots):
        backends.compile_now(plan.game.room)


# Processes ----------------------------------------------------------------------------------------

_plan: Plan | None = None  # of a worker process; it has it from its parent


def _adopt(plan: Plan) -> None:
    global _plan  # noqa: PLW0603
    _plan = plan


def _play_adopted(span: Span) -> Chunk:
    assert _plan is not None
    return play_span(_plan, span)


def _pool(plan: Plan, workers: int) -> tuple[Executor | None, Callable[[Span], Chunk]]:
    """Return where chunks are played, and by which function; no pool plays here."""
    if workers == 1:
        return None, lambda span: play_span(plan, span)
    if plan.is_compiled:
        return ThreadPoolExecutor(workers), lambda span: play_span(plan, span)
    if "fork" not in multiprocessing.get_all_start_methods():
        return None, lambda span: play_span(plan, span)
    # Forked workers have bots of scripts and notebooks, which could not be imported, and need no guarded main module.
    context = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(workers, context, initializer=_adopt, initargs=(plan,)), _play_adopted


def _submit(pool: Executor, call: Callable[[Span], Chunk], span: Span) -> Future[Chunk]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of forks beside threads; ours are idle
        return pool.submit(call, span)
