"""Schema of Fariables: state fields with their meaning, actions, events, zones. Nothing is hidden (R9).

A set of spaces is two integers, one for each half of the board: space p is bit p % HALF of integer p // HALF.
"""

from fairyring.core.fields import schema
from fairyring.core.fields.schema import DERIVED, EVERYBODY, const, field, per_seat
from fairyring.core.fields.types import by, flag, maybe, maybe_seat, number, one_of, only_with, row, seat, seat_set, set_of
from fairyring.core.fields.vocabulary import Names, Seats, Things
from fairyring.core.game.actions import ActionKind, Actions
from fairyring.core.game.events import Events, event
from fairyring.core.game.zones import Zones, move, zone
from fairyring.games.fariables.values_field import worth

MAX_SPACES = 96
HALF = 48
FULL = (1 << HALF) - 1
SEATS = 6
KINDS = 6  # of fairies, flowers not counted
TOKENS = 6  # for each player
FACES = 6
LEAST_FACES = 4  # a table may take dice B and C with fewer faces
MAX_GOAL = 20  # a table may set the value that ends the game up to this
OFF_DIE_B = 3  # R12
LEAST_OFF_DIE_B, MOST_OFF_DIE_B = 1, 4  # and what is taken off die B between these
TOP_VALUE = MAX_GOAL - 1 + FACES - LEAST_OFF_DIE_B
DICE = 3  # each in a roll-off
TURNS_MAX = 1_000_000  # where the counter saturates: no rule bounds a game, but only one in a thousand takes over 140 turns
MOVES_MAX = TOKENS * TURNS_MAX


class Fairy(Names):
    """What is on a space (R1, R3). The number of a fairy is its face of the die."""

    FLOWER, DEW, LEAF, BELL, CAP, MOON, STAR = range(7)


FAIRY = Things("fairy", KINDS, Fairy.words[1:], first=1)  # what a die can show: all but the flower
FACE = Things("face", FACES, range(1, FACES + 1), first=1)
SPACE = Things("space", MAX_SPACES)  # named by the board


class Phase(Names):
    """What happens next."""

    VALUES, FIRST, PLACING, ROLL_A, ROLL_B, ROLL_C, LIFTING, MOVING, FLOWERS, ROLL_OFF, DONE = range(11)


class Measure(Names):
    """What decides, in this order (R20–R23)."""

    POINTS, FLOWERS, KINDS, DICE = range(4)


class End(Names):
    """Why the game ended: what decided it (R24)."""

    FOURTEEN, FOURTEEN_FLOWERS, FOURTEEN_KINDS, FOURTEEN_DICE = range(1, 5)


END_BY_MEASURE = (End.FOURTEEN, End.FOURTEEN_FLOWERS, End.FOURTEEN_KINDS, End.FOURTEEN_DICE)  # in the order of Measure


class Refusal(Names):
    """Why an action is not allowed."""

    NO_MOVE, NO_ACTION, NO_SPACE, TAKEN, NOT_BESIDE, NOT_TOGETHER, LIFT_FIRST, STILL_LIFTING = range(1, 9)
    NO_LIFTING_YET, HANDS_FULL, NOT_YOURS, NO_PASS, MUST_PLACE = range(9, 14)


class Tally(Names):
    """What a simulation counts."""

    TURNS, ROUNDS, MOVES = range(3)


PLACE = ActionKind("place", space=SPACE)
LIFT = ActionKind("lift", space=SPACE)
FINISH = ActionKind("done")
ACTIONS = Actions(PLACE, LIFT, FINISH)

ROLL = ActionKind("roll", face=FACE)
BEGIN = ActionKind("first", seat=Seats(SEATS))
CHANCE = Actions(ROLL, BEGIN)


class Zone(Zones):
    """Where tokens are. How many are left to place follows from those that were laid; dice are rolled and do not move."""

    SUPPLY = zone(per_seat=True)
    BOARD = zone(shows="own", per_seat=True, places=SPACE)
    HAND = zone(count="hand")  # of the player whose turn it is
    DICE = zone(FACE)


