"""Advice for a seat, from what that seat may know and nothing else: what the best bot would do there, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from fairyring.bots import Opinion, levels, opinion, recall, searches, usual_level
from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game
from fairyring.core.record.record import Decision
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.text.messages import Speaker

TOLD = 3  # choices in a line
SURE = 2.0  # standard errors by which a better choice must be better, before we speak of a mistake
SMALL = 0.02  # of the win: less is no mistake worth telling


def adviser(game: Game[Any]) -> str:
    """The level that is asked: the last one that thinks ahead, since it can say how good each choice is."""
    return next((level for level in reversed(levels(game)) if searches(level)), usual_level(game.room))


def luck(redacted: State) -> int:
    """A seed for who thinks about it: even luck follows from what the seat knows, and nothing else."""
    return crc32(schema.pack(redacted))


def advise(
    game: Game[Any],
    seat: int,
    redacted: State,
    legal: Sequence[int],
    history: Sequence[Decision],
    budget: float | None = None,
    simulations: int | None = None,
) -> Opinion:
    """What to do in this seat now. Of the history only what the seat witnessed counts; without a budget, asked again it says
    the same.
    """
    stream = Stream(luck(redacted), seat, BOT_STREAM)
    memory = recall(game, seat, history)
    return opinion(game, adviser(game), seat, redacted, legal, stream, budget, simulations, memory)


def percents(shares: Sequence[tuple[int, float, *tuple[float, ...]]], most: int = TOLD) -> list[tuple[int, int]]:
    """The first few actions, and how good each is in percent. None is said to be better than the first: where it seems so, the
    difference is smaller than what chance explains.
    """
    best = shares[0][1] if shares else 0.0
    return [(action, round(100 * min(share, best))) for action, share, *_doubt in shares[:most]]


def in_words(game: Game[Any], seat: int, thought: Opinion, speaker: Speaker, most: int = TOLD) -> str:
    """One line: what it would do, and how good that and the next best are. Without numbers where it has none."""
    if not thought.shares:
        return speaker.say("hint.plain", action=game.action_message(game.action(seat, thought.action), seat))
    told: list[str] = []
    often = {action: round(100 * share) for action, share in thought.mixture}
    for action, percent in percents(thought.shares, most):
        words = game.action_message(game.action(seat, action), seat)
        key = ("hint.next" if told else "hint.first") + (".mixed" if often.get(action, 0) else "")
        told.append(speaker.say(key, action=words, percent=percent, often=often.get(action, 0)))
    return "; ".join(told)


def cost(shares: Sequence[tuple[int, float, float, *tuple[float, ...]]], done: int) -> float:
    """The share of the win that this action cost, compared with the first; 0 where the difference may be chance."""
    found = {action: (share, error) for action, share, error, *_often in shares}
    if done not in found or done == shares[0][0]:
        return 0.0
    (share, error), (best, best_error) = found[done], shares[0][1:3]
    sure = SURE * (best_error**2 + error**2) ** 0.5
    return best - share if best - share > max(sure, SMALL) else 0.0
