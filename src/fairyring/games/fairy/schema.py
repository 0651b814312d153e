"""What Fairy's table holds, and who may know it."""

from fairyring.core import schema
from fairyring.core.schema import EVERYBODY, OWNER, RECALL, const, number, per_seat

CARDS = 21  # R1
RUN = 7  # cards in a run of seven, and in a suit
FAIRIES = (4, 11, 18)  # R1
FULL_DECK = (1 << CARDS) - 1  # card c is bit c - 1

STANDARD, FIFTEEN = range(2)  # the option `variant`
RUNS, MOD3 = range(2)  # the option `suits`

HIGHER, LOWER, SUIT, CATCH = range(4)  # the guesses, as action ids
FLIP, GUESS, REVEAL, DONE = range(4)  # phases

THIRD_FAIRY, TOP, FIFTEEN_REACHED, TIE_BROKEN, DECK_OUT = range(1, 6)  # end reasons
FLIPPED, GUESSED, REVEALED, TOLD, PLAY_ON, ENDED = range(6)  # events
LEGAL, NO_MOVE, NO_GUESS = range(3)  # answers of `check`


class State(schema.State, seats=(2, 10)):
    """One game of Fairy."""

    variant: int = const(0, 1)
    suits: int = const(0, 1)
    memory_aid: int = const(0, 1)

    phase: int = number(0, 3, EVERYBODY)
    top: int = number(0, CARDS, EVERYBODY)  # the card on the discard pile, 0 before the first
    score: list[int] = per_seat(-4, 100, EVERYBODY)
    waiting: int = number(0, 1023, EVERYBODY)  # a bit for each seat that still has to guess
    contenders: int = number(0, 1023, EVERYBODY)  # a bit for each seat that still plays
    playing_on: int = number(0, 1, EVERYBODY)  # 1 while tied leaders break their tie
    reason: int = number(0, 5, EVERYBODY)
    guess: list[int] = per_seat(0, 4, OWNER)  # 0 none, else the guess + 1; secret until all are in
    shown: list[int] = per_seat(0, 4, EVERYBODY)  # what each seat guessed last turn
    aid: int = number(0, FULL_DECK, EVERYBODY)  # cards seen, but only if the table wants the memory aid

    # Only the top discard is ever shown; a perfect memory knows the rest.
    deck: int = number(0, FULL_DECK, RECALL)  # a bit for each card not yet turned
    left: int = number(0, CARDS, RECALL)  # how many cards that is
    fairies: int = number(0, 3, RECALL)  # fairies turned so far
    turns: int = number(0, CARDS, RECALL)  # cards turned after the first
