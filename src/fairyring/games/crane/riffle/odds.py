"""Odds of a novice's riffle by finger and number (R8, R36), which bots use for bets on people.

Exact over all decks, rounded down to thousandths, for a deck that does not run out.
"""

from __future__ import annotations

from fairyring.games.crane.lookup import bell
from fairyring.games.crane.riffle.bots import clamp_ticks, novice_aim, novice_reach
from fairyring.games.crane.riffle.model import JERK, LAW, LAW_OF, STILL, TICKS
from fairyring.games.crane.schema import NUMBERS

OUT_OF = 1000
UNIT = 1 << 60  # probability 1 in `card_distributions`


def card_distributions(finger: str) -> list[list[int]]:
    """Return, by number of ticks, the distribution of the number of cards up to NUMBERS, in units of 1 / UNIT."""
    spread = [0] * (NUMBERS + 1)
    spread[1] = UNIT
    distributions = [[0] * (NUMBERS + 1), spread]
    for _ in range(1, TICKS):
        before, spread = spread, [0] * (NUMBERS + 1)
        for carried, weight in enumerate(LAW[finger]):
            for cards in range(carried, NUMBERS + 1):
                spread[cards] += before[cards - carried] * weight
        spread = [weight // LAW_OF for weight in spread]
        distributions.append(spread)
    return distributions


def odds(finger: str) -> tuple[tuple[int, int], ...]:
    """Return, by target, how many of OUT_OF grabs end LOW, and how many JUST."""
    by_ticks = card_distributions(finger)
    jerks = JERK.get(finger, STILL)
    rows = [(0, 0)]
    for target in range(1, NUMBERS + 1):
        low = just = total = 0
        reach = novice_reach(target)
        for miss in range(1 - reach, reach):
            for jerk in jerks:
                spread = by_ticks[clamp_ticks(clamp_ticks(novice_aim(finger, target) + miss) + jerk)]
                low += bell(reach, miss) * sum(spread[:target])
                just += bell(reach, miss) * spread[target]
                total += bell(reach, miss) * UNIT
        rows.append((OUT_OF * low // total, OUT_OF * just // total))
    return tuple(rows)


RIFFLE_ODDS = tuple(odds(finger) for finger in LAW)  # by finger and number: LOW and JUST, out of OUT_OF
