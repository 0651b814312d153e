"""Bots of Fairy. They get a redacted state: what a seat with a perfect memory knows."""

from fairyring.core.fields.bits import count_bits
from fairyring.core.game.contract import below
from fairyring.core.game.helpers import BOLD, CAREFUL, FICKLE, replaces_tie, temperament
from fairyring.core.rng import Stream
from fairyring.games.fairy.lookup import FAIRY_CARDS, SUIT_CARDS, SUIT_OF
from fairyring.games.fairy.rules import GUESSES
from fairyring.games.fairy.schema import FULL_DECK, GUESS, Guess, Phase, State

# Guesses whose mean gain is within so many hundredths of a point of the best one count as nearly as good. The margin is wider
# for a seat that is level with a rival, and widest in a play-off: who guesses what the rival guesses cannot get ahead.
MARGIN = 25
MARGIN_LEVEL = 40
MARGIN_PLAY_OFF = 100
MAX_DEVIATION_COST_TENTHS = 12  # tenths of a point that guessing unlike the others may cost on average
CATCH_ONE_IN = 6  # `easy` guesses CATCH once in so many turns, whatever the odds


def count_right(s: State, deck: int, guess: int) -> int:
    """Return how many cards of a set make the guess right."""
    if guess == Guess.HIGHER:
        return count_bits(deck >> s.top)
    if guess == Guess.LOWER:
        return count_bits(deck & ((1 << s.top) - 1))
    if guess == Guess.SUIT:
        return count_bits(deck & SUIT_CARDS[s.suits][SUIT_OF[s.suits][s.top]])
    return count_bits(deck & FAIRY_CARDS[s.fairy_cards])


def stake(s: State, guess: int) -> int:
    """Return the points between a right and a wrong guess."""
    return s.reward[guess] + s.wrong


def total_gain(s: State, deck: int, guess: int) -> int:
    """Return the gain of a guess summed over a set of cards, up to a constant that is the same for all guesses."""
    return stake(s, guess) * count_right(s, deck, guess)


def preference(s: State, deck: int, guess: int, temper: int) -> int:
    """Return what a temperament likes about a guess: the stake if BOLD, how often it is right if CAREFUL, nothing if FICKLE."""
    if temper == BOLD:
        return stake(s, guess)
    return count_right(s, deck, guess) if temper == CAREFUL else 0


def choose_good_guess(s: State, deck: int, margin: int, temper: int, rng: Stream) -> int:
    """Choose the preferred guess of those whose mean gain over these cards is within the margin of the best; ties at random."""
    allowance = margin * count_bits(deck) // 100
    gains = [0] * GUESSES
    most = 0
    for guess in range(GUESSES):
        gains[guess] = total_gain(s, deck, guess)
        most = max(most, gains[guess])
    chosen = 0
    best = -1
    ties = 0
    for guess in range(GUESSES):
        if gains[guess] >= most - allowance:
            liked = preference(s, deck, guess, temper)
            ties = 1 if liked > best else ties + (liked == best)
            if liked > best or (liked == best and replaces_tie(rng, ties)):
                chosen = guess
                best = liked
    return GUESS.id(chosen)


def is_level(s: State, seat: int) -> int:
    """Return 1 if another contender has the seat's score."""
    for other in range(s.players):
        if other != seat and s.contenders >> other & 1 and s.score[other] == s.score[seat]:
            return 1
    return 0


def normal(s: State, seat: int, rng: Stream) -> int:
    """Count the cards that are left; choose a guess with the highest mean gain, or nearly so by temperament.

    A seat that is level with a rival chooses more freely and at random.
    """
    if s.play_off:
        return choose_good_guess(s, s.deck, MARGIN_PLAY_OFF, FICKLE, rng)
    if is_level(s, seat):
        return choose_good_guess(s, s.deck, MARGIN_LEVEL, FICKLE, rng)
    return choose_good_guess(s, s.deck, MARGIN, temperament(seat), rng)


def easy(s: State, seat: int, rng: Stream) -> int:
    """A beginner: ignores the cards turned before, and sometimes guesses CATCH whatever the odds."""
    if below(rng, CATCH_ONE_IN) == 0:
        return GUESS.id(Guess.CATCH)
    return choose_good_guess(s, FULL_DECK & ~(1 << (s.top - 1)), MARGIN, FICKLE, rng)


def best_guess_except(s: State, excluded: int) -> int:
    """Return the guess with the highest mean gain, other than this one; -1 excludes none."""
    best = -1
    for guess in range(GUESSES):
        if guess != excluded and (best < 0 or total_gain(s, s.deck, guess) > total_gain(s, s.deck, best)):
            best = guess
    return best


def lead(s: State, seat: int) -> int:
    """Return the seat's score less the best score of the other contenders."""
    most = s.floor
    for other in range(s.players):
        if other != seat and s.contenders >> other & 1:
            most = max(most, s.score[other])
    return s.score[seat] - most


def deviate_unless_leading(s: State, seat: int, rng: Stream) -> int:
    """Guess like the others when leading, so that they gain nothing on the seat; else unlike them, if that costs little.

    As the rollout of the searching seat it wins far more often than the greedy guess. With two seats a level score
    counts as leading.
    """
    common = best_guess_except(s, -1)
    if lead(s, seat) >= (1 if s.players > 2 else 0):
        return GUESS.id(common)
    other = best_guess_except(s, common)
    cost = total_gain(s, s.deck, common) - total_gain(s, s.deck, other)
    return GUESS.id(other if 10 * cost <= MAX_DEVIATION_COST_TENTHS * s.left else common)


def sample_guesses(s: State, seat: int, rng: Stream) -> None:
    """Resample the secret guesses of the other seats by the policy `normal`."""
    if s.phase == Phase.GUESS or s.phase == Phase.REVEAL:
        for other in range(s.players):
            if other != seat and s.guess[other]:
                s.guess[other] = 1 + GUESS.guess(normal(s, other, rng))
