"""What Fairy Tale's table holds, and who may know it."""

from fairyring.core import schema
from fairyring.core.schema import (
    EVERYBODY,
    NOBODY,
    OWNER,
    OWNER_RECALL,
    RECALL,
    Visibility,
    Who,
    const,
    number,
    numbers,
    per_seat,
)

SEATS = 5
KINDS = 40  # kinds of card; a card on the table or in a hand is written kind + 1, and 0 is no card
CARDS = 100
HAND = 5  # cards dealt to each seat
ROUNDS = 4
PLAYS = 3  # cards each seat plays in a round
STEPS = ROUNDS * PLAYS
GROUP = 8  # the deck is counted in groups of so many kinds
GROUPS = KINDS // GROUP
PLACES = ROUNDS * SEATS * HAND  # one for each card that is ever dealt: round, whose hand it was, when it was taken

FAIRY_WOOD, HOLY_EMPIRE, DRAGON_VALLEY, SHADOW_KINGDOM, ANY = range(5)  # categories; ANY only where an effect looks at all four
CHARACTER, PLACE, TALE = range(3)  # typologies
CATEGORIES, TYPOLOGIES = 4, 3
NO_EFFECT, HUNT, OPEN_SELF, CLOSE_SELF, CLOSE_ALL = range(5)  # effects

DRAFT_VERB, PLAY_VERB, OPEN_VERB, CLOSE_VERB = range(4)  # an action is verb * kinds + kind
DEALER, DEAL, DRAFT, PLAY, OPEN, CLOSE, DONE = range(7)  # phases
FIRST_CARD = SEATS  # nature's outcomes: who deals, then the kinds of card

LAST_ROUND = 1  # end reason
DEALS, ROUND, DEALT, CHOSEN, PASSED, PICKED_UP, COMMITTED, PLAYED = range(8)  # events
HUNTED, OPENED, CLOSED, DISCARDED, TRICKED, ENDED = range(8, 14)
LEGAL, NO_MOVE, NOT_NOW, NOT_IN_HAND, NOT_CLOSED, NOT_OPEN, WRONG_CATEGORY, JUST_PLAYED = range(8)  # answers of `check`

OWN_MEMORY = Visibility(shown=Who.NOBODY, known=Who.OWNER)  # what one seat saw and the table no longer shows


