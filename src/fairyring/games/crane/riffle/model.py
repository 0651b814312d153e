"""Probability tables of the riffle (R33, R36): cards of a tick, its sound, and the distance between ticks.

The tables were tuned on listener models (`riffle/listeners.py`), not on people. They are version 1 of the riffle.
"""

VERSION = 1
TICKS = 48  # of every deck; the first one is the flipped card (R12)
FAINT, CRISP, THICK = VOICES = range(3)

# By the forbidden finger (R1): of 16 ticks, how many carry 0, 1, 2 and 3 cards.
LAW = {
    "index": (4, 8, 4, 0),
    "middle": (4, 7, 4, 1),
    "ring": (4, 8, 4, 0),
    "little": (6, 6, 4, 0),
}
LAW_OF = 16
# By the cards that a tick carries: of 8 such ticks, how many sound faint, crisp and thick.
VOICE = ((6, 2, 0), (1, 6, 1), (0, 2, 6), (0, 2, 6))
VOICE_OF = 8

# Distances between two ticks, each equally likely: 32 quantiles of a log-normal distribution with sigma 0.34, scaled to a
# mean of CARD_WIDTH and rounded so that the mean is exact. The riffle's version fixes them; a test computes them within 1.
CARD_WIDTH = 1000
GAPS = (
    *(455, 535, 584, 623, 656, 686, 713, 740, 765, 789, 813, 837, 861, 885, 909, 933),
    *(959, 985, 1012, 1040, 1069, 1101, 1134, 1171, 1210, 1255, 1305, 1365, 1437, 1532, 1673, 1968),
)

# The audience sees the stack as a band. First edge, and distances between edges, in cards, each equally likely.
FIRST_EDGE = (2, 3, 4, 5, 6)
EDGE_STEPS = (3, 5, 7)
EDGES_UP_TO = 144  # more than 48 ticks can carry

JERK = {"ring": (-1, 0, 0, 1)}  # ticks by which the hand jerks at “Finished”, each equally likely
STILL = (0,)  # with any other finger it does not

# The expected number of cards of a tick by its voice, in sixteenths of a card, rounded: follows from LAW and VOICE.
WORTH = {
    "index": (4, 16, 28),
    "middle": (4, 17, 32),
    "ring": (4, 16, 28),
    "little": (2, 15, 29),
}

# The record: how the ticks were passed, and limits of the trace of the last try.
WAYS = ("drag", "key", "step", "switch", "bot")
MAX_TRACE = 400  # entries
MAX_PAUSE = 3_600_000  # milliseconds


def by_unit(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Return the index that owns each unit of weight: (1, 2) gives 0, 1, 1."""
    return tuple(index for index, weight in enumerate(weights) for _ in range(weight))


CARDS_BY_UNIT = {finger: by_unit(law) for finger, law in LAW.items()}
VOICE_BY_UNIT = tuple(map(by_unit, VOICE))
MEAN = {finger: sum(cards * weight for cards, weight in enumerate(law)) for finger, law in LAW.items()}  # of LAW_OF ticks
