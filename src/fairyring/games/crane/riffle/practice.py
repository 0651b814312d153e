"""Practice grabs at the riffle (R36): any deck from any seed, by the same laws, and afterwards what each tick carried.

A practice deck has nothing to do with a game's: its seed is drawn for it alone, by the page or by a server, and may be known.
"""

from __future__ import annotations

import hashlib
from typing import Any

from fairyring.games.crane.riffle.riffle import Deck, Heard, derive
from fairyring.games.crane.schema import CARDS

CHALLENGE = 1  # every practice deck has its own seed


def _sides(seed: bytes, finger: str) -> tuple[Deck, Heard]:
    """A seed of any length; hashed under a name of its own, so that no master of a game can be asked about."""
    return derive(hashlib.sha256(b"fairyring/practice/1" + seed).digest(), CHALLENGE, finger)


def deck(seed: bytes, finger: str) -> dict[str, Any]:
    """What is sent for a practice grab, as in a game: where the ticks lie, and their voices."""
    return _sides(seed, finger)[1].wire()


def result(seed: bytes, finger: str, ticks: int, size: int = CARDS) -> dict[str, Any]:
    """What came of it: the cards grabbed, the jerk, and the cards of every tick; a ValueError for ticks that cannot be held."""
    sealed = _sides(seed, finger)[0]
    return {"grabbed": sealed.grabbed(ticks, size), "jerk": sealed.jerk, "cards": list(sealed.cards)}
