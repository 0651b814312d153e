"""What Crane's table holds, and who may know it."""

from fairyring.core import schema
from fairyring.core.schema import EVERYBODY, OWNER, RECALL, const, number, numbers, per_seat

SEATS = 6
CARDS = 136
NUMBERS = 30  # cards may show 1 … 30; ours show 4 … 20
FINGERS = 4  # index, middle, ring, little
KINDS = NUMBERS * FINGERS  # kind = (number - 1) * FINGERS + finger

EACH, ANY_THREE = range(2)  # the option `achieve`
MODEL, REAL = range(2)  # the option `grab`
RANDOM_FIRST = 0  # the option `first`; else the seat + 1

# Actions: the bets, then the jackpots.
BET_HIGH, BET_LOW, BET_JUST, LEFT_JACKPOT, RIGHT_JACKPOT = range(5)
BETS = 3
JACKPOTS = 2
# Nature's outcomes: a kind of card, then how many were grabbed (1 first), then these.
GRAB_ONE = KINDS
EYES_OPENED = GRAB_ONE + CARDS
FIRST_SEAT = EYES_OPENED + 1

DRAW_FIRST, FLIP, BETTING, GRAB, CHOOSE, DONE = range(6)  # phases
MOST_CARDS, EXTRA_CHALLENGE, SHARED, THREE_BETS, FORTY = range(1, 6)  # end reasons
LEGAL, NO_MOVE, BET_NOW, CHOOSE_NOW, SET_ASIDE = range(5)  # answers of `check`
(
    STARTS,
    GATHERED,
    FLIPPED,
    COMMITTED,
    OVERHEARD,
    REVEALED,
    EXACT,
    SHORT,
    OVERSHOT,
    OPENED,
    WON_JACKPOT,
    KEPT,
    TO_JACKPOT,
    PUT_BACK,
    PAID,
    SHARED_OUT,
    ACHIEVED,
    EXCHANGED,
    REFILLED,
    TIED,
    ENDED,
) = range(21)  # events
IN_JACKPOT = SEATS  # where a face-up card lies: a seat, or this + the jackpot
MANY = 1 << 30


class State(schema.State, seats=(2, SEATS)):
    """One game of Crane."""

    achieve: int = const(0, 1)
    grab: int = const(0, 1)
    skill: int = const(0, 2)
    aim: int = const(-5, 5)
    first: int = const(0, SEATS)
    copies: list[list[int]] = const(0, 100, NUMBERS, FINGERS)  # cards of each number and finger
    size: int = const(1, CARDS)  # cards in the box
    jackpots: int = const(1, JACKPOTS)
    bank: int = const(1, CARDS)  # cards in a fresh jackpot
    bundle: int = const(1, 100)  # cards that a multiplier stands for
    challenges: int = const(1, 9)  # for each seat, with three or more
    goal: int = const(1, 1000)  # cards that win a game of two
    bet_cards: list[int] = const(0, 2, BETS)  # what each seat has of each bet

    phase: int = number(0, 5, EVERYBODY)
    challenger: int = number(0, SEATS - 1, EVERYBODY)
    target: int = number(0, NUMBERS, EVERYBODY)  # the number on the flipped card, 0 if there is none
    finger: int = number(0, FINGERS - 1, EVERYBODY)  # the finger it forbids
    waiting: int = number(0, 63, EVERYBODY)  # a bit for each seat that still has to bet
    # What each seat knows of the bets (0 nothing, else the bet + 1): first its own one, and when all
    # are in the audience sees them all. The challenger's row stays empty.
    knows: list[list[int]] = per_seat(0, BETS, OWNER, SEATS)
    revealed: list[int] = per_seat(0, BETS, EVERYBODY)  # the same after the count, for everybody, until the next flip
    hand: int = number(0, CARDS, EVERYBODY)  # cards counted and not yet given away

    deck: int = number(0, CARDS, EVERYBODY)  # face down, and the flipped card on top
    pots: list[int] = numbers(JACKPOTS, 0, CARDS, EVERYBODY)
    loose: list[int] = per_seat(0, 100, EVERYBODY)  # cards in front of a seat
    markers: list[int] = per_seat(0, 3000, EVERYBODY)  # its multipliers
    achieved: list[list[int]] = per_seat(0, 2, EVERYBODY, BETS)  # bets set aside, with two seats

    # Flipped cards outside the deck lie face up, oldest first: which card, and where.
    ups: int = number(0, CARDS, EVERYBODY)
    up_card: list[int] = numbers(CARDS, 0, KINDS - 1, EVERYBODY)
    up_at: list[int] = numbers(CARDS, 0, SEATS + JACKPOTS - 1, EVERYBODY)
    # The others, wherever they are: anybody can work it out, nothing on the table says it.
    unseen: list[list[int]] = numbers((NUMBERS, FINGERS), 0, 100, RECALL)
    unseen_of: list[int] = numbers(NUMBERS, 0, CARDS, RECALL)  # the same by number

    extra: int = number(0, 1, EVERYBODY)  # 1 while tied leaders take an extra challenge each
    contenders: int = number(0, 63, EVERYBODY)  # a bit for each seat that can win
    to_go: int = number(0, 63, EVERYBODY)  # who still has an extra challenge to take
    reason: int = number(0, 5, EVERYBODY)
    exact: int = number(0, MANY, EVERYBODY)  # challenges by how they went
    short: int = number(0, MANY, EVERYBODY)
    over: int = number(0, MANY, EVERYBODY)
    eyes_opened: int = number(0, MANY, EVERYBODY)
