"""Schema of Fairy: state fields with their meaning and visibility, actions, events, zones."""

from fairyring.core.fields import schema
from fairyring.core.fields.schema import EVERYBODY, OWNER, RECALL, const, field, per_seat
from fairyring.core.fields.types import by, flag, maybe, number, one_of, seat, seat_set, set_of
from fairyring.core.fields.vocabulary import Names, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.events import Events, event
from fairyring.core.game.zones import Zones, move, zone

CARDS = 21  # R1
RUN = 7  # R2: cards of a suit; with `suits=runs` they are consecutive
FAIRIES = (4, 11, 18)  # R1
FULL_DECK = (1 << CARDS) - 1  # card c is bit c - 1
REWARD = (2, 2, 4, 7)  # R10: points of a right guess, in the order of Guess
WRONG = 1  # R10: points that a wrong guess costs
FLOOR = -4  # R12
LAST_FAIRY = 3  # R13
# Bounds of the numbers that a table may change (see numbers.py). Scores, and their distance from the lowest, fit one byte.
MAX_REWARD = 20
MAX_FAIRIES = 7
MAX_COST = 10
LOWEST_FLOOR = -15
MAX_SCORE = 112

CARD = Things("card", CARDS, range(1, CARDS + 1), first=1)


class Variant(Names):
    """The option `variant`."""

    STANDARD, FIFTEEN = range(2)


class Suits(Names):
    """The option `suits`."""

    RUNS, MOD3 = range(2)


class Suit(Names):
    """The suits of the cards (R2)."""

    MOSS, PETAL, STAR = range(3)


class Guess(Names):
    """The four guesses (R7)."""

    HIGHER, LOWER, SUIT, CATCH = range(4)


class Phase(Names):
    """What happens next."""

    FLIP, GUESS, REVEAL, DONE = range(4)


class End(Names):
    """Why the game ended (R18)."""

    THIRD_FAIRY, TOP, FIFTEEN, TIE_BROKEN, DECK_OUT = range(1, 6)


class Refusal(Names):
    """Why a guess is not allowed."""

    NO_MOVE, NO_GUESS = range(1, 3)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS = range(2)


GUESS = ActionKind("guess", guess=Guess)
TURN = ActionKind("card", card=CARD)
ACTIONS = Actions(GUESS)
CHANCE = Actions(TURN)


class Zone(Zones):
    """Where cards lie. Nobody may count the deck (R9)."""

    DECK = zone(CARD)
    PILE = zone(CARD, shows="top", top_only=True)


class Event(Events):
    """Events. Only the newest card and its turn may be looked up later (R9)."""

    FLIPPED = event(card=one_of(CARD), moves=[move(Zone.DECK, Zone.PILE, thing="card")], fades="memory_aid", new_page=True)
    GUESSED = event(seat=seat(), fades="memory_aid", choice=True)
    REVEALED = event(card=one_of(CARD), moves=[move(Zone.DECK, Zone.PILE, thing="card")], fades="memory_aid", new_page=True)
    TOLD = event(
        seat=seat(),
        guess=one_of(Guess),
        gain=number(-MAX_COST, MAX_REWARD),
        score=number(LOWEST_FLOOR, MAX_SCORE),
        fades="memory_aid",
    )
    PLAY_ON = event(seats=seat_set())
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, 10)):
    """One game of Fairy."""

    variant: int = const(one_of(Variant))
    suits: int = const(one_of(Suits))
    memory_aid: int = const(flag())

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    top: int = field(maybe(CARD), EVERYBODY)  # the card on the discard pile
    score: list[int] = per_seat(number(LOWEST_FLOOR, MAX_SCORE), EVERYBODY)  # the points on the score card
    waiting: int = field(seat_set(), EVERYBODY)  # who still has to guess
    contenders: int = field(seat_set(), EVERYBODY)  # who still plays; after a play-off, who won it
    play_off: int = field(seat_set(), EVERYBODY)  # who went into the play-off, even if out of it since
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended
    guess: list[int] = per_seat(maybe(Guess), OWNER)  # this turn's guess, secret until all are in
    shown: list[int] = per_seat(maybe(Guess), EVERYBODY)  # what each seat guessed last turn
    aid: int = field(set_of(CARD), EVERYBODY)  # cards seen, but only if the table wants the memory aid

    # Only the top discard is ever shown; a perfect memory knows the rest.
    deck: int = field(set_of(CARD), RECALL)  # cards not yet turned
    left: int = field(number(0, CARDS), RECALL)  # how many cards that is
    fairies: int = field(number(0, LAST_FAIRY), RECALL)  # fairies turned so far; no rule looks further than the third
    turns: int = field(number(0, CARDS), RECALL)  # cards turned after the first

    # Numbers of the rules, which a table may change. They come last, so that the fields of every move lie as close as they can.
    reward: tuple[int, ...] = const(by(Guess, number(0, MAX_REWARD)), REWARD, digested=False)  # points of a right guess
    wrong: int = const(number(0, MAX_COST), WRONG, digested=False)  # points that a wrong guess costs
    floor: int = const(number(LOWEST_FLOOR, 0), FLOOR, digested=False)  # the lowest score
    goal: int = const(number(1, MAX_SCORE), digested=False)  # the score that ends the game
    last_fairy: int = const(number(1, LAST_FAIRY), LAST_FAIRY, digested=False)  # which fairy ends the game
    fairy_cards: int = const(number(1, MAX_FAIRIES), len(FAIRIES), digested=False)  # cards with a fairy
