"""Lookup tables of the skill model (R34): weights of misses, and how often the eyes open."""

from fairyring.games.crane.schema import NUMBERS

MAX_AIM = 5  # cards; the largest offset of the option `aim`
MAX_AIMED = NUMBERS + MAX_AIM
SHARPNESS = (2, 5, 10)  # novice, steady, expert: the reach grows by 1 for so many cards aimed at
EYES_SHARES = (4, 2, 1)  # by skill: the eyes open so often for every GRAB_SHARES grabs
GRAB_SHARES = 200


def reach_of(sharpness: int, aimed: int) -> int:
    """Return the bound on misses: a hand misses by fewer cards than this."""
    return 2 + aimed // sharpness


REACH = tuple(tuple(reach_of(sharpness, aimed) for aimed in range(MAX_AIMED + 1)) for sharpness in SHARPNESS)
TOP_REACH = max(map(max, REACH))


def bell(reach: int, miss: int) -> int:
    """Return the weight of missing by so many cards: (reach² − miss²)², and 0 from the reach on."""
    return (reach * reach - miss * miss) ** 2 if abs(miss) < reach else 0


# BELL_UP_TO[reach][i]: the cumulative weight of misses up to i - reach + 1; the last entry is the total.
BELL_UP_TO = tuple(
    tuple(GRAB_SHARES * sum(bell(reach, miss) for miss in range(-reach, i - reach + 2)) for i in range(2 * TOP_REACH))
    for reach in range(TOP_REACH + 1)
)
BELL_SUM = tuple(row[-1] for row in BELL_UP_TO)
EYES_WEIGHT = tuple(tuple(share * total // GRAB_SHARES for total in BELL_SUM) for share in EYES_SHARES)
