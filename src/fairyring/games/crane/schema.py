"""Schema of Crane: state fields with their meaning and visibility, actions, events, zones."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import DERIVED, EVERYBODY, OWNER, const, field, per_seat
from fairyring.core.fields.types import (
    by,
    by_seat,
    counted,
    flag,
    maybe,
    maybe_seat,
    number,
    one_of,
    only_with,
    row,
    seat,
    seat_set,
)
from fairyring.core.fields.vocabulary import Names, Seats, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.zones import Moved, Place, ZoneKind, Zones, move, zone

SEATS = 6
CARDS = 136
NUMBERS = 30  # cards may show 1 … 30; ours show 4 … 20
BET_PAYS = 2  # R18
COUNTER_MAX = 1 << 30  # where counters of challenges saturate: no rule bounds a game of two


class Bet(Names):
    """What the audience bets on (R8)."""

    HIGH, LOW, JUST = range(3)


class Pot(Names):
    """The jackpots; two players have only the first (R28), unless the table says otherwise."""

    LEFT, RIGHT = range(2)


class Finger(Names):
    """The finger that must not be used (R1)."""

    INDEX, MIDDLE, RING, LITTLE = range(4)


BETS = len(Bet)
JACKPOTS = len(Pot)
FINGERS = len(Finger)
KINDS = NUMBERS * FINGERS  # a card's number in CARD is (number - 1) * FINGERS + finger

NUMBER = Things("number", NUMBERS, range(1, NUMBERS + 1), first=1)
GRABBED = Things("grabbed", CARDS, range(1, CARDS + 1), first=1)
CARD = Things("card", KINDS, tuple(f"{n}-{finger}" for n in range(1, NUMBERS + 1) for finger in Finger.words))
# Where a face-up card lies. The catalogue says of each which zone that is, and whose.
IN_JACKPOT = SEATS  # the places are the seats, and then the jackpots
PLACE = Things("place", SEATS + JACKPOTS, (*(f"seat-{p}" for p in range(SEATS)), *Pot.words))


class Achieve(Names):
    """The option `achieve` (R31)."""

    EACH, ANY_THREE = range(2)


class Grab(Names):
    """The option `grab` (R33)."""

    MODEL, REAL, RIFFLE = range(3)


class Skill(Names):
    """The option `skill` (R34)."""

    NOVICE, STEADY, EXPERT = range(3)


class Phase(Names):
    """What happens next. Nobody is challenger before the first one is drawn."""

    DRAW_FIRST, FLIP, BETTING, GRAB, CHOOSE, DONE = range(6)


class End(Names):
    """Why the game ended (R24–R32)."""

    MOST_CARDS, EXTRA_CHALLENGE, SHARED, THREE_BETS, FORTY = range(1, 6)


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, BET_NOW, CHOOSE_NOW, SET_ASIDE = range(1, 5)


class Tally(Names):
    """What a simulation counts: challenges, one round a game, and how the challenges went."""

    TURNS, ROUNDS, EXACT, SHORT, OVER, EYES_OPENED = range(6)


BET = ActionKind("bet", bet=Bet)
JACKPOT = ActionKind("jackpot", pot=Pot)
FLIP = ActionKind("flip", number=NUMBER, finger=Finger)
GRAB = ActionKind("grab", cards=GRABBED)
EYES_OPENED = ActionKind("eyes-opened")
FIRST = ActionKind("first", seat=Seats(SEATS))
ACTIONS = Actions(BET, JACKPOT)
CHANCE = Actions(FLIP, GRAB, EYES_OPENED, FIRST)


class Zone(Zones):
    """Where cards lie. The flipped card stays on the deck until it is grabbed (R12)."""

    DECK = zone(CARD, count="deck")
    JACKPOT = zone(CARD, count="pots", places=Pot)
    HAND = zone(CARD, count="hand")  # the cards grabbed, while they are counted
    TAKEN = zone(CARD, count="loose", per_seat=True)
    MARKERS = zone(count="markers", per_seat=True)
    SUPPLY = zone()  # of markers; it never runs out (R22)
    BETS = zone(Bet, per_seat=True)  # the bet cards that a seat has left and does not bet now
    LAID = zone(Bet, per_seat=True)  # face down
    SHOWN = zone(Bet, shows="revealed", per_seat=True)
    ACHIEVED = zone(Bet, shows="achieved", per_seat=True)


def bet_cards_move(source: ZoneKind, target: ZoneKind, bets: str) -> Any:
    """Every seat's bet card goes from one of its zones to another; `bets` is the argument that lists them."""

    def moved(args: Mapping[str, Any], _players: int) -> tuple[Moved, ...]:
        known = [(owner, bet) for owner, bet in enumerate(args[bets]) if bet is not None]
        return tuple(Moved(Place(source.name, owner), Place(target.name, owner), bet) for owner, bet in known)

    return moved


