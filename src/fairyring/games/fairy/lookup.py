"""Lookup tables of Fairy: suits and fairies."""

from fairyring.games.fairy.schema import CARDS, FAIRIES, RUN, Suit

# The suit of each card, for each value of the option `suits` (R2).
SUIT_OF = (
    tuple(max(0, card - 1) // RUN for card in range(CARDS + 1)),
    tuple(card % len(Suit) for card in range(CARDS + 1)),
)
IS_FAIRY = tuple(int(card in FAIRIES) for card in range(CARDS + 1))


# For bots: the cards of each suit, and the fairies, as bit sets.
SUIT_CARDS = tuple(
    tuple(sum(1 << (card - 1) for card in range(1, CARDS + 1) if suit_of[card] == suit) for suit in Suit) for suit_of in SUIT_OF
)
FAIRY_CARDS = sum(1 << (card - 1) for card in FAIRIES)
