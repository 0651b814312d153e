"""The rules of Fairy. Numbers such as R7 are those of RULES.md."""

from fairyring.core.fields.bits import nth_bit, only_one
from fairyring.core.game.contract import LEGAL, NATURE, OVER, below, note
from fairyring.core.game.helpers import rank
from fairyring.core.rng import Stream
from fairyring.games.fairy.lookup import IS_FAIRY, SUIT_OF
from fairyring.games.fairy.schema import (
    CARDS,
    FULL_DECK,
    GUESS,
    LAST_FAIRY,
    TURN,
    End,
    Event,
    Guess,
    Phase,
    Refusal,
    State,
    Tally,
    Variant,
)

VERSION = 2
GUESSES = len(Guess)  # R7


def setup(s: State) -> None:
    """R3, R5: the deck is shuffled, everybody starts at 0 and plays."""
    s.deck = FULL_DECK
    s.left = CARDS
    s.contenders = (1 << s.players) - 1
    s.phase = Phase.FLIP


def pending(s: State) -> int:
    """R6: everybody still in the game guesses; then the next card is turned."""
    if s.phase == Phase.DONE:
        return OVER
    if s.phase == Phase.GUESS:
        return s.waiting
    return NATURE


# Guessing ---------------------------------------------------------------------------------------


def legal_count(s: State, seat: int) -> int:
    """R7: all four guesses are allowed at any time, and one must be made."""
    if s.waiting >> seat & 1:
        return GUESSES
    return 0


def legal_nth(s: State, seat: int, k: int) -> int:
    """R7: the k-th of the four."""
    return GUESS.id(k)


def check(s: State, seat: int, action: int) -> int:
    """R7, R8: one guess each."""
    if not s.waiting >> seat & 1:
        return Refusal.NO_MOVE
    return LEGAL if GUESS.has(action) else Refusal.NO_GUESS


def act(s: State, seat: int, action: int) -> None:
    """R6: a turn is: guess, reveal, score."""
    if seat != NATURE:
        make_guess(s, seat, GUESS.guess(action))
    elif s.phase == Phase.FLIP:
        flip_first(s, TURN.card(action))
    else:
        reveal_card(s, TURN.card(action))


def make_guess(s: State, seat: int, guess: int) -> None:
    """R8: guesses stay secret until all are in."""
    s.guess[seat] = guess + 1
    s.waiting &= ~(1 << seat)
    note(s, Event.GUESSED, seat)
    if not s.waiting:
        s.phase = Phase.REVEAL


# Cards ------------------------------------------------------------------------------------------


def chance_count(s: State) -> int:
    """R3: every card left in the deck is equally likely."""
    return s.left


def chance_nth(s: State, k: int) -> int:
    """R3: the k-th card left, lowest first."""
    return TURN.id(1 + nth_bit(s.deck, k))


def weight(s: State, outcome: int) -> int:
    """R3: a card turned before does not come again."""
    return s.deck >> (TURN.card(outcome) - 1) & 1


def turn_card(s: State, card: int) -> None:
    """R4, R9: the card covers the discard pile; only a memory aid shows older ones."""
    s.deck &= ~(1 << (card - 1))
    s.left -= 1
    if s.fairy_cards <= LAST_FAIRY or s.fairies < LAST_FAIRY:
        s.fairies += IS_FAIRY[s.fairy_cards][card]
    s.top = card
    if s.memory_aid:
        s.aid |= 1 << (card - 1)


def flip_first(s: State, card: int) -> None:
    """R4: the first card scores nobody, but a fairy on it counts."""
    turn_card(s, card)
    note(s, Event.FLIPPED, card)
    ask_guesses(s)


def ask_guesses(s: State) -> None:
    """R6, R17: all contenders guess again."""
    s.waiting = s.contenders
    s.phase = Phase.GUESS


def reveal_card(s: State, card: int) -> None:
    """R9, R10: the next card is turned, and every guess is paid by comparison with the card before it."""
    before = s.top
    turn_card(s, card)
    s.turns += 1
    note(s, Event.REVEALED, card)
    right = right_guesses(s, before, card)
    pays = [0] * GUESSES
    for guess in range(GUESSES):
        pays[guess] = (right >> guess & 1) * (s.reward[guess] + s.wrong) - s.wrong
    for seat in range(s.players):
        s.shown[seat] = s.guess[seat]
        if s.guess[seat]:
            pay(s, seat, pays[s.guess[seat] - 1])
    end_turn(s)


