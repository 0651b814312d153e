"""Fairy's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.bits import COUNT_BITS
from fairyring.core.rng import Stream
from fairyring.core.rules import below
from fairyring.games.fairy.rules import GROUP, GUESSES
from fairyring.games.fairy.schema import CARDS, FULL_DECK, GUESS, RUN, Guess, Phase, State
from fairyring.games.fairy.tables import FAIRY_CARDS, STAKE, SUIT_CARDS, SUIT_OF

NEAR = 4  # guesses within a point divided by this of the best are a matter of temperament
FAIRY_LOVE = 6  # one guess in so many a beginner goes for a fairy, whatever the odds


def count_cards(cards: int) -> int:
    """How many cards are in the set."""
    return COUNT_BITS[cards & GROUP] + COUNT_BITS[cards >> RUN & GROUP] + COUNT_BITS[cards >> 2 * RUN]


def right_cards(s: State, deck: int, guess: int) -> int:
    """How many of these cards would make the guess right."""
    if guess == Guess.HIGHER:
        return count_cards(deck >> s.top)
    if guess == Guess.LOWER:
        return count_cards(deck & ((1 << s.top) - 1))
    if guess == Guess.SUIT:
        return count_cards(deck & SUIT_CARDS[s.suits][SUIT_OF[s.suits][s.top]])
    return count_cards(deck & FAIRY_CARDS)


def by_temperament(s: State, deck: int, near: int, rng: Stream) -> int:
    """Any of the guesses that earn about as much on average as the best one, if these cards may come.

    What a guess earns, summed over all cards: what is paid and not lost for each right one, less one for each card.
    """
    most = 0
    for guess in range(GUESSES):
        most = max(most, STAKE[guess] * right_cards(s, deck, guess))
    chosen = 0
    equals = 0
    for guess in range(GUESSES):
        if STAKE[guess] * right_cards(s, deck, guess) >= most - near:
            equals += 1
            if below(rng, equals) == 0:
                chosen = guess
    return GUESS.id(chosen)


def normal(s: State, seat: int, rng: Stream) -> int:
    """Count the cards that are left; take the guess that earns most on average, or one that earns nearly as much."""
    return by_temperament(s, s.deck, s.left // NEAR, rng)


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner forgets what was turned before, and now and then just hopes for a fairy."""
    if below(rng, FAIRY_LOVE) == 0:
        return GUESS.id(Guess.CATCH)
    return by_temperament(s, FULL_DECK & ~(1 << (s.top - 1)), CARDS // NEAR, rng)


def believe(s: State, seat: int, rng: Stream) -> None:
    """Guesses that were made in secret are such as players make."""
    if s.phase == Phase.GUESS or s.phase == Phase.REVEAL:
        for other in range(s.players):
            if other != seat and s.guess[other]:
                s.guess[other] = 1 + GUESS.guess(normal(s, other, rng))
