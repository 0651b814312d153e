"""Schema of Fairy Tale: state fields with their meaning and visibility, actions, events, zones."""

from collections.abc import Mapping
from typing import Any

from fairyring.core.fields import schema
from fairyring.core.fields.schema import (
    DERIVED,
    EVERYBODY,
    NOBODY,
    OWNER,
    OWNER_MEMORY,
    OWNER_RECALL,
    RECALL,
    const,
    field,
    per_seat,
    scratch,
)
from fairyring.core.fields.types import by, counted, flag, maybe, number, one_of, row, seat, seat_set, some
from fairyring.core.fields.vocabulary import Names, Seats, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.events import Events, event, own
from fairyring.core.game.zones import Moved, Mover, Place, ZoneKind, Zones, move, zone
from fairyring.games.fairy_tale.imagination.lookup import MASK_BITS, section_sizes
from fairyring.games.fairy_tale.presentation.log_redaction import closed_now

SEATS = 5
KINDS = 40  # kinds of card; a card on the table or in a hand is written kind + 1, and 0 is no card
CARDS = 100
HAND = 5  # cards dealt to each seat
ROUNDS = 4
PLAYS = 3  # cards each seat plays in a round
STEPS = ROUNDS * PLAYS
MAX_VALUE = 20  # of a card in a deck file, and the least is as far below zero
MAX_TIMES = 9  # points that a card can pay for each card of a kind
GROUP = 8  # the deck is counted in groups of so many kinds
GROUPS = KINDS // GROUP
PLACES = ROUNDS * SEATS * HAND  # one for each card that is ever dealt: round, whose hand it was, when it was taken

# Sizes of the scratch of `imagine`: see imagination/sources.py.
MAX_GROUPS = HAND - 1  # hands that a seat passes on in a round
SOURCE_BITS = 3  # where a played card came from: 0 for the pool, t + 1 for the group of time t
MATCH_BITS = PLAYS * MAX_GROUPS * MASK_BITS
SUFFIX_MAX = 1 << 22  # suffix weights are scaled down to this, so that products with them stay below 2^63
SECTIONS = section_sizes(SEATS, HAND)  # of the suffix weights, by distance

CARD = Things("card", KINDS)  # the deck file names them


class Category(Names):
    """The four realms (R1)."""

    FAIRY_WOOD, HOLY_EMPIRE, DRAGON_VALLEY, SHADOW_KINGDOM = range(4)


class Typology(Names):
    """The three sorts of card (R2)."""

    CHARACTER, PLACE, TALE = range(3)


class ValueKind(Names):
    """What a card's value is (R2)."""

    FIXED, CONDITIONAL, VARIABLE = range(3)


class Effect(Names):
    """What happens when a card is turned up (R12)."""

    NO_EFFECT, HUNT, OPEN_SELF, CLOSE_SELF, CLOSE_ALL = range(5)


class Side(Names):
    """Where hands are passed to (R8)."""

    LEFT, RIGHT = range(2)


CATEGORIES, TYPOLOGIES = len(Category), len(Typology)
ANY = CATEGORIES  # as a category: where an effect looks at all four


class Phase(Names):
    """What happens next."""

    DEALER, DEAL, DRAFT, PLAY, OPEN, CLOSE, DONE = range(7)


class End(Names):
    """Why the game ended (R23)."""

    LAST_ROUND = 1


class Refusal(Names):
    """Why a card may not be taken."""

    NO_MOVE, NOT_NOW, NOT_IN_HAND, NOT_CLOSED, NOT_OPEN, WRONG_CATEGORY, JUST_PLAYED, NOT_NEW, NO_DIFFERENCE = range(1, 10)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS, CLOSED_CARDS = range(3)


DRAFT = ActionKind("draft", card=CARD)
PLAY = ActionKind("play", card=CARD)
OPEN = ActionKind("open", card=CARD)
CLOSE = ActionKind("close", card=CARD)
CLOSE_NEW = ActionKind("close-new", card=CARD)  # the copy just played, where an earlier one lies beside it and it matters which
ACTIONS = Actions(DRAFT, PLAY, OPEN, CLOSE, CLOSE_NEW)

DEALER = ActionKind("dealer", seat=Seats(SEATS))
DEAL = ActionKind("card", card=CARD)
CHANCE = Actions(DEALER, DEAL)


class Zone(Zones):
    """Where cards lie. A card that was chosen stays in its hand (or open) until all have chosen."""

    DECK = zone(CARD, count="left")
    HAND = zone(CARD, shows="hand", per_seat=True)
    DRAFTED = zone(CARD, shows="kept", per_seat=True)
    OPEN = zone(CARD, shows="open", per_seat=True)
    CLOSED = zone(CARD, shows="closed", count="down", per_seat=True)
    DISCARD = zone(CARD)  # face down, and nobody looks


