"""Lookup tables of Fairy: the suit of each card, and the points of each guess."""

from fairyring.games.fairy.schema import CARDS, FAIRIES, RUN, Guess, Suit

REWARD = {Guess.HIGHER: 2, Guess.LOWER: 2, Guess.SUIT: 4, Guess.CATCH: 7}  # R10
PENALTY = -1  # R10

# The suit of each card, for each value of the option `suits` (R2).
SUIT_OF = (
    tuple(max(0, card - 1) // RUN for card in range(CARDS + 1)),
    tuple(card % len(Suit) for card in range(CARDS + 1)),
)
IS_FAIRY = tuple(int(card in FAIRIES) for card in range(CARDS + 1))


def gain(guess: int, higher: int, same_suit: int, fairy: int) -> int:
    """R10, R11: the points of a guess if the next card is (nonzero) or is not (0) higher, of the same suit, a fairy."""
    right = {Guess.HIGHER: higher, Guess.LOWER: not higher, Guess.SUIT: same_suit, Guess.CATCH: fairy}[guess]
    return REWARD[guess] if right else PENALTY


# The outcome of a turn, as bits: the next card is higher, of the same suit, a fairy.
HIGHER_BIT, SUIT_BIT, FAIRY_BIT = 4, 2, 1
OUTCOMES = HIGHER_BIT + SUIT_BIT + FAIRY_BIT + 1

# By outcome, then by guess: the points that a guess earns.
GAIN = tuple(
    tuple(gain(guess, outcome & HIGHER_BIT, outcome & SUIT_BIT, outcome & FAIRY_BIT) for guess in Guess)
    for outcome in range(OUTCOMES)
)

# For bots: the points between a right and a wrong guess; the cards of each suit, and the fairies, as bit sets.
STAKE = tuple(REWARD[guess] - PENALTY for guess in Guess)
SUIT_CARDS = tuple(
    tuple(sum(1 << (card - 1) for card in range(1, CARDS + 1) if suit_of[card] == suit) for suit in Suit) for suit_of in SUIT_OF
)
FAIRY_CARDS = sum(1 << (card - 1) for card in FAIRIES)
