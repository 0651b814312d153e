"""Bots at the riffle (R36): choose the number of ticks to hold from what the challenger gets, never from the deck.

`novice` is about as good as the models of people; no listener can be much better than `expert`.
"""

from __future__ import annotations

from collections.abc import Callable

from fairyring.core.rng import Stream
from fairyring.games.crane.lookup import bell
from fairyring.games.crane.riffle.model import LAW_OF, MEAN, TICKS, WORTH
from fairyring.games.crane.riffle.riffle import Heard

Listener = Callable[[Heard, str, int, Stream], int]  # (heard, forbidden finger, t, rng) -> ticks to hold


def clamp_ticks(ticks: int) -> int:
    """Return the nearest number of ticks that can be held."""
    return min(max(ticks, 1), TICKS)


def whole_aim(finger: str, target: int) -> int:
    """Return 1 + (t − 1) / mean, rounded: the ticks that carry t cards on average."""
    mean = MEAN[finger]
    return 1 + (2 * LAW_OF * (target - 1) + mean) // (2 * mean)


def half_aim(finger: str, target: int) -> tuple[int, int]:
    """Return the middle of t and the unrounded `whole_aim`, as numerator and denominator."""
    mean = MEAN[finger]
    return (target + 1) * mean + LAW_OF * (target - 1), 2 * mean


def missed_by(reach: int, rng: Stream) -> int:
    """Draw a miss from the bell of this reach (R34)."""
    weights = [bell(reach, miss) for miss in range(1 - reach, reach)]
    unit = rng.below(sum(weights))
    at = 0
    while unit >= weights[at]:
        unit -= weights[at]
        at += 1
    return at + 1 - reach


def novice_aim(finger: str, target: int) -> int:
    """Return `half_aim`, rounded: half of the finger's bias is corrected."""
    over, under = half_aim(finger, target)
    return (2 * over + under) // (2 * under)


def novice_reach(target: int) -> int:
    return 2 + target // 4


def novice(_heard: Heard, finger: str, target: int, rng: Stream) -> int:
    """Aim at `novice_aim`, with a miss of reach 2 + t/4."""
    return clamp_ticks(novice_aim(finger, target) + missed_by(novice_reach(target), rng))


def steady(_heard: Heard, finger: str, target: int, _rng: Stream) -> int:
    """Count exactly, and correct the finger's bias completely."""
    return clamp_ticks(whole_aim(finger, target))


def expert(heard: Heard, finger: str, target: int, _rng: Stream) -> int:
    """Add up the expected cards of the voices, and stop where the sum is nearest to t."""
    worth = [LAW_OF, *(WORTH[finger][voice] for voice in heard.voices[1:])]
    off = [abs(sum(worth[:ticks]) - LAW_OF * target) for ticks in range(1, TICKS + 1)]
    return 1 + off.index(min(off))


BOTS: dict[str, Listener] = {"novice": novice, "steady": steady, "expert": expert}
