"""How a novice's riffle ends, by finger and number (R8, R36): what bets are worth on people, who are about as good.

Exact over all decks, then rounded to thousandths. The deck is taken to be thick.
"""

from __future__ import annotations

from fairyring.games.crane.lookup import bell
from fairyring.games.crane.riffle.bots import held, novice_aim, novice_reach
from fairyring.games.crane.riffle.model import JERK, LAW, LAW_OF, STILL, TICKS
from fairyring.games.crane.schema import NUMBERS

OUT_OF = 1000


def spreads(finger: str) -> list[list[int]]:
    """For each number of ticks, how likely each number of cards up to the largest one asked for is; all out of 2 to the 60."""
    spread = [0] * (NUMBERS + 1)
    spread[1] = 1 << 60
    found = [[0] * (NUMBERS + 1), spread]
    for _ in range(1, TICKS):
        before, spread = spread, [0] * (NUMBERS + 1)
        for carried, weight in enumerate(LAW[finger]):
            for cards in range(carried, NUMBERS + 1):
                spread[cards] += before[cards - carried] * weight
        spread = [weight // LAW_OF for weight in spread]
        found.append(spread)
    return found


def odds(finger: str) -> tuple[tuple[int, int], ...]:
    """For each number asked for, of a thousand grabs: how many end LOW, and how many JUST."""
    by_ticks = spreads(finger)
    jerks = JERK.get(finger, STILL)
    found = [(0, 0)]
    for target in range(1, NUMBERS + 1):
        low = just = total = 0
        reach = novice_reach(target)
        for miss in range(1 - reach, reach):
            for jerk in jerks:
                spread = by_ticks[held(held(novice_aim(finger, target) + miss) + jerk)]
                low += bell(reach, miss) * sum(spread[:target])
                just += bell(reach, miss) * spread[target]
                total += bell(reach, miss) << 60
        found.append((OUT_OF * low // total, OUT_OF * just // total))
    return tuple(found)


RIFFLE_ODDS = tuple(odds(finger) for finger in LAW)  # by finger and number: LOW and JUST, out of OUT_OF
