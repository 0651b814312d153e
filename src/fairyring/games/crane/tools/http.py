"""HTTP tools of Crane: decks to practise the riffle with."""

from __future__ import annotations

import re
import secrets
from typing import Any

from fairyring.core.game.http_tools import HttpTool, ToolError
from fairyring.games.crane.riffle import practice
from fairyring.games.crane.riffle.model import TICKS
from fairyring.games.crane.schema import Finger

SEED_BYTES = 16
SEED = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")


def practice_deck(finger: str) -> dict[str, Any]:
    """A deck to practise the riffle with, as a challenger gets it; and its seed, to ask for the result of a grab."""
    seed = secrets.token_bytes(SEED_BYTES)
    return {"seed": seed.hex(), **practice.deck(seed, _known_finger(finger))}


def practice_result(finger: str, seed: str, ticks: int) -> dict[str, Any]:
    """The result of a practice grab: the cards, and those of every tick."""
    if not SEED.fullmatch(seed):
        raise ToolError(422, "bad-form", "A seed is the one that came with the deck.")
    try:
        return practice.result(bytes.fromhex(seed), _known_finger(finger), ticks)
    except ValueError:
        raise ToolError(422, "bad-form", f"A hand holds 1 to {TICKS} ticks.") from None


def _known_finger(name: str) -> str:
    if name not in Finger.words:
        raise ToolError(404, "none", f"The fingers are {', '.join(map(str, Finger.words))}.")
    return name


TOOLS = (
    HttpTool("GET", "practice/{finger:str}", practice_deck, (404,)),
    HttpTool("GET", "practice/{finger:str}/{seed:str}/{ticks:int}", practice_result, (404, 422)),
)
