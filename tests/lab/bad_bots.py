"""Bots of one's own that fail, for tests of what is said of them."""

from __future__ import annotations

import fairyring as fr


def raising(position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    if position.knowledge.turns > 18:  # type: ignore[attr-defined]
        raise ZeroDivisionError("oh")
    return position.legal[0]


def never(_position: fr.Position, _limits: fr.Limits, _rng: fr.Stream) -> int:
    while True:
        pass