def right_guesses(s: State, before: int, card: int) -> int:
    """R10, R11: a bit for each guess that is right about a card, compared with the one before it."""
    direction = 1 << Guess.HIGHER if card > before else 1 << Guess.LOWER
    same_suit = 1 << Guess.SUIT if SUIT_OF[s.suits][card] == SUIT_OF[s.suits][before] else 0
    return direction | same_suit | IS_FAIRY[s.fairy_cards][card] << Guess.CATCH


def pay(s: State, seat: int, earned: int) -> None:
    """R10–R12: paid for one's own guess only; no score falls below the floor, so a wrong guess there costs nothing."""
    guess = s.guess[seat] - 1
    gain = max(earned, s.floor - s.score[seat])
    s.score[seat] += gain
    s.guess[seat] = 0
    note(s, Event.TOLD, seat, guess, gain, s.score[seat])


# Ending -----------------------------------------------------------------------------------------


def end_turn(s: State) -> None:
    """R13–R20: after everybody scored, see whether the game ends."""
    best = best_score(s)
    why = End.TIE_BROKEN if s.play_off else why_end(s, best)
    if why:
        leaders = seats_with(s, best)
        if s.play_off:
            s.contenders = leaders  # R17: the others are out
        if only_one(leaders):
            finish(s, why)
            return
        if s.left and not s.play_off:
            play_on(s, leaders)
    if s.left:
        ask_guesses(s)
    else:
        finish(s, End.DECK_OUT)


def why_end(s: State, best: int) -> int:
    """R13, R14, R20: what would end the game now, if the lead is not shared."""
    if s.variant == Variant.FIFTEEN:
        return End.FIFTEEN if best >= s.goal else 0
    if best >= s.goal:
        return End.TOP
    return End.THIRD_FAIRY if s.fairies >= s.last_fairy else 0


def best_score(s: State) -> int:
    """R15: the highest total among those who still play."""
    best = s.floor
    for seat in range(s.players):
        if s.contenders >> seat & 1:
            best = max(best, s.score[seat])
    return best


def seats_with(s: State, best: int) -> int:
    """A bit for each seat that still plays and has this score."""
    seats = 0
    for seat in range(s.players):
        if s.contenders >> seat & 1 and s.score[seat] == best:
            seats |= 1 << seat
    return seats


def play_on(s: State, leaders: int) -> None:
    """R17: only the tied leaders play on, until one leads alone."""
    s.contenders = leaders
    s.play_off = leaders
    note(s, Event.PLAY_ON, leaders)


def finish(s: State, why: int) -> None:
    """R18: the game is over."""
    s.reason = why
    s.phase = Phase.DONE
    note(s, Event.ENDED, why)


def score(s: State, seat: int) -> int:
    """The points on the score card."""
    return s.score[seat]


def standing(s: State, seat: int) -> int:
    """R16, R19: by points; after a play-off those left in it come first, then those who were in it, then the rest."""
    return rank((s.play_off >> seat & 1) + (s.contenders >> seat & 1), s.score[seat])


def tally(s: State, k: int) -> int:
    """Return a count for simulations: cards turned after the first, or the rounds, always 1."""
    return s.turns if k == Tally.TURNS else 1


# Knowledge --------------------------------------------------------------------------------------


def witness(s: State, seat: int, action: int, viewer: int) -> int:
    """R8, R9: cards are turned for all to see; a guess is its owner's secret."""
    return 1 if seat == NATURE or seat == viewer else 0


def imagine(s: State, seat: int, rng: Stream) -> None:
    """R8: all that is hidden is what the others guessed; any guess is possible."""
    if s.phase == Phase.GUESS or s.phase == Phase.REVEAL:
        guessed = s.contenders & ~s.waiting
        for other in range(s.players):
            if other != seat and guessed >> other & 1:
                s.guess[other] = 1 + below(rng, GUESSES)
