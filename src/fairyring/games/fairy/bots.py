"""Fairy's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.fairy.rules import GUESSES
from fairyring.games.fairy.schema import CARDS, GUESS, State
from fairyring.games.fairy.tables import GAIN, IS_FAIRY, SUIT_OF


def expected_gain(s: State, guess: int) -> int:
    """What the guess earns, summed over all cards that may come next."""
    total = 0
    for card in range(1, CARDS + 1):
        if s.deck >> (card - 1) & 1:
            higher = 4 if card > s.top else 0
            same_suit = 2 if SUIT_OF[s.suits][card] == SUIT_OF[s.suits][s.top] else 0
            total += GAIN[higher + same_suit + IS_FAIRY[card]][guess]
    return total


def normal(s: State, seat: int, rng: Stream) -> int:
    """Take the guess that earns most on average, counting the cards that are left; of equals, any."""
    best = 0
    equals = 1
    for guess in range(1, GUESSES):
        gain = expected_gain(s, guess) - expected_gain(s, best)
        equals = 1 if gain > 0 else equals + (gain == 0)
        if gain > 0 or (gain == 0 and below(rng, equals) == 0):
            best = guess
    return GUESS.id(best)
