"""Advice for a seat from its own knowledge: the choice of the best bot, and the cost of another action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal
from zlib import crc32

from fairyring.bots.levels import default_level, levels, make_bot, uses_search
from fairyring.bots.position import NO_LIMITS, Limits, Opinion, Position
from fairyring.core.fields import schema, view
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.text.messages import Speaker

MAX_CHOICES = 3  # choices that a line of advice names
MISTAKE_Z = 2.0  # standard errors by which the best choice must be better before an action counts as a mistake
Basis = Literal["table", "memory"]
TABLE: Basis = "table"  # what a hint knows: what lies on the table …
MEMORY: Basis = "memory"  # … or all that the seat ever saw
MIN_COST = 0.02  # share of the win; smaller costs are not reported


def advising_level(game: Game[Any]) -> str:
    """Return the strongest level that searches, since it estimates each choice; else the default level."""
    return next((level for level in reversed(levels(game)) if uses_search(level)), default_level(game.room))


def seed_of(knowledge: State) -> int:
    """Return a seed that depends only on the seat's knowledge, so that advice cannot leak anything else."""
    return crc32(schema.pack(knowledge))


def hint_position(position: Position) -> tuple[Position, Basis | None]:
    """Return the position that a hint is computed from, and what it knows, in games where that makes a difference.

    In games that forbid looking up covered cards (`TableHooks.without_memory`), a hint uses only the visible ones.
    """
    game, seat, hook = position.game, position.seat, position.game.room.table.without_memory
    if hook is None:
        return position, None
    visible = view.glimpse(position.knowledge, seat)
    if not hook(visible, seat):
        return position, MEMORY
    return replace(position, knowledge=visible, legal=game.legal(visible, seat), memory=()), TABLE


def advise(position: Position, limits: Limits = NO_LIMITS, wait: bool = True) -> Opinion:
    """Return the opinion of the advising bot. Without a time limit, the same position gets the same advice."""
    bot = make_bot(position.game, advising_level(position.game), wait)
    return bot.choose(position, limits, Stream(seed_of(position.knowledge), position.seat, BOT_STREAM))


def percents(shares: Sequence[tuple[int, float, *tuple[float, ...]]], most: int = MAX_CHOICES) -> list[tuple[int, int]]:
    """Return the first actions with their shares in percent, none above the first.

    Where a later share is larger, the difference is within the standard error.
    """
    best = shares[0][1] if shares else 0.0
    return [(action, round(100 * min(share, best))) for action, share, *_error in shares[:most]]


def in_words(game: Game[Any], seat: int, opinion: Opinion, speaker: Speaker, most: int = MAX_CHOICES) -> str:
    """Return one line for players: the chosen action, and how good it and the next best are, where that was estimated."""
    if not opinion.shares:
        return speaker.say("hint.plain", action=game.action_message(game.action(seat, opinion.action), seat))
    phrases: list[str] = []
    frequency = {action: round(100 * share) for action, share in opinion.mixture}
    for action, percent in percents(opinion.shares, most):
        words = game.action_message(game.action(seat, action), seat)
        key = ("hint.next" if phrases else "hint.first") + (".mixed" if frequency.get(action, 0) else "")
        phrases.append(speaker.say(key, action=words, percent=percent, often=frequency.get(action, 0)))
    return "; ".join(phrases)


def cost(shares: Sequence[tuple[int, float, float, *tuple[float, ...]]], action: int) -> float:
    """Return the share of the win that the action loses against the first; 0 where that may be chance."""
    estimates = {candidate: (share, error) for candidate, share, error, *_frequency in shares}
    if action not in estimates or action == shares[0][0]:
        return 0.0
    (share, error), (best, best_error) = estimates[action], shares[0][1:3]
    threshold = max(MISTAKE_Z * (best_error**2 + error**2) ** 0.5, MIN_COST)
    return best - share if best - share > threshold else 0.0
