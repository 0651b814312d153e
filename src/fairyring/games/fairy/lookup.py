"""Lookup tables of Fairy: suits and fairies."""

from fairyring.games.fairy.schema import CARDS, MAX_FAIRIES, RUN, Suit

# The suit of each card, for each value of the option `suits` (R2).
SUIT_OF = (
    tuple(max(0, card - 1) // RUN for card in range(CARDS + 1)),
    tuple(card % len(Suit) for card in range(CARDS + 1)),
)


def fairy_places(fairies: int) -> tuple[int, ...]:
    """Return the cards with a fairy: the middle ones of so many equal stretches of the cards; 4, 11 and 18 for three (R1)."""
    return tuple((CARDS * (2 * i + 1) + 2 * fairies - 1) // (2 * fairies) for i in range(fairies))


# By how many cards have a fairy, and by card.
IS_FAIRY = tuple(tuple(int(card in fairy_places(fairies)) for card in range(CARDS + 1)) for fairies in range(MAX_FAIRIES + 1))


# For bots: the cards of each suit, and the fairies, as bit sets.
SUIT_CARDS = tuple(
    tuple(sum(1 << (card - 1) for card in range(1, CARDS + 1) if suit_of[card] == suit) for suit in Suit) for suit_of in SUIT_OF
)
FAIRY_CARDS = tuple(sum(1 << (card - 1) for card in fairy_places(fairies)) for fairies in range(MAX_FAIRIES + 1))
