"""Bots at the riffle (R36): how many ticks they hold. They are given what the challenger is sent, and never the deck.

All of them are far from sure: `novice` is about as good as people are, and nobody can be better than `expert` by much.
"""

from __future__ import annotations

from collections.abc import Callable

from fairyring.core.rng import Stream
from fairyring.games.crane.lookup import bell
from fairyring.games.crane.riffle.model import LAW_OF, MEAN, TICKS, WORTH
from fairyring.games.crane.riffle.riffle import Heard

Listener = Callable[[Heard, str, int, Stream], int]  # what is heard, the forbidden finger, t, chance: the ticks held


def held(ticks: int) -> int:
    return min(max(ticks, 1), TICKS)


def whole_aim(finger: str, target: int) -> int:
    """1 + (t − 1) / mean, to the nearest tick: what gives t cards on average."""
    mean = MEAN[finger]
    return 1 + (2 * LAW_OF * (target - 1) + mean) // (2 * mean)


def half_aim(finger: str, target: int) -> tuple[int, int]:
    """Half way from t to that, as a numerator and a denominator."""
    mean = MEAN[finger]
    return (target + 1) * mean + LAW_OF * (target - 1), 2 * mean


def missed_by(reach: int, rng: Stream) -> int:
    """By how much a bell of this reach misses."""
    weights = [bell(reach, miss) for miss in range(1 - reach, reach)]
    unit = rng.below(sum(weights))
    at = 0
    while unit >= weights[at]:
        unit -= weights[at]
        at += 1
    return at + 1 - reach


def novice_aim(finger: str, target: int) -> int:
    """Half the lean corrected, to the nearest tick."""
    over, under = half_aim(finger, target)
    return (2 * over + under) // (2 * under)


def novice_reach(target: int) -> int:
    return 2 + target // 4


def novice(_heard: Heard, finger: str, target: int, rng: Stream) -> int:
    """Half the lean corrected, then a bell of reach 2 + t/4 on ticks."""
    return held(novice_aim(finger, target) + missed_by(novice_reach(target), rng))


def steady(_heard: Heard, finger: str, target: int, _rng: Stream) -> int:
    """Never loses count, and knows the fingers."""
    return held(whole_aim(finger, target))


def expert(heard: Heard, finger: str, target: int, _rng: Stream) -> int:
    """Adds up what voices are worth, and stops where that is nearest to t."""
    worth = [LAW_OF, *(WORTH[finger][voice] for voice in heard.voices[1:])]
    off = [abs(sum(worth[:ticks]) - LAW_OF * target) for ticks in range(1, TICKS + 1)]
    return 1 + off.index(min(off))


BOTS: dict[str, Listener] = {"novice": novice, "steady": steady, "expert": expert}