def everybody(source: ZoneKind, target: ZoneKind) -> Mover:
    """Every seat moves `count` cards from its own zone to another one."""

    def moved(args: Mapping[str, Any], players: int) -> tuple[Moved, ...]:
        ends = [(Place(source.name, p), Place(target.name, p if target.per_seat else None)) for p in range(players)]
        return tuple(Moved(start, end, None, args["count"]) for start, end in ends if args["count"])

    return moved


def hands_go_round(args: Mapping[str, Any], players: int) -> tuple[Moved, ...]:
    """R8: every hand goes to the next seat, or to the one before; nobody sees what others pass."""
    to = 1 if args["side"] == Side.word(Side.LEFT) else -1
    hands = [Place(Zone.HAND.name, p) for p in range(players)]
    return tuple(Moved(hands[p], hands[(p + to) % players], None, args["count"]) for p in range(players))


class Event(Events):
    """Events."""

    DEALS = event(seat=seat())
    ROUND = event(round=number(1, ROUNDS), side=one_of(Side), new_page=True)
    DEALT = event(
        seat=seat(),
        card=own(one_of(CARD)),
        moves=[move(Zone.DECK, Zone.HAND("seat"), thing="card")],
        fades=True,
    )
    CHOSEN = event(seat=seat(), card=own(one_of(CARD)), choice=True)
    KEPT = event(seat=seat(), card=own(one_of(CARD)), moves=[move(Zone.HAND("seat"), Zone.DRAFTED("seat"), thing="card")])
    PASSED = event(side=one_of(Side), count=number(1, HAND), moves=[hands_go_round])
    PICKED_UP = event(count=number(1, HAND), moves=[everybody(Zone.DRAFTED, Zone.HAND)])
    COMMITTED = event(seat=seat(), card=own(one_of(CARD)), choice=True)
    PLAYED = event(
        seat=seat(),
        card=one_of(CARD),
        moves=[move(Zone.HAND("seat"), Zone.OPEN("seat"), thing="card")],
        fades=closed_now,
    )
    HUNTED = event(
        hunter=seat(),
        card=one_of(CARD),
        seat=seat(),
        prey=one_of(CARD),
        moves=[move(Zone.OPEN("seat"), Zone.CLOSED("seat"), thing="prey")],
        fades=closed_now,
    )
    OPENED = event(
        seat=seat(),
        card=one_of(CARD),
        moves=[move(Zone.CLOSED("seat"), Zone.OPEN("seat"), thing="card")],
        fades=closed_now,
    )
    CLOSED = event(
        seat=seat(),
        card=one_of(CARD),
        new=flag(),  # whether it is the copy just played, with an earlier one beside it
        by=seat(),  # whose card of this step has the effect
        moves=[move(Zone.OPEN("seat"), Zone.CLOSED("seat"), thing="card")],
        fades=closed_now,
    )
    DISCARDED = event(count=number(0, HAND), moves=[everybody(Zone.HAND, Zone.DISCARD)])
    TRICKED = event(seat=seat(), wild=one_of(CARD), card=one_of(CARD))
    ENDED = event(why=one_of(End))


