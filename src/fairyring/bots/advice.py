"""Advice for a seat, from what that seat may know and nothing else: what the best bot would do there, in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

from fairyring.bots import Opinion, levels, opinion, recall, searches, usual_level
from fairyring.core import schema
from fairyring.core.game import Game
from fairyring.core.messages import Speaker
from fairyring.core.record import Decision
from fairyring.core.rng import BOT_STREAM, Stream
from fairyring.core.schema import State

TOLD = 3  # choices in a line


def adviser(game: Game[Any]) -> str:
    """The level that is asked: the last one that thinks ahead, since it can say how good each choice is."""
    return next((level for level in reversed(levels(game.room)) if searches(level)), usual_level(game.room))


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
    the same: even its luck follows from what the seat knows.
    """
    stream = Stream(crc32(schema.pack(redacted)), seat, BOT_STREAM)
    memory = recall(game, seat, history)
    return opinion(game, adviser(game), seat, redacted, legal, stream, budget, simulations, memory)


def in_words(game: Game[Any], seat: int, thought: Opinion, speaker: Speaker, most: int = TOLD) -> str:
    """One line: what it would do, and how good that and the next best are. Without numbers where it has none."""
    if not thought.shares:
        return speaker.say("hint.plain", action=game.action_message(game.action(seat, thought.action), seat))
    told: list[str] = []
    for action, share, _error in thought.shares[:most]:
        words = game.action_message(game.action(seat, action), seat)
        told.append(speaker.say("hint.next" if told else "hint.first", action=words, percent=round(100 * share)))
    return "; ".join(told)
