"""Fairy's minds. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.fields.bits import count_bits
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import replaces_tie
from fairyring.core.rng import Stream
from fairyring.games.fairy.lookup import FAIRY_CARDS, STAKE, SUIT_CARDS, SUIT_OF
from fairyring.games.fairy.rules import GUESSES
from fairyring.games.fairy.schema import CARDS, FULL_DECK, GUESS, Guess, Phase, State

NEAR = 4  # guesses within a point divided by this of the best are a matter of temperament
DEAR = 12  # tenths of a point; so much may it cost to guess otherwise than the others
FAIRY_LOVE = 6  # one guess in so many a beginner goes for a fairy, whatever the odds


def right_cards(s: State, deck: int, guess: int) -> int:
    """How many of these cards would make the guess right."""
    if guess == Guess.HIGHER:
        return count_bits(deck >> s.top)
    if guess == Guess.LOWER:
        return count_bits(deck & ((1 << s.top) - 1))
    if guess == Guess.SUIT:
        return count_bits(deck & SUIT_CARDS[s.suits][SUIT_OF[s.suits][s.top]])
    return count_bits(deck & FAIRY_CARDS)


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
            if replaces_tie(rng, equals):
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


def best_but(s: State, but: int) -> int:
    """The guess that earns most on average, apart from this one."""
    best = -1
    for guess in range(GUESSES):
        if guess != but and (
            best < 0 or STAKE[guess] * right_cards(s, s.deck, guess) > STAKE[best] * right_cards(s, s.deck, best)
        ):
            best = guess
    return best


def ahead(s: State, seat: int) -> int:
    """By how much, of the best of the others who still play."""
    most = -CARDS
    for other in range(s.players):
        if other != seat and s.contenders >> other & 1:
            most = max(most, s.score[other])
    return s.score[seat] - most


def apart(s: State, seat: int, rng: Stream) -> int:
    """Who leads guesses as the others do, so that they gain nothing on it; who does not, guesses otherwise, if that is not too
    dear. Among those who take what earns most it wins far more than its share. Of two, one who is level is not behind.
    """
    common = best_but(s, -1)
    if ahead(s, seat) >= (1 if s.players > 2 else 0):
        return GUESS.id(common)
    other = best_but(s, common)
    cost = STAKE[common] * right_cards(s, s.deck, common) - STAKE[other] * right_cards(s, s.deck, other)
    return GUESS.id(other if 10 * cost <= DEAR * s.left else common)


def believe(s: State, seat: int, rng: Stream) -> None:
    """Guesses that were made in secret are such as players make."""
    if s.phase == Phase.GUESS or s.phase == Phase.REVEAL:
        for other in range(s.players):
            if other != seat and s.guess[other]:
                s.guess[other] = 1 + GUESS.guess(normal(s, other, rng))
