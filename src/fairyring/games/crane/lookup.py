"""The skill model as tables: how far a hand misses the number it aims at, and how often the eyes open (R34)."""

from fairyring.games.crane.schema import NUMBERS

FARTHEST_AIM = 5
MOST_AIMED = NUMBERS + FARTHEST_AIM
SHARPNESS = (2, 5, 10)  # novice, steady, expert: the reach grows by 1 for so many cards aimed at
EYES_SHARES = (4, 2, 1)  # and for every 200 grabs the eyes open so often
GRAB_SHARES = 200


def reach_of(sharpness: int, aimed: int) -> int:
    """A hand misses by less than this."""
    return 2 + aimed // sharpness


REACH = tuple(tuple(reach_of(sharpness, aimed) for aimed in range(MOST_AIMED + 1)) for sharpness in SHARPNESS)
TOP_REACH = max(map(max, REACH))


def bell(reach: int, miss: int) -> int:
    """The weight of missing by so many cards: (reach² − miss²)², and nothing from the reach on."""
    return (reach * reach - miss * miss) ** 2 if abs(miss) < reach else 0


# BELL_UP_TO[reach][i]: the weight of all misses up to i - reach + 1; the last one is that of all grabs.
BELL_UP_TO = tuple(
    tuple(GRAB_SHARES * sum(bell(reach, miss) for miss in range(-reach, i - reach + 2)) for i in range(2 * TOP_REACH))
    for reach in range(TOP_REACH + 1)
)
BELL_SUM = tuple(row[-1] for row in BELL_UP_TO)
EYES_WEIGHT = tuple(tuple(share * total // GRAB_SHARES for total in BELL_SUM) for share in EYES_SHARES)