class State(schema.State, seats=(2, SEATS)):
    """One game of Fairy Tale."""

    couples: int = const(flag())
    hand_size: int = const(number(1, HAND))
    rounds: int = const(number(1, ROUNDS))
    plays: int = const(number(1, PLAYS))

    # The deck file, kind by kind.
    kinds: int = const(number(1, KINDS))
    copies: tuple[int, ...] = const(by(CARD, number(0, CARDS)))
    category: tuple[int, ...] = const(by(CARD, one_of(Category)))
    typology: tuple[int, ...] = const(by(CARD, one_of(Typology)))
    value: tuple[int, ...] = const(by(CARD, number(-MAX_VALUE, MAX_VALUE)))
    effect: tuple[int, ...] = const(by(CARD, one_of(Effect)))
    target: tuple[int, ...] = const(by(CARD, number(0, ANY)))  # the category that the effect looks at
    amount: tuple[int, ...] = const(by(CARD, number(0, 3)))  # how many cards it opens
    times: tuple[int, ...] = const(by(CARD, number(0, MAX_TIMES)))  # variable cards: so many points …
    per: tuple[int, ...] = const(by(CARD, one_of(CARD)))  # … for each card of this kind
    most_category: tuple[int, ...] = const(by(CARD, maybe(Category)))  # conditions
    most_typology: tuple[int, ...] = const(by(CARD, maybe(Typology)))
    own_one: tuple[int, ...] = const(by(CARD, maybe(CARD)))  # a kind that must be owned
    own_two: tuple[int, ...] = const(by(CARD, maybe(CARD)))
    at_least: tuple[tuple[int, ...], ...] = const(by(CARD, by(Category, number(0, 12))))  # so many cards of each category
    conditional: tuple[int, ...] = const(by(CARD, flag()))  # whether any of the conditions above is set
    wild: int = const(maybe(CARD))  # the Trickster
    start: tuple[int, ...] = const(row(ANY + 1, number(0, KINDS)))  # the kinds of a category are start … stop - 1
    stop: tuple[int, ...] = const(row(ANY + 1, number(0, KINDS)))

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    dealer: int = field(seat(), EVERYBODY)  # who deals: effects go round the table from here
    round: int = field(number(0, ROUNDS - 1), EVERYBODY)  # rounds that are over: 0 in the first round
    receiver: int = field(seat(), DERIVED)  # during the deal: the seat that gets the next card
    pick: int = field(number(0, HAND), EVERYBODY)  # cards that each seat has drafted in this round
    step: int = field(number(0, STEPS), EVERYBODY)  # cards that each seat has played in this game
    held: int = field(number(0, HAND), EVERYBODY)  # cards in each hand; during the deal, in the hand that is dealt
    waiting: int = field(seat_set(), EVERYBODY)  # who owes a decision
    left: int = field(number(0, CARDS), EVERYBODY)  # cards in the deck

    hand: list[list[int]] = per_seat(some(HAND, CARD), OWNER)  # the hand, in the deck's order; a chosen card is still in it
    kept: list[list[int]] = per_seat(some(HAND, CARD), OWNER)  # cards drafted in this round, face down in front of the seat
    commit: list[int] = per_seat(maybe(CARD), OWNER)  # the card chosen, secret until all have chosen

    revealed: list[int] = per_seat(maybe(CARD), EVERYBODY)  # the card that each seat turned up last
    fresh: int = field(seat_set(), EVERYBODY)  # whose card of this step still lies open
    turn: int = field(number(0, 2 * SEATS), EVERYBODY)  # effects of this step that are done: each seat's OPEN, then each CLOSE
    due: int = field(number(0, 3), EVERYBODY)  # cards that the effect still opens
    open: list[list[int]] = per_seat(counted(CARD, STEPS), EVERYBODY)  # the cards that lie open in front of each seat
    in_category: list[list[int]] = per_seat(by(Category, number(0, STEPS)), DERIVED)  # open cards of each category
    in_typology: list[list[int]] = per_seat(by(Typology, number(0, STEPS)), DERIVED)  # open cards of each typology
    down: list[int] = per_seat(number(0, STEPS), EVERYBODY)  # how many cards lie closed in front of each seat
    closed: list[list[int]] = per_seat(counted(CARD, STEPS), OWNER_RECALL)  # which they are: their owner may look (R22)
    total: list[int] = per_seat(
        number(-STEPS * MAX_VALUE, STEPS * MAX_TIMES * STEPS), EVERYBODY
    )  # the points, once the game is over
    stands_for: list[int] = per_seat(maybe(CARD), EVERYBODY)  # what the seat's Trickster stood for, once the game is over

    played: list[list[int]] = per_seat(row(STEPS, maybe(CARD)), RECALL)  # every card as it was turned up
    memory: list[list[int]] = per_seat(row(PLACES, maybe(CARD)), OWNER_MEMORY)  # the hands this seat saw: see memory.py
    deck: list[int] = field(by(CARD, number(0, CARDS)), NOBODY)  # the cards not dealt yet
    deck_groups: list[int] = field(row(GROUPS, number(0, CARDS)), NOBODY)  # the same, summed in groups
    discards: list[int] = field(by(CARD, number(0, CARDS)), NOBODY)  # what was not played

    # Scratch of `imagine`, blank at all other times: see docs/imagination.md. It is part of the state because compiled rules
    # have no other memory, and comes last, so that the bytes of the game itself are contiguous.
    card_at: list[int] = scratch(field(row(PLACES, maybe(CARD))))  # the card of every place
    forced: list[int] = scratch(field(by(CARD, number(0, CARDS))))  # plays of each kind that must have come from the pool
    optional: list[int] = scratch(field(by(CARD, number(0, CARDS))))  # plays of each kind that may have come from the pool
    drawn: list[int] = scratch(field(by(CARD, number(0, CARDS))))  # plays of each kind that the proposal takes from the pool
    # weight of each kind in the proposal, in half cards
    pool_weight: list[int] = scratch(field(by(CARD, number(0, 16 * CARDS))))
    settled: list[int] = scratch(field(row(ROUNDS, number(0, (1 << SEATS * HAND) - 1))))  # places whose card is known, as bits
    # the source of each play, packed
    sources: list[int] = scratch(field(row(ROUNDS, number(0, (1 << SOURCE_BITS * PLAYS * SEATS) - 1))))
    # cards of groups that equal the plays, packed
    matches: list[list[int]] = scratch(per_seat(row(ROUNDS, number(0, (1 << MATCH_BITS) - 1))))
    # total weight of the players that follow, by the cards used up
    suffix_weights: list[list[int]] = scratch(field(row(ROUNDS, row(sum(SECTIONS), number(0, 2 * SUFFIX_MAX)))))
    unscaled: list[int] = scratch(field(row(max(SECTIONS), number(0, (1 << 62) - 1))))  # suffix weights of one player
