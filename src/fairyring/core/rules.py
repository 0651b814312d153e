"""What a game's `rules.py` may call. The whole vocabulary of the rules is here and in Python's integers.

A room's rules module provides these functions, all over a state `s`:

    setup(s)                     the table before anything happened; constants are already set
    pending(s)                   a bit for each seat that owes a decision, or NATURE, or OVER
    legal_count(s, seat)         how many actions the seat has now (0 if it owes no decision)
    legal_nth(s, seat, k)        the k-th of them, ascending ids
    check(s, seat, action)       0 if legal, else a reason (index into the words' REFUSALS)
    act(s, seat, action)         do it; `seat` may be NATURE; called only with legal actions
    chance_count(s)              total weight of NATURE's outcomes now
    chance_nth(s, k)             the outcome that owns the k-th unit of weight, ascending ids
    weight(s, outcome)           the exact integer weight of an outcome
    outside(s)                   1 if NATURE's outcome is to come from the world (a hand, a real die)
    witness(s, seat, action, viewer)   1 if the viewer sees which action this is as it is taken
    score(s, seat)               points now
    place(s, seat)               1 for the winners, 2 for the next … (1, 1, 3 for a shared win)
    reason(s)                    0 while running, else why it ended (index into the words' END_REASONS)
    tally(s, k)                  the k-th number of the words' TALLIES; the first two are turns and rounds
    imagine(s, seat, rng)        fill a redacted state with one world the seat cannot rule out, uniformly
    prior(s, seat, action)       in how many ways the seat could physically have done this, were it random
"""

from __future__ import annotations

from fairyring.core.rng import Stream
from fairyring.core.schema import State

NATURE = -1  # the seat of chance
OVER = 0  # what `pending` says when nobody owes anything
PUBLIC = -1  # the audience of `note`


def note(s: State, event: int, *args: int) -> None:
    """Everybody may know that this happened. Does nothing in the compiled host."""
    if s.notes is not None:
        s.notes.append((PUBLIC, event, args))


def tell(s: State, seat: int, event: int, *args: int) -> None:
    """Only this seat learns that this happened. Does nothing in the compiled host."""
    if s.notes is not None:
        s.notes.append((seat, event, args))


def below(rng: Stream, n: int) -> int:
    """A uniform number in 0 … n-1. Only `imagine` and bots are given an rng; rules never draw."""
    return rng.below(n)
