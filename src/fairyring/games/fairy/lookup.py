"""Fairy's rules as small tables: what a guess earns, and which suit a card has."""

from fairyring.games.fairy.schema import CARDS, FAIRIES, RUN, Guess

REWARD = {Guess.HIGHER: 2, Guess.LOWER: 2, Guess.SUIT: 4, Guess.CATCH: 7}  # R10
PENALTY = -1  # R10

# The suit of each card, for each value of the option `suits` (R2).
SUIT_OF = (
    tuple(max(0, card - 1) // RUN for card in range(CARDS + 1)),
    tuple(card % 3 for card in range(CARDS + 1)),
)
IS_FAIRY = tuple(int(card in FAIRIES) for card in range(CARDS + 1))


def gain(guess: int, higher: int, same_suit: int, fairy: int) -> int:
    """What a guess earns when the next card is (or is not) higher, of the same suit, a fairy (R10, R11)."""
    right = {Guess.HIGHER: higher, Guess.LOWER: not higher, Guess.SUIT: same_suit, Guess.CATCH: fairy}[guess]
    return REWARD[guess] if right else PENALTY


# By 4 for higher + 2 for the same suit + 1 for a fairy, then by the guess.
GAIN = tuple(tuple(gain(guess, row >> 2, row >> 1 & 1, row & 1) for guess in Guess) for row in range(8))

# For minds: what is at stake in each guess, between right and wrong; and the cards of a suit, and the fairies, as sets.
STAKE = tuple(REWARD[guess] - PENALTY for guess in Guess)
SUIT_CARDS = tuple(
    tuple(sum(1 << (card - 1) for card in range(1, CARDS + 1) if suits[card] == suit) for suit in range(3)) for suits in SUIT_OF
)
FAIRY_CARDS = sum(1 << (card - 1) for card in FAIRIES)
