"""Practice grabs at the riffle (R36): decks from public seeds, with the same distributions as in a game.

The seed is drawn for practice alone, by the page or the server, and may be known.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fairyring.games.crane.riffle.riffle import Deck, Heard, derive
from fairyring.games.crane.schema import CARDS

CHALLENGE = 1  # every practice deck has its own seed


def _sides(seed: bytes, finger: str) -> tuple[Deck, Heard]:
    """Derive both parts from a seed of any length, hashed with its own tag, so that no game's master can be probed."""
    return derive(hashlib.sha256(b"fairyring/practice/1" + seed).digest(), CHALLENGE, finger)


def deck(seed: bytes, finger: str) -> dict[str, Any]:
    """Return what the page gets for a practice grab: positions and voices of the ticks."""
    return _sides(seed, finger)[1].wire()


def result(seed: bytes, finger: str, ticks: int, size: int = CARDS) -> dict[str, Any]:
    """Return the cards grabbed, the jerk, and the cards of every tick; raises ValueError for an impossible number of ticks."""
    sealed = _sides(seed, finger)[0]
    return {"grabbed": sealed.grabbed(ticks, size), "jerk": sealed.jerk, "cards": list(sealed.cards)}
