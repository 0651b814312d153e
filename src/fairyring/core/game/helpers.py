"""Functions that rules and bots of several games share, in the rules' language: they run in both backends."""

from fairyring.core.game.contract import below
from fairyring.core.rng import Stream

TEMPERAMENTS = 3  # bots of the policy `normal` differ by seat in what they prefer among actions that are nearly as good:
BOLD, CAREFUL, FICKLE = range(TEMPERAMENTS)  # the higher gain, the safer gain, or any of them
RANK_STEP = 1 << 20  # criteria of `rank` lie strictly between -RANK_STEP / 2 and RANK_STEP / 2


def rank(major: int, minor: int) -> int:
    """Combine two criteria into one number that orders lexicographically.

    Nest calls for more criteria, `rank(rank(first, second), third)`; four fit into 64 bits if the first is 0 or 1.
    """
    return major * RANK_STEP + minor


def temperament(seat: int) -> int:
    """Return BOLD, CAREFUL or FICKLE: neighbours differ, so that a table of bots is no table of clones."""
    return seat % TEMPERAMENTS


def increment(counter: int, limit: int) -> int:
    """Return `counter + 1`, but at most `limit`: counters of games that no rule bounds saturate."""
    return min(counter + 1, limit)


def replaces_tie(rng: Stream, ties: int) -> int:
    """Return 1 with probability 1 / `ties`: a step of reservoir sampling.

    A loop that replaces its choice by each of the equally good candidates when this says so, with the number of such candidates
    met so far, ends with each of them equally likely.
    """
    return 1 if below(rng, ties) == 0 else 0