class State(schema.State, seats=(2, SEATS)):
    """One game of Fairy Tale."""

    couples: int = const(0, 1)
    hand_size: int = const(1, HAND)
    rounds: int = const(1, ROUNDS)
    plays: int = const(1, PLAYS)

    # The deck file, kind by kind.
    kinds: int = const(1, KINDS)
    copies: tuple[int, ...] = const(0, CARDS, KINDS)
    category: tuple[int, ...] = const(0, CATEGORIES - 1, KINDS)
    typology: tuple[int, ...] = const(0, TYPOLOGIES - 1, KINDS)
    value: tuple[int, ...] = const(-20, 20, KINDS)
    effect: tuple[int, ...] = const(0, 4, KINDS)
    target: tuple[int, ...] = const(0, ANY, KINDS)  # the category that the effect looks at
    amount: tuple[int, ...] = const(0, 3, KINDS)  # how many cards it opens
    times: tuple[int, ...] = const(0, 9, KINDS)  # variable cards: so many points …
    per: tuple[int, ...] = const(0, KINDS - 1, KINDS)  # … for each card of this kind
    most_category: tuple[int, ...] = const(0, CATEGORIES, KINDS)  # conditions; 0 is none, else the category + 1
    most_typology: tuple[int, ...] = const(0, TYPOLOGIES, KINDS)
    own_one: tuple[int, ...] = const(0, KINDS, KINDS)  # a kind + 1 that must be owned
    own_two: tuple[int, ...] = const(0, KINDS, KINDS)
    at_least: tuple[tuple[int, ...], ...] = const(0, 12, KINDS, CATEGORIES)  # so many cards of each category
    conditional: tuple[int, ...] = const(0, 1, KINDS)  # 1 where any of the conditions above is set
    wild: int = const(0, KINDS)  # the Trickster, as a kind + 1
    start: tuple[int, ...] = const(0, KINDS, ANY + 1)  # the kinds of a category are start … stop - 1
    stop: tuple[int, ...] = const(0, KINDS, ANY + 1)

    phase: int = number(0, 6, EVERYBODY)
    dealer: int = number(0, SEATS - 1, EVERYBODY)
    round: int = number(0, ROUNDS - 1, EVERYBODY)
    receiver: int = number(0, SEATS, EVERYBODY)  # during the deal: the seat that gets the next card
    pick: int = number(0, HAND, EVERYBODY)  # cards drafted so far by each seat in this round
    step: int = number(0, STEPS, EVERYBODY)  # cards played so far by each seat in this game
    held: int = number(0, HAND, EVERYBODY)  # cards in each hand; during the deal, in the hand of the receiver
    waiting: int = number(0, 31, EVERYBODY)  # a bit for each seat that owes a decision
    left: int = number(0, CARDS, EVERYBODY)  # cards in the deck

    hand: list[list[int]] = per_seat(0, KINDS, OWNER, HAND)  # ascending: what is drafted from, then what is played from
    kept: list[list[int]] = per_seat(0, KINDS, OWNER, HAND)  # ascending: drafted, face down in front of the seat
    commit: list[int] = per_seat(0, KINDS, OWNER)  # the card chosen; secret until all have chosen

    revealed: list[int] = per_seat(0, KINDS, EVERYBODY)  # the card each seat turned up in this step
    fresh: int = number(0, 31, EVERYBODY)  # a bit for each seat whose card of this step lies open
    turn: int = number(0, 2 * SEATS, EVERYBODY)  # effects of this step that are done: OPEN round the table, then CLOSE
    due: int = number(0, 3, EVERYBODY)  # cards that the effect still opens
    open: list[list[int]] = per_seat(0, STEPS, EVERYBODY, KINDS)
    in_category: list[list[int]] = per_seat(0, STEPS, EVERYBODY, CATEGORIES)  # open cards of each
    in_typology: list[list[int]] = per_seat(0, STEPS, EVERYBODY, TYPOLOGIES)
    down: list[int] = per_seat(0, STEPS, EVERYBODY)  # how many cards lie closed
    closed: list[list[int]] = per_seat(0, STEPS, OWNER_RECALL, KINDS)  # which: its owner may look (R22)
    total: list[int] = per_seat(-300, 300, EVERYBODY)  # points, once the game is over
    stands_for: list[int] = per_seat(0, KINDS, EVERYBODY)  # what the Trickster of this seat stood for, kind + 1

    played: list[list[int]] = per_seat(0, KINDS, RECALL, STEPS)  # every card as it was turned up
    memory: list[list[int]] = per_seat(0, KINDS, OWN_MEMORY, PLACES)  # the hands this seat saw: see memory.py
    deck: list[int] = numbers(KINDS, 0, CARDS, NOBODY)
    deck_groups: list[int] = numbers(GROUPS, 0, CARDS, NOBODY)  # the same, summed in groups
    discards: list[int] = numbers(KINDS, 0, CARDS, NOBODY)

    # Notes of `imagine`, blank at all other times.
    world: list[int] = numbers(PLACES, 0, KINDS, NOBODY)
    bound: list[int] = numbers(KINDS, 0, CARDS, NOBODY)
    extra: list[int] = numbers(KINDS, 0, CARDS, NOBODY)
    reach: list[list[int]] = per_seat(0, 12 * HAND, NOBODY, STEPS)
    fixed: list[int] = numbers(ROUNDS, 0, (1 << SEATS * HAND) - 1, NOBODY)