def all_to_the_deck(args: Mapping[str, Any], _players: int) -> tuple[Moved, ...]:
    """The cards of every jackpot go back (R7)."""
    filled = [(pot, cards) for pot, cards in args["pots"].items() if cards]
    return tuple(Moved(Place(Zone.JACKPOT.name, None, pot), Place(Zone.DECK.name), None, cards) for pot, cards in filled)


CARD_COUNT = number(0, CARDS)
COUNTED = move(Zone.DECK, Zone.HAND, count="cards")


class Event(Events):
    """Events."""

    STARTS = event(seat=seat())
    GATHERED = event(pots=by(Pot, CARD_COUNT, "jackpots"), moves=[all_to_the_deck])
    FLIPPED = event(
        seat=seat(),
        number=one_of(NUMBER),
        finger=one_of(Finger),
        back=by_seat(maybe(Bet)),  # the bet cards of the turn before, which their owners take back (R9)
        moves=[bet_cards_move(Zone.SHOWN, Zone.BETS, "back")],
    )
    COMMITTED = event(
        seat=seat(),
        bet=own(one_of(Bet)),
        moves=[move(Zone.BETS("seat"), Zone.LAID("seat"), thing="bet")],
        choice=True,
    )
    OVERHEARD = event(bets=by_seat(maybe(Bet)))
    REVEALED = event(bets=by_seat(maybe(Bet)), moves=[bet_cards_move(Zone.LAID, Zone.SHOWN, "bets")])
    EXACT = event(seat=seat(), cards=CARD_COUNT, moves=[COUNTED])
    SHORT = event(seat=seat(), cards=CARD_COUNT, missing=CARD_COUNT, moves=[COUNTED])
    OVERSHOT = event(seat=seat(), cards=CARD_COUNT, excess=CARD_COUNT, moves=[COUNTED])
    OPENED = event(seat=seat())
    WON_JACKPOT = event(
        seat=seat(),
        cards=CARD_COUNT,
        pot=one_of(Pot),
        prize=CARD_COUNT,
        moves=[
            move(Zone.HAND, Zone.TAKEN("seat"), count="cards"),
            move(Zone.JACKPOT(place="pot"), Zone.TAKEN("seat"), count="prize"),
        ],
    )
    KEPT = event(seat=seat(), cards=CARD_COUNT, moves=[move(Zone.HAND, Zone.TAKEN("seat"), count="cards")])
    TO_JACKPOT = event(
        cards=CARD_COUNT,
        pot=one_of(Pot),
        total=CARD_COUNT,
        moves=[move(Zone.HAND, Zone.JACKPOT(place="pot"), count="cards")],
    )
    PUT_BACK = event(cards=CARD_COUNT, moves=[move(Zone.HAND, Zone.DECK, count="cards")])
    PAID = event(seat=seat(), bet=one_of(Bet), cards=CARD_COUNT, moves=[move(Zone.DECK, Zone.TAKEN("seat"), count="cards")])
    SHARED_OUT = event(
        seat=seat(),
        cards=CARD_COUNT,
        pot=one_of(Pot),
        moves=[move(Zone.JACKPOT(place="pot"), Zone.TAKEN("seat"), count="cards")],
    )
    # The bet card stays in sight until the next flip; what is achieved is one that its owner does not get back.
    ACHIEVED = event(seat=seat(), bet=one_of(Bet), moves=[move(Zone.BETS("seat"), Zone.ACHIEVED("seat"), thing="bet")])
    EXCHANGED = event(
        seat=seat(),
        cards=number(0, 1000),
        markers=number(0, 1000),
        moves=[
            move(Zone.TAKEN("seat"), Zone.DECK, count="cards"),
            move(Zone.SUPPLY, Zone.MARKERS("seat"), count="markers"),
        ],
    )
    REFILLED = event(pot=one_of(Pot), cards=CARD_COUNT, moves=[move(Zone.DECK, Zone.JACKPOT(place="pot"), count="cards")])
    TIED = event(seats=seat_set())
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, SEATS)):
    """One game of Crane."""

    achieve: int = const(one_of(Achieve))
    grab: int = const(one_of(Grab))
    skill: int = const(one_of(Skill))
    aim: int = const(number(-5, 5))
    first: int = const(maybe_seat())  # none: by lot
    copies: list[list[int]] = const(row(NUMBERS, by(Finger, number(0, 100))))  # cards of each number and finger
    size: int = const(number(1, CARDS))  # cards in the box
    jackpots: int = const(number(1, JACKPOTS))
    bank: int = const(number(1, CARDS))  # cards in a fresh jackpot
    bundle: int = const(number(1, 100))  # cards that a multiplier stands for
    challenges: int = const(number(1, 9))  # for each seat, with three or more
    goal: int = const(number(1, 1000))  # cards that win a game of two
    bet_cards: list[int] = const(by(Bet, number(0, 2)))  # what each seat has of each bet
    bet_pays: int = const(number(1, 10), BET_PAYS, digested=False)  # cards that a right HIGH or LOW earns, with three or more

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    challenger: int = field(only_with("phase", seat()), EVERYBODY)  # who grabs; none until the first one is drawn
    target: int = field(maybe(NUMBER), EVERYBODY)  # the number on the flipped card: how many to grab
    finger: int = field(only_with("target", one_of(Finger)), EVERYBODY)  # the finger that the flipped card forbids
    waiting: int = field(seat_set(), EVERYBODY)  # who still has to bet
    # The bets that a seat knows before the count: its own, then those of the whole audience; the challenger knows none.
    knows: list[list[int]] = per_seat(by_seat(maybe(Bet)), OWNER)
    revealed: list[int] = per_seat(maybe(Bet), EVERYBODY)  # what each seat had bet, from the count until the next flip
    hand: int = field(number(0, CARDS), EVERYBODY)  # cards that the challenger grabbed and has not given away yet

    deck: int = field(number(0, CARDS), EVERYBODY)  # cards in the deck, with the flipped one on top
    pots: list[int] = field(by(Pot, number(0, CARDS), "jackpots"), EVERYBODY)  # cards in each jackpot
    loose: list[int] = per_seat(number(0, 100), EVERYBODY)  # cards in front of each seat
    markers: list[int] = per_seat(number(0, 3000), EVERYBODY)  # each seat's multipliers, worth ten cards each
    achieved: list[list[int]] = per_seat(counted(Bet, 2), EVERYBODY)  # the bet cards set aside as achieved, with two players

    ups: int = field(number(0, CARDS), DERIVED)  # how many cards lie face up outside the deck
    # The cards that lie face up outside the deck, oldest first.
    up_card: list[int] = field(row(CARDS, one_of(CARD), "ups"), EVERYBODY)
    # Where each of them lies: at a seat or in a jackpot; the catalogue says which zone that is.
    up_at: list[int] = field(row(CARDS, one_of(PLACE), "ups"), EVERYBODY)
    # All cards that do not lie face up, wherever they are; what lies face up says it.
    unseen: list[list[int]] = field(row(NUMBERS, by(Finger, number(0, 100))), DERIVED)
    unseen_of: list[int] = field(row(NUMBERS, number(0, CARDS)), DERIVED)  # the same by number

    extra: int = field(flag(), EVERYBODY)  # whether tied leaders take an extra challenge each
    contenders: int = field(seat_set(), EVERYBODY)  # who can still win
    to_go: int = field(seat_set(), EVERYBODY)  # who still has an extra challenge to take
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended
    exact: int = field(number(0, COUNTER_MAX), EVERYBODY)  # challenges that were met exactly
    short: int = field(number(0, COUNTER_MAX), EVERYBODY)  # challenges with too few cards
    over: int = field(number(0, COUNTER_MAX), EVERYBODY)  # challenges with too many cards
    eyes_opened: int = field(number(0, COUNTER_MAX), EVERYBODY)  # challenges that ended because an eye was opened
