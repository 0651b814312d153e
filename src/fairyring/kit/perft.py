"""Perft: the number of games down to a depth, a checksum of the rules."""

from __future__ import annotations

from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import State
from fairyring.core.game.game import Game


def perft(game: Game[Any], depth: int, state: State | None = None) -> int:
    """Return the number of sequences of decisions, nature's included; of several pending seats the lowest goes first.

    Games that end earlier count once.
    """
    s = game.initial() if state is None else state
    pending = game.pending(s)
    if depth == 0 or not pending:
        return 1
    legal = game.legal(s, pending[0])
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        t = schema.copy(s)
        game.rules.act(t, pending[0], action)
        total += perft(game, depth - 1, t)
    return total