class Event(Events):
    """Events."""

    VALUED = event(kind=one_of(Fairy), value=number(1, FACES))
    BEGUN = event(seat=seat())
    PLACED = event(seat=seat(), space=one_of(SPACE), moves=[move(Zone.SUPPLY("seat"), Zone.BOARD("seat", "space"))])
    CHANGED = event(
        seat=seat(),
        kind=one_of(Fairy),
        change=number(1 - MOST_OFF_DIE_B, FACES - LEAST_OFF_DIE_B),
        value=number(0, TOP_VALUE),
        stopped=flag(),  # the die said less than zero
    )
    MAY_MOVE = event(seat=seat(), count=number(1, TOKENS))
    PASSED = event(seat=seat())
    LIFTED = event(seat=seat(), space=one_of(SPACE), moves=[move(Zone.BOARD("seat", "space"), Zone.HAND)])
    MOVED = event(seat=seat(), space=one_of(SPACE), moves=[move(Zone.HAND, Zone.BOARD("seat", "space"))])
    SURROUNDED = event(seat=seat())
    FOURTEEN = event(kind=one_of(Fairy), seat=seat())
    UNMASKED = event(seat=seat(), kind=one_of(Fairy), value=number(0, TOP_VALUE))
    SCORED = event(seat=seat(), points=number(0, TOKENS * TOP_VALUE))
    TIED = event(seats=seat_set(), what=one_of(Measure))
    ROLLED = event(seat=seat(), sum=number(DICE, DICE * FACES))
    ENDED = event(seats=seat_set(), why=one_of(End))


class State(schema.State, seats=(2, SEATS)):
    """One game of Fariables."""

    first: int = const(maybe_seat())  # who begins, if the table says so
    kinds: int = const(number(1, KINDS))  # kinds of fairies: six, and fewer only in tests
    tokens: int = const(number(1, TOKENS))  # tokens of each player
    goal: int = const(number(1, MAX_GOAL))  # the value that ends the game
    off_die_b: int = const(number(LEAST_OFF_DIE_B, MOST_OFF_DIE_B), OFF_DIE_B, digested=False)  # what is taken off die B
    faces: int = const(number(LEAST_FACES, FACES), FACES, digested=False)  # of all dice that do not pick a kind
    spaces: int = const(number(2, MAX_SPACES))  # how many the board has
    kind: tuple[int, ...] = const(row(MAX_SPACES, one_of(Fairy)))  # what is on each space
    near: tuple[tuple[int, ...], ...] = const(row(MAX_SPACES, set_of(SPACE, parts=2, bits=HALF)))  # the neighbours of each

    phase: int = field(one_of(Phase), EVERYBODY)  # what happens next
    turn: int = field(seat(), EVERYBODY)  # the seat whose turn it is
    # what each kind is worth now; none for a kind before its first roll, and for flowers before the end
    value: list[int] = field(worth(Fairy, TOP_VALUE), EVERYBODY)
    valued: int = field(number(0, KINDS), DERIVED)  # kinds that have their first value
    laid: int = field(number(0, SEATS * TOKENS), EVERYBODY)  # tokens that all players together have placed in the setup
    die_a: int = field(maybe(FAIRY), EVERYBODY)  # the kind that die A picked this turn
    die_c: int = field(maybe(FACE), EVERYBODY)  # what die C shows: how many tokens may be moved this turn
    hand: int = field(number(0, TOKENS), EVERYBODY)  # tokens lifted and not yet put down again
    roam: int = field(flag(), EVERYBODY)  # whether the moved tokens were surrounded, so that the rest go anywhere
    flower: int = field(maybe(FAIRY), EVERYBODY)  # the kind that hid in the flowers; none until the end
    ender: int = field(only_with("flower", seat()), EVERYBODY)  # the seat whose roll ended the game
    contenders: int = field(seat_set(), EVERYBODY)  # who can still win, once the points are counted
    rollers: int = field(seat_set(), EVERYBODY)  # who still has to roll in this roll-off
    dice_left: int = field(number(0, DICE), EVERYBODY)  # dice that the seat whose turn it is still has to roll in the roll-off
    dice: list[int] = per_seat(number(0, DICE * FACES), EVERYBODY)  # the sum of the dice in the roll-off
    reason: int = field(maybe(End), EVERYBODY)  # why the game ended
    turns: int = field(number(0, TURNS_MAX), EVERYBODY)  # turns begun
    moves: int = field(number(0, MOVES_MAX), EVERYBODY)  # tokens moved in all turns

    on_kind: list[list[int]] = per_seat(by(Fairy, number(0, TOKENS)), DERIVED)  # how many tokens stand on each kind
    open: list[int] = field(set_of(SPACE, parts=2, bits=HALF), DERIVED)  # the spaces without a token
    own: list[list[int]] = per_seat(set_of(SPACE, parts=2, bits=HALF), EVERYBODY)  # the spaces with a token of the seat
    moved: list[int] = field(set_of(SPACE, parts=2, bits=HALF), EVERYBODY)  # where a token was put down this turn
    # all neighbours of what the next token must touch
    reach: list[list[int]] = per_seat(set_of(SPACE, parts=2, bits=HALF), DERIVED)
